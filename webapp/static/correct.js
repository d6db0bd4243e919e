/** What someone sets right by hand: who a figure is, where it stands, which way it faces, its hat, and whether it is there. */

/** @import { Entry, Figure, Point } from "./types.js" */
/** @import { Draft } from "./draft.js" */
/** @import { TableMap } from "./map.js" */
import { correct, namesToGive } from "./api.js";
import { draftMarks, wayOf } from "./draft.js";
import { html, icon, part } from "./element.js";
import { badge } from "./ruling.js";
import { facing, title } from "./wording.js";

const NUDGE_IN = 0.25;
const TURN_DEG = 15;
/** Of a figure that nobody has seen, before someone says where it stands. */
const NEW = "";

const STATES = /** @type {const} */ ([
  ["Standing", { dead: false, hat: null }],
  ["Stun", { dead: false, hat: "stun" }],
  ["Slam", { dead: false, hat: "slam" }],
  ["Unk", { dead: false, hat: "unk" }],
  ["Dead", { dead: true, hat: null }],
]);

export class Corrector {
  /** @type {string | null} whom it is about, "" for a figure that is not there yet, null while closed */
  #id = null;
  /** @type {Figure | null} */
  #figure = null;
  /** @type {Draft | null} */
  #draft = null;
  #byHand = false;
  /** @type {Entry | null} what was last said here, which can be undone */
  #said = null;
  #head = html("h3", { class: "correct-head", tabindex: -1 });
  #name = /** @type {HTMLSelectElement} */ (html("select", { id: "correct-name", class: "field" }));
  #rename = button("Rename", () => this.#renamed());
  #place = html("p", { class: "correct-place", "aria-live": "polite" });
  #save = button("Save place", () => this.#saved());
  #release = button("As the camera sees it", () => this.#send({ kind: "seen" }));
  #states = html("div", { class: "buttons", role: "group", "aria-label": "State" });
  #gone = button("Off the table", () => this.#send({ kind: "gone" }).then((done) => done && this.close()));
  #outcome = html("p", { class: "correct-outcome", role: "status" });
  #ofOne = html("div", {});

