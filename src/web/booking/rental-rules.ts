import { isDate, type IsoDate } from "#domain/dates.ts";
import {
  rentalErrorField,
  type Rental,
  type RentalError,
  rentalError,
} from "#domain/pricing/rental-length.ts";
import type { CarStay } from "#web/ui/form/words/rental-error-words.ts";

type TypedDates = { pickupDate: string; returnDate: string };

/** The error of two dates together, under the name of the date that has to change. */
export function rentalCheck(
  typed: TypedDates,
  today: IsoDate,
  car?: CarStay,
): Partial<Record<keyof Rental, RentalError>> {
  if (!isDate(typed.pickupDate) || !isDate(typed.returnDate)) return {};
  const error = rentalError(typed, today, car?.minRentDays, car?.maxRentDays);
  return error ? { [rentalErrorField(error)]: error } : {};
}

/** The dates as a rental, where they make a valid one. */
export function rentalOf(typed: TypedDates, today: IsoDate, car?: CarStay): Rental | undefined {
  const { pickupDate, returnDate } = typed;
  if (!isDate(pickupDate) || !isDate(returnDate)) return undefined;
  const rental = { pickupDate, returnDate };
  return rentalError(rental, today, car?.minRentDays, car?.maxRentDays) ? undefined : rental;
}
