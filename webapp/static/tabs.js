/** Ruling, figures, log and camera: tabs on a phone; on a wide screen the ruling stays above the others. */

import { part } from "./element.js";

/** @typedef {"ruling" | "figures" | "log" | "camera"} Tab */

const wide = matchMedia("(min-width: 900px) and (min-height: 561px)");

export class Tabs {
  #panel = part("panel", HTMLElement);
  #fold = part("fold", HTMLButtonElement);
  #buttons = /** @type {HTMLButtonElement[]} */ ([...this.#panel.querySelectorAll("[role=tab]")]);
  /** @type {Tab} */
  #narrow = "ruling";
  /** @type {Tab} */
  #below = "log";

  /** @param {(tab: Tab) => void} onShow told which tab is shown, whenever that changes */
  constructor(onShow) {
    this.onShow = onShow;
    for (const button of this.#buttons) {
      button.addEventListener("click", () => this.show(/** @type {Tab} */ (button.dataset.tab)));
    }
    this.#panel
      .querySelector("[role=tablist]")
      ?.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    this.#fold.addEventListener("click", () => this.#setFolded(!document.body.hasAttribute("data-folded")));
    wide.addEventListener("change", () => this.#draw());
    this.#draw();
  }

  /** @param {Tab} tab */
  show(tab) {
    this.#narrow = tab;
    if (tab !== "ruling") this.#below = tab;
    this.#setFolded(false);
    this.#draw();
  }

  /** @param {boolean} folded */
  #setFolded(folded) {
    document.body.toggleAttribute("data-folded", folded);
    this.#fold.setAttribute("aria-expanded", folded ? "false" : "true");
  }

  #draw() {
    const chosen = wide.matches ? this.#below : this.#narrow;
    this.#panel.dataset.shown = chosen;
    this.onShow(chosen);
    for (const button of this.#buttons) {
      const selected = button.dataset.tab === chosen;
      button.setAttribute("aria-selected", selected ? "true" : "false");
      button.tabIndex = selected ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = this.#buttons.findIndex((button) => button === document.activeElement);
    if (!step || at < 0) return;
    const shown = this.#buttons.filter((button) => button.offsetParent !== null);
    const next =
      shown[
        (shown.indexOf(/** @type {HTMLButtonElement} */ (this.#buttons[at])) + step + shown.length) %
          shown.length
      ];
    next?.focus();
    next?.click();
  }
}
