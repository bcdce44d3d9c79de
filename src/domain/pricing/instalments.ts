import { addMonths, daysBetween, type IsoDate } from "#domain/dates.ts";
import { chargeCategories, type ChargeCategory } from "#domain/charges/categories.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import { lineKinds, type PriceLine } from "./lines.ts";
import type { Rental } from "./rental-length.ts";
import type { TaxName, TaxRate } from "./tax-rates.ts";
import { type TaxLine, taxLines } from "./taxes.ts";

/**
 * The kinds of lines of an instalment: a share of each line of the price, what is kept of a cancelled rental,
 * money that the renter got back twice (from us and from the bank), or a charge beyond the price.
 */
export const instalmentLineKinds = [
  ...lineKinds,
  "fees",
  "taxes",
  "kept",
  "refunded_twice",
  ...chargeCategories,
] as const;
export type InstalmentLineKind = (typeof instalmentLineKinds)[number];
/** `tax` names the tax of a line that was computed by the rates of its order. */
export type InstalmentLine = { kind: InstalmentLineKind; amount: Cents; tax?: TaxName };

/** The category of the charge, if the instalment is one beyond the price. */
export const categoryOf = (lines: readonly { kind: InstalmentLineKind }[]): ChargeCategory | undefined =>
  chargeCategories.find((category) => category === lines[0]?.kind);

/** The number of the instalment that asks for what was given back twice, which is none of the months. */
export const refundedTwiceNumber = 0;

export type Period = { startsOn: IsoDate; endsOn: IsoDate };
export type Instalment = Period & { number: number; lines: InstalmentLine[]; amount: Cents };

/** A price paid by the month, with the rates of its order; an older price without rates may have other taxes. */
export type PricedRental = Rental & {
  lines: readonly PriceLine[];
  fees: Cents;
  taxes: Cents;
  tariff?: { taxRates?: readonly TaxRate[] | undefined } | null | undefined;
};

/**
 * The months of a rental, each to the day on which the next begins: counted from the pickup, so that a rental from
 * the 31st comes back to the 31st.
 */
export function periodsOf({ pickupDate, returnDate }: Rental): Period[] {
  const periods: Period[] = [];
  for (let startsOn = pickupDate; startsOn < returnDate;) {
    const next = addMonths(pickupDate, periods.length + 1);
    periods.push({ startsOn, endsOn: next < returnDate ? next : returnDate });
    startsOn = next;
  }
  return periods;
}

/**
 * A price month by month. Each line is divided by days, rounded by the sum so far, so that the shares sum to the
 * line to the cent. A promo code goes to the first month as far as it can, then to the next months; fees go to the
 * last. A month is taxed by the rates on its first day.
 */
export function instalmentsOf({ lines, fees, taxes, tariff, ...rental }: PricedRental): Instalment[] {
  const rates = tariff?.taxRates ?? [];
  const periods = periodsOf(rental);
  const months = periods.map((): InstalmentLine[] => []);
  const give = (kind: InstalmentLineKind, shares: readonly Cents[]) => {
    for (const [index, amount] of shares.entries()) if (amount) months[index]?.push({ kind, amount });
  };
  const shared = [
    ...lines.filter(({ kind }) => kind !== "promo"),
    ...(rates.length === 0 ? [{ kind: "taxes" as const, amount: taxes }] : []),
  ];
  for (const { kind, amount } of shared.filter(({ amount }) => amount > 0))
    give(kind, byDays(amount, periods));
  give("fees", [...periods.slice(1).map(() => 0), fees]);
  for (const { kind, amount } of shared.filter(({ amount }) => amount < 0))
    give(kind, asFarAsTheyReach(byDays(-amount, periods), months.map(sumOf)));
  for (const { kind, amount } of lines.filter(({ kind }) => kind === "promo"))
    give(kind, asFarAsTheyReach([-amount, ...periods.slice(1).map(() => 0)], months.map(sumOf)));
  return periods.map((period, index) => {
    const untaxed = months[index] ?? [];
    const lines = [...untaxed, ...taxLines(untaxed, rates, period.startsOn)];
    return { ...period, number: index + 1, lines, amount: sumOf(lines) };
  });
}

export const sumOf = (lines: readonly { amount: Cents }[]): Cents =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** Divides an amount that isn't negative over periods by their days. */
function byDays(amount: Cents, periods: readonly Period[]): Cents[] {
  const lengths = periods.map(({ startsOn, endsOn }) => daysBetween(startsOn, endsOn));
  const days = lengths.reduce((sum, length) => sum + length, 0);
  let passed = 0;
  let given = 0;
  return lengths.map((length) => {
    passed += length;
    const share = divideHalfUp(amount * passed, days) - given;
    given += share;
    return share;
  });
}

/**
 * The amounts taken off each month, as negative amounts. An amount that a month can't bear goes to the next month,
 * and a rest at the end goes back to earlier months. So no month is ever below zero.
 */
function asFarAsTheyReach(wanted: readonly Cents[], bearable: readonly Cents[]): Cents[] {
  let rest = 0;
  const taken = wanted.map((share, index) => {
    const takes = Math.min(share + rest, bearable[index] ?? 0);
    rest += share - takes;
    return takes;
  });
  for (let index = taken.length - 1; rest > 0 && index >= 0; index--) {
    const more = Math.min(rest, (bearable[index] ?? 0) - (taken[index] ?? 0));
    taken[index] = (taken[index] ?? 0) + more;
    rest -= more;
  }
  return taken.map((amount) => (amount ? -amount : 0));
}

/** One line for each kind, and for each tax; no lines of 0. */
export function mergedLines(lines: readonly InstalmentLine[]): InstalmentLine[] {
  const merged = new Map<string, InstalmentLine>();
  for (const line of lines) {
    const key = lineKey(line);
    merged.set(key, { ...line, amount: (merged.get(key)?.amount ?? 0) + line.amount });
  }
  return [...merged.values()].filter(({ amount }) => amount !== 0);
}

export const isTaxLine = (line: InstalmentLine): line is TaxLine => line.tax !== undefined;

/** The taxes among some lines, one line for each. */
export const mergedTaxes = (lines: readonly InstalmentLine[]): TaxLine[] =>
  mergedLines(lines).filter(isTaxLine);

/** A key that differs for each line of an instalment. */
export const lineKey = ({ kind, tax }: InstalmentLine): string =>
  tax ? `${kind} ${tax.name} ${tax.percent}` : kind;
