import type { CarData } from "#contract/assistant.ts";
import { Refusal } from "#contract/errors.ts";
import { type ComparableCar, suggestedPrice } from "#domain/hosting.ts";
import type { Cents } from "#domain/money.ts";
import type { Database } from "#server/db/open-database.ts";
import { findComparableCars } from "#server/hosting/queries.ts";

/** What the assistant knows: a car, and similar cars in the catalogue. Prices are US cents a month. */
export type AssistantContext = {
  car: CarData & { brand: string; model: string; year: number };
  cars: readonly ComparableCar[];
  lowest: Cents;
  median: Cents;
  highest: Cents;
  /** The price that similar cars suggest for a car of this year and city; undefined without similar cars. */
  suggested: Cents | undefined;
};

/** Throws a Refusal for a car without a brand, a model and a year: "No car data". */
export async function gather(
  database: Database,
  carData: CarData | null | undefined,
): Promise<AssistantContext> {
  const { brand = "", model = "", year } = carData ?? {};
  if (!carData || !brand || !model || !year) {
    throw new Refusal("invalid", "No car data", {
      fields: { carData: { code: "no_car_data", message: "must have a brand, a model and a year" } },
    });
  }
  const car = { ...carData, brand, model, year: Number(year) };
  const { cars } = await findComparableCars(database, car, carData.id);
  const prices = cars.map(({ monthlyPrice }) => monthlyPrice).toSorted((a, b) => a - b);
  const suggested = suggestedPrice(cars, { year: car.year, city: car.city ?? "" });
  return {
    car,
    cars,
    lowest: prices[0] ?? 0,
    median: prices[Math.floor(prices.length / 2)] ?? 0,
    highest: prices.at(-1) ?? 0,
    suggested,
  };
}
