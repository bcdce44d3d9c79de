import type { Cents } from "#domain/money.ts";
import type { FixedPrice } from "./fixed-price.ts";
import type { LiabilityOption } from "./insurance.ts";
import type { Plan } from "./plans.ts";
import {
  type CarExtras,
  carRates,
  extraMilePrice,
  planRates,
  type PlanExtras,
  type Rates,
} from "./pricing.ts";
import { shortestRentalDays } from "./rental-length.ts";
import { earlyReturn } from "./rental-terms.ts";

/** The terms that price an order, as they were when it was ordered: its changes are priced by the same terms. */
export type Tariff = Rates & {
  extraMile: Cents;
  earlyReturnFee: Cents;
  minRentDays: number;
  /** The city whose taxes an order has, also after a swap to another city's car; for a plan the ordered city. */
  taxCity?: string;
  /** For an order that goes on with a car other than the one it was priced for. */
  fixed?: FixedPrice;
};

const frozenFees = { extraMile: extraMilePrice, earlyReturnFee: earlyReturn.fee };

export const carTariff = (
  { monthlyPrice, minRentDays, city }: { monthlyPrice: Cents; minRentDays: number; city?: string },
  extras: CarExtras,
): Tariff => ({
  ...carRates(monthlyPrice, extras),
  ...frozenFees,
  minRentDays,
  ...(city && extras.taxRates?.length && { taxCity: city }),
});

export const planTariff = (plan: Plan, insurance: LiabilityOption, extras: PlanExtras): Tariff => ({
  ...planRates(plan, insurance, extras),
  ...frozenFees,
  minRentDays: shortestRentalDays,
});
