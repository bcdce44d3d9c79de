// A second calculation of the price of changed rentals, written only with Temporal and BigInt, sharing nothing
// with src/domain. `price-of-change.test.ts` compares many cases with it.

export type OracleTariff = {
  by: "day" | "month";
  monthlyPrice: number;
  insurance: { daily: number } | { monthly: number; longTermMonthly: number } | null;
  promo: number;
  earlyReturnFee: number;
  minRentDays: number;
};
export type OracleRental = { pickup: string; end: string; fees: number; total: number };
export type ExpectedChange = { end: string; total: bigint; fee: bigint };

const date = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);
const halfUp = (top: bigint, bottom: bigint): bigint => (top * 2n + bottom) / (bottom * 2n);
const last = (...dates: string[]): string => dates.toSorted().at(-1) ?? "";
const steps: [months: number, percent: bigint][] = [
  [13, 18n],
  [12, 15n],
  [10, 12n],
  [6, 10n],
  [3, 5n],
];
const percentOf = (months: number): bigint => steps.find(([from]) => months >= from)?.[1] ?? 0n;

/** The last day of n months from a pickup. */
const monthsEnd = (pickup: string, n: number): string =>
  date(pickup).add({ months: n }).subtract({ days: 1 }).toString();
const daysOf = (pickup: string, end: string): number => date(pickup).until(date(end)).days;

/** A whole rental, without fees. */
function whole(tariff: OracleTariff, pickup: string, end: string): bigint {
  const days = daysOf(pickup, end);
  const counted = Array.from({ length: 40 }, (_, n) => n + 1);
  const billed = counted.find((n) => days <= 30 * n || end <= monthsEnd(pickup, n)) ?? 0;
  const done = counted.findLast((n) => days >= 30 * n || end >= monthsEnd(pickup, n)) ?? 0;
  const monthly = BigInt(tariff.monthlyPrice);
  const isDaily = tariff.by === "day";
  const rental = isDaily ? halfUp(monthly * BigInt(days), 30n) : monthly * BigInt(billed);
  const off = halfUp(rental * percentOf(isDaily ? done : billed), 100n);
  const { insurance } = tariff;
  const insured = !insurance
    ? 0n
    : "daily" in insurance
      ? BigInt(insurance.daily * days)
      : BigInt((billed >= 3 ? insurance.longTermMonthly : insurance.monthly) * billed);
  const before = rental - off + insured;
  const promo = BigInt(tariff.promo);
  return before > promo ? before - promo : 0n;
}

/** The earliest return date with which the rental could have been ordered. */
function shortest(pickup: string, minRentDays: number): string {
  const days = date(pickup).add({ days: minRentDays }).toString();
  return minRentDays % 30 === 0 ? ([days, monthsEnd(pickup, minRentDays / 30)].toSorted()[0] ?? days) : days;
}

export function oracleOf(
  tariff: OracleTariff,
  before: OracleRental,
  pickup: string,
  end: string,
): ExpectedChange {
  const paidTo = last(end, shortest(pickup, tariff.minRentDays));
  return { end, total: whole(tariff, pickup, paidTo) + BigInt(before.fees), fee: 0n };
}

export function oracleOfReturn(
  tariff: OracleTariff,
  before: OracleRental,
  asked: string,
  on: string,
): ExpectedChange {
  const { pickup } = before;
  const seventh = date(pickup).add({ days: 7 }).toString();
  const fees = BigInt(before.fees);
  const cap = BigInt(before.total);
  const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
  if (on <= seventh && asked <= seventh) {
    const end = last(asked, on, date(pickup).add({ days: 1 }).toString());
    const days = BigInt(daysOf(pickup, end));
    const rental = halfUp(BigInt(tariff.monthlyPrice) * days, 30n);
    const { insurance } = tariff;
    const months = Array.from({ length: 40 }, (_, n) => n + 1).find(
      (n) => daysOf(pickup, before.end) <= 30 * n || before.end <= monthsEnd(pickup, n),
    );
    const rate = insurance && "monthly" in insurance && (months ?? 0) >= 3 ? insurance.longTermMonthly : 0;
    const insured = !insurance
      ? 0n
      : "daily" in insurance
        ? BigInt(insurance.daily) * days
        : halfUp(BigInt(rate || insurance.monthly) * days, 30n);
    return { end, total: least(rental + insured + fees, cap), fee: 0n };
  }
  const end = last(asked, date(on).add({ days: 28 }).toString());
  const price = whole(tariff, pickup, last(end, shortest(pickup, tariff.minRentDays))) + fees;
  const full = BigInt(tariff.earlyReturnFee);
  const fee = price >= cap ? 0n : least(full, cap - price);
  return { end, total: least(price + full, cap), fee };
}
