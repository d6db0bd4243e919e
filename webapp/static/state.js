/** How the table and the way to it are: the words at the top, and the banners under them. */

/** @import { Table } from "./types.js" */
import { html, icon, part } from "./element.js";
import { ago } from "./wording.js";

/** @typedef {{up: boolean, silent_s: number}} Link whether the server is heard, and for how long it has been silent */
/** @typedef {{tone: "good" | "busy" | "bad" | "waiting", words: string}} State */
/** @typedef {{tone: "bad" | "note", drawing: string, text: string}} Banner */

const SOURCES = new Map([
  ["stalled", "Camera stalled"],
  ["gone", "Camera gone"],
  ["ended", "Recording ended"],
]);

/** Where the table may have gone on unseen; a recording that has ended has not. */
const LOST = new Set(["stalled", "gone"]);

/**
 * @param {Table | null} table
 * @param {Link} link
 */
export function showState(table, link) {
  const { tone, words } = stateOf(table, link);
  part("state", HTMLElement).dataset.tone = tone;
  part("state-words", HTMLElement).textContent = words;
  showBanners(banners(table, link));
  document.body.toggleAttribute("data-stale", table !== null && (!link.up || LOST.has(table.source.state)));
}

/**
 * @param {Table | null} table
 * @param {Link} link
 * @returns {State}
 */
function stateOf(table, link) {
  if (!link.up) return { tone: table ? "bad" : "waiting", words: table ? "Reconnecting" : "Connecting" };
  if (!table) return { tone: "waiting", words: "Connecting" };
  const source = SOURCES.get(table.source.state);
  if (source) return { tone: LOST.has(table.source.state) ? "bad" : "waiting", words: source };
  if (table.hand) return { tone: "busy", words: "Hand over the table" };
  if (!table.settled) return { tone: "busy", words: "Live · moving" };
  return { tone: "good", words: "Live · settled" };
}

/**
 * @param {Table | null} table
 * @param {Link} link
 * @returns {Banner[]}
 */
function banners(table, link) {
  /** @type {Banner[]} */
  const all = [];
  if (!link.up && table)
    all.push({
      tone: "bad",
      drawing: "lost",
      text: `Reconnecting, last seen ${ago(link.silent_s)}. The table may have changed.`,
    });
  if (!table) return all;
  if (LOST.has(table.source.state)) {
    all.push({
      tone: "bad",
      drawing: "camera",
      text: table.source.text || "the camera shows nothing new; the map is as it was last seen",
    });
  }
  // A hand comes and goes all evening: the words at the top say it without moving the map.
  const notices = table.notices.filter(({ code }) => code !== "hand");
  return [
    ...all,
    ...notices.map(({ text }) => /** @type {Banner} */ ({ tone: "note", drawing: "notice", text })),
  ];
}

let shown = "";

/** @param {Banner[]} all */
function showBanners(all) {
  const now = JSON.stringify(all);
  if (now === shown) return;
  shown = now;
  const lines = all.map(({ tone, drawing, text }) =>
    html("p", { class: "banner", "data-tone": tone }, icon(drawing), html("span", {}, text)),
  );
  const [first, ...others] = lines;
  const folded =
    others.length > 0 && html("details", {}, html("summary", {}, `${others.length} more`), ...others);
  part("banners", HTMLElement).replaceChildren(...(first ? [first] : []), ...(folded ? [folded] : []));
}
