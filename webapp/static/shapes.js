/** Outlines in the board frame (inches, y north): GeoJSON to SVG paths, and where a line meets them. */

/** @import { Geometry, Point } from "./types.js" */

/** @typedef {{geometry: Geometry, radius_in?: number | null}} Shape */
/** @typedef {{west: number, south: number, east: number, north: number}} Box */

/**
 * @param {Geometry} geometry
 * @returns {Point[]} its points that are discs or dots
 */
function dots({ type, coordinates }) {
  if (type === "Point") return [coordinates];
  return type === "MultiPoint" ? coordinates : [];
}

/**
 * @param {Geometry} geometry
 * @returns {{points: Point[], closed: boolean}[]} its lines and rings; empty for a type not known
 */
function outlines({ type, coordinates }) {
  /** @param {Point[]} points */
  const open = (points) => ({ points, closed: false });
  /** @param {Point[]} points */
  const ring = (points) => ({ points, closed: true });
  if (type === "LineString") return [open(coordinates)];
  if (type === "MultiLineString") return coordinates.map(open);
  if (type === "Polygon") return coordinates.map(ring);
  return type === "MultiPolygon" ? coordinates.flat().map(ring) : [];
}

/** The radius of a dot that was given none. */
const DOT_IN = 0.15;

/**
 * @param {Shape} shape
 * @returns {string} the `d` of a path
 */
export function pathData({ geometry, radius_in }) {
  const discs = dots(geometry).map(([x, y]) => disc(x, y, radius_in ?? DOT_IN));
  const lines = outlines(geometry).map(
    ({ points, closed }) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}${closed ? "Z" : ""}`,
  );
  return [...discs, ...lines].join("");
}

/**
 * @param {number} x_in
 * @param {number} y_in
 * @param {number} radius_in
 */
export function disc(x_in, y_in, radius_in) {
  const half = `a${radius_in} ${radius_in} 0 1 0`;
  return `M${x_in - radius_in} ${y_in}${half} ${2 * radius_in} 0${half} ${-2 * radius_in} 0Z`;
}

/**
 * @param {Shape} shape
 * @returns {Box}
 */
export function boxOf({ geometry, radius_in }) {
  const points = [...dots(geometry), ...outlines(geometry).flatMap(({ points }) => points)];
  return grown(around(points), radius_in ?? 0);
}

/**
 * @param {Point[]} points
 * @returns {Box}
 */
export function around(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { west: Math.min(...xs), south: Math.min(...ys), east: Math.max(...xs), north: Math.max(...ys) };
}

/**
 * @param {Box} box
 * @param {number} by_in
 * @returns {Box}
 */
export function grown(box, by_in) {
  return {
    west: box.west - by_in,
    south: box.south - by_in,
    east: box.east + by_in,
    north: box.north + by_in,
  };
}

/**
 * A place on the straight line from a to b that stands for where the shape is in its way: the middle of where it
 * crosses the shape's outline, or else the line's nearest point to the middle of the shape.
 * @param {Shape} shape
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
export function placeOnLine(shape, a, b) {
  const along = outlines(shape.geometry).flatMap(({ points }) =>
    points
      .slice(1)
      .map((end, index) => crossing(a, b, /** @type {Point} */ (points[index]), end))
      .filter((t) => t !== null),
  );
  const box = boxOf(shape);
  const middle =
    along.length > 0
      ? along.reduce((sum, t) => sum + t, 0) / along.length
      : nearest(a, b, [(box.west + box.east) / 2, (box.south + box.north) / 2]);
  return [a[0] + middle * (b[0] - a[0]), a[1] + middle * (b[1] - a[1])];
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {Point} c
 * @param {Point} d
 * @returns {number | null} how far from a (0) to b (1) the segment cd is met
 */
function crossing(a, b, c, d) {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const cross = ux * vy - uy * vx;
  if (cross === 0) return null;
  const t = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / cross;
  const s = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / cross;
  return t >= 0 && t <= 1 && s >= 0 && s <= 1 ? t : null;
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {Point} p
 * @returns {number} how far from a (0) to b (1) the segment is nearest to p
 */
function nearest(a, b, p) {
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
  const square = ux * ux + uy * uy;
  if (square === 0) return 0;
  return Math.min(1, Math.max(0, ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / square));
}
