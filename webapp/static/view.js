/**
 * Which part of the board is in sight. The SVG's user units are inches; one group holds the board and one matrix on it
 * pans, zooms and turns y north up. Nothing is drawn anew while the view changes.
 */

/** @import { Point } from "./types.js" */
/** @import { Box } from "./shapes.js" */

const MOST_PX_PER_IN = 140;
const GLIDE_MS = 350;
const BOARD_PAD_PX = 14;
const FIT_PAD_PX = 36;

/** @typedef {{scale: number, x: number, y: number}} Camera pixels per inch, and where the board's origin lies in pixels */

export class View {
  /** @type {Camera} */
  #camera = { scale: 1, x: 0, y: 0 };
  /** @type {Box} */
  #board = { west: 0, south: 0, east: 1, north: 1 };
  /** @type {(() => Box) | null} what to keep in sight when the map's size changes; null once someone has moved the map */
  #following = () => this.#board;
  #frame = 0;
  #width = 0;
  #height = 0;

  /**
   * @param {SVGSVGElement} svg
   * @param {SVGGElement} world the group that holds the board
   * @param {(scale: number) => void} onZoom told the pixels per inch when they change
   */
  constructor(svg, world, onZoom) {
    this.svg = svg;
    this.world = world;
    this.onZoom = onZoom;
    new ResizeObserver(() => this.#resized()).observe(svg);
  }

  get scale() {
    return this.#camera.scale;
  }

  /** @param {{width_in: number, height_in: number}} board */
  setBoard({ width_in, height_in }) {
    if (this.#board.east === width_in && this.#board.north === height_in) return;
    this.#board = { west: 0, south: 0, east: width_in, north: height_in };
    this.#resized();
  }

  /** @param {boolean} [glide] */
  fitBoard(glide = true) {
    this.fit(() => this.#board, glide);
  }

  /**
   * Bring a box into sight and keep it there, whatever size the map takes, until someone moves the map.
   * @param {() => Box} box in inches
   * @param {boolean} [glide]
   * @returns {number} the pixels per inch it comes to
   */
  fit(box, glide = true) {
    this.#following = box;
    const goal = this.#fitting(box(), box() === this.#board ? BOARD_PAD_PX : FIT_PAD_PX);
    if (!glide || matchMedia("(prefers-reduced-motion: reduce)").matches) this.#show(goal);
    else this.#glide(goal);
    return goal.scale;
  }

  get showsWholeBoard() {
    return this.#camera.scale <= this.#fitting(this.#board).scale * 1.001;
  }

  /**
   * @param {number} dx_px
   * @param {number} dy_px
   */
  panBy(dx_px, dy_px) {
    this.#following = null;
    this.#show(this.#clamped({ ...this.#camera, x: this.#camera.x + dx_px, y: this.#camera.y + dy_px }));
  }

  /**
   * @param {number} factor
   * @param {Point} [at] the place on the screen that stays where it is, client pixels; the middle if none
   */
  zoomBy(factor, at) {
    this.#following = null;
    const [px, py] = at ? this.#local(at) : [this.#width / 2, this.#height / 2];
    const scale = Math.min(
      MOST_PX_PER_IN,
      Math.max(this.#fitting(this.#board).scale * 0.8, this.#camera.scale * factor),
    );
    const ratio = scale / this.#camera.scale;
    this.#show(
      this.#clamped({ scale, x: px + (this.#camera.x - px) * ratio, y: py + (this.#camera.y - py) * ratio }),
    );
  }

  /**
   * @param {Point} place in inches
   * @returns {Point} in client pixels
   */
  toClient([x, y]) {
    const { left, top } = this.svg.getBoundingClientRect();
    const { scale, x: x0, y: y0 } = this.#camera;
    return [left + x0 + scale * x, top + y0 - scale * y];
  }

  /**
   * @param {Point} client in client pixels
   * @returns {Point} in inches
   */
  toBoard(client) {
    const [px, py] = this.#local(client);
    const { scale, x, y } = this.#camera;
    return [(px - x) / scale, (y - py) / scale];
  }

  /** @param {Point} client */
  #local([x, y]) {
    const { left, top } = this.svg.getBoundingClientRect();
    return /** @type {Point} */ ([x - left, y - top]);
  }

  #resized() {
    const { width, height } = this.svg.getBoundingClientRect();
    [this.#width, this.#height] = [width, height];
    // The viewBox is the board in inches, whichever way the map's shape differs from the board's.
    const { east, north } = this.#board;
    this.svg.setAttribute("viewBox", `0 0 ${east} ${north}`);
    if (this.#following) this.fit(this.#following, false);
    else this.#show(this.#camera);
  }

  /**
   * @param {Box} box
   * @param {number} [pad]
   * @returns {Camera}
   */
  #fitting({ west, south, east, north }, pad = BOARD_PAD_PX) {
    const scale = Math.min(
      MOST_PX_PER_IN,
      Math.max(1, this.#width - 2 * pad) / Math.max(0.1, east - west),
      Math.max(1, this.#height - 2 * pad) / Math.max(0.1, north - south),
    );
    return {
      scale,
      x: this.#width / 2 - (scale * (west + east)) / 2,
      y: this.#height / 2 + (scale * (south + north)) / 2,
    };
  }

  /**
   * The middle of the map stays on the board, so that it cannot be lost.
   * @param {Camera} camera
   */
  #clamped({ scale, x, y }) {
    const { east, north } = this.#board;
    const [midX, midY] = [this.#width / 2, this.#height / 2];
    return {
      scale,
      x: Math.min(midX, Math.max(midX - scale * east, x)),
      y: Math.max(midY, Math.min(midY + scale * north, y)),
    };
  }

  /** @param {Camera} goal */
  #glide(goal) {
    cancelAnimationFrame(this.#frame);
    const start = this.#camera;
    const began = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const t = Math.min(1, Math.max(0, (now - began) / GLIDE_MS));
      const eased = 1 - (1 - t) ** 3;
      /** @param {"scale" | "x" | "y"} key */
      const between = (key) => start[key] + (goal[key] - start[key]) * eased;
      this.#draw({ scale: between("scale"), x: between("x"), y: between("y") });
      if (t < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** @param {Camera} camera */
  #show(camera) {
    cancelAnimationFrame(this.#frame);
    this.#camera = camera;
    this.#frame = requestAnimationFrame(() => this.#draw(camera));
  }

  /** @param {Camera} camera */
  #draw(camera) {
    this.#camera = camera;
    // From pixels to the viewBox's inches, which the browser fits into the map with equal margins.
    const { east, north } = this.#board;
    const unit = Math.min(this.#width / east, this.#height / north) || 1;
    const scale = camera.scale / unit;
    const x = (camera.x - (this.#width - unit * east) / 2) / unit;
    const y = (camera.y - (this.#height - unit * north) / 2) / unit;
    this.world.setAttribute("transform", `matrix(${scale} 0 0 ${-scale} ${x} ${y})`);
    this.onZoom(camera.scale);
  }
}
