/** Joins the parts: what the server says goes in, what people tap goes out. */

/** @import { Entry, Figure, Ruling, Scene, Table } from "./types.js" */
/** @import { Link } from "./state.js" */
import { askRuling, correct } from "./api.js";
import { CameraPane } from "./camera.js";
import { cardList } from "./cards.js";
import { Corrector, loggedCorrection } from "./correct.js";
import { html, part, redraw } from "./element.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { TableMap } from "./map.js";
import { moveMarks, rulingMarks } from "./marks.js";
import { showQuestions } from "./questions.js";
import { hasMoved } from "./moved.js";
import { roster } from "./roster.js";
import { rulingSheet } from "./ruling.js";
import { showState } from "./state.js";
import { Tabs } from "./tabs.js";
import { spoken } from "./verdicts.js";
import { title } from "./wording.js";

/**
 * The ruling on show, when it was given and the table it was given for, null if that was before this page was opened.
 * @typedef {{ruling: Ruling, at: string, scene: Scene | null}} Given
 */

/** @type {Table | null} */
let table = null;
/** @type {Link} */
let link = { up: false, silent_s: 0 };
/** @type {{from: string | null, to: string | null}} */
let chosen = { from: null, to: null };
/** @type {Given | null} */
let given = null;
let waiting = false;
/** @type {Map<number, Scene>} by the entry's `seq`, the table that each ruling since this page was opened was given for */
const scenes = new Map();
let refused = "";

/** @type {Entry | null} a correction in the log that is on show */
let corrected = null;

const camera = new CameraPane(part("pane-camera", HTMLElement));
const tabs = new Tabs((tab) => camera.show(tab === "camera"));
const log = new Log(part("pane-log", HTMLElement), pick);
const map = new TableMap(choose, () => say("Two figures stand close together there: tap again"));
const corrector = new Corrector(map, () => {
  if (corrector.id !== null) {
    tabs.show("ruling");
    say(corrector.id ? "Drag it to where it stands, or tap there" : "Tap the map where it stands");
  } else say("");
  show();
});

/** @param {string} id a figure that was tapped, on the map or in the list */
function choose(id) {
  if (chosen.from === null || chosen.to !== null) select(id, null);
  else if (chosen.from === id) select(null, null);
  else select(chosen.from, id);
}

/**
 * @param {string | null} from
 * @param {string | null} to
 */
function select(from, to) {
  turnTo(from, to);
  tabs.show("ruling");
  if (from && to) ask(from, to);
  else if (from) say(`${title(from)} acts: tap whom`);
  show();
}

/**
 * Leave whatever was on show for this pair.
 * @param {string | null} from
 * @param {string | null} to
 */
function turnTo(from, to) {
  if (corrector.id !== null) corrector.close();
  chosen = { from, to };
  given = null;
  corrected = null;
  refused = "";
  waiting = false;
  map.mark(null);
  log.pick(null);
  say("");
}

function clear() {
  select(null, null);
  map.view.fitBoard();
}

/**
 * @param {string} from
 * @param {string} to
 */
async function ask(from, to) {
  const asked = chosen;
  waiting = true;
  try {
    const { ruling, entry } = await askRuling(from, to);
    record(entry);
    if (asked === chosen) showRuling({ ruling, at: entry.at, scene: scenes.get(entry.seq) ?? null });
  } catch (problem) {
    if (asked === chosen) refused = problem instanceof Error ? problem.message : String(problem);
  }
  if (asked !== chosen) return;
  waiting = false;
  show();
}

/** @param {Given} answer */
function showRuling(answer) {
  given = answer;
  const marks = rulingMarks(answer.ruling, answer.scene);
  map.mark(marks);
  if (marks) map.view.fit(() => marks.box);
  part("spoken", HTMLElement).textContent = spoken(answer.ruling);
}

/** @param {Entry} entry a line of the log, to be seen on the map */
function pick(entry) {
  const { kind, data } = entry;
  if (kind === "ruling") {
    const { ruling } = data;
    turnTo(ruling.from, ruling.to);
    showRuling({ ruling, at: entry.at, scene: scenes.get(entry.seq) ?? sceneOf(data) });
    tabs.show("ruling");
  } else if (kind === "move") {
    turnTo(null, null);
    const marks = moveMarks(data);
    map.mark(marks);
    map.view.fit(() => marks.box);
  } else if (kind === "correction") {
    turnTo(null, null);
    corrected = entry;
    tabs.show("ruling");
  }
  log.pick(entry.seq);
  show();
}