  /**
   * @param {TableMap} map
   * @param {() => void} onChange it was opened or closed
   */
  constructor(map, onChange) {
    this.map = map;
    this.onChange = onChange;
    const close = button("Close", () => this.close());
    close.id = "correct-close";
    this.#ofOne.append(
      html("h4", {}, "State"),
      this.#states,
      html("div", { class: "buttons" }, this.#gone),
    );
    this.element = html(
      "section",
      { id: "correct", "aria-label": "Correct a figure" },
      html("div", { class: "correct-bar" }, this.#head, close),
      this.#outcome,
      html("label", { for: "correct-name" }, "Name"),
      html("div", { class: "buttons" }, this.#name, this.#rename),
      html("h4", {}, "Place and facing"),
      this.#place,
      html(
        "div",
        { class: "pad" },
        step("↺", `Turn left by ${TURN_DEG}°`, () => this.#turn(TURN_DEG)),
        step("↑", `North by ${NUDGE_IN} in`, () => this.#nudge(0, NUDGE_IN)),
        step("↻", `Turn right by ${TURN_DEG}°`, () => this.#turn(-TURN_DEG)),
        step("←", `West by ${NUDGE_IN} in`, () => this.#nudge(-NUDGE_IN, 0)),
        step("↓", `South by ${NUDGE_IN} in`, () => this.#nudge(0, -NUDGE_IN)),
        step("→", `East by ${NUDGE_IN} in`, () => this.#nudge(NUDGE_IN, 0)),
      ),
      html("div", { class: "buttons" }, this.#save, this.#release),
      this.#ofOne,
    );
    for (const [words, state] of STATES) {
      const choice = button(words, () => this.#send({ kind: "state", ...state }));
      choice.dataset.state = words.toLowerCase();
      this.#states.append(choice);
    }
  }

  /** The figure that is being corrected, null if none is. */
  get id() {
    return this.#id;
  }

  /** @param {string} [id] none for a figure that the camera has not seen */
  async open(id = NEW) {
    this.#id = id;
    this.#figure = this.#draft = this.#said = null;
    this.#tell("");
    this.map.aim({
      tapped: (at) => this.#placed(at),
      stands: () => this.#stands(),
      grabbed: () => {
        const before = this.#draft;
        return { move: (at) => this.#placed(at), cancel: () => this.#back(before) };
      },
    });
    this.onChange();
    // The button that opened it is gone; whoever goes by keys or by ear begins at its head.
    this.#head.focus({ preventScroll: true });
    try {
      this.#offer(await namesToGive());
    } catch (problem) {
      this.#tell(sentence(problem));
    }
  }

  close() {
    this.#id = null;
    this.map.aim(null);
    this.map.mark(null);
    this.onChange();
    part("pane-ruling", HTMLElement).focus({ preventScroll: true });
  }

  /**
   * Bring it up to date with the table.
   * @param {Figure[]} figures
   * @param {string[]} byHand figures that stand as people said
   */
  show(figures, byHand) {
    if (this.#id === null) return;
    this.#figure = figures.find(({ id }) => id === this.#id) ?? null;
    this.#byHand = byHand.includes(this.#id);
    this.#draw();
  }

  /** @param {string[]} names */
  #offer(names) {
    const chosen = this.#name.value;
    const all = [...new Set([...(this.#id ? [this.#id] : []), ...names, ...this.map.names])];
    this.#name.replaceChildren(...all.map((name) => html("option", { value: name }, title(name))));
    this.#name.value = this.#id || (all.includes(chosen) ? chosen : (all[0] ?? ""));
  }

  #draw() {
    const figure = this.#figure;
    const fresh = this.#id === NEW;
    this.#head.replaceChildren(
      ...(figure ? [badge(figure)] : []),
      fresh ? "A figure that is not seen" : `Correct ${title(this.#id ?? "")}`,
    );
    this.#rename.hidden = fresh;
    this.#ofOne.hidden = fresh || !figure;
    this.#release.hidden = !this.#byHand;
    const state = figure?.dead ? "dead" : (figure?.hat ?? "standing");
    for (const choice of this.#states.querySelectorAll("button"))
      choice.setAttribute("aria-pressed", choice.dataset.state === state ? "true" : "false");
    const draft = this.#draft ?? figure;
    const way = this.#draft && wayOf(figure, this.#draft);
    this.#place.textContent = draft
      ? `${draft.x_in.toFixed(1)} in east, ${draft.y_in.toFixed(1)} in north, ${facing(draft.facing_deg)}` +
        (this.#draft ? ": not saved yet" : this.#byHand ? ": by hand" : "") +
        (way ? `, ${way} from where it is shown` : "")
      : "Tap the map where it stands.";
    this.#save.toggleAttribute("disabled", this.#draft === null);
    this.map.mark(this.#draft && draftMarks(figure, this.#draft));
  }

  /** @returns {Point | null} */
  #stands() {
    const at = this.#draft ?? this.#figure;
    return at && [at.x_in, at.y_in];
  }

  /** @param {Point} at */
  #placed([x_in, y_in]) {
    this.#change({ x_in, y_in });
  }

  /** @param {Draft | null} draft as it was before a drag that was given up */
  #back(draft) {
    this.#draft = draft;
    this.#draw();
  }

  /**
   * @param {number} east_in
   * @param {number} north_in
   */
  #nudge(east_in, north_in) {
    const from = this.#draft ?? this.#figure;
    if (from) this.#change({ x_in: from.x_in + east_in, y_in: from.y_in + north_in });
  }

  /** @param {number} angle_deg counter-clockwise */
  #turn(angle_deg) {
    const from = this.#draft ?? this.#figure;
    if (!from) return;
    const eighths = Math.round((from.facing_deg ?? 0) / TURN_DEG) * TURN_DEG;
    this.#change({ facing_deg: (((eighths + angle_deg) % 360) + 360) % 360 });
  }

  /** @param {Partial<Draft>} change */
  #change(change) {
    const from = this.#draft ?? this.#figure;
    const { x_in = 0, y_in = 0, facing_deg = null } = from ?? {};
    this.#draft = { x_in, y_in, facing_deg, ...change };
    this.#draw();
  }

  async #renamed() {
    const name = this.#name.value;
    if (!(await this.#send({ kind: "name", name }))) return;
    this.#id = name;
    this.onChange();
  }

  async #saved() {
    const draft = this.#draft;
    if (!draft) return;
    const { x_in, y_in, facing_deg } = draft;
    const before = this.#figure;
    const figure = this.#id || this.#name.value;
    const stays = before && Math.hypot(before.x_in - x_in, before.y_in - y_in) < 0.01;
    if (!stays && !(await this.#send({ kind: "place", figure, x_in, y_in }))) return;
    if (facing_deg !== null && facing_deg !== before?.facing_deg)
      if (!(await this.#send({ kind: "facing", figure, facing_deg }))) return;
    this.#draft = null;
    this.#id = figure;
    this.onChange();
  }

  /**
   * @param {Record<string, unknown>} intent
   * @returns {Promise<boolean>} whether it was taken
   */
  async #send(intent) {
    try {
      const entry = await correct({ figure: this.#id, ...intent });
      this.#said = entry;
      this.#tell(`In the log: ${entry.text}.`);
      return true;
    } catch (problem) {
      this.#tell(sentence(problem));
      return false;
    }
  }

  /** @param {string} words */
  #tell(words) {
    const said = this.#said;
    const undo =
      said &&
      button("Undo", async () => {
        this.#said = null;
        if (await this.#send({ kind: "undo", entry: said.seq, figure: undefined })) this.close();
      });
    if (undo) undo.id = "correct-undo";
    this.#outcome.replaceChildren(words, ...(undo && words ? [undo] : []));
  }
}

/**
 * @param {string} words
 * @param {() => void} act
 */
function button(words, act) {
  const element = html("button", { type: "button", class: "tool" }, words);
  element.addEventListener("click", act);
  return element;
}

/**
 * @param {string} sign
 * @param {string} words
 * @param {() => void} act
 */
function step(sign, words, act) {
  const element = html(
    "button",
    { type: "button", class: "tool step", title: words },
    html("span", { "aria-hidden": "true" }, sign),
    html("span", { class: "unseen" }, words),
  );
  element.addEventListener("click", act);
  return element;
}

/** @param {unknown} problem */
function sentence(problem) {
  return problem instanceof Error ? problem.message : String(problem);
}

/**
 * A correction in the log, and its undoing.
 * @param {Entry} entry
 * @param {boolean} undoable
 * @param {() => void} undo
 * @returns {HTMLElement[]}
 */
export function loggedCorrection(entry, undoable, undo) {
  const back = button("Undo", undo);
  back.id = "log-undo";
  return [
    html("p", { class: "logged" }, icon("pencil"), entry.text),
    undoable ? back : html("p", { class: "nothing" }, "It can no longer be undone: correct the figure anew."),
  ];
}
