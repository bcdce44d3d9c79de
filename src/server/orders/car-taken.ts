import { Refusal, type RefusalDetails } from "#contract/errors.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { wireMoney } from "#domain/money.ts";
import { findCar, findSimilarCars } from "#server/cars/queries.ts";
import { findNextFree } from "#server/rentals/next-free.ts";
import { type Services, today } from "#server/services.ts";

/**
 * Says, out of a transaction, that somebody else has a car; what is offered instead is looked up after it.
 */
export class CarHeld extends Error {
  readonly carId: string;

  constructor(carId: string) {
    super("Somebody else has this car on some of these days");
    this.carId = carId;
  }
}

type Instead = Required<Pick<RefusalDetails, "nextFree" | "similarCars">>;

/**
 * What is offered for a car that somebody else holds: when it is free next for as long, from the wanted
 * pickup on, and up to three like it that are free then.
 */
export async function insteadOf(services: Services, carId: string, rental: Rental): Promise<Instead> {
  const { database, catalogue, imageStore } = services;
  const date = today(services);
  const car = await findCar(database, carId);
  const nextFree = car ? await findNextFree(database, car, rental, date) : [];
  const similar = car
    ? await findSimilarCars(
        { database, today: date, counts: catalogue.counts, words: catalogue.words },
        car,
        rental,
        3,
      )
    : [];
  return {
    nextFree,
    similarCars: similar.map((other) => ({
      id: other.id,
      name: other.name,
      year: other.year,
      city: other.city,
      monthlyPrice: wireMoney(other.monthlyPrice),
      image: imageStore.imagesOf(other).image,
    })),
  };
}

export const carTaken = (instead: Instead): Refusal =>
  new Refusal("car_taken", "Somebody else has this car on some of these days.", instead);
