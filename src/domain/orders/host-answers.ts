/** How a host has answered the requests of the last days, as anybody reads it, and what follows for their cars' place. */

/** Requests of this many days count. */
export const answersCountedFor = 90;
/** Fewer requests than these say nothing of a host. */
const leastAsked = 3;

export type AnswersMeasured = { asked: number; answered: number; medianMinutes: number | null };

/** How soon half of a host's answers come, as a phrase that stays true. */
export const answerSpeeds = ["hour", "hours", "day"] as const;
export type AnswerSpeed = (typeof answerSpeeds)[number];
const hour = 60;
const fewHours = 6 * hour;

export type AnswersShown = {
  /** Of 100 requests. */
  share: number;
  within: AnswerSpeed | null;
};

/** Undefined for a host whom too few have asked. Rounded down: nobody answers 100 % who left one unanswered. */
export function answersShown({ asked, answered, medianMinutes }: AnswersMeasured): AnswersShown | undefined {
  if (asked < leastAsked) return undefined;
  return { share: Math.floor((100 * answered) / asked), within: answerSpeedOf(medianMinutes) };
}

function answerSpeedOf(minutes: number | null): AnswerSpeed | null {
  if (minutes === null) return null;
  if (minutes <= hour) return "hour";
  return minutes <= fewHours ? "hours" : "day";
}

/** The answers that keep a host's cars in their place: half of the requests at least, half of them within so long. */
const leastShare = 50;
const slowest = 12 * hour;

/** Whether a host's cars stand behind all others in the list: they leave requests waiting. */
export const keepsWaiting = (measured: AnswersMeasured): boolean =>
  measured.asked >= leastAsked &&
  (100 * measured.answered < leastShare * measured.asked || (measured.medianMinutes ?? 0) > slowest);

/** What is added to the rank of such a car; no list is as long. */
export const rankBehindAll = 1_000_000;
