/**
 * What is drawn over the table to explain: the line of a ruling, what stands in its way, melee range and facing zones;
 * the way a logged move went.
 */

/** @import { Figure, Point, Ruling, Scene } from "./types.js" */
/** @import { Box, Shape } from "./shapes.js" */
import { svg } from "./element.js";
import { BASE_IN, FOLD_IN, hasFacing } from "./figures.js";
import { around, disc, grown, pathData, placeOnLine } from "./shapes.js";
import { inches, signed } from "./wording.js";

const MELEE_IN = 1;
const ZONE_IN = 2;

/** Two figures in melee are shown with what is round them. */
const LEAST_BOX_IN = 7;

/** @typedef {{below: SVGElement[], above: SVGElement[], box: Box}} Marks under the figures, over them, and what they span */

/** Which zone lies which way, as `facing.zone` names them: the middle of each, from straight ahead. */
const ZONES = new Map([
  ["front", [0]],
  ["side", [90, -90]],
  ["back", [180]],
]);

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
  return {
    below: [
      ...(from && to ? [...zones(ruling, from, to), meleeRange(to)] : []),
      ...inTheWay.map(({ outline }) => outline),
      ...sightLine(ruling, line),
    ],
    above: [...inTheWay.map(({ cross }) => cross), lineLabel(ruling, line)],
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
  const text = svg(
    "text",
    { class: `sight-label ${sight.answer}`, x: across * (30 + 4.5 * words.length), y: -up * 40 },
    words,
  );
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

/**
 * Everything within an inch of the fold.
 * @param {Figure} figure
 */
function meleeRange(figure) {
  const half = hasFacing(figure) ? (figure.fold_in ?? FOLD_IN) / 2 : 0;
  const cap = `A${MELEE_IN} ${MELEE_IN} 0 0 1`;
  return svg("path", {
    class: "melee-range",
    transform: place(figure),
    d: `M${MELEE_IN} ${-half}V${half}${cap} ${-MELEE_IN} ${half}V${-half}${cap} ${MELEE_IN} ${-half}Z`,
  });
}

/**
 * The target's four zones with the attacker's one filled, and how far the attacker's front reaches to both sides.
 * @param {Ruling} ruling
 * @param {Figure} from
 * @param {Figure} to
 */
function zones({ facing, faces_target }, from, to) {
  const drawn = [];
  if (hasFacing(from)) {
    drawn.push(
      svg("path", {
        class: `front-wedge${faces_target.answer ? " faces" : ""}`,
        transform: place(from),
        d: wedge(0),
      }),
    );
  }
  const middles = ZONES.get(facing.zone);
  if (!middles || !hasFacing(to)) return drawn;
  const bearing_deg =
    (Math.atan2(from.y_in - to.y_in, from.x_in - to.x_in) * 180) / Math.PI - (to.facing_deg ?? 0);
  const away = (/** @type {number} */ middle) => Math.cos(((bearing_deg - middle) * Math.PI) / 180);
  const middle_deg = middles.reduce((best, candidate) => (away(candidate) > away(best) ? candidate : best));
  const words = facing.modifier ? `${facing.zone} ${signed(facing.modifier)}` : facing.zone;
  // On the side of the zone that the line does not pass.
  const aside_deg = Math.sin(((bearing_deg - middle_deg) * Math.PI) / 180) > 0 ? -27 : 27;
  const [x, y] = polar(middle_deg + aside_deg + (to.facing_deg ?? 0), ZONE_IN * 0.75);
  drawn.push(
    svg("path", { class: "zone", transform: place(to), d: wedge(middle_deg) }),
    svg("path", {
      class: "zone-borders",
      transform: place(to),
      d: [45, 135, 225, 315].map((angle) => `M0 0L${polar(angle, ZONE_IN).join(" ")}`).join(""),
    }),
    svg(
      "g",
      { transform: `translate(${to.x_in + x} ${to.y_in + y})` },
      svg("text", { class: "zone-label upright" }, words),
    ),
  );
  return drawn;
}

/** @param {number} middle_deg a quarter of a disc round this, from the figure's front */
function wedge(middle_deg) {
  return `M0 0L${polar(middle_deg - 45, ZONE_IN).join(" ")}A${ZONE_IN} ${ZONE_IN} 0 0 1 ${polar(middle_deg + 45, ZONE_IN).join(" ")}Z`;
}

/**
 * @param {number} angle_deg
 * @param {number} radius_in
 * @returns {Point}
 */
function polar(angle_deg, radius_in) {
  const angle = (angle_deg * Math.PI) / 180;
  return [radius_in * Math.cos(angle), radius_in * Math.sin(angle)];
}

/** @param {Figure} figure */
function place({ x_in, y_in, facing_deg }) {
  return `translate(${x_in} ${y_in}) rotate(${facing_deg ?? 0})`;
}
