/** What a ruling comes to, in words to be read across the table. Pure: a ruling in, verdicts out. */

/** @import { Ruling } from "./types.js" */
import { degrees, inches, shortName, signed } from "./wording.js";

/**
 * @typedef {object} Verdict
 * @property {"sight" | "melee" | "facing" | "faces"} name which question it answers, and its icon
 * @property {string} question
 * @property {string} answer
 * @property {string} tone how good it is for whoever acts: clear, partial, blocked or plain
 * @property {boolean} sure
 * @property {string} because
 * @property {string} room how much it would take to change the answer
 */

const SIGHT = new Map([["clear", "Clear"], ["partial", "Partial"], ["blocked", "Blocked"]]);

/**
 * @param {Ruling} ruling
 * @returns {Verdict[]} sight, melee, facing, faces the target
 */
export function verdicts({ from, to, melee, facing, faces_target, sight }) {
  const [attacker, target] = [shortName(from), shortName(to)];
  return [
    {
      name: "sight", question: "Sight", answer: SIGHT.get(sight.answer) ?? sight.answer, tone: sight.answer, sure: sight.sure,
      because: sight.because, room: `${inches(sight.margin_in)} of room`,
    },
    {
      name: "melee", question: "In melee", answer: melee.answer ? "Yes" : "No", tone: "plain", sure: melee.sure,
      because: melee.because, room: `${inches(melee.margin_in)} of room`,
    },
    {
      name: "facing", question: `${attacker} is at ${target}’s`, answer: zone(facing), tone: "plain", sure: facing.sure,
      because: facing.because, room: turnRoom(facing.margin_deg),
    },
    {
      name: "faces", question: `${attacker} faces ${target}`, answer: faces_target.answer ? "Yes" : "No", tone: "plain",
      sure: faces_target.sure, because: faces_target.because, room: turnRoom(faces_target.margin_deg),
    },
  ];
}

/** @param {{zone: string, modifier: number}} facing */
function zone({ zone, modifier }) {
  if (zone === "none") return "No facing";
  return modifier ? `${zone} ${signed(modifier)}` : zone;
}

/** @param {number | null} margin_deg */
function turnRoom(margin_deg) {
  return margin_deg === null ? "" : `${degrees(margin_deg)} of room`;
}

/**
 * One sentence for a screen reader.
 * @param {Ruling} ruling
 */
export function spoken(ruling) {
  const answers = verdicts(ruling).map(({ question, answer, sure }) => `${question}: ${sure ? answer : `too close to call, perhaps ${answer}`}`);
  return `${ruling.from} to ${ruling.to}: ${inches(ruling.distance_in)}. ${answers.join(". ")}.`;
}
