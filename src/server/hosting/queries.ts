import { type BodyStyle, knownBodyStyle } from "#domain/cars/body-styles.ts";
import type { Category } from "#domain/cars/cars.ts";
import type { ComparableCar, Comparison } from "#domain/hosting.ts";
import type { Cents } from "#domain/money.ts";
import type { Database } from "#server/db/open-database.ts";
import { isInLists } from "#server/db/schema/columns.ts";

/** An estimate gets no better by more cars than these, the nearest in year. */
const most = 200;

const nearestCars = (condition: string, but: string) => `
  select year, city, monthly_price as "monthlyPrice" from cars
  where ${isInLists} and id::text <> ${but} and ${condition}
  order by abs(year - $1), id limit ${most}`;

const plain = (text: string) => `regexp_replace(lower(${text}), '[^[:alnum:]]', '', 'g')`;
const ofModel = nearestCars(`lower(brand) = lower($2) and ${plain("model")} = ${plain("$3")}`, "$4");
const ofBody = nearestCars("body_style = $2", "$3");
const ofBrand = nearestCars("lower(brand) = lower($2)", "$3");

type WantedCar = { brand: string; model: string; year: number };

/**
 * Cars of the same model; if none, of the same body for a known model, else of the same brand; never the car
 * itself.
 */
export async function findComparableCars(
  database: Database,
  wanted: WantedCar,
  itself = "",
): Promise<{ comparison: Comparison; cars: ComparableCar[] }> {
  const { brand, model, year } = wanted;
  const body: BodyStyle | undefined = knownBodyStyle(wanted);
  const tries: [Comparison, string, unknown[]][] = [
    ["model", ofModel, [year, brand, model, itself]],
    ...(body ? [["kind", ofBody, [year, body, itself]] satisfies [Comparison, string, unknown[]]] : []),
    ["brand", ofBrand, [year, brand, itself]],
  ];
  for (const [comparison, text, parameters] of tries) {
    const cars = await database.rows<ComparableCar>(text, parameters);
    if (cars.length) return { comparison, cars };
  }
  return { comparison: "none", cars: [] };
}

/** The kinds of car in our fleet with the median of their prices a month, least first. */
export const findKinds = (
  database: Database,
): Promise<{ category: Category; cars: number; price: Cents }[]> =>
  database.rows(`
    select category, count(*)::int as cars, percentile_cont(0.5) within group (order by monthly_price) as price
    from cars where ${isInLists}
    group by category order by price, category`);
