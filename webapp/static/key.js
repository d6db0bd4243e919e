/** What the map's drawings mean, drawn as the map draws them. */

import { html, svg } from "./element.js";
import { disc } from "./shapes.js";

/** On a slip of 48 by 28 pixels. @type {[string, string, string][]} words, class, path */
const DRAWINGS = [
  ["Wall: total", "obstacle wall", "M4 12H44V16H4Z"],
  ["Door, a gap", "obstacle door", "M4 12H44V16H4Z"],
  ["Window: partial", "obstacle window", "M4 12H44V16H4Z"],
  ["Fence: partial", "obstacle fence", "M4 14H44"],
  ["Tree, bush: total", "obstacle tree", disc(24, 14, 10)],
  ["Tombstone: partial", "obstacle tombstone", "M14 10H34V18H14Z"],
  ["Melee range", "melee-range", "M12 14A12 10 0 0 1 36 14A12 10 0 0 1 12 14Z"],
  ["Facing zone", "zone", "M24 26L6 4A26 26 0 0 1 42 4Z"],
  ["Sight: clear", "sight clear", "M5 14H43"],
  ["Sight: partial", "sight partial", "M5 14H43"],
  ["Sight: blocked", "sight blocked", "M5 14H43"],
  ["Held where last seen", "figure other held", ""],
];

/** @returns {HTMLElement} */
export function key() {
  return html(
    "ul",
    { class: "key", "aria-label": "What the map shows" },
    ...DRAWINGS.map(([words, className, d]) =>
      html(
        "li",
        {},
        svg(
          "svg",
          { viewBox: "0 0 48 28", "aria-hidden": "true" },
          d
            ? svg("path", { class: className, d })
            : svg("g", { class: className }, svg("circle", { class: "penny", cx: 24, cy: 14, r: 10 })),
        ),
        words,
      ),
    ),
  );
}
