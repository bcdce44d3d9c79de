import { eq } from "drizzle-orm";
import type { SimilarCar } from "#contract/errors.ts";
import { wireMoney } from "#domain/money.ts";
import { type Rental, rentalError } from "#domain/pricing/rental-length.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { cars } from "#server/db/schema/cars.ts";
import { type CarRow, findSimilarCars } from "./queries.ts";
import { type Services, today } from "#server/services.ts";

/** Up to `most` cars that are offered in place of a car; with dates, only cars that are free then. */
export function similarTo(
  services: Services,
  car: CarRow,
  most: number,
  dates: Partial<Rental> = {},
): Promise<SimilarCar[]> {
  return find(services, services.database, { car, most, dates });
}

/**
 * Up to three cars that are offered to an order's renter in place of the order's car, free on its dates. Call it
 * in the order's transaction. Returns none for dates that can't be ordered anymore.
 */
export async function similarInPlaceOf(
  services: Services,
  tx: Db,
  { carId, pickupDate, returnDate }: Rental & { carId: string | null },
): Promise<SimilarCar[]> {
  const dates = { pickupDate, returnDate };
  if (rentalError(dates, today(services))) return [];
  const [car] = carId === null ? [] : await tx.select().from(cars).where(eq(cars.id, carId));
  return car ? find(services, { rows: rowsIn(tx) }, { car, most: 3, dates }) : [];
}

type ReplacedCar = Parameters<typeof findSimilarCars>[1];

async function find(
  services: Services,
  database: Pick<Database, "rows">,
  { car, most, dates }: { car: ReplacedCar; most: number; dates: Partial<Rental> },
): Promise<SimilarCar[]> {
  const { carFacts, imageStore } = services;
  const context = { database, today: today(services), counts: carFacts.counts, words: carFacts.words };
  const found = await findSimilarCars(context, car, dates, most);
  return found.map((other) => ({
    id: other.id,
    name: other.name,
    year: other.year,
    city: other.city,
    monthlyPrice: wireMoney(other.monthlyPrice),
    image: imageStore.imagesOf(other).image,
  }));
}
