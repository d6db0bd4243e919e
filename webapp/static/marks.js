/**
 * What is drawn over the table to explain: the line of a ruling and what stands in its way; the way a logged move went.
 */

/** @import { Figure, Point, Ruling, Scene } from "./types.js" */
/** @import { Box, Shape } from "./shapes.js" */
import { svg } from "./element.js";
import { BASE_IN } from "./figures.js";
import { around, disc, grown, pathData, placeOnLine } from "./shapes.js";
import { inches } from "./wording.js";
import { roundTheTwo } from "./zones.js";

/** Two figures in melee are shown with what is round them. */
const LEAST_BOX_IN = 7;

/** @typedef {{below: SVGElement[], above: SVGElement[], box: Box}} Marks under the figures, over them, and what they span */

/**
 * @param {Ruling} ruling
 * @param {Scene | null} scene the table that it was given for; null when only the ruling was kept
 * @returns {Marks | null} null if nothing can be drawn truly
 */
export function rulingMarks(ruling, scene) {
  const from = scene?.figures.find(({ id }) => id === ruling.from);
  const to = scene?.figures.find(({ id }) => id === ruling.to);
  const straight = from && to ? [centre(from), centre(to)] : null;
  const line = ruling.sight.line ?? straight;
  if (!line) return null;
  const inTheWay =
    scene === null
      ? []
      : [
          ...ruling.sight.blockers.map((id) => inWay(id, "blocker", scene, straight ?? line)),
          ...ruling.sight.partials.map((id) => inWay(id, "partial", scene, line)),
        ].filter((mark) => mark !== null);
  const round = from && to ? roundTheTwo(ruling, from, to) : { below: [], above: [] };
  return {
    below: [...round.below, ...inTheWay.map(({ outline }) => outline), ...sightLine(ruling, line)],
    above: [...round.above, ...inTheWay.map(({ cross }) => cross), lineLabel(ruling, line)],
    box: roomy(around([...(straight ?? []), ...line])),
  };
}

/**
 * @param {{figure: string, from: {x_in: number, y_in: number}, to: {x_in: number, y_in: number}}} move
 * @returns {Marks}
 */
export function moveMarks({ from, to }) {
  /** @type {[Point, Point]} */
  const ends = [
    [from.x_in, from.y_in],
    [to.x_in, to.y_in],
  ];
  return {
    below: [
      svg("path", { class: "trail", d: `M${ends.map((end) => end.join(" ")).join("L")}` }),
      svg("path", { class: "trail-start", d: disc(from.x_in, from.y_in, BASE_IN / 2) }),
    ],
    above: [svg("path", { class: "trail-end", d: disc(to.x_in, to.y_in, BASE_IN / 2 + 0.35) })],
    box: roomy(around(ends)),
  };
}

/** @param {Box} box */
function roomy(box) {
  const { west, east, south, north } = grown(box, 0.8);
  const [x, y] = [
    Math.max(0, LEAST_BOX_IN - (east - west)) / 2,
    Math.max(0, LEAST_BOX_IN - (north - south)) / 2,
  ];
  return { west: west - x, east: east + x, south: south - y, north: north + y };
}

/**
 * @param {Figure} figure
 * @returns {Point}
 */
function centre({ x_in, y_in }) {
  return [x_in, y_in];
}

/**
 * @param {Ruling} ruling
 * @param {Point[]} line
 */
function sightLine({ sight }, line) {
  const d = `M${line.map(([x, y]) => `${x} ${y}`).join("L")}`;
  const tone = `${sight.answer}${sight.sure ? "" : " unsure"}`;
  return [
    svg("path", { class: "sight-edge", d }),
    svg("path", { class: `sight ${tone}`, d, "data-sight": sight.answer }),
  ];
}

/**
 * Beside the middle of the line, clear of two figures that stand close.
 * @param {Ruling} ruling
 * @param {Point[]} line
 */
function lineLabel({ sight }, line) {
  const [a, b] = /** @type {[Point, Point]} */ ([line[0], line.at(-1)]);
  const apart = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const side = b[0] >= a[0] ? 1 : -1;
  const [across, up] = [(side * (a[1] - b[1])) / apart, (side * (b[0] - a[0])) / apart];
  const length = sight.length_in === null ? "" : ` ${inches(sight.length_in)}`;
  const words = sight.sure ? `${sight.answer}${length}` : "too close to call";
  const written = across > 0.35 ? "rightward" : across < -0.35 ? "leftward" : "over";
  const text = svg("text", { class: `sight-label ${written}`, x: across * 32, y: -up * 40 }, words);
  return svg(
    "g",
    { transform: `translate(${(a[0] + b[0]) / 2} ${(a[1] + b[1]) / 2})` },
    svg("g", { class: "upright" }, text),
  );
}

/**
 * Something named in a ruling, an obstacle or a figure, outlined and crossed where the line meets it.
 * @param {string} id
 * @param {"blocker" | "partial"} role
 * @param {Scene} scene
 * @param {Point[]} line
 */
function inWay(id, role, scene, line) {
  const shape = shapeOf(id, scene);
  const [a, b] = [line[0], line.at(-1)];
  if (!shape || !a || !b) return null;
  const [x, y] = placeOnLine(shape, a, b);
  const sign = role === "blocker" ? "M-7 -7L7 7M-7 7L7 -7" : "M-7 -3L7 -3M-7 3L7 3";
  return {
    outline: svg("path", { class: `in-way ${role}`, d: pathData(shape), "data-in-way": id }),
    cross: svg(
      "g",
      { class: `in-way-sign ${role}`, transform: `translate(${x} ${y})` },
      svg("g", { class: "upright" }, svg("circle", { r: 12 }), svg("path", { d: sign })),
    ),
  };
}

/**
 * @param {string} id
 * @param {Scene} scene
 * @returns {Shape | null}
 */
function shapeOf(id, { obstacles, figures }) {
  const figure = figures.find((candidate) => candidate.id === id);
  if (figure)
    return {
      geometry: { type: "Point", coordinates: centre(figure) },
      radius_in: (figure.base_in ?? BASE_IN) / 2,
    };
  return obstacles.find((candidate) => candidate.id === id) ?? null;
}
