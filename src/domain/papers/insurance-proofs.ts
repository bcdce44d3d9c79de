import { addDays, daysBetween, type IsoDate } from "#domain/dates.ts";
import type { OrderSource } from "#domain/orders/lifecycle.ts";

type Insured = { source: OrderSource; insurance: { product: string } | null };

/** Who rents without liability insurance of ours shows their own. */
export const needsProof = ({ source, insurance }: Insured): boolean =>
  source === "request" || insurance?.product === "decline" || insurance?.product === "own";

/** Days before the end of a proof on which its renter is reminded of the next one. */
export const remindBefore = [14, 7, 1] as const;
export type ReminderDays = (typeof remindBefore)[number];

/** The reminder that is due, so many days before the end: the latest of those whose day has come. */
export const reminderDue = (daysLeft: number): ReminderDays | undefined =>
  remindBefore.findLast((days) => daysLeft <= days);

export type Period = { validFrom: IsoDate; validUntil: IsoDate };

/**
 * To the end of which day the periods cover a rental that begins on `pickup`, without a day between them;
 * undefined where not even that day is covered.
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

/** Why a proof's dates do not do for a rental, by field; what is verified already covers it up to `covered`. */
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

/** Whether the next proof is due: what covers the rental ends before it, and soon. */
export const isRenewalDue = (covered: IsoDate, returnDate: IsoDate, today: IsoDate): boolean =>
  covered < returnDate && daysBetween(today, covered) <= remindBefore[0];
