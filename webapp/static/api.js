/** The server's answers. Every refusal is an Error whose message is a sentence for people. */

/** @import { Check, Span, Verdict } from "./check.js" */
/** @import { Entry, Ruling, Table } from "./types.js" */

/**
 * @param {string} path
 * @param {RequestInit} [request]
 */
async function ask(path, request) {
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Error("The table's computer does not answer. Are you still on its Wi-Fi?");
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Error(answer?.error ?? `The server answered ${response.status}.`);
  return answer;
}

/**
 * @param {string} path
 * @param {object} body
 */
function post(path, body) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/**
 * @param {string} from
 * @param {string} to
 * @returns {Promise<{ruling: Ruling, entry: Entry}>}
 */
export function askRuling(from, to) {
  return post("/api/rulings", { from, to });
}

/**
 * Set something right by hand.
 * @param {Record<string, unknown>} intent as `docs/formats.md` has them
 * @returns {Promise<Entry>} the log's entry of it
 */
export async function correct(intent) {
  return (await post("/api/corrections", intent)).entry;
}

/** @returns {Promise<string[]>} the names that figures may be given */
export async function namesToGive() {
  return (await ask("/api/roster")).names;
}

/**
 * Have the last minutes written down, for whoever is to find out why something is read wrongly.
 * @param {string} note
 * @returns {Promise<{file: string, bytes: number, frames: number}>}
 */
export function report(note) {
  return post("/api/reports", { note });
}

/** @returns {Promise<Table>} the table at this moment */
export function tableNow() {
  return ask("/api/table");
}

/** @param {File} picture of the table, by the camera that was calibrated */
export function sendPicture(picture) {
  return ask("/api/pictures", {
    method: "POST",
    headers: { "Content-Type": picture.type || "image/jpeg" },
    body: picture,
  });
}

/**
 * @param {number} limit
 * @param {number} [after] only entries above this `seq`, oldest first; the newest if not given
 * @returns {Promise<Entry[]>} oldest first
 */
export async function logEntries(limit, after) {
  const from = after === undefined ? "" : `&after=${after}`;
  return (await ask(`/api/log?limit=${limit}${from}`)).entries;
}

/** @returns {Promise<Check>} */
export function tableCheck() {
  return ask("/api/check");
}

/**
 * @param {{distance: Span, tape: string}[]} readings what the tape reads, as it was typed
 * @returns {Promise<{distances: Span[], verdict: Verdict}>}
 */
export function measure(readings) {
  return post("/api/check", { readings });
}
