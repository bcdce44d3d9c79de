import { isDate, type IsoDate } from "#domain/dates.ts";
import { type Rental, type RentalError, rentalError } from "#domain/pricing/rental-length.ts";

export type DateError = RentalError | "incomplete";
/** The dates in the address: as they were typed, as a rental where they make one, and otherwise the error. */
export type ChosenDates = {
  typed: { pickupDate: string; returnDate: string };
  rental?: Rental;
  error?: DateError;
};

export function chosenDates(query: URLSearchParams, firstDay: IsoDate): ChosenDates {
  const typed = { pickupDate: query.get("pickupDate") ?? "", returnDate: query.get("returnDate") ?? "" };
  if (!typed.pickupDate && !typed.returnDate) return { typed };
  if (!isDate(typed.pickupDate) || !isDate(typed.returnDate)) return { typed, error: "incomplete" };
  const error = rentalError(typed, firstDay);
  return error ? { typed, error } : { typed, rental: typed };
}
