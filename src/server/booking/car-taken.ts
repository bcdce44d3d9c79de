import { Refusal, type RefusalDetails } from "#contract/errors.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { findCar } from "#server/cars/queries.ts";
import { findNextFree } from "#server/rentals/next-free.ts";
import { similarTo } from "#server/cars/similar-queries.ts";
import { type Services, today } from "#server/services.ts";

/**
 * Says, out of a transaction, that somebody else has a car; what is offered instead is looked up after it.
 */
export class CarHeld extends Error {
  readonly carId: string;
  readonly rental: Rental;

  constructor(carId: string, rental: Rental) {
    super("Somebody else has this car on some of these days");
    this.carId = carId;
    this.rental = rental;
  }
}

type Alternatives = Required<Pick<RefusalDetails, "nextFree" | "similarCars">>;

/**
 * What is offered for a car that somebody else holds: when it is free next for as long, from the wanted
 * pickup on, and up to three like it that are free then.
 */
export async function alternativesTo(
  services: Services,
  carId: string,
  rental: Rental,
): Promise<Alternatives> {
  const car = await findCar(services.database, carId);
  if (!car) return { nextFree: [], similarCars: [] };
  return {
    nextFree: await findNextFree(services.database, car, rental, today(services)),
    similarCars: await similarTo(services, car, 3, rental),
  };
}

export const carTaken = (instead: Alternatives): Refusal =>
  new Refusal("car_taken", "Someone else has this car on some of these days.", instead);
