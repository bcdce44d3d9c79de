import { type Car, searchCars } from "#contract/cars.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";
import type { Language } from "#domain/languages.ts";
import { parseMoney, wireMoney } from "#domain/money.ts";
import { carServesPlan, type Plan, plans, type Tier } from "#domain/pricing/plans.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { api, type Fetcher } from "#web/api.ts";
import type { ShownImage } from "#web/ui/car-image.tsx";

/** The cars behind a plan: two models to name, one to show, and whether any is available. */
export type PlanCars = {
  examples: string[];
  hasFreeCar: boolean;
  shown?: { name: string; image: ShownImage };
};

/** The fields of a car that are needed here. */
type OfferedCar = Pick<Car, "name" | "brand" | "model" | "category" | "monthlyPrice" | "pictures">;

const dearest = Math.max(...plans.map((plan) => plan.monthlyPrice));

/**
 * The cars that could serve a plan in a city on these days. Without a city, the cheapest cars and the Teslas of
 * all cities. Makes one or two calls.
 */
export async function findPlanCars(
  fetcher: Fetcher,
  location: string | undefined,
  rental: Rental | undefined,
): Promise<Car[]> {
  const query = { maxPrice: wireMoney(dearest), limit: "100", ...(location && { location }), ...rental };
  if (location) return api(searchCars, { query }, fetcher);
  const [cheapest, teslas] = await Promise.all([
    api(searchCars, { query: { ...query, sort: "price-low" } }, fetcher),
    api(searchCars, { query: { ...query, make: "Tesla" } }, fetcher),
  ]);
  return [...cheapest, ...teslas];
}

/**
 * Sorts cars under the plans they serve. No model stands for two plans. If the city has nothing to show for a
 * plan, a car from `anywhere` is its picture: a plan is a kind of car, not one car. If no car serves the plan, its
 * picture is the cheapest car of its kind. The names are in the reader's language.
 */
export function carsByPlan(
  cars: readonly OfferedCar[],
  anywhere: readonly OfferedCar[] = [],
  language: Language = "en",
): Record<Tier, PlanCars> {
  const shownModels = new Set<string>();
  const found = plans.map((plan) => {
    const here = planCars(plan, cars, shownModels);
    const { shown } =
      [here, planCars(plan, anywhere, shownModels)].find(({ examples }) => examples.length > 0) ??
      (here.shown ? here : { shown: cheapestOfKind(plan, [...cars, ...anywhere]) });
    for (const example of here.examples) shownModels.add(example);
    const examples = here.examples.map((name) => carNameIn(name, language));
    const named = shown && { ...shown, name: carNameIn(shown.name, language) };
    return [plan.tier, { ...here, examples, ...(named && { shown: named }) }] as const;
  });
  return Object.fromEntries(found) as Record<Tier, PlanCars>;
}

const modelOf = (car: OfferedCar): string => `${car.brand} ${car.model}`;

function planCars(plan: Plan, cars: readonly OfferedCar[], shownModels: ReadonlySet<string>): PlanCars {
  const serving = cars
    .filter((car) => carServesPlan({ ...car, monthlyPrice: priceOf(car) }, plan))
    .toSorted((a, b) => priceOf(b) - priceOf(a));
  // The best examples of a plan are cars that the next cheaper plan does not offer.
  const cheaperPlans = plans.filter(
    (other) => other.category === plan.category && other.monthlyPrice < plan.monthlyPrice,
  );
  const above = Math.max(0, ...cheaperPlans.map((other) => other.monthlyPrice));
  const own = serving.filter((car) => priceOf(car) > above);
  const distinctCars = (own.length > 0 ? own : serving).filter((car) => !shownModels.has(modelOf(car)));
  const examples = [...new Set(distinctCars.map(modelOf))].slice(0, 2);
  const first = distinctCars[0] ?? own[0] ?? serving[0];
  const shown = first && shownCar(first);
  return { examples, hasFreeCar: serving.length > 0, ...(shown && { shown }) };
}

/** A car that would serve the plan if its price were lower. */
function cheapestOfKind(plan: Plan, cars: readonly OfferedCar[]): PlanCars["shown"] {
  const [cheapest] = cars
    .filter((car) => carServesPlan({ ...car, monthlyPrice: 0 }, plan))
    .toSorted((a, b) => priceOf(a) - priceOf(b));
  return cheapest && shownCar(cheapest);
}

function shownCar({ name, pictures }: OfferedCar): PlanCars["shown"] {
  const image = pictures.find((one) => one.view === "hero") ?? pictures[0];
  if (!image) return undefined;
  // The picture is so small that it needs no blur while it loads.
  const { placeholder: _, ...rest } = image;
  return { name, image: rest };
}

const priceOf = (car: OfferedCar): number => parseMoney(car.monthlyPrice) ?? 0;
