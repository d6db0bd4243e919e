/** The figures as a list of buttons: for keys, for screen readers, and for thumbs where the map is crowded. */

/** @import { Figure } from "./types.js" */
/** @import { Chosen } from "./figures.js" */
import { html } from "./element.js";
import { badge } from "./ruling.js";
import { figureState, title } from "./wording.js";

/**
 * @param {Figure[]} figures
 * @param {ReadonlySet<string>} held
 * @param {Chosen} chosen
 * @param {(id: string) => void} onChoose
 * @returns {HTMLElement[]}
 */
export function roster(figures, held, chosen, onChoose) {
  if (figures.length === 0) return [html("p", { class: "nothing" }, "No figure is on the table yet.")];
  const factions = [...new Set(figures.map(({ faction }) => faction))].sort();
  return factions.flatMap((faction) => [
    html("h3", {}, title(faction)),
    html(
      "ul",
      { class: "roster" },
      ...figures
        .filter((figure) => figure.faction === faction)
        .sort((a, b) => a.id.localeCompare(b.id, undefined, { numeric: true }))
        .map((figure) => html("li", {}, row(figure, held.has(figure.id), chosen, onChoose))),
    ),
  ]);
}

/**
 * @param {Figure} figure
 * @param {boolean} held
 * @param {Chosen} chosen
 * @param {(id: string) => void} onChoose
 */
function row(figure, held, { from, to }, onChoose) {
  const role = figure.id === from ? "acts" : figure.id === to ? "target" : "";
  const button = html(
    "button",
    { type: "button", class: "row", "aria-pressed": role ? "true" : "false", "data-roster": figure.id },
    badge(figure),
    html(
      "span",
      { class: "row-words" },
      html("span", { class: "row-name" }, title(figure.id), role && html("em", {}, role)),
      html("span", { class: "row-state" }, figureState(figure, held)),
    ),
  );
  button.addEventListener("click", () => onChoose(figure.id));
  return button;
}
