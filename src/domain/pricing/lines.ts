import type { Cents } from "#domain/money.ts";

/** What the price of a rental is made of, besides fees and taxes. */
export const lineKinds = [
  "rental",
  "duration_discount",
  "insurance",
  "promo",
  "early_return_cap",
  "repair",
  "repair_insurance",
] as const;
export type LineKind = (typeof lineKinds)[number];
export type PriceLine = { kind: LineKind; amount: Cents };

export const lineAmount = (price: { lines: readonly PriceLine[] }, kind: LineKind): Cents =>
  price.lines.find((line) => line.kind === kind)?.amount ?? 0;
