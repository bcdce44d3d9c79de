import { dateInLosAngeles, daysBetween } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import { lineAmount } from "#domain/pricing/pricing.ts";
import { coveredDays, type CoveredRental } from "#domain/pricing/covered-days.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";

type Cancelled = CoveredRental & { pickupTime: string };

/** What a day of a rental costs: the rental after its discount, without insurance and promo, by the days that it pays for. */
export const dayPrice = (order: CoveredRental): Cents =>
  divideHalfUp(lineAmount(order, "rental") + lineAmount(order, "duration_discount"), coveredDays(order));

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
