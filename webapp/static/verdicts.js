/** What a ruling comes to, in words to be read across the table. Pure: a ruling in, verdicts out. */

/** @import { Ruling } from "./types.js" */
import { degrees, inches, shortName, signed } from "./wording.js";

/**
 * @typedef {object} Verdict
 * @property {"sight" | "melee" | "facing" | "faces"} name which question it answers, and its icon
 * @property {string} question
 * @property {string} answer what it is, or would be if it were not too close to call
 * @property {string} tone clear, partial or blocked for sight, plain for the rest
 * @property {"sure" | "close" | "unknown"} certainty unknown: it rests on a facing that nobody knows
 * @property {string} because
 * @property {string | null} doubt why it may be otherwise; null when it is sure
 * @property {string} room how much it would take to change the answer
 */

const SIGHT = new Map([
  ["clear", "Clear"],
  ["partial", "Partial"],
  ["blocked", "Blocked"],
]);

/** Room is not measured beyond this. */
const MOST_ROOM_IN = 1;

/**
 * @param {Ruling} ruling
 * @returns {Verdict[]} sight, melee, facing, faces the target
 */
export function verdicts({ from, to, melee, facing, faces_target, sight }) {
  const [attacker, target] = [shortName(from), shortName(to)];
  return [
    {
      name: "sight",
      question: "Sight",
      answer: SIGHT.get(sight.answer) ?? sight.answer,
      tone: sight.answer,
      certainty: sight.sure ? "sure" : "close",
      because: sight.because,
      doubt: sight.doubt,
      room:
        sight.margin_in < MOST_ROOM_IN
          ? `${inches(sight.margin_in)} of room`
          : `${MOST_ROOM_IN} in or more of room`,
    },
    {
      name: "melee",
      question: "In melee",
      answer: melee.answer ? "Yes" : "No",
      tone: "plain",
      certainty: melee.sure ? "sure" : "close",
      because: melee.because,
      doubt: melee.doubt,
      room: `${inches(melee.margin_in)} of room`,
    },
    {
      name: "facing",
      question: `${attacker} is at ${target}’s`,
      answer: zone(facing),
      tone: "plain",
      certainty: facing.sure ? "sure" : facing.margin_deg === null ? "unknown" : "close",
      because: facing.because,
      doubt: facing.doubt,
      room: turnRoom(facing.margin_deg),
    },
    {
      name: "faces",
      question: `${attacker} faces ${target}`,
      answer: faces_target.answer === null ? "Unknown" : faces_target.answer ? "Yes" : "No",
      tone: "plain",
      certainty: faces_target.answer === null ? "unknown" : faces_target.sure ? "sure" : "close",
      because: faces_target.because,
      doubt: faces_target.doubt,
      room: turnRoom(faces_target.margin_deg),
    },
  ];
}

/** @param {Ruling["facing"]} facing */
function zone({ zone, modifier, sure }) {
  if (zone === "none") return sure ? "No facing" : "Unknown";
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
  const answers = verdicts(ruling).map(
    ({ question, answer, certainty }) =>
      `${question}: ${certainty === "close" ? `too close to call, perhaps ${answer}` : answer}`,
  );
  return `${ruling.from} to ${ruling.to}: ${inches(ruling.distance_in)}. ${answers.join(". ")}.`;
}
