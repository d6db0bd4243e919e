/** What the camera sees, with what was found drawn over it; and how to report that it is wrong. */

import { report } from "./api.js";
import { html, icon } from "./element.js";

const EVERY_MS = 1_000;

export class CameraPane {
  #picture = /** @type {HTMLImageElement} */ (
    html("img", {
      id: "camera-picture",
      alt: "The board as the camera sees it, with what was found drawn over it",
      hidden: true,
    })
  );
  #nothing = html("p", { class: "nothing" }, "Looking …");
  #note = /** @type {HTMLTextAreaElement} */ (
    html("textarea", { id: "report-note", class: "field", rows: 2, maxlength: 2000 })
  );
  #told = html("p", { id: "report-told", role: "status" });
  #shown = false;
  #timer = 0;
  #asked = 0;

  /** @param {HTMLElement} pane */
  constructor(pane) {
    const send = html("button", { type: "button", class: "tool", id: "report-send" }, icon("notice"), "Report it");
    send.addEventListener("click", () => this.#report());
    pane.append(
      html("a", { href: "/api/picture", target: "_blank", class: "camera-link" }, this.#picture),
      this.#nothing,
      html(
        "p",
        { class: "as-of" },
        "Rings and fans: how sure a place and a facing is, ten times as large. The room round the board is cut away.",
      ),
      html("h3", {}, "Something is read wrongly?"),
      html("label", { for: "report-note" }, "What it is, and how it truly is"),
      this.#note,
      html("div", { class: "buttons" }, send),
      this.#told,
    );
    document.addEventListener("visibilitychange", () => this.#next());
  }

  /** @param {boolean} shown whether anybody looks at it: only then is anything fetched */
  show(shown) {
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#next();
  }

  /** Fetch the next picture, if anyone looks; one at a time, so that a slow line is not crowded. */
  #next() {
    clearTimeout(this.#timer);
    if (!this.#shown || document.hidden) return;
    const coming = new Image();
    const asked = ++this.#asked;
    const again = () => {
      if (asked === this.#asked) this.#timer = setTimeout(() => this.#next(), EVERY_MS);
    };
    coming.onload = () => {
      this.#picture.src = coming.src;
      this.#picture.hidden = false;
      this.#nothing.hidden = true;
      again();
    };
    coming.onerror = () => {
      this.#picture.hidden = true;
      this.#nothing.hidden = false;
      this.#nothing.textContent = "No table is in view, so there is no picture to show.";
      again();
    };
    coming.src = `/api/picture?${asked}`;
  }

  async #report() {
    this.#told.textContent = "Writing …";
    try {
      const { file, frames } = await report(this.#note.value);
      this.#note.value = "";
      this.#told.textContent =
        `Written on the table's computer: ${file}, with ${frames} pictures of the board. Nothing was sent anywhere.`;
    } catch (problem) {
      this.#told.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }
}
