import type { IsoDate } from "#domain/dates.ts";
import type { Car } from "#contract/cars.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";
import type { Language } from "#domain/languages.ts";
import { wireMoney } from "#domain/money.ts";
import { pick } from "#domain/pick.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { isLongEnough, type Rental } from "#domain/pricing/rental-length.ts";
import { isTaxedIn, ratesIn, type TaxRate } from "#domain/pricing/tax-rates.ts";
import { centsFromWire } from "#web/ui/format/money.ts";
import { shownPrice } from "#web/ui/format/shown-price.ts";
import type { RequestScope } from "#web/site-settings.ts";
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
  /** A tax comes to its price by the month. */
  plusTax?: true;
  /** The whole price of the dates that somebody chose, where the car can be had that short. */
  total?: string;
};

const featuresShown = 3;

export function shownCar(car: Car, language: Language, rental?: Rental, taxes?: Taxes): ShownCar {
  const { features, pictures, rating } = car;
  const total = rental && rentalTotal(car, rental, taxes);
  return {
    ...pick(car, shownFields),
    name: carNameIn(car.name, language),
    features: features.slice(0, featuresShown),
    ...(taxes && isPlusTax(car, taxes) && { plusTax: true }),
    ...(total && { total }),
    ...(rating && { rating }),
    // Only the first picture is in view when the list appears: the others need no blur to stand in for them.
    pictures: pictures.map(({ placeholder, ...image }, place) =>
      place === 0 && placeholder ? { ...image, placeholder } : image,
    ),
  };
}

/** Taxes on what is ordered on a day; nothing where nothing is taxed anywhere. */
export type Taxes = { taxRates: readonly TaxRate[]; today: IsoDate } | undefined;
export const taxesOf = ({ business, today }: Pick<RequestScope, "business" | "today">): Taxes =>
  business.taxRates && { taxRates: business.taxRates, today };

export const isPlusTax = ({ city }: Pick<Car, "city">, taxes: Taxes): boolean =>
  taxes !== undefined && isTaxedIn(taxes.taxRates, city, taxes.today);

/** What the dates cost with this car, line by line, where anything is taxed: the page itself reckons without taxes. */
export function taxedRental(
  { monthlyPrice, city }: Pick<Car, "monthlyPrice" | "city">,
  rental: Rental | undefined,
  taxes: Taxes,
) {
  if (!taxes) return undefined;
  if (!rental) return {};
  const extras = { taxRates: ratesIn(taxes.taxRates, city) };
  const price = shownPrice(carPrice(centsFromWire(monthlyPrice), rental, extras));
  return { pickupDate: rental.pickupDate, returnDate: rental.returnDate, price };
}

/**
 * What the dates cost with this car, reckoned where the page is made; nothing where the car is not rented for
 * so short a time.
 */
export const rentalTotal = (
  { monthlyPrice, minRentDays, city }: Pick<Car, "monthlyPrice" | "minRentDays" | "city">,
  rental: Rental,
  taxes?: Taxes,
): string | undefined =>
  isLongEnough(rental, minRentDays)
    ? wireMoney(
        carPrice(centsFromWire(monthlyPrice), rental, { taxRates: ratesIn(taxes?.taxRates ?? [], city) })
          .total,
      )
    : undefined;
