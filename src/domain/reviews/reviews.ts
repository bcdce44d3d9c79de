import { addDays, dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import { isShareableName } from "#domain/orders/host-requests.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { trimmed } from "#domain/plain-text.ts";

/** Who writes a review: the renter reviews the car and its host, the host reviews the renter. */
export const reviewSides = ["renter", "host"] as const;
export type ReviewSide = (typeof reviewSides)[number];

export const ratings = [1, 2, 3, 4, 5] as const;
export const longestComment = 2000;
export const longestReply = 2000;

/** Days after the end of a rental in which it may be reviewed. */
export const reviewDays = 14;

/** The last day on which a rental that ended at an instant may be reviewed. */
export const reviewUntil = (completedAt: Date): IsoDate =>
  addDays(dateInLosAngeles(completedAt.getTime()), reviewDays);

/** The earliest day on which a rental that may be reviewed today can have ended. */
export const reviewableFrom = (today: IsoDate): IsoDate => addDays(today, -reviewDays);

/** Whether a rental may be reviewed on a day. */
export const isReviewable = (
  { status, tripCompletedAt }: { status: OrderStatus; tripCompletedAt: Date | null },
  today: IsoDate,
): boolean => status === "completed" && tripCompletedAt !== null && today <= reviewUntil(tripCompletedAt);

type SidesWritten = { hasHost: boolean; written: readonly ReviewSide[]; completedAt: Date; today: IsoDate };

/**
 * Whether other people than the authors may read a rental's reviews: both are in, there is no host who could
 * answer in kind, or the days for writing are over.
 */
export const isUnblinded = ({ hasHost, written, completedAt, today }: SidesWritten): boolean =>
  !hasHost || reviewSides.every((side) => written.includes(side)) || today > reviewUntil(completedAt);

const han = /^\p{Script=Han}{2,4}$/u;

/** A person's public name: the first name, in Chinese the given name; empty if there is none. */
export function publicName(name: string): string {
  const letters = Array.from(trimmed(name).slice(0, 400)).slice(0, 200);
  const whole = letters.join("");
  if (han.test(whole)) return letters.slice(letters.length > 3 ? 2 : 1).join("");
  return Array.from(whole.split(/\s/)[0] ?? "")
    .slice(0, 40)
    .join("");
}

/** The public name within a typed name; empty for an address or a number. */
export const shareableName = (name: string): string => (isShareableName(name) ? publicName(name) : "");

/** The mean of this many stars, to one decimal. */
export const meanOf = ({ sum, count }: { sum: number; count: number }): number =>
  Math.round((sum * 10) / count) / 10;
