/** The ruling between two figures, as a sheet to be read at arm's length. */

/** @import { Ruling } from "./types.js" */
/** @import { Verdict } from "./verdicts.js" */
import { html, icon, svg } from "./element.js";
import { factionClass } from "./figures.js";
import { key } from "./key.js";
import { clock, inches, shortName, tape, title } from "./wording.js";
import { verdicts } from "./verdicts.js";

/**
 * @typedef {"same" | "moved" | "unknown"} Since what has become of the table since
 * @typedef {{ruling: Ruling, at: string, since: Since}} Given a ruling and when it was given
 * @typedef {{swap: () => void, otherTarget: () => void, clear: () => void, again: () => void, correct: () => void}} Actions
 * @typedef {{id: string, faction: string}} Named
 * @typedef {{from: Named | null, to: Named | null, given: Given | null, waiting: boolean, refused: string}} Asked
 */

/**
 * @param {Asked} asked
 * @param {Actions} actions
 * @returns {HTMLElement[]}
 */
export function rulingSheet({ from, to, given, waiting, refused }, actions) {
  if (!from)
    return [
      prompt("Tap a figure, then another", "How far, melee, facing and sight: you read it here."),
      key(),
    ];
  if (!to)
    return [
      pair(from, null, actions),
      prompt("At whom?", "Tap the other figure, on the map or in the list."),
      button(`Correct ${title(from.id)}`, "pencil", actions.correct, "ruling-correct"),
    ];
  /** @type {HTMLElement[]} */
  const parts = [pair(from, to, actions)];
  if (refused) parts.push(html("p", { class: "refused" }, icon("notice"), refused));
  if (waiting) parts.push(html("p", { class: "waiting" }, "Measuring …"));
  if (given) {
    if (given.since !== "same") parts.push(askAgain(given, actions));
    parts.push(
      ...answers(given.ruling),
      html("p", { class: "as-of" }, `As of ${clock(given.at)}, and in the log.`),
    );
    parts.push(button("Another target", "target", actions.otherTarget, "ruling-other"));
  }
  return parts;
}

/**
 * Who acts and at whom.
 * @param {Named} from
 * @param {Named | null} to
 * @param {Actions} actions
 */
function pair(from, to, { swap, clear }) {
  return html(
    "div",
    { class: "pair" },
    named(from),
    to ? roundButton("Swap the two", "swap", swap, "ruling-swap") : icon("move", "icon pair-arrow"),
    to ? named(to) : html("span", { class: "slot empty" }, "?"),
    roundButton("Clear", "clear", clear, "ruling-clear"),
  );
}

/** @param {Named} figure */
function named(figure) {
  return html(
    "span",
    { class: "slot" },
    badge(figure),
    html("span", { class: "slot-name" }, title(figure.id)),
  );
}

/**
 * @param {string} headline
 * @param {string} text
 */
function prompt(headline, text) {
  return html(
    "div",
    { class: "prompt" },
    html("p", { class: "prompt-headline" }, headline),
    html("p", {}, text),
  );
}

/**
 * A figure as it looks on the map, small.
 * @param {Named} figure
 */
export function badge({ id, faction }) {
  return svg(
    "svg",
    { class: `badge figure ${factionClass(faction)}`, viewBox: "0 0 32 32", "aria-hidden": "true" },
    svg("circle", { class: "penny", cx: 16, cy: 16, r: 15 }),
    svg("text", { x: 16, y: 21 }, shortName(id)),
  );
}

/**
 * @param {string} words
 * @param {string} drawing
 * @param {() => void} act
 * @param {string} id
 */
function roundButton(words, drawing, act, id) {
  const element = html(
    "button",
    { type: "button", class: "round", id, title: words },
    icon(drawing),
    html("span", { class: "unseen" }, words),
  );
  element.addEventListener("click", act);
  return element;
}

/**
 * @param {string} words
 * @param {string} drawing
 * @param {() => void} act
 * @param {string} id
 */
function button(words, drawing, act, id) {
  const element = html(
    "button",
    { type: "button", class: "tool", id },
    icon(drawing),
    html("span", {}, words),
  );
  element.addEventListener("click", act);
  return element;
}

/**
 * @param {Given} given
 * @param {Actions} actions
 */
function askAgain({ at, since }, { again }) {
  const ask = html(
    "button",
    { type: "button", class: "moved", id: "ruling-again" },
    icon("again"),
    html(
      "span",
      {},
      `As of ${clock(at)}; the table ${since === "moved" ? "has" : "may have"} moved since. Ask again`,
    ),
  );
  ask.addEventListener("click", again);
  return ask;
}

/** @param {Ruling} ruling */
function answers(ruling) {
  const all = verdicts(ruling);
  const spread = 3 * ruling.sd_in;
  return [
    html(
      "div",
      { class: "distance" },
      html("p", { class: "distance-in", id: "distance" }, inches(ruling.distance_in)),
      html(
        "p",
        { class: "distance-more" },
        html("span", { class: "distance-tape" }, `≈ ${tape(ruling.distance_in)}`),
        html(
          "span",
          { class: "distance-sd" },
          spread >= 0.005 ? `fold to fold, ± ${inches(spread)}` : "fold to fold",
        ),
      ),
    ),
    html("ul", { class: "verdicts" }, ...all.map(card)),
    html("h3", { class: "why" }, "Why"),
    html("dl", { class: "reasons" }, ...all.flatMap(reason)),
  ];
}

/** @param {Verdict} verdict */
function card({ name, question, answer, tone, certainty }) {
  const close = certainty === "close";
  return html(
    "li",
    { class: `verdict ${tone} ${certainty}`, "data-verdict": name },
    html("p", { class: "question" }, icon(name), question),
    html("p", { class: "answer" }, close ? "Too close to call" : answer),
    html(
      "p",
      { class: "certainty" },
      icon(certainty),
      close ? `Perhaps ${answer.toLowerCase()}` : CERTAINTY[certainty],
    ),
  );
}

const CERTAINTY = { sure: "Sure", unknown: "Facing not known" };

/** @param {Verdict} verdict */
function reason({ name, question, answer, certainty, because, doubt, room }) {
  const close = certainty === "close";
  const term = html("dt", {}, icon(name), `${question}: ${close ? "too close to call" : answer}`);
  if (!close) return [term, html("dd", {}, because, room && html("span", { class: "room" }, ` · ${room}`))];
  return [
    term,
    html(
      "dd",
      { class: "both" },
      html("p", {}, html("strong", {}, `For ${answer.toLowerCase()}: `), because),
      html("p", {}, html("strong", {}, "Against: "), doubt && `${doubt}; `, `there is only ${room}`),
      html("p", {}, "Either is fair. Look along it together and settle it as you would with a tape measure."),
    ),
  ];
}
