/** The map: layers in inches, a view on them, and taps that name figures. */

/** @import { Card, Figure, Point, Scene } from "./types.js" */
/** @import { Chosen } from "./figures.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Drag } from "./gestures.js" */
import { part, svg } from "./element.js";
import { BASE_IN, Figures } from "./figures.js";
import { listen } from "./gestures.js";
import { drawCards, drawGround, drawNames } from "./ground.js";
import { around, grown } from "./shapes.js";
import { View } from "./view.js";

/** Figures are never drawn smaller than a fingertip can tell apart; the scale bar says when they are drawn larger. */
const LEAST_FIGURE_PX = 24;
const REACH_PX = 26;
const AMBIGUOUS_PX = 10;
const TELL_APART_PX = 48;
const NAMES_FROM_PX_PER_IN = 14;

/**
 * What a finger on the map means while a place is asked for, all in inches: a tap tells the place, and what `stands`
 * somewhere can be dragged from there.
 * @typedef {object} Aim
 * @property {(at: Point) => void} tapped
 * @property {() => Point | null} stands
 * @property {() => Drag} grabbed
 */

export class TableMap {
  #svg = part("board", SVGSVGElement);
  #ground = svg("g");
  #cards = svg("g");
  #names = svg("g");
  #below = svg("g", { "aria-hidden": "true" });
  #figureLayer = svg("g");
  #above = svg("g", { "aria-hidden": "true" });
  /** The layers with something in them that keeps its size on the screen. */
  #upright = [this.#names, this.#below, this.#figureLayer, this.#above];
  #world = svg("g", {}, this.#ground, this.#cards, ...this.#upright);
  #figures = new Figures(this.#figureLayer);
  #groundDrawn = "";
  #scale = 0;
  /** @type {Figure[]} */
  #present = [];
  /** @type {Aim | null} */
  #aim = null;

