import { addDays, dateInLosAngeles, daysBetween, earlier, type IsoDate, later } from "#domain/dates.ts";
import { freeUntil } from "#domain/pricing/free-until.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import { lineAmount } from "#domain/pricing/lines.ts";
import { coveredDays, type CoveredRental } from "#domain/pricing/covered-days.ts";
import { ratesOn } from "#domain/pricing/tax-rates.ts";
import { type TaxLine, taxLines } from "#domain/pricing/taxes.ts";
import { type InstalmentLine, mergedTaxes, periodsOf, sumOf } from "#domain/pricing/instalments.ts";

type RentalToCancel = CoveredRental & {
  pickupTime: string;
  /** The first day on which the renter could have a car, if it was later than the pickup date. */
  carSince?: IsoDate | null;
};

/** A day's price: the rental after its discount, without insurance and promo, divided by its paid days. */
export const dayPrice = (order: CoveredRental): Cents =>
  divideHalfUp(lineAmount(order, "rental") + lineAmount(order, "duration_discount"), coveredDays(order));

/** Whether a cancellation keeps nothing: until a day before the pickup. `now` in milliseconds. */
export const isFreeToCancel = (
  { pickupDate, pickupTime }: Pick<RentalToCancel, "pickupDate" | "pickupTime">,
  now: number,
): boolean => now <= freeUntil(pickupDate, pickupTime);

/**
 * The lines that we keep of a cancelled rental: none until a day before pickup; later a day's price for each day
 * begun with a car, at least one, less the amount given back for days in repair, with taxes. Never more than was paid.
 */
export function keptLines(order: RentalToCancel, now: number, paid: Cents): InstalmentLine[] {
  if (isFreeToCancel(order, now) || paid <= 0) return [];
  const today = dateInLosAngeles(now);
  const begun = Math.max(1, daysWithCar(order, addDays(today, 1)));
  const taxed = (kept: Cents) => taxesOnKept(order, begun, kept);
  const net = begun * dayPrice(order) + lineAmount(order, "repair");
  if (net <= 0) return [];
  const gross = net + sumOf(taxed(net));
  if (gross <= paid) return [{ kind: "kept", amount: net }, ...taxed(net)];
  // Taxes are the same part of the paid amount as of the full amount.
  const taxes = taxed(Math.floor((paid * net) / gross));
  return [{ kind: "kept", amount: paid - sumOf(taxes) }, ...taxes];
}

/** The lines of a kept amount of which less was paid than it seemed: the taxes are the same part of it. None for 0. */
export function loweredKept(lines: readonly InstalmentLine[], to: Cents): InstalmentLine[] {
  const whole = sumOf(lines);
  if (to <= 0) return [];
  const taxes = mergedTaxes(lines).map((line) => ({
    ...line,
    amount: divideHalfUp(line.amount * to, whole),
  }));
  return [{ kind: "kept" as const, amount: to - sumOf(taxes) }, ...taxes].filter(
    ({ amount }) => amount !== 0,
  );
}

/** The days with a car before a day; the days between two cars aren't among them. */
function daysWithCar(order: RentalToCancel, until: IsoDate): number {
  const from = firstDayOf(order);
  const gaps = (order.withoutCar ?? []).map(({ startsOn, endsOn }) =>
    Math.max(0, daysBetween(later(startsOn, from), earlier(endsOn, until))),
  );
  return daysBetween(from, until) - gaps.reduce((sum, days) => sum + days, 0);
}

const firstDayOf = ({ carSince, pickupDate }: RentalToCancel): IsoDate => carSince ?? pickupDate;

/** The taxes on the kept amount of the days begun: those of each month by the rates on its first day. */
function taxesOnKept(order: RentalToCancel, begun: number, kept: Cents): TaxLine[] {
  const rates = order.tariff?.taxRates ?? [];
  if (rates.length === 0) return [];
  // Months with the same rates are taxed as one, so that nothing is rounded twice.
  const spans: { startsOn: IsoDate; rates: string; until: number }[] = [];
  for (const { startsOn, endsOn } of periodsOf(order)) {
    const last = spans.at(-1);
    const until = Math.min(begun, daysWithCar(order, endsOn));
    if (until <= 0) continue;
    const named = JSON.stringify(ratesOn(rates, startsOn));
    if (last?.until === begun) break;
    if (last?.rates === named) last.until = until;
    else spans.push({ startsOn, rates: named, until });
  }
  let shared = 0;
  const lines = spans.flatMap(({ startsOn, until }, index) => {
    const upTo = index === spans.length - 1 ? kept : divideHalfUp(kept * until, begun);
    const amount = upTo - shared;
    shared = upTo;
    return taxLines([{ kind: "kept", amount }], rates, startsOn);
  });
  return mergedTaxes(lines);
}
