/**
 * What the server sends, as `docs` of the formats give it: lengths in inches, angles in degrees counter-clockwise from
 * east, origin at the board's south-west corner. A reader must expect kinds and factions it has never heard of.
 */

/** @typedef {[number, number]} Point x, y in inches, board frame */

/**
 * @typedef {{type: string, coordinates: any}} Geometry GeoJSON, coordinates in inches
 *
 * @typedef {{id: string, kind: string, geometry: Geometry, open?: boolean | null, radius_in?: number | null}} Obstacle
 * @typedef {{id: string, kind: string, geometry: Geometry, radius_in?: number | null}} Area
 * @typedef {{tile: string, x_in: number, y_in: number, rotation_deg?: number, side_in: number}} Tile x_in, y_in: its south-west corner
 * @typedef {{marker: number, kind: string, x_in: number, y_in: number, rotation_deg?: number}} Token
 *
 * @typedef {object} Figure
 * @property {string} id
 * @property {string} faction
 * @property {number} x_in middle of the fold
 * @property {number} y_in
 * @property {number | null} [facing_deg] null or absent: nobody knows
 * @property {number} [fold_in]
 * @property {number} [base_in] diameter
 * @property {string | null} [hat]
 * @property {boolean} [dead]
 * @property {number} [sd_in] one standard deviation
 * @property {number} [sd_deg]
 *
 * @typedef {object} Scene
 * @property {{width_in: number, height_in: number}} board
 * @property {Tile[]} tiles
 * @property {Obstacle[]} obstacles
 * @property {Area[]} areas
 * @property {Figure[]} figures
 * @property {Token[]} tokens
 */

/**
 * @typedef {{name: string, state: string, text: string}} Source state: live, stalled, gone or ended
 * @typedef {{code: string, text: string}} Notice
 * @typedef {{id: number, figures: [string, string], text: string}} Question which of the two is which
 * @typedef {{shack: string, state: string}} Card state: present, gone or unknown
 *
 * @typedef {object} Table the whole table at one moment
 * @property {number} version
 * @property {string} at ISO 8601
 * @property {Source} source
 * @property {boolean} settled
 * @property {string[]} held ids of figures kept at their last place
 * @property {boolean} hand a hand is over the table
 * @property {string | null} doubt why no ruling is sure just now
 * @property {Notice[]} notices
 * @property {string[]} by_hand ids of figures that stand as people said
 * @property {Question[]} questions wait for an answer
 * @property {number[]} undoable log entries of corrections that can be undone
 * @property {Card[]} cards whether a card lies face down on each shack
 * @property {Scene | null} scene null until a table has been seen
 */

/**
 * @typedef {object} Ruling
 * @property {string} from
 * @property {string} to
 * @property {number} distance_in
 * @property {number} sd_in
 * @property {{answer: boolean, sure: boolean, margin_in: number, because: string,
 *   doubt: string | null}} melee
 * @property {{zone: string, modifier: number | null, sure: boolean, bearing_deg: number | null,
 *   margin_deg: number | null, because: string, doubt: string | null}} facing
 * @property {{answer: boolean | null, sure: boolean, margin_deg: number | null, because: string,
 *   doubt: string | null}} faces_target
 * @property {{answer: string, sure: boolean, margin_in: number, length_in: number | null, line: Point[] | null,
 *   partials: string[], exempt: string[], blockers: string[], because: string, doubt: string | null}} sight
 *
 * @typedef {object} Entry a line of the log
 * @property {number} seq
 * @property {string} at ISO 8601
 * @property {string} kind session-started, move, ruling, correction, notice or one not known here
 * @property {string} text
 * @property {any} data
 */

export {};
