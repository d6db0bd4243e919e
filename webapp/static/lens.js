/** The page that guides whoever holds the calibration board: the picture, what to do next, how far it is. */

/** @import { Link } from "./state.js" */
import { part } from "./element.js";
import { Live } from "./live.js";

/**
 * @typedef {object} Lens
 * @property {number} version
 * @property {"looking" | "found" | "refused"} state
 * @property {string} step
 * @property {string} note
 * @property {boolean} trouble
 * @property {number} progress
 * @property {number} views
 */

const picture = part("picture", HTMLImageElement);
const progress = part("progress", HTMLProgressElement);
const main = document.querySelector("main");

/** One picture is fetched at a time, so that a slow phone is shown fewer and not older ones. */
let fetching = false;
let over = false;

picture.addEventListener("load", () => {
  fetching = false;
  picture.hidden = false;
});
picture.addEventListener("error", () => {
  fetching = false;
});

/** @param {Lens} lens */
function show({ version, state, step, note, trouble, progress: share, views }) {
  over = state !== "looking";
  main?.setAttribute("data-state", state);
  say("step", step);
  say("note", note);
  part("note", HTMLElement).toggleAttribute("data-trouble", trouble && !over);
  progress.value = Math.round(100 * share);
  say("count", views === 1 ? "1 view" : `${views} views`);
  part("legend", HTMLElement).hidden = over;
  if (fetching || (version === 1 && state === "looking")) return;
  fetching = true;
  picture.src = `/api/picture?version=${version}`;
}

/** @param {Link} link */
function showLink({ up, silent_s }) {
  const tone = up ? "good" : "bad";
  part("state", HTMLElement).dataset.tone = over ? "good" : tone;
  if (over) say("state-words", "Ended");
  else say("state-words", up ? "Live" : `No word for ${Math.round(silent_s)} s: does the program still run?`);
}

/**
 * @param {string} id
 * @param {string} words
 */
function say(id, words) {
  const element = part(id, HTMLElement);
  if (element.textContent !== words) element.textContent = words;
}

new Live({ table: show, entry: () => {}, after: () => 0, link: showLink });
