import * as z from "zod/mini";
import { dailyInsurances, insuranceProducts, liabilityOptions } from "#domain/pricing/insurance.ts";
import { tiers } from "#domain/pricing/plans.ts";
import { wireMoney } from "#domain/money.ts";
import { lineKinds, type Price } from "#domain/pricing/pricing.ts";
import { endpoint } from "./endpoint.ts";
import { CalendarDate, Money, PromoCode, Uuid } from "./fields.ts";

export const PriceLine = z.object({ kind: z.enum(lineKinds), amount: Money });

/** A price. `subtotal` is the rental alone; total = the lines + fees + taxes. */
export const priceFields = {
  days: z.number(),
  months: z.number(),
  discountPercent: z.number(),
  lines: z.array(PriceLine),
  subtotal: Money,
  fees: Money,
  taxes: Money,
  total: Money,
  milesIncluded: z.number(),
};

/** A price as the wire carries it. */
export function wirePrice(price: Price) {
  const { days, months, discountPercent, milesIncluded } = price;
  const lines = price.lines.map(({ kind, amount }) => ({ kind, amount: wireMoney(amount) }));
  const [subtotal, fees, taxes, total] = [price.subtotal, price.fees, price.taxes, price.total].map(
    wireMoney,
  ) as [string, string, string, string];
  return { days, months, discountPercent, lines, subtotal, fees, taxes, total, milesIncluded };
}

/**
 * Days in a row on which a car is free; `until` is null where nothing is in the way as far as anybody may
 * ask.
 */
export const FreeRange = z.object({ from: z.string(), until: z.nullable(z.string()) });

export const Quote = z.object({
  ...priceFields,
  carId: z.optional(Uuid),
  tier: z.optional(z.enum(tiers)),
  pickupDate: CalendarDate,
  returnDate: CalendarDate,
  /** Whether the car is free then; for a plan, whether it is on sale. */
  available: z.boolean(),
  /** When a car that is taken then is free next for as long. */
  nextFree: z.optional(z.array(FreeRange)),
  /** Whether collision cover comes with an order placed now. */
  collisionIncluded: z.boolean(),
  /** A later return that costs less, and what it would cost. */
  cheaperReturnDate: z.optional(CalendarDate),
  cheaperTotal: z.optional(Money),
});
export type Quote = z.infer<typeof Quote>;

export const QuoteRequest = z
  .object({
    carId: z.optional(Uuid),
    tier: z.optional(z.enum(tiers)),
    pickupDate: CalendarDate,
    returnDate: CalendarDate,
    /** A car has insurance by the day, a plan by the month; a plan's says nothing of a car. */
    insurance: z.optional(z.enum(insuranceProducts)),
    promo: z.optional(PromoCode),
  })
  .check(
    z.refine((body) => (body.carId === undefined) !== (body.tier === undefined), {
      error: "give either carId or tier",
      path: ["carId"],
    }),
    z.refine(({ tier, insurance }) => !tier || !dailyInsurances.some((product) => product === insurance), {
      error: `must be one of ${liabilityOptions.join(", ")} for a plan`,
      path: ["insurance"],
    }),
  );
export type QuoteRequest = z.infer<typeof QuoteRequest>;

export const createQuote = endpoint({
  method: "POST",
  path: "/api/quotes",
  summary: "What a rental costs: a car or a plan, for two dates",
  tag: "Quotes",
  access: "public",
  body: QuoteRequest,
  response: Quote,
  status: 200,
});
