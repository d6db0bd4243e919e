/** Fingers, mouse, wheel and keys on the map: they move the view, tap a place, or drag what may be dragged. */

/** @import { Point } from "./types.js" */
/** @import { View } from "./view.js" */

const DRAG_PX = 8;
const KEY_PAN_PX = 80;
const KEY_ZOOM = 1.3;

/**
 * Something that is dragged: told each place in client pixels that it comes to; given up, it goes back to where it was.
 * @typedef {{move: (at: Point) => void, cancel: () => void}} Drag
 */

/**
 * @param {SVGSVGElement} svg
 * @param {View} view
 * @param {(at: Point, element: Element) => boolean} onTap a place in client pixels and what is drawn there; whether it meant anything
 * @param {(at: Point) => Drag | null} onGrab a finger is put down there: what it drags, null for the map
 */
export function listen(svg, view, onTap, onGrab) {
  /** @type {Map<number, Point>} */
  const fingers = new Map();
  let travelled_px = 0;
  /** @type {Drag | null} */
  let drag = null;
  /** Whether a drag was given up while the finger that dragged is still down: it moves nothing more. */
  let spent = false;

  /** A second finger, Escape, or the system taking the finger away: it was not meant. */
  function giveUp() {
    if (drag && travelled_px >= DRAG_PX) drag.cancel();
    spent ||= drag !== null;
    drag = null;
  }

  svg.addEventListener("pointerdown", (event) => {
    giveUp();
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size > 1) return;
    travelled_px = 0;
    spent = false;
    drag = event.button === 0 ? onGrab([event.clientX, event.clientY]) : null;
  });

  svg.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before || fingers.size > 2) return;
    /** @type {Point} */
    const now = [event.clientX, event.clientY];
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    travelled_px += other ? DRAG_PX : Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (travelled_px < DRAG_PX) return;
    fingers.set(event.pointerId, now);
    // Only a drag is captured: a tap's click must still find the figure under it.
    if (!svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
    if (other) {
      const middle = between(before, other);
      const moved = between(now, other);
      view.panBy(moved[0] - middle[0], moved[1] - middle[1]);
      view.zoomBy(apart(now, other) / Math.max(1, apart(before, other)), moved);
    } else if (drag) {
      drag.move(now);
    } else if (!spent) {
      view.panBy(now[0] - before[0], now[1] - before[1]);
    }
  });

  svg.addEventListener("pointerup", (event) => {
    drag = null;
    fingers.delete(event.pointerId);
  });
  svg.addEventListener("pointercancel", (event) => {
    giveUp();
    fingers.delete(event.pointerId);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") giveUp();
  });

  // A click rather than a pointer's end: it is also what screen readers and switches send.
  let lastEmptyTap_ms = 0;
  svg.addEventListener("click", (event) => {
    if (event.detail > 0 && travelled_px >= DRAG_PX) return;
    const target = event.target instanceof Element ? event.target : svg;
    const meant = onTap([event.clientX, event.clientY], target);
    const again = event.timeStamp - lastEmptyTap_ms < 400;
    lastEmptyTap_ms = meant || again ? 0 : event.timeStamp;
    if (meant || !again) return;
    if (view.showsWholeBoard) view.zoomBy(2.5, [event.clientX, event.clientY]);
    else view.fitBoard();
  });

  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      view.zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), [
        event.clientX,
        event.clientY,
      ]);
    },
    { passive: false },
  );

  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys(view).get(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/**
 * @param {View} view
 * @returns {Map<string, () => void>}
 */
function keys(view) {
  return new Map([
    ["ArrowLeft", () => view.panBy(KEY_PAN_PX, 0)],
    ["ArrowRight", () => view.panBy(-KEY_PAN_PX, 0)],
    ["ArrowUp", () => view.panBy(0, KEY_PAN_PX)],
    ["ArrowDown", () => view.panBy(0, -KEY_PAN_PX)],
    ["+", () => view.zoomBy(KEY_ZOOM)],
    ["=", () => view.zoomBy(KEY_ZOOM)],
    ["-", () => view.zoomBy(1 / KEY_ZOOM)],
    ["0", () => view.fitBoard()],
    ["Home", () => view.fitBoard()],
  ]);
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
function between(a, b) {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function apart(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
