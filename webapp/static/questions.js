/** What the camera could not tell and asks the players: which of two figures is which. */

/** @import { Question } from "./types.js" */
import { correct } from "./api.js";
import { html, icon, part, redraw } from "./element.js";
import { title } from "./wording.js";

/** @param {Question[]} questions */
export function showQuestions(questions) {
  redraw(part("questions", HTMLElement), questions.map(asked));
}

/** @param {Question} question */
function asked({ id, figures: [one, other] }) {
  const told = html("span", { class: "refused", role: "alert" });
  /** @param {boolean} swap */
  const answer = (swap) => () =>
    correct({ kind: "answer", question: id, swap }).catch((problem) => {
      told.textContent = problem.message;
    });
  return html(
    "section",
    { class: "asked", "data-question": id },
    html(
      "p",
      {},
      icon("unknown"),
      html("span", {}, `${title(one)} and ${title(other)} moved at the same time. Which is which?`),
    ),
    html(
      "div",
      { class: "buttons" },
      choice(`question-${id}-stay`, "As shown", answer(false)),
      choice(`question-${id}-swap`, "The other way round", answer(true)),
    ),
    told,
  );
}

/**
 * @param {string} id
 * @param {string} words
 * @param {() => void} act
 */
function choice(id, words, act) {
  const element = html("button", { type: "button", class: "tool", id }, words);
  element.addEventListener("click", act);
  return element;
}
