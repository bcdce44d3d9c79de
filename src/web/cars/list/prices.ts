import { type Cents, parseMoney } from "#domain/money.ts";

/** The lowest and the highest price of a month, in whole dollars, as a slider has them. */
export type Prices = { low: number; high: number };
export type TypedPrices = { minPrice: string; maxPrice: string };
export type PriceError = { field: keyof TypedPrices; error: "amount" | "reversed" };

/** Dollars between two places of a thumb. */
export const priceStep = 25;

/** The ends of a slider for cars with these prices; undefined where the ends would be equal. */
export function priceBounds(lowest: Cents | undefined, highest: Cents | undefined): Prices | undefined {
  if (lowest === undefined || highest === undefined) return undefined;
  const step = priceStep * 100;
  const bounds = {
    low: Math.floor(lowest / step) * priceStep,
    high: Math.ceil(highest / step) * priceStep,
  };
  return bounds.low < bounds.high ? bounds : undefined;
}

/** A price as people type it, "$1,200", in the form for the API: "1200". */
export const plainPrice = (typed: string): string => typed.replace(/[\s$,，]/g, "");

/** The error of two typed prices. An empty price means no limit. */
export function priceError(typed: TypedPrices): PriceError | undefined {
  const [low, high] = [parseMoney(plainPrice(typed.minPrice)), parseMoney(plainPrice(typed.maxPrice))];
  if (typed.minPrice !== "" && low === undefined) return { field: "minPrice", error: "amount" };
  if (typed.maxPrice !== "" && high === undefined) return { field: "maxPrice", error: "amount" };
  return low !== undefined && high !== undefined && low > high
    ? { field: "minPrice", error: "reversed" }
    : undefined;
}

/** The positions of the thumbs for typed prices. An empty price is at its end. The thumbs never cross. */
export function thumbsFor({ minPrice, maxPrice }: TypedPrices, bounds: Prices): Prices {
  const within = (typed: string, otherwise: number) => {
    const cents = parseMoney(plainPrice(typed));
    return cents === undefined ? otherwise : Math.min(bounds.high, Math.max(bounds.low, cents / 100));
  };
  const high = within(maxPrice, bounds.high);
  return { low: Math.min(within(minPrice, bounds.low), high), high };
}

/** Moves one thumb, as far as the other allows. */
export const moveThumb = (prices: Prices, thumb: keyof Prices, to: number): Prices =>
  thumb === "low"
    ? { ...prices, low: Math.min(to, prices.high) }
    : { ...prices, high: Math.max(to, prices.low) };

/** The text for the boxes. A thumb at its end excludes no car, so its box is empty. */
export const typedFor = ({ low, high }: Prices, bounds: Prices): TypedPrices => ({
  minPrice: low > bounds.low ? String(low) : "",
  maxPrice: high < bounds.high ? String(high) : "",
});
