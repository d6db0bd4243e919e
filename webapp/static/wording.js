/** How the page says numbers, names and times. Pure: values in, words out. */

/** @import { Figure, Obstacle } from "./types.js" */

/** @param {number} length_in */
export function inches(length_in) {
  // The server's sentences round 5.625 to the even digit, JavaScript rounds it up; both must read alike.
  const even = (length_in * 8) % 4 === 1 ? length_in - 0.001 : length_in;
  return `${even.toFixed(2)} in`;
}

/**
 * As a tape measure reads: to the nearest sixteenth, in lowest terms.
 * @param {number} length_in
 */
export function tape(length_in) {
  const sixteenths = Math.round(length_in * 16);
  const whole = Math.floor(sixteenths / 16);
  let top = sixteenths % 16;
  let bottom = 16;
  while (top > 0 && top % 2 === 0) {
    top /= 2;
    bottom /= 2;
  }
  if (top === 0) return `${whole} in`;
  return whole === 0 ? `${top}/${bottom} in` : `${whole} ${top}/${bottom} in`;
}

/** @param {number} angle_deg */
export function degrees(angle_deg) {
  return `${angle_deg.toFixed(angle_deg < 10 ? 1 : 0)}°`;
}

/** @param {number} modifier what is added to a roll */
export function signed(modifier) {
  return modifier < 0 ? `−${-modifier}` : `+${modifier}`;
}

/**
 * The time of day here, to the second.
 * @param {string | Date} at ISO 8601, or a Date
 */
export function clock(at) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "--:--:--";
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

/** @param {number} seconds */
export function ago(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s ago`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min ago` : `${Math.round(seconds / 3600)} h ago`;
}

/**
 * `thuh-mansion` reads Thuh Mansion.
 * @param {string} id
 */
export function title(id) {
  return id
    .split(/[-_]/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/**
 * Two or three characters that stand for a figure on the map: marsh-1 is M1.
 * @param {string} id
 */
export function shortName(id) {
  const number = /\d+$/.exec(id);
  return id.charAt(0).toUpperCase() + (number ? number[0].slice(-2) : id.slice(1, 2));
}

/**
 * `storm-hollow/wall-3` reads wall 3 of Storm Hollow; a figure's id reads as its name.
 * @param {string} id
 */
export function thingName(id) {
  const [tile, part] = id.split("/");
  return part === undefined ? title(id) : `${part.replaceAll("-", " ")} of ${title(tile ?? "")}`;
}

const WINDS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];

/** @param {number | null | undefined} facing_deg counter-clockwise from east */
export function facing(facing_deg) {
  if (facing_deg === null || facing_deg === undefined) return "facing unknown";
  const eighth = ((Math.round(facing_deg / 45) % 8) + 8) % 8;
  return `faces ${WINDS[eighth]}`;
}

const HATS = new Map([
  ["stun", "stunned"],
  ["slam", "slammed"],
  ["unk", "unconscious"],
]);

/**
 * Everything of a figure that the map shows, in words.
 * @param {Figure} figure
 * @param {boolean} held
 */
export function figureState(figure, held) {
  const parts = [];
  if (figure.dead) parts.push("dead");
  else if (figure.hat !== "unk") parts.push(facing(figure.facing_deg));
  if (figure.hat) parts.push(HATS.get(figure.hat) ?? figure.hat);
  if (held) parts.push("held at its last place");
  return parts.join(", ");
}

/** @param {Obstacle} obstacle */
export function obstacleName(obstacle) {
  const door = obstacle.kind === "mansion-door" ? (obstacle.open ? ", open" : ", closed") : "";
  return thingName(obstacle.id) + door;
}