  /**
   * @param {(id: string) => void} onChoose a figure was tapped
   * @param {() => void} onAmbiguous a tap could have meant two figures; the map has gone closer
   */
  constructor(onChoose, onAmbiguous) {
    this.onChoose = onChoose;
    this.onAmbiguous = onAmbiguous;
    this.#svg.append(this.#world);
    this.view = new View(this.#svg, this.#world, (scale) => this.#zoomed(scale));
    listen(
      this.#svg,
      this.view,
      (at, element) => this.#tapped(at, element),
      (at) => this.#grabbed(at),
    );
    part("zoom-in", HTMLButtonElement).addEventListener("click", () => this.view.zoomBy(1.5));
    part("zoom-out", HTMLButtonElement).addEventListener("click", () => this.view.zoomBy(1 / 1.5));
    part("fit", HTMLButtonElement).addEventListener("click", () => this.view.fitBoard());
  }

  /**
   * @param {Scene} scene
   * @param {Card[]} cards
   * @param {ReadonlySet<string>} held
   * @param {Chosen} chosen
   */
  show(scene, cards, held, chosen) {
    this.#present = scene.figures;
    this.view.setBoard(scene.board);
    const { figures, ...still } = scene;
    const ground = JSON.stringify(still);
    if (ground !== this.#groundDrawn) {
      this.#groundDrawn = ground;
      this.#ground.replaceChildren(...drawGround(scene));
      this.#names.replaceChildren(...drawNames(scene));
    }
    this.#cards.replaceChildren(...drawCards(scene, cards));
    this.#figures.show(figures, held, chosen);
  }

  /** The figures on it, by their names. */
  get names() {
    return this.#present.map(({ id }) => id);
  }

  /** @param {Aim | null} aim from now on a tap means a place; null: a figure again */
  aim(aim) {
    this.#aim = aim;
    this.#svg.classList.toggle("aiming", aim !== null);
  }

  /** @param {boolean} old what is marked is no longer how the table is */
  fade(old) {
    for (const layer of [this.#below, this.#above]) layer.classList.toggle("old", old);
  }

  /** @param {Marks | null} marks */
  mark(marks) {
    this.#below.replaceChildren(...(marks?.below ?? []));
    this.#above.replaceChildren(...(marks?.above ?? []));
  }

  /** @param {number} scale pixels per inch */
  #zoomed(scale) {
    if (scale === this.#scale) return;
    this.#scale = scale;
    const grow = Math.max(1, LEAST_FIGURE_PX / (BASE_IN * scale));
    for (const layer of this.#upright) {
      layer.style.setProperty("--in-per-px", String(1 / scale));
      layer.style.setProperty("--grow", String(grow));
    }
    this.#world.classList.toggle("small", scale < NAMES_FROM_PX_PER_IN);
    showScaleBar(scale, grow);
  }

  /** How far from its middle a finger still means a figure. */
  get #reach_px() {
    return Math.max(REACH_PX, (BASE_IN / 2) * this.view.scale);
  }

  /**
   * It keeps its place under the finger, wherever it was taken hold of.
   * @param {Point} at client pixels
   * @returns {Drag | null}
   */
  #grabbed(at) {
    const stands = this.#aim?.stands();
    if (!this.#aim || !stands) return null;
    const [x, y] = this.view.toClient(stands);
    const [right, down] = [x - at[0], y - at[1]];
    if (Math.hypot(right, down) > this.#reach_px) return null;
    const { move, cancel } = this.#aim.grabbed();
    return { move: (to) => move(this.view.toBoard([to[0] + right, to[1] + down])), cancel };
  }

  /**
   * @param {Point} at client pixels
   * @param {Element} element
   */
  #tapped(at, element) {
    if (this.#aim) {
      this.#aim.tapped(this.view.toBoard(at));
      return true;
    }
    const drawn = element.closest("[data-figure]")?.getAttribute("data-figure");
    const [first, second] = this.#present
      .map((figure) => ({ figure, at: this.view.toClient([figure.x_in, figure.y_in]) }))
      .map(({ figure, at: [x, y] }) => ({ figure, away: Math.hypot(x - at[0], y - at[1]) }))
      .filter(({ away }) => away <= this.#reach_px)
      .sort((a, b) => a.away - b.away);
    if (!first) {
      // What is no pointer (a screen reader's click) carries no place, only the element.
      if (drawn) this.onChoose(drawn);
      return Boolean(drawn);
    }
    if (second && second.away - first.away < AMBIGUOUS_PX && this.#goCloser(first.figure, second.figure)) {
      this.onAmbiguous();
    } else {
      this.onChoose(first.figure.id);
    }
    return true;
  }

  /**
   * @param {{x_in: number, y_in: number}} a
   * @param {{x_in: number, y_in: number}} b
   * @returns {boolean} whether going closer tells the two apart
   */
  #goCloser(a, b) {
    const apart_px = Math.hypot(a.x_in - b.x_in, a.y_in - b.y_in) * this.view.scale;
    if (apart_px >= TELL_APART_PX) return false;
    const before = this.view.scale;
    return (
      this.view.fit(() =>
        grown(
          around([
            [a.x_in, a.y_in],
            [b.x_in, b.y_in],
          ]),
          2,
        ),
      ) >
      1.2 * before
    );
  }
}

const BAR_LENGTHS_IN = [36, 24, 12, 6, 3, 1];
const BAR_PX = 110;

/**
 * @param {number} scale pixels per inch
 * @param {number} grow
 */
function showScaleBar(scale, grow) {
  const length_in = BAR_LENGTHS_IN.find((length) => length * scale <= BAR_PX) ?? 1;
  part("scale-line", HTMLElement).style.width = `${length_in * scale}px`;
  part("scale-words", HTMLElement).textContent =
    grow > 1.15 ? `${length_in} in\nfigures ×${grow.toFixed(1)}` : `${length_in} in`;
}
