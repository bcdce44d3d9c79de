import { type Car, searchCars } from "#contract/catalogue.ts";
import { parseMoney, wireMoney } from "#domain/money.ts";
import { carServesPlan, type Plan, plans, type Tier } from "#domain/plans.ts";
import type { Rental } from "#domain/rental-length.ts";
import { api, type Fetcher } from "#web/api.ts";
import type { ShownPicture } from "#web/ui/car-picture.tsx";

/** Which cars stand behind a plan: two models to name, one to show, and whether any is free at all. */
export type PlanCars = { examples: string[]; hasFreeCar: boolean; picture?: ShownPicture; pictured?: string };

const dearest = Math.max(...plans.map((plan) => plan.monthlyPrice));

/** The cars that could serve a plan in a town on these days; without a town, a view over all of them. One or two calls. */
export async function findPlanCars(fetcher: Fetcher, location: string | undefined, rental: Rental | undefined): Promise<Car[]> {
  const query = { maxPrice: wireMoney(dearest), limit: "100", ...(location && { location }), ...rental };
  if (location) return api(searchCars, { query }, fetcher);
  const [cheapest, teslas] = await Promise.all([api(searchCars, { query: { ...query, sort: "price-low" } }, fetcher), api(searchCars, { query: { ...query, make: "Tesla" } }, fetcher)]);
  return [...cheapest, ...teslas];
}

/** Sorts cars under the plans they serve. Examples are the finest: cars that the next cheaper plan does not offer. */
export function carsByPlan(cars: readonly Car[]): Record<Tier, PlanCars> {
  return Object.fromEntries(plans.map((plan) => [plan.tier, planCars(plan, cars)])) as Record<Tier, PlanCars>;
}

function planCars(plan: Plan, cars: readonly Car[]): PlanCars {
  const serving = cars.filter((car) => carServesPlan({ ...car, monthlyPrice: priceOf(car) }, plan)).toSorted((a, b) => priceOf(b) - priceOf(a));
  const cheaper = Math.max(0, ...plans.filter((other) => other.category === plan.category && other.monthlyPrice < plan.monthlyPrice).map((other) => other.monthlyPrice));
  const own = serving.filter((car) => priceOf(car) > cheaper);
  const examples = [...new Set((own.length > 0 ? own : serving).map((car) => `${car.brand} ${car.model}`))].slice(0, 2);
  const [shown] = own.length > 0 ? own : serving;
  const picture = shown?.pictures.find((one) => one.view === "hero") ?? shown?.pictures[0];
  return { examples, hasFreeCar: serving.length > 0, ...(shown && picture && { picture, pictured: shown.name }) };
}

const priceOf = (car: Car): number => parseMoney(car.monthlyPrice) ?? 0;
