import type { Cents } from "#domain/money.ts";
import type { LiabilityOption } from "./insurance.ts";
import { instalmentsOf, mergedTaxes, type PricedRental, sumOf } from "./instalments.ts";
import type { Plan } from "./plans.ts";
import {
  type CarExtras,
  carRates,
  type PlanExtras,
  planRates,
  type Price,
  type Rates,
  untaxedPrice,
} from "./pricing.ts";
import type { Rental } from "./rental-length.ts";
import type { TaxLine } from "./taxes.ts";

/**
 * A car by itself: monthly price / 30 × days, rounded half up to cents; the discount goes by completed
 * months. Its insurance is paid for each of the same days, and never discounted.
 */
export const carPrice = (monthlyPrice: Cents, rental: Rental, extras: CarExtras = {}): Price =>
  priceBy(carRates(monthlyPrice, extras), rental);

/** A plan: its monthly price × months, insurance × months; the discount goes by the months billed. */
export const planPrice = (
  plan: Plan,
  rental: Rental,
  insurance: LiabilityOption,
  extras: PlanExtras = {},
): Price => priceBy(planRates(plan, insurance, extras), rental);

/** What a rental costs by its rates. */
export const priceBy = (rates: Rates, rental: Rental): Price =>
  withTaxes(untaxedPrice(rates, rental), rental, rates);

/** A price with the taxes of each of its months, by the rates of its order; unchanged where there are none. */
export function withTaxes(price: Price, rental: Rental, tariff: Pick<Rates, "taxRates">): Price {
  const { taxRates } = tariff;
  if (!taxRates) return price;
  const { pickupDate, returnDate } = rental;
  const { lines, fees } = price;
  const taxLines = taxLinesOf({ pickupDate, returnDate, lines, fees, taxes: 0, tariff });
  const taxes = sumOf(taxLines);
  return { ...price, taxes, total: price.total - price.taxes + taxes, taxLines, taxRates };
}

/** The taxes of a price, each summed over all its months; none where its order has no rates. */
export const taxLinesOf = (priced: PricedRental): TaxLine[] =>
  priced.tariff?.taxRates ? mergedTaxes(instalmentsOf(priced).flatMap(({ lines }) => lines)) : [];
