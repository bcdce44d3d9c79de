import type { Cents } from "#domain/money.ts";

/** Available cars of one category, brand and city, and the lowest monthly price among them. */
export type CarCounts = {
  category: string;
  brand: string;
  city: string;
  state: string;
  count: number;
  lowestPrice: Cents;
};

export type Tally = { count: number; lowestPrice: Cents };

/** Adds up the counts with the same `by` name, e.g. of each brand. Keeps the order of first appearance. */
export function tally(counts: readonly CarCounts[], by: (part: CarCounts) => string): Map<string, Tally> {
  const sums = new Map<string, Tally>();
  for (const part of counts) {
    const key = by(part);
    const sum = sums.get(key);
    sums.set(key, {
      count: (sum?.count ?? 0) + part.count,
      lowestPrice: Math.min(sum?.lowestPrice ?? Infinity, part.lowestPrice),
    });
  }
  return sums;
}
