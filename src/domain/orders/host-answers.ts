import { hour, minute } from "#domain/durations.ts";

/** How a host has answered recent requests, as everybody sees it, and how this moves the host's cars in lists. */

/** Days back in which requests count. */
export const answersCountedFor = 90;
/** With fewer requests we show nothing about a host. */
const leastAsked = 3;

export type ResponseStats = { asked: number; answered: number; medianMinutes: number | null };

/** How soon half of a host's answers come, as a phrase that stays true. */
export const answerSpeeds = ["hour", "hours", "day"] as const;
export type AnswerSpeed = (typeof answerSpeeds)[number];
const anHour = hour / minute;
const fewHours = 6 * anHour;

export type ResponseRate = {
  /** Answered requests out of 100. */
  share: number;
  within: AnswerSpeed | null;
};

/** Undefined for a host with too few requests. Rounded down: a host who left one unanswered never shows 100 %. */
export function responseRateOf({ asked, answered, medianMinutes }: ResponseStats): ResponseRate | undefined {
  if (asked < leastAsked) return undefined;
  return { share: Math.floor((100 * answered) / asked), within: answerSpeedOf(medianMinutes) };
}

function answerSpeedOf(minutes: number | null): AnswerSpeed | null {
  if (minutes === null) return null;
  if (minutes <= anHour) return "hour";
  return minutes <= fewHours ? "hours" : "day";
}

/** A host's cars keep their place with half of the requests answered, half of these within this many minutes. */
const leastShare = 50;
const slowest = 12 * anHour;

/** Whether a host's cars come after all others in the list, because the host leaves requests waiting. */
export const keepsWaiting = (measured: ResponseStats): boolean =>
  measured.asked >= leastAsked &&
  (100 * measured.answered < leastShare * measured.asked || (measured.medianMinutes ?? 0) > slowest);

/** Added to the rank of such a car; no list is as long. */
export const rankBehindAll = 1_000_000;
