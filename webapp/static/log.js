/** The log as it grows, newest first. */

/** @import { Entry } from "./types.js" */
import { logEntries } from "./api.js";
import { html, icon } from "./element.js";
import { clock } from "./wording.js";

const PAGE = 100;
const ICONS = new Map([
  ["move", "move"],
  ["ruling", "ruling"],
  ["correction", "pencil"],
  ["notice", "notice"],
  ["session-started", "session"],
]);
const KINDS = new Map([
  ["move", "Move"],
  ["ruling", "Ruling"],
  ["correction", "Correction"],
  ["notice", "Notice"],
  ["session-started", "Start"],
]);

export class Log {
  /** @type {Map<number, HTMLElement>} */
  #rows = new Map();
  #list = html("ol", { class: "log", reversed: true });
  #older = html("button", { type: "button", class: "tool", hidden: true }, "Show older");
  #newest = 0;
  #oldest = Infinity;

  /**
   * @param {HTMLElement} pane
   * @param {(entry: Entry) => void} onPick
   */
  constructor(pane, onPick) {
    this.onPick = onPick;
    this.#older.addEventListener("click", () => this.#fetchOlder());
    pane.append(this.#list, this.#older);
  }

  /** The `seq` of the newest entry that is here. */
  get newest() {
    return this.#newest;
  }

  /** Fetch the newest entries. */
  async start() {
    const entries = await logEntries(PAGE);
    for (const entry of entries) this.add(entry);
  }

  /**
   * Put an entry in its place; one that is here already is not shown twice.
   * @param {Entry} entry
   */
  add(entry) {
    if (this.#rows.has(entry.seq)) return;
    const row = this.#row(entry);
    this.#rows.set(entry.seq, row);
    if (entry.seq > this.#newest) this.#list.prepend(row);
    else if (entry.seq < this.#oldest) this.#list.append(row);
    else this.#list.insertBefore(row, this.#rowBelow(entry.seq));
    this.#newest = Math.max(this.#newest, entry.seq);
    this.#oldest = Math.min(this.#oldest, entry.seq);
    this.#older.hidden = this.#oldest <= 1;
  }

  /** @param {number | null} seq mark this entry as the one on the map, and no other */
  pick(seq) {
    for (const [each, row] of this.#rows) {
      row.firstElementChild?.setAttribute("aria-pressed", each === seq ? "true" : "false");
    }
  }

  /** @param {number} seq */
  #rowBelow(seq) {
    const below = Math.max(...[...this.#rows.keys()].filter((each) => each < seq));
    return this.#rows.get(below) ?? null;
  }

  async #fetchOlder() {
    const before = this.#oldest;
    const entries = await logEntries(PAGE, Math.max(0, before - 1 - PAGE));
    for (const entry of entries.filter(({ seq }) => seq < before).reverse()) this.add(entry);
  }

  /** @param {Entry} entry */
  #row(entry) {
    const button = html(
      "button",
      { type: "button", class: "row", "aria-pressed": "false", "data-seq": entry.seq },
      icon(ICONS.get(entry.kind) ?? "log", "icon log-icon"),
      html(
        "span",
        { class: "row-words" },
        html("span", { class: "row-state" }, `${clock(entry.at)} · ${KINDS.get(entry.kind) ?? entry.kind}`),
        html("span", { class: "row-name" }, entry.text),
      ),
    );
    button.addEventListener("click", () => this.onPick(entry));
    return html("li", {}, button);
  }
}
