import { type Cents, divideHalfUp } from "#domain/money.ts";
import type { InstalmentLine, InstalmentLineKind } from "#domain/pricing/instalments.ts";

/**
 * The side that a line belongs to: shared with the host, wholly the host's, or wholly ours. Insurance, promo
 * codes, taxes and money refunded twice are ours. A new kind of line needs an entry here.
 */
const sides = {
  rental: "shared",
  duration_discount: "shared",
  early_return_cap: "shared",
  repair: "shared",
  /** The early-return fee. */
  fees: "shared",
  kept: "shared",
  extra_miles: "shared",
  late_days: "shared",
  damage: "host",
  tolls: "host",
  cleaning: "host",
  insurance: "platform",
  repair_insurance: "platform",
  promo: "platform",
  taxes: "platform",
  refunded_twice: "platform",
} as const satisfies Record<InstalmentLineKind, "shared" | "host" | "platform">;

type KindOf<Side> = { [Kind in InstalmentLineKind]: (typeof sides)[Kind] extends Side ? Kind : never };
export type SharedKind = KindOf<"shared">[InstalmentLineKind];
export type HostKind = KindOf<"shared" | "host">[InstalmentLineKind];
/** A line of which the host gets a part; `amount` is what was paid of the line. */
export type HostLine = { kind: HostKind; amount: Cents };

/** The kinds of lines of which a host gets a part. */
export const hostKinds = [
  "rental",
  "duration_discount",
  "early_return_cap",
  "repair",
  "fees",
  "kept",
  "extra_miles",
  "late_days",
  "damage",
  "tolls",
  "cleaning",
] as const satisfies HostKind[];

const isHostKind = (kind: InstalmentLineKind): kind is HostKind => sides[kind] !== "platform";
export const isShared = (kind: InstalmentLineKind): kind is SharedKind => sides[kind] === "shared";

/** The lines of which a host gets a part, one for each kind. */
export function hostLinesOf(lines: readonly Pick<InstalmentLine, "kind" | "amount">[]): HostLine[] {
  const sums = new Map<HostKind, Cents>();
  for (const { kind, amount } of lines) if (isHostKind(kind)) sums.set(kind, (sums.get(kind) ?? 0) + amount);
  return [...sums].map(([kind, amount]) => ({ kind, amount }));
}

/** A share of an amount. Shares of several amounts are rounded by their sum (`sharesOf`), so that they add up. */
export const shareOf = (amount: Cents, percent: number): Cents => divideHalfUp(amount * percent, 100);

/** Shares of successive amounts, each rounded by the sum so far, so that they add up to the share of the total. */
export function sharesOf(amounts: readonly Cents[], percent: number): Cents[] {
  let sum = 0;
  let given = 0;
  return amounts.map((amount) => {
    sum += amount;
    const share = shareOf(sum, percent) - given;
    given += share;
    return share;
  });
}

/** The paid part of each line if `paid` of the instalment is paid, rounded together, so that the parts add up. */
export function paidOf(lines: readonly HostLine[], paid: Cents, amount: Cents): HostLine[] {
  if (paid === amount) return [...lines];
  let sum = 0;
  let given = 0;
  return lines.map((line) => {
    sum += line.amount;
    const part = divideHalfUp(sum * paid, amount) - given;
    given += part;
    return { ...line, amount: part };
  });
}

/** Lines that are priced by the days of the rental: a host with a price of their own is paid by that price. */
const byPrice: ReadonlySet<HostKind> = new Set([
  "rental",
  "duration_discount",
  "early_return_cap",
  "repair",
  "kept",
]);

/** The lines at a host's own price for a month, in place of the order's. */
export const atHostPrice = (
  lines: readonly HostLine[],
  hostPrice: Cents | null,
  monthlyPrice: Cents,
): HostLine[] =>
  hostPrice === null
    ? [...lines]
    : lines.map((line) =>
        byPrice.has(line.kind)
          ? { ...line, amount: divideHalfUp(line.amount * hostPrice, monthlyPrice) }
          : line,
      );

/** The shared part of late days: a day's price without the insurance that is charged with it. */
export function withoutInsurance<T extends HostLine>(
  lines: readonly T[],
  { perDay, insurance }: { perDay: Cents; insurance: Cents },
): T[] {
  return lines.map((line) =>
    line.kind === "late_days" && perDay > 0
      ? { ...line, amount: divideHalfUp(line.amount * Math.max(0, perDay - insurance), perDay) }
      : line,
  );
}

export const sumOfLines = (lines: readonly HostLine[]): Cents =>
  lines.reduce((sum, { amount }) => sum + amount, 0);
