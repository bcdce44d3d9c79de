import type { Car } from "#contract/cars.ts";
import { wireMoney } from "#domain/money.ts";
import { pick } from "#domain/pick.ts";
import { carPrice } from "#domain/pricing/pricing.ts";
import { isLongEnough, type Rental } from "#domain/pricing/rental-length.ts";
import { centsFromWire } from "#web/ui/format/money.ts";
import type { ShownImage } from "#web/ui/car-image.tsx";

const shownFields = [
  "id",
  "name",
  "brand",
  "model",
  "year",
  "category",
  "colour",
  "city",
  "monthlyPrice",
  "minRentDays",
] as const;

/** What a card says of a car: only this travels with a list. */
export type ShownCar = Pick<Car, (typeof shownFields)[number] | "features" | "rating"> & {
  pictures: ShownImage[];
  /** The whole price of the dates that somebody chose, where the car can be had that short. */
  total?: string;
};

const featuresShown = 3;

export function shownCar(car: Car, rental?: Rental): ShownCar {
  const { features, pictures, rating } = car;
  const total = rental && rentalTotal(car, rental);
  return {
    ...pick(car, shownFields),
    features: features.slice(0, featuresShown),
    ...(total && { total }),
    ...(rating && { rating }),
    // Only the first picture is in view when the list appears: the others need no blur to stand in for them.
    pictures: pictures.map(({ placeholder, ...image }, place) =>
      place === 0 && placeholder ? { ...image, placeholder } : image,
    ),
  };
}

/**
 * What the dates cost with this car, reckoned where the page is made; nothing where the car is not rented for
 * so short a time.
 */
export const rentalTotal = (
  { monthlyPrice, minRentDays }: Pick<Car, "monthlyPrice" | "minRentDays">,
  rental: Rental,
): string | undefined =>
  isLongEnough(rental, minRentDays)
    ? wireMoney(carPrice(centsFromWire(monthlyPrice), rental).total)
    : undefined;
