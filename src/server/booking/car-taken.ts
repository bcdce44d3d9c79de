import { Refusal, type RefusalDetails } from "#contract/errors.ts";
import { addDays, later } from "#domain/dates.ts";
import { type Rental, rentalDays } from "#domain/pricing/rental-length.ts";
import { findCar } from "#server/cars/queries.ts";
import { findNextFree } from "#server/rentals/next-free.ts";
import { similarTo } from "#server/cars/similar-queries.ts";
import { type Services, today } from "#server/services.ts";

/**
 * Ends a transaction because somebody else has the car. Alternatives are searched after the transaction.
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
 * The alternatives to a car that somebody else holds: when it is free next for a rental of the same length, from
 * the wanted pickup on, and up to three similar cars that are free on the wanted dates.
 */
export async function alternativesTo(
  services: Services,
  carId: string,
  rental: Rental,
): Promise<Alternatives> {
  const car = await findCar(services.database, carId);
  if (!car) return { nextFree: [], similarCars: [] };
  const on = today(services);
  // A request may be confirmed after its pickup date: nobody is shown cars for days that are over.
  const pickupDate = later(rental.pickupDate, on);
  const wanted = { pickupDate, returnDate: addDays(pickupDate, rentalDays(rental)) };
  return {
    nextFree: await findNextFree(services.database, car, wanted, on),
    similarCars: await similarTo(services, car, 3, wanted),
  };
}

export const carTaken = (instead: Alternatives): Refusal =>
  new Refusal("car_taken", "Someone else has this car on some of these days.", instead);
