/** Draws what lies still: the board, its tiles, areas, obstacles and tokens. */

/** @import { Area, Card, Obstacle, Scene, Tile, Token } from "./types.js" */
import { svg } from "./element.js";
import { boxOf, pathData } from "./shapes.js";
import { obstacleName, thingName, title } from "./wording.js";

const TOKEN_IN = 1.1;
/** A mark, smaller than the card, so that doors and figures stay in sight. */
const CARD_IN = { width: 0.7, height: 1.0 };

/** Kinds that the CSS has a drawing for; any other is drawn neutral. */
const OBSTACLES = new Set(["wall", "window", "fence", "door", "mansion-door", "tree", "bush", "tombstone"]);
const AREAS = new Set(["shack", "mansion-room", "mansion-hallway", "summoning-circle", "building"]);

/**
 * @param {Scene} scene
 * @returns {SVGElement[]} what is drawn in inches, bottom layer first
 */
export function drawGround({ board, tiles, areas, obstacles }) {
  return [
    svg("rect", { class: "board", width: board.width_in, height: board.height_in }),
    svg("g", {}, ...tiles.map(drawTile)),
    svg("g", {}, ...areas.map(drawArea)),
    svg("g", {}, ...obstacles.map(drawObstacle)),
  ];
}

/**
 * @param {Scene} scene
 * @returns {SVGElement[]} what carries letters
 */
export function drawNames({ tiles, tokens }) {
  return [...tiles.map(drawTileName), ...tokens.map(drawToken)];
}

/**
 * @param {Scene} scene
 * @param {Card[]} cards
 * @returns {SVGElement[]} a mark on each shack on which a card lies
 */
export function drawCards({ areas }, cards) {
  const present = new Set(cards.filter(({ state }) => state === "present").map(({ shack }) => shack));
  return areas.filter(({ id }) => present.has(id)).map(drawCard);
}

/** @param {Area} area */
function drawCard(area) {
  const { east, north, south, west } = boxOf(area);
  const { width, height } = CARD_IN;
  return svg(
    "rect",
    {
      class: "card",
      x: (west + east - width) / 2,
      y: (south + north - height) / 2,
      width,
      height,
      rx: 0.1,
    },
    named(`a card on ${thingName(area.id)}`),
  );
}

/** @param {Tile} tile */
function lying({ x_in, y_in, rotation_deg = 0 }) {
  return `translate(${x_in} ${y_in}) rotate(${rotation_deg})`;
}

/** @param {Tile} tile */
function drawTile(tile) {
  return svg(
    "g",
    { transform: lying(tile) },
    svg("rect", { class: "tile-shadow", x: 0.06, y: -0.06, width: tile.side_in, height: tile.side_in }),
    svg("rect", { class: "tile", width: tile.side_in, height: tile.side_in }),
  );
}

/** @param {Tile} tile */
function drawTileName(tile) {
  return svg(
    "g",
    { transform: `${lying(tile)} translate(${tile.side_in / 2} 0.2)` },
    svg("text", { class: "tile-name upright" }, title(tile.tile)),
  );
}

/** @param {Area} area */
function drawArea(area) {
  return svg(
    "path",
    { class: `area ${AREAS.has(area.kind) ? area.kind : "other"}`, d: pathData(area) },
    named(thingName(area.id)),
  );
}

/** @param {Obstacle} obstacle */
function drawObstacle(obstacle) {
  const kind = OBSTACLES.has(obstacle.kind) ? obstacle.kind : "other";
  const open = obstacle.open === true ? " open" : "";
  return svg(
    "path",
    { class: `obstacle ${kind}${open}`, d: pathData(obstacle) },
    named(obstacleName(obstacle)),
  );
}

/** @param {Token} token */
function drawToken({ marker, kind, x_in, y_in, rotation_deg = 0 }) {
  const half = TOKEN_IN / 2;
  return svg(
    "g",
    { class: "token", transform: `translate(${x_in} ${y_in})` },
    svg("rect", {
      transform: `rotate(${rotation_deg})`,
      x: -half,
      y: -half,
      width: TOKEN_IN,
      height: TOKEN_IN,
    }),
    svg("text", { class: "token-letter upright" }, kind.charAt(0).toUpperCase()),
    named(`${title(kind)} token, marker ${marker}`),
  );
}

/** @param {string} name shown where a mouse rests on it */
function named(name) {
  return svg("title", {}, name);
}
