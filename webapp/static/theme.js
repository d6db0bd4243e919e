// Dark or light, chosen before anything is painted: a white flash in a dim room is no welcome. Hence not a module.
(() => {
  const KEY = "pennysight-theme";
  const root = document.documentElement;
  const light = matchMedia("(prefers-color-scheme: light)");

  function chosen() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage is shut to this page: the device's own setting rules
    }
  }

  /** @param {string} theme */
  function keep(theme) {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // it then lasts as long as the page
    }
  }

  /** @param {string} theme */
  function show(theme) {
    root.dataset.theme = theme;
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute("content", theme === "light" ? "#fbf6ec" : "#17120e");
    const words = document.getElementById("theme-words");
    if (words) words.textContent = theme === "light" ? "Switch to dark" : "Switch to light";
  }

  const wanted = () => chosen() ?? (light.matches ? "light" : "dark");
  show(wanted());
  light.addEventListener("change", () => show(wanted()));
  document.addEventListener("DOMContentLoaded", () => {
    show(wanted());
    document.getElementById("theme")?.addEventListener("click", () => {
      const theme = root.dataset.theme === "light" ? "dark" : "light";
      keep(theme);
      show(theme);
    });
  });
})();
