/** Whether a table has changed in a way that could change a ruling. */

/** @import { Figure, Scene } from "./types.js" */

/**
 * A figure's places that differ by less than its measuring error are one place.
 * @param {Scene} before
 * @param {Scene} after
 */
export function hasMoved(before, after) {
  if (before === after) return false;
  const was = new Map(before.figures.map((figure) => [figure.id, figure]));
  if (was.size !== after.figures.length) return true;
  return (
    after.figures.some((figure) => {
      const old = was.get(figure.id);
      return !old || figureMoved(old, figure);
    }) || doors(before) !== doors(after)
  );
}

/**
 * @param {Figure} a
 * @param {Figure} b
 */
function figureMoved(a, b) {
  const room_in = 3 * Math.max(a.sd_in ?? 0, b.sd_in ?? 0) + 1e-6;
  const room_deg = 3 * Math.max(a.sd_deg ?? 0, b.sd_deg ?? 0) + 1e-6;
  const [turnA, turnB] = [a.facing_deg ?? null, b.facing_deg ?? null];
  const turned_deg =
    turnA === null || turnB === null
      ? turnA === turnB
        ? 0
        : Infinity
      : Math.abs(((turnB - turnA + 540) % 360) - 180);
  return (
    Math.hypot(a.x_in - b.x_in, a.y_in - b.y_in) > room_in ||
    turned_deg > room_deg ||
    (a.hat ?? null) !== (b.hat ?? null) ||
    Boolean(a.dead) !== Boolean(b.dead)
  );
}

/** @param {Scene} scene */
function doors({ obstacles }) {
  return JSON.stringify(
    obstacles.filter(({ open }) => open !== undefined && open !== null).map(({ id, open }) => [id, open]),
  );
}
