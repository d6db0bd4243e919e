/** A place that someone is about to say by hand, drawn over the map: where the figure is shown, and how far from there. */

/** @import { Figure } from "./types.js" */
/** @import { Marks } from "./marks.js" */
import { svg } from "./element.js";
import { BASE_IN } from "./figures.js";
import { inches } from "./wording.js";

/** Clear of the finger that drags it. */
const LABEL_UP_PX = 48;
const WORTH_TELLING_IN = 0.005;

/** @typedef {{x_in: number, y_in: number, facing_deg: number | null}} Draft a place that is not yet said */

/**
 * @param {Figure | null} shown
 * @param {Draft} draft
 * @returns {string} how far it is from where the figure is shown, "" if it is there
 */
export function wayOf(shown, { x_in, y_in }) {
  const away_in = shown ? Math.hypot(x_in - shown.x_in, y_in - shown.y_in) : 0;
  return away_in < WORTH_TELLING_IN ? "" : inches(away_in);
}

/**
 * @param {Figure | null} shown
 * @param {Draft} draft
 * @returns {Marks}
 */
export function draftMarks(shown, draft) {
  const { x_in, y_in, facing_deg } = draft;
  const radius = BASE_IN / 2;
  const body = svg("g", { class: "body" }, svg("circle", { class: "trail-end ghost", r: radius }));
  if (facing_deg !== null) {
    const notch = `M0 ${radius}A${radius} ${radius} 0 0 1 0 ${-radius}ZM${radius} .2L${radius + 0.4} 0L${radius} -.2`;
    body.append(svg("path", { class: "trail-end", d: notch, transform: `rotate(${facing_deg})` }));
  }
  const label = svg(
    "g",
    { class: "upright" },
    svg("text", { class: "sight-label", y: -LABEL_UP_PX }, wayOf(shown, draft)),
  );
  return {
    below: shown ? [svg("path", { class: "trail", d: `M${shown.x_in} ${shown.y_in}L${x_in} ${y_in}` })] : [],
    above: [svg("g", { transform: `translate(${x_in} ${y_in})` }, body, label)],
    box: { west: x_in, east: x_in, south: y_in, north: y_in },
  };
}
