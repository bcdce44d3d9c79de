import { addDays, daysBetween, type IsoDate } from "#domain/dates.ts";
import type { OrderSource } from "#domain/orders/lifecycle.ts";

type OrderInsurance = { source: OrderSource; insurance: { product: string } | null };

/** Whether a renter has to show a proof of their own liability insurance: they rent without ours. */
export const needsProof = ({ source, insurance }: OrderInsurance): boolean =>
  source === "request" || insurance?.product === "decline" || insurance?.product === "own";

/** Days before the end of a proof on which its renter is reminded of the next one. */
export const remindBefore = [14, 7, 1] as const;
export type ReminderDays = (typeof remindBefore)[number];

/** The reminder that is due this many days before the end: the latest one whose day has come. */
export const reminderDue = (daysLeft: number): ReminderDays | undefined =>
  remindBefore.findLast((days) => daysLeft <= days);

export type Period = { validFrom: IsoDate; validUntil: IsoDate };

/**
 * The last day to which the periods cover a rental that begins on `pickup`, without a gap; undefined where not
 * even the pickup day is covered.
 */
export function coveredUntil(periods: readonly Period[], pickup: IsoDate): IsoDate | undefined {
  let until: IsoDate | undefined;
  for (const period of periods.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))) {
    if (period.validFrom > (until === undefined ? pickup : addDays(until, 1))) break;
    if (period.validUntil >= (until ?? pickup)) until = period.validUntil;
  }
  return until;
}

export type ProofDateError = "before_from" | "over" | "not_on_pickup" | "leaves_gap" | "no_longer";

/** Why a proof's dates don't fit a rental, by field; verified proofs already cover it up to `covered`. */
export function proofDateErrors(
  { validFrom, validUntil }: Period,
  { pickupDate, covered, today }: { pickupDate: IsoDate; covered: IsoDate | undefined; today: IsoDate },
): Partial<Record<keyof Period, ProofDateError>> {
  if (validUntil < validFrom) return { validUntil: "before_from" };
  if (validUntil < today) return { validUntil: "over" };
  if (covered === undefined) {
    if (validFrom > pickupDate) return { validFrom: "not_on_pickup" };
    return validUntil < pickupDate ? { validUntil: "not_on_pickup" } : {};
  }
  if (validFrom > addDays(covered, 1)) return { validFrom: "leaves_gap" };
  return validUntil <= covered ? { validUntil: "no_longer" } : {};
}

/** Whether the next proof is due: the cover ends soon, and before the rental does. */
export const isRenewalDue = (covered: IsoDate, returnDate: IsoDate, today: IsoDate): boolean =>
  covered < returnDate && daysBetween(today, covered) <= remindBefore[0];
