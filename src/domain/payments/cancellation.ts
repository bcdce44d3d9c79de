import { dateInLosAngeles, daysBetween, type IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import { lineAmount, type PriceLine } from "#domain/pricing/pricing.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";

type Cancelled = {
  pickupDate: IsoDate;
  pickupTime: string;
  days: number;
  lines: readonly PriceLine[];
};

/** What a day of a rental costs: the rental after its discount, without insurance and promo. */
export const dayPrice = ({ lines, days }: Pick<Cancelled, "lines" | "days">): Cents =>
  divideHalfUp(lineAmount({ lines }, "rental") + lineAmount({ lines }, "duration_discount"), days);

/** Whether a rental is cancelled without keeping anything: until a day before its pickup. `now` in milliseconds. */
export const isFreeToCancel = (
  { pickupDate, pickupTime }: Pick<Cancelled, "pickupDate" | "pickupTime">,
  now: number,
): boolean => now <= instantInLosAngeles(pickupDate, pickupTime) - freeCancellationHours * 3_600_000;

/**
 * What is kept of a cancelled rental: nothing until a day before pickup; later a day's price for each day begun
 * since the pickup date, at least one. Never more than was paid.
 */
export function keptOnCancel(order: Cancelled, now: number, paid: Cents): Cents {
  if (isFreeToCancel(order, now)) return 0;
  const begun = Math.max(1, daysBetween(order.pickupDate, dateInLosAngeles(now)) + 1);
  return Math.max(0, Math.min(begun * dayPrice(order), paid));
}