/**
 * The table at a ruling of before this page was opened: the figures stood as the log has them, on the ground as it lies now.
 * @param {{figures?: Figure[]}} data the entry's
 * @returns {Scene | null}
 */
function sceneOf({ figures }) {
  return table?.scene && figures ? { ...table.scene, figures } : null;
}

/** @param {Entry} entry that is new */
function record(entry) {
  if (entry.kind === "ruling" && table?.scene && !scenes.has(entry.seq)) scenes.set(entry.seq, table.scene);
  log.add(entry);
}

/** @param {string} words shown on the map, and read out */
function say(words) {
  part("spoken", HTMLElement).textContent = words;
  const hint = part("map-hint", HTMLElement);
  hint.textContent = words;
  hint.hidden = !words;
}

/** @param {Entry} entry a correction */
async function undo(entry) {
  try {
    await correct({ kind: "undo", entry: entry.seq });
    corrected = null;
    show();
  } catch (problem) {
    say(problem instanceof Error ? problem.message : String(problem));
  }
}

/** A figure that the camera does not see is put on the table by hand. */
function missing() {
  const add = html("button", { type: "button", class: "tool", id: "add-figure" }, "Add one that is not seen");
  add.addEventListener("click", () => {
    turnTo(null, null);
    corrector.open();
  });
  return html("div", { class: "buttons" }, add);
}

/** Bring every part of the page up to date. */
function show() {
  showState(table, link);
  const scene = table?.scene ?? null;
  const empty = part("map-empty", HTMLElement);
  empty.hidden = scene !== null;
  empty.textContent = table
    ? "No table in sight yet. Lay the tiles under the camera."
    : "Looking for the table …";
  const figures = scene?.figures ?? [];
  const held = new Set(table?.held ?? []);
  if (table && scene) map.show(scene, table.cards, held, chosen);
  showQuestions(table?.questions ?? []);
  redraw(part("pane-figures", HTMLElement), [
    ...roster(figures, held, chosen, choose),
    ...cardList(table?.cards ?? []),
    ...(scene ? [missing()] : []),
  ]);
  if (corrector.id !== null) {
    corrector.show(figures, table?.by_hand ?? []);
    map.fade(false);
    const pane = part("pane-ruling", HTMLElement);
    if (!pane.contains(corrector.element)) pane.replaceChildren(corrector.element);
    return;
  }
  if (corrected) {
    const entry = corrected;
    redraw(
      part("pane-ruling", HTMLElement),
      loggedCorrection(entry, table?.undoable.includes(entry.seq) ?? false, () => undo(entry)),
    );
    return;
  }
  // Known by its name even after it has left the table.
  const named = (/** @type {string | null} */ id) => id && { id, faction: id.replace(/-\d+$/, "") };
  const find = (/** @type {string | null} */ id) =>
    figures.find((figure) => figure.id === id) ?? (named(id) || null);
  const since =
    given === null || scene === null
      ? "same"
      : given.scene === null
        ? "unknown"
        : hasMoved(given.scene, scene)
          ? "moved"
          : "same";
  map.fade(since !== "same");
  redraw(
    part("pane-ruling", HTMLElement),
    rulingSheet(
      { from: find(chosen.from), to: find(chosen.to), given: given && { ...given, since }, waiting, refused },
      {
        swap: () => select(chosen.to, chosen.from),
        otherTarget: () => {
          select(chosen.from, null);
          map.view.fitBoard();
        },
        clear,
        again: () => select(chosen.from, chosen.to),
        correct: () => {
          if (chosen.from) corrector.open(chosen.from);
        },
      },
    ),
  );
}

async function start() {
  show();
  // The log first: the stream is then asked for what came after.
  await log.start().catch(() => undefined);
  new Live({
    table: (newest) => {
      table = newest;
      show();
    },
    entry: record,
    after: () => log.newest,
    link: (state) => {
      link = state;
      showState(table, link);
    },
  });
}

start();
