/** The cards on the shacks as a list: for screen readers, and for the shacks of which nobody can tell. */

/** @import { Card } from "./types.js" */
import { html } from "./element.js";
import { thingName } from "./wording.js";

/** @type {Record<string, string>} */
const WORDS = { present: "card there", gone: "card gone", unknown: "cannot tell" };

/**
 * @param {Card[]} cards
 * @returns {HTMLElement[]} nothing where no card was ever seen: then the game is played without
 */
export function cardList(cards) {
  if (!cards.some(({ state }) => state === "present")) return [];
  return [
    html("h3", {}, "Cards on shacks"),
    html(
      "ul",
      { class: "shack-cards" },
      ...cards.map(({ shack, state }) => html("li", {}, `${thingName(shack)}: ${WORDS[state] ?? state}`)),
    ),
  ];
}
