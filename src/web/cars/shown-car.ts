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

/** The fields of a car that a card shows. A list carries no other fields. */
export type ShownCar = Pick<Car, (typeof shownFields)[number] | "features" | "rating"> & {
  pictures: ShownImage[];
  /** Whether a tax is added to the monthly price. */
  plusTax?: true;
  /** The whole price for the chosen dates, where the car can be rented for so short a time. */
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
    // Only the first picture is visible when the list appears, so the others need no blurred placeholder.
    pictures: pictures.map(({ placeholder, ...image }, place) =>
      place === 0 && placeholder ? { ...image, placeholder } : image,
    ),
  };
}

/** The taxes on orders of a day; undefined where nothing is taxed anywhere. */
export type Taxes = { taxRates: readonly TaxRate[]; today: IsoDate } | undefined;
export const taxesOf = ({ business, today }: Pick<RequestScope, "business" | "today">): Taxes =>
  business.taxRates && { taxRates: business.taxRates, today };

export const isPlusTax = ({ city }: Pick<Car, "city">, taxes: Taxes): boolean =>
  taxes !== undefined && isTaxedIn(taxes.taxRates, city, taxes.today);

/** The price of the dates line by line, where anything is taxed: the page itself counts no taxes. */
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
 * The price of the dates with this car, computed on the server; undefined where the car isn't rented for so short
 * a time.
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
