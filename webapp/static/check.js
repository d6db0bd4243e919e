/** How exact the table is: what is told of it, and what a tape measure says to that. */

import { measure, tableCheck } from "./api.js";
import { html, part } from "./element.js";

/**
 * @typedef {{tile: string | null, marker: number, corner: string, words: string, x_in: number, y_in: number}} Mark
 * @typedef {object} Span
 * @property {Mark} from
 * @property {Mark} to
 * @property {number} distance_in
 * @property {number} sd_in
 * @property {number | null} tape_in
 * @property {number | null} off_in
 * @property {boolean | null} within
 * @typedef {{code: string, text: string}} Verdict
 * @typedef {object} Check
 * @property {{width_in: number, height_in: number, empty: number[][]}} board
 * @property {number} camera_height_in
 * @property {number} px_per_in
 * @property {number} marker_rms_px
 * @property {{tile: string, rms_px: number | null}[]} tiles
 * @property {{apart_in: number, middle_sd_in: number | null, corner_sd_in: number | null}} expected
 * @property {Span[]} distances
 */

const WITHIN_95 = 1.96;

/** @type {Span[]} */
let spans = [];

async function look() {
  trouble("");
  try {
    const check = await tableCheck();
    spans = check.distances;
    part("summary", HTMLElement).textContent = summary(check);
    for (const name of ["errors", "residuals"]) {
      // Asked for anew: the table may lie otherwise than a moment ago.
      part(name, HTMLImageElement).src = `/api/check/${name}.png?at=${Date.now()}`;
    }
    part("errors", HTMLImageElement).alt = `A map of the board. ${errors(check)}`;
    part("residuals", HTMLImageElement).alt = `A map of the markers. ${fit(check)}`;
    part("distances", HTMLOListElement).replaceChildren(...spans.map(line));
    part("verdict", HTMLElement).textContent = "";
    part("walk", HTMLElement).hidden = spans.length === 0;
    part("pictures", HTMLElement).hidden = false;
  } catch (problem) {
    trouble(problem instanceof Error ? problem.message : String(problem));
  }
}

/** @param {Check} check */
function summary(check) {
  const { board, tiles } = check;
  const size = `${round(board.width_in, 1)} x ${round(board.height_in, 1)} in`;
  const seen = `${tiles.length} of ${tiles.length + board.empty.length} tiles seen`;
  const lens = `lens ${round(check.camera_height_in, 1)} in up, ${round(check.px_per_in, 0)} pixels to the inch`;
  return `Board ${size}, ${seen}; ${lens}. ${fit(check)} ${errors(check)}`;
}

/** @param {Check} check */
function fit({ marker_rms_px }) {
  return `Markers are seen within ${round(marker_rms_px, 2)} pixels of where a flat board has them.`;
}

/** @param {Check} check */
function errors({ expected: { apart_in, middle_sd_in, corner_sd_in } }) {
  const told = (/** @type {number | null} */ sd_in) =>
    sd_in === null ? "not in view" : `within ${(WITHIN_95 * sd_in).toFixed(3)} in`;
  const middle = `in the middle ${told(middle_sd_in)}, in the worst corner ${told(corner_sd_in)}`;
  return `Of 100 distances of ${round(apart_in, 1)} in between capped figures 95 are, ${middle}.`;
}

/**
 * @param {Span} span
 * @param {number} n
 */
function line(span, n) {
  const id = `tape-${n}`;
  return html(
    "li",
    {},
    html("span", { class: "check-number", "aria-hidden": "true" }, String(n + 1)),
    html("label", { for: id }, `From the ${span.from.words} to the ${span.to.words}`),
    html(
      "div",
      { class: "check-reading" },
      html("input", { id, name: id, type: "text", autocomplete: "off", placeholder: "12 3/8" }),
      html("output", { for: id }),
    ),
  );
}

async function compare() {
  trouble("");
  const inputs = [...part("distances", HTMLOListElement).querySelectorAll("input")];
  try {
    const readings = spans.map((distance, n) => ({ distance, tape: inputs[n]?.value ?? "" }));
    const { distances, verdict } = await measure(readings);
    distances.forEach(show);
    const said = part("verdict", HTMLElement);
    said.dataset.code = verdict.code;
    said.textContent = `${verdict.text[0]?.toUpperCase()}${verdict.text.slice(1)}.`;
    said.scrollIntoView({ block: "nearest" });
  } catch (problem) {
    trouble(problem instanceof Error ? problem.message : String(problem));
  }
}

/**
 * Ours is shown when theirs is typed, and not before: nobody is led.
 * @param {Span} span
 * @param {number} n
 */
function show({ distance_in, off_in, within }, n) {
  const item = part("distances", HTMLOListElement).children[n];
  if (!(item instanceof HTMLElement)) return;
  item.toggleAttribute("data-within", within !== null);
  if (within !== null) item.dataset.within = within ? "yes" : "no";
  const output = item.querySelector("output");
  if (!output) return;
  const sign = (off_in ?? 0) < 0 ? "−" : "+";
  output.textContent =
    off_in === null
      ? ""
      : `ours ${distance_in.toFixed(2)} in, ${sign}${Math.abs(off_in).toFixed(2)}: ${within ? "as expected" : "further off than expected"}`;
}

/** @param {string} sentence nothing hides it */
function trouble(sentence) {
  const element = part("trouble", HTMLElement);
  element.textContent = sentence;
  element.hidden = !sentence;
  if (sentence) element.scrollIntoView({ block: "nearest" });
}

/**
 * @param {number} value
 * @param {number} decimals
 */
function round(value, decimals) {
  return String(Number(value.toFixed(decimals)));
}

part("readings", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  compare();
});
part("again", HTMLButtonElement).addEventListener("click", look);
look();
