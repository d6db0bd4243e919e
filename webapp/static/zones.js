/** What is drawn round the two figures of a ruling: who faces whom, facing zones, melee range. */

/** @import { Figure, Point, Ruling } from "./types.js" */
import { svg } from "./element.js";
import { FOLD_IN, hasFacing } from "./figures.js";
import { signed } from "./wording.js";

const MELEE_IN = 1;
const ZONE_IN = 2;

/** Which zone lies which way, as `facing.zone` names them: the middle of each, from straight ahead. */
const ZONES = new Map([
  ["front", [0]],
  ["side", [90, -90]],
  ["back", [180]],
]);

/**
 * @param {Ruling} ruling
 * @param {Figure} from
 * @param {Figure} to
 * @returns {{below: SVGElement[], above: SVGElement[]}} under the figures, and over them
 */
export function roundTheTwo(ruling, from, to) {
  const { below, above } = zonesOf(ruling, from, to);
  return { below: [...frontOf(ruling, from), ...below, meleeRange(to)], above };
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
 * How far the attacker's front reaches to both sides.
 * @param {Ruling} ruling
 * @param {Figure} from
 */
function frontOf({ faces_target }, from) {
  if (!hasFacing(from)) return [];
  const tone = faces_target.answer ? "front-wedge faces" : "front-wedge";
  return [svg("path", { class: tone, transform: place(from), d: wedge(0) })];
}

/**
 * The target's four zones, with the one that the attacker is in filled and named.
 * @param {Ruling} ruling
 * @param {Figure} from
 * @param {Figure} to
 * @returns {{below: SVGElement[], above: SVGElement[]}}
 */
function zonesOf({ facing }, from, to) {
  const middles = ZONES.get(facing.zone);
  if (!middles || !hasFacing(to)) return { below: [], above: [] };
  const facing_deg = to.facing_deg ?? 0;
  const bearing_deg = (Math.atan2(from.y_in - to.y_in, from.x_in - to.x_in) * 180) / Math.PI - facing_deg;
  const away = (/** @type {number} */ middle) => Math.cos(((bearing_deg - middle) * Math.PI) / 180);
  const middle_deg = middles.reduce((best, candidate) => (away(candidate) > away(best) ? candidate : best));
  // The name stands on the side of the zone that the line does not pass.
  const aside_deg = Math.sin(((bearing_deg - middle_deg) * Math.PI) / 180) > 0 ? -27 : 27;
  const [x, y] = polar(middle_deg + aside_deg + facing_deg, ZONE_IN * 0.75);
  const words = facing.modifier ? `${facing.zone} ${signed(facing.modifier)}` : facing.zone;
  const borders = [45, 135, 225, 315].map((angle) => `M0 0L${polar(angle, ZONE_IN).join(" ")}`);
  return {
    below: [
      svg("path", { class: "zone", transform: place(to), d: wedge(middle_deg) }),
      svg("path", { class: "zone-borders", transform: place(to), d: borders.join("") }),
    ],
    above: [
      svg(
        "g",
        { transform: `translate(${to.x_in + x} ${to.y_in + y})` },
        svg("text", { class: "zone-label upright" }, words),
      ),
    ],
  };
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
