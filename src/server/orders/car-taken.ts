import { Refusal } from "#contract/errors.ts";
import { freeRanges, rentableRanges } from "#domain/availability.ts";
import { addMonths } from "#domain/dates.ts";
import { latestPickupMonths, longestRentalMonths, type Rental, rentalDays } from "#domain/rental-length.ts";
import { wireMoney } from "#domain/money.ts";
import { findCar, findSimilarCars, findTakenRanges } from "#server/catalogue/queries.ts";
import { type Services, today } from "#server/services.ts";

/** The 409 for a car that somebody else holds: when it is free next for as long, from the wanted pickup on, and up to three like it that are free now. */
export async function carTaken(services: Services, carId: string, rental: Rental): Promise<Refusal> {
  const { database, catalogue, pictures } = services;
  const date = today(services);
  const end = addMonths(date, latestPickupMonths + longestRentalMonths);
  const [car, taken] = await Promise.all([findCar(database, carId), findTakenRanges(database, carId, date, end)]);
  const free = rentableRanges(freeRanges(taken, rental.pickupDate, end), Math.max(rentalDays(rental), car?.minRentDays ?? 0), 3);
  const similar = car ? await findSimilarCars({ database, today: date, counts: catalogue.counts, words: catalogue.words }, car, rental, 3) : [];
  return new Refusal("car_taken", "Somebody else has this car on some of these days.", {
    nextFree: free.map(({ from, until }) => ({ from, until: until === end ? null : until })),
    similarCars: similar.map((other) => ({
      id: other.id,
      name: other.name,
      year: other.year,
      city: other.city,
      monthlyPrice: wireMoney(other.monthlyPrice),
      image: pictures.picturesOf(other).image,
    })),
  });
}
