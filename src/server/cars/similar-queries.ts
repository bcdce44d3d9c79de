import type { SimilarCar } from "#contract/errors.ts";
import { wireMoney } from "#domain/money.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { type CarRow, findSimilarCars } from "./queries.ts";
import { type Services, today } from "#server/services.ts";

/** Up to `most` cars that are offered in place of one; with dates, such as are free then. */
export async function similarTo(
  services: Services,
  car: CarRow,
  most: number,
  dates: Partial<Rental> = {},
): Promise<SimilarCar[]> {
  const { database, catalogue, imageStore } = services;
  const context = { database, today: today(services), counts: catalogue.counts, words: catalogue.words };
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
