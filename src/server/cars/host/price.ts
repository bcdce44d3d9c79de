import type { PriceSuggestion } from "#contract/host/cars.ts";
import { readHostFields } from "#domain/cars/host/fields.ts";
import { hostingEstimate, estimateHostEarnings } from "#domain/hosting.ts";
import { wireMoney } from "#domain/money.ts";
import { findComparableCars } from "#server/hosting/queries.ts";
import { type Services, today } from "#server/services.ts";
import { type HostedCar, standingOf } from "./queries.ts";

const mostShown = 5;

/** A price for what is known of a car; none before its brand, model and year are. */
export async function suggestPrice(
  services: Services,
  hosted: HostedCar,
  asked: number | undefined,
): Promise<PriceSuggestion> {
  const { hostShare } = services.config;
  const date = today(services);
  const { brand, model, year, city, monthlyPrice } = readHostFields(
    standingOf(hosted, date).fields,
    date,
  ).values;
  const isKnown = brand !== undefined && model !== undefined && year !== undefined;
  const { comparison, cars } = isKnown
    ? await findComparableCars(services.database, { brand, model, year }, hosted.own.id)
    : { comparison: "none" as const, cars: [] };
  const estimate = isKnown
    ? hostingEstimate(cars, { year, city: city ?? "", hostSharePercent: hostShare })
    : undefined;
  const price = asked ?? monthlyPrice ?? estimate?.monthlyPrice;
  return {
    comparison,
    comparableCars: cars.length,
    carsInTown: estimate?.carsInTown ?? 0,
    ...(estimate && { suggestedPrice: wireMoney(estimate.monthlyPrice) }),
    cars: cars.slice(0, mostShown).map((car) => ({ ...car, monthlyPrice: wireMoney(car.monthlyPrice) })),
    sharePercent: hostShare,
    left:
      price === undefined
        ? []
        : estimateHostEarnings(price, hostShare).map(({ total, aMonth, months, discountPercent }) => ({
            months: months as 1 | 3 | 6 | 12,
            discountPercent,
            total: wireMoney(total),
            aMonth: wireMoney(aMonth),
          })),
  };
}
