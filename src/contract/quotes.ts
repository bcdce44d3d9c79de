import * as z from "zod/mini";
import { cities } from "#domain/cars/cars.ts";
import { dailyInsurances, insuranceProducts, liabilityOptions } from "#domain/pricing/insurance.ts";
import { taxableKinds } from "#domain/pricing/taxable-kinds.ts";
import { tiers } from "#domain/pricing/plans.ts";
import { wireMoney } from "#domain/money.ts";
import { lineKinds } from "#domain/pricing/lines.ts";
import type { Price } from "#domain/pricing/pricing.ts";
import { endpoint } from "./endpoint.ts";
import { CalendarDate, Money, PromoCode, Uuid } from "./fields.ts";

export const PriceLine = z.object({ kind: z.enum(lineKinds), amount: Money });

export const TaxName = z.object({ name: z.string(), zh: z.optional(z.string()), percent: z.number() });
/** A tax and its amount. */
export const TaxLine = z.object({ tax: TaxName, amount: Money });
/** A tax from the settings, as an order keeps it. */
const TaxRate = z.object({
  ...TaxName.shape,
  from: CalendarDate,
  cities: z.optional(z.array(z.enum(cities))),
  on: z.array(z.enum(taxableKinds)),
});

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
  /** The amounts of the taxes, and the rates that they were computed with, if any. */
  taxLines: z.optional(z.array(TaxLine)),
  taxRates: z.optional(z.array(TaxRate)),
};

/** Taxes as the API sends them; undefined where there are none. */
export const wireTaxes = (taxes: readonly TaxAmount[] | undefined) =>
  taxes?.length ? taxes.map(({ tax, amount }) => ({ tax, amount: wireMoney(amount) })) : undefined;
type TaxAmount = Pick<NonNullable<Price["taxLines"]>[number], "tax" | "amount">;

/** A price as the API sends it. */
export function wirePrice(price: Price) {
  const { taxLines, taxRates } = price;
  const { days, months, discountPercent, milesIncluded } = price;
  const lines = price.lines.map(({ kind, amount }) => ({ kind, amount: wireMoney(amount) }));
  const [subtotal, fees, taxes, total] = [price.subtotal, price.fees, price.taxes, price.total].map(
    wireMoney,
  ) as [string, string, string, string];
  return {
    days,
    months,
    discountPercent,
    lines,
    subtotal,
    fees,
    taxes,
    total,
    milesIncluded,
    ...(taxLines?.length && { taxLines: wireTaxes(taxLines) }),
    ...(taxRates?.length && { taxRates: [...taxRates] }),
  };
}

/**
 * Days in a row on which a car is available; `until` is null where the car is available up to the last day that
 * can be asked about.
 */
export const FreeRange = z.object({ from: z.string(), until: z.nullable(z.string()) });

export const Quote = z.object({
  ...priceFields,
  carId: z.optional(Uuid),
  tier: z.optional(z.enum(tiers)),
  pickupDate: CalendarDate,
  returnDate: CalendarDate,
  /** Whether the car is available on these days; for a plan, whether the plan is on sale. */
  available: z.boolean(),
  /** When a car that is taken on these days is next available for the same length. */
  nextFree: z.optional(z.array(FreeRange)),
  /** Whether collision coverage is included in an order that is placed now. */
  collisionIncluded: z.boolean(),
  /** A later return date that costs less, and the total with it. */
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
    /** A car has insurance by the day, a plan by the month; a plan takes only the products by the month. */
    insurance: z.optional(z.enum(insuranceProducts)),
    promo: z.optional(PromoCode),
    /** The city where the car of a plan is wanted: the taxes depend on it. */
    city: z.optional(z.enum(cities)),
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
  effect: "read",
  summary: "What a rental costs: a car or a plan, for two dates",
  tag: "Quotes",
  access: "public",
  body: QuoteRequest,
  response: Quote,
  status: 200,
});
