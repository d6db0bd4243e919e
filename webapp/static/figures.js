/** Draws the figures: a penny, the folded card on it, and which way its front points. */

/** @import { Figure } from "./types.js" */
import { svg } from "./element.js";
import { disc } from "./shapes.js";
import { figureState, shortName, title } from "./wording.js";

export const FOLD_IN = 0.75;
export const BASE_IN = 0.75;

const FACTIONS = new Set(["marsh", "deghoule", "whateley", "cult"]);

/** A place is drawn with its halo when three deviations are more than this. */
const HALO_FROM_IN = 0.1;

/** @typedef {{from: string | null, to: string | null}} Chosen ids of the two figures of a ruling */

/** @param {string} faction */
export function factionClass(faction) {
  return FACTIONS.has(faction) ? faction : "other";
}

/** Keeps one group for each figure, so that a live move glides instead of jumping. */
export class Figures {
  /** @type {Map<string, SVGGElement>} */
  #groups = new Map();

  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
  }

  /**
   * @param {Figure[]} figures
   * @param {ReadonlySet<string>} held
   * @param {Chosen} chosen
   */
  show(figures, held, chosen) {
    const present = new Set(figures.map(({ id }) => id));
    for (const [id, group] of this.#groups) {
      if (present.has(id)) continue;
      group.remove();
      this.#groups.delete(id);
    }
    for (const figure of figures) {
      const group = this.#groups.get(figure.id) ?? this.#add(figure.id);
      group.setAttribute("class", classes(figure, held.has(figure.id), chosen));
      // Begins as the map shows it, for whoever speaks to the phone instead of touching it.
      group.setAttribute(
        "aria-label",
        [drawnWords(figure).join(" "), title(figure.id), figureState(figure, held.has(figure.id))].join(", "),
      );
      group.style.transform = `translate(${figure.x_in}px, ${figure.y_in}px)`;
      group.replaceChildren(...drawing(figure));
      if (chosen.from === figure.id || chosen.to === figure.id) this.#raise(group);
    }
  }

  /**
   * Over the others, which may crowd round it.
   * @param {SVGGElement} group
   */
  #raise(group) {
    const top = [...this.layer.children].slice(-2);
    if (!top.includes(group)) this.layer.append(group);
  }

  /** @param {string} id */
  #add(id) {
    const group = svg("g", { role: "button", tabindex: -1, "data-figure": id });
    this.#groups.set(id, group);
    this.layer.append(group);
    return group;
  }
}

/**
 * @param {Figure} figure
 * @param {boolean} held
 * @param {Chosen} chosen
 */
function classes(figure, held, { from, to }) {
  const state = figure.dead ? " dead" : figure.hat === "unk" ? " down" : "";
  const role = figure.id === from ? " from" : figure.id === to ? " to" : "";
  return `figure ${factionClass(figure.faction)}${held ? " held" : ""}${state}${role}`;
}

/** @param {Figure} figure */
export function hasFacing({ facing_deg, dead, hat }) {
  return facing_deg !== null && facing_deg !== undefined && !dead && hat !== "unk";
}

/**
 * The body is grown while the map is small; its base is always drawn where it really is.
 * @param {Figure} figure
 */
function drawing(figure) {
  const { base_in = BASE_IN, fold_in = FOLD_IN, sd_in = 0 } = figure;
  const radius = base_in / 2;
  const body = svg(
    "g",
    { class: "body" },
    svg("path", { class: "chosen-ring", d: disc(0, 0, radius + 0.2) }),
    svg("circle", { class: "penny", r: radius }),
  );
  if (hasFacing(figure)) {
    body.append(
      svg(
        "g",
        { transform: `rotate(${figure.facing_deg})` },
        svg("path", { class: "back", d: `M0 ${radius}A${radius} ${radius} 0 0 1 0 ${-radius}Z` }),
        svg("path", {
          class: "notch",
          d: `M${radius - 0.02} 0.19L${radius + 0.27} 0L${radius - 0.02} -0.19Z`,
        }),
        svg("path", { class: "fold", d: `M0 ${-fold_in / 2}V${fold_in / 2}` }),
      ),
    );
  }
  if (figure.dead) body.append(svg("path", { class: "cross", d: "M-.28 -.28L.28 .28M-.28 .28L.28 -.28" }));
  const halo = 3 * sd_in > HALO_FROM_IN ? svg("circle", { class: "halo", r: radius + 3 * sd_in }) : null;
  return [...(halo ? [halo] : []), body, ...labels(figure)];
}

/**
 * The letters on a figure and on its hat.
 * @param {Figure} figure
 */
function drawnWords(figure) {
  const unknown = !hasFacing(figure) && !figure.dead && figure.hat !== "unk";
  return [`${shortName(figure.id)}${unknown ? "?" : ""}`, ...(figure.hat ? [figure.hat] : [])];
}

/** @param {Figure} figure */
function labels(figure) {
  const [words, hat] = drawnWords(figure);
  const name = svg("text", { class: "figure-name upright" }, words);
  if (!hat) return [name];
  return [
    name,
    svg(
      "g",
      { class: "upright" },
      " ",
      svg("path", { class: "hat-small", d: "M-12 -11L-7 -19H7L12 -11Z" }),
      svg("path", { class: "hat", d: "M-24 -12L-19 -33H19L24 -12Z" }),
      svg("text", { class: "hat-name", y: -22 }, hat),
    ),
  ];
}
