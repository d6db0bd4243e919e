/** Sends the pictures that this phone takes, and tells what the table's computer saw in them. */

import { sendPicture, tableNow } from "./api.js";
import { part } from "./element.js";

const LOOK_MS = 400;
const PATIENCE_MS = 30_000;

const input = part("picture", HTMLInputElement);
const told = part("told", HTMLElement);

input.addEventListener("change", async () => {
  const picture = input.files?.[0];
  if (!picture) return;
  input.disabled = true;
  try {
    const before = (await tableNow()).version;
    told.textContent = "Sending …";
    await sendPicture(picture);
    told.textContent = "Looking at it …";
    told.textContent = await seen(before);
  } catch (problem) {
    told.textContent = problem instanceof Error ? problem.message : String(problem);
  }
  input.value = "";
  input.disabled = false;
});

/**
 * @param {number} before the table's version until now
 * @returns {Promise<string>} what has become of the table
 */
async function seen(before) {
  const until_ms = Date.now() + PATIENCE_MS;
  while (Date.now() < until_ms) {
    await new Promise((done) => setTimeout(done, LOOK_MS));
    const table = await tableNow();
    if (table.version === before) continue;
    const trouble = table.notices.find(({ code }) => code === "no-table");
    if (trouble) return `No table: ${trouble.text}.`;
    const { tiles = [], figures = [] } = table.scene ?? {};
    return `Seen: ${tiles.length} tiles and ${figures.length} figures. Take the next after the next move.`;
  }
  return "Seen, and nothing has changed since the last picture.";
}
