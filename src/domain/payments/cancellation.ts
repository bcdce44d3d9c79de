import { dateInLosAngeles, daysBetween } from "#domain/dates.ts";
import { freeUntil } from "#domain/pricing/free-until.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import { lineAmount } from "#domain/pricing/lines.ts";
import { coveredDays, type CoveredRental } from "#domain/pricing/covered-days.ts";
import { taxLines } from "#domain/pricing/taxes.ts";
import { type InstalmentLine, periodsOf, sumOf } from "#domain/pricing/instalments.ts";

type Cancelled = CoveredRental & { pickupTime: string };

/** A day's price: the rental after its discount, without insurance and promo, divided by its paid days. */
export const dayPrice = (order: CoveredRental): Cents =>
  divideHalfUp(lineAmount(order, "rental") + lineAmount(order, "duration_discount"), coveredDays(order));

/** Whether a cancellation keeps nothing: until a day before the pickup. `now` in milliseconds. */
export const isFreeToCancel = (
  { pickupDate, pickupTime }: Pick<Cancelled, "pickupDate" | "pickupTime">,
  now: number,
): boolean => now <= freeUntil(pickupDate, pickupTime);

/**
 * The lines that we keep of a cancelled rental: none until a day before pickup; later a day's price for each day
 * begun since the pickup date, at least one, less the amount given back for days in repair, with taxes. Never more
 * than was paid.
 */
export function keptLines(order: Cancelled, now: number, paid: Cents): InstalmentLine[] {
  if (isFreeToCancel(order, now) || paid <= 0) return [];
  const today = dateInLosAngeles(now);
  const begun = Math.max(1, daysBetween(order.pickupDate, today) + 1);
  const rates = order.tariff?.taxRates ?? [];
  const month = periodsOf(order).findLast(({ startsOn }) => startsOn <= today);
  const taxed = (kept: Cents) =>
    taxLines([{ kind: "kept", amount: kept }], rates, month?.startsOn ?? order.pickupDate);
  const net = begun * dayPrice(order) + lineAmount(order, "repair");
  if (net <= 0) return [];
  const gross = net + sumOf(taxed(net));
  if (gross <= paid) return [{ kind: "kept", amount: net }, ...taxed(net)];
  // Taxes are the same part of the paid amount as of the whole amount.
  const taxes = taxed(Math.floor((paid * net) / gross));
  return [{ kind: "kept", amount: paid - sumOf(taxes) }, ...taxes];
}
