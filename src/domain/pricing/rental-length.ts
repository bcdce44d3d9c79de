import { addMonths, daysBetween, fromDayNumber, type IsoDate, toDayNumber } from "#domain/dates.ts";

/** Nothing shorter is rented, whatever a car's own minimum says. */
export const shortestRentalDays = 30;
export const longestRentalMonths = 13;
export const latestPickupMonths = 24;

export type Rental = { pickupDate: IsoDate; returnDate: IsoDate };

/** Calendar days, return − pickup. */
export const rentalDays = ({ pickupDate, returnDate }: Rental): number => daysBetween(pickupDate, returnDate);

/** The day on which a rental of `months` from the home search ends: pickup + months − 1 day. */
export const returnDateFor = (pickupDate: IsoDate, months: number): IsoDate =>
  fromDayNumber(toDayNumber(addMonths(pickupDate, months)) - 1);

/**
 * Months billed: the smallest n ≥ 1 with days ≤ 30n or return ≤ pickup + n months − 1 day. Nobody pays for
 * more than they chose.
 */
export function rentalMonths(rental: Rental): number {
  const days = rentalDays(rental);
  let months = 1;
  while (days > 30 * months && rental.returnDate > returnDateFor(rental.pickupDate, months)) months++;
  return months;
}

/**
 * Months completed, which earn the car paths' discount: the largest n with days ≥ 30n or return ≥ pickup + n
 * months − 1 day.
 */
export function completedMonths(rental: Rental): number {
  let months = Math.max(0, Math.floor(rentalDays(rental) / 30));
  while (rental.returnDate >= returnDateFor(rental.pickupDate, months + 1)) months++;
  return months;
}

/**
 * The first day on which a rental may end. A minimum of 30k days is also met by k calendar months, so that
 * "1 month" can be booked in February too.
 */
export function shortestReturn(pickupDate: IsoDate, minRentDays: number): IsoDate {
  const minimum = Math.max(minRentDays, shortestRentalDays);
  const byDays = fromDayNumber(toDayNumber(pickupDate) + minimum);
  if (minimum % 30 !== 0) return byDays;
  const byMonths = returnDateFor(pickupDate, minimum / 30);
  return byMonths < byDays ? byMonths : byDays;
}

export const isLongEnough = ({ pickupDate, returnDate }: Rental, minRentDays: number): boolean =>
  returnDate >= shortestReturn(pickupDate, minRentDays);

export const rentalErrors = [
  "pickup_past",
  "pickup_too_late",
  "return_before_pickup",
  "too_short",
  "too_long",
] as const;
export type RentalError = (typeof rentalErrors)[number];

/** Why the server refuses a car's dates; here also a pickup sooner than its host wants. */
export const stayErrors = [...rentalErrors, "notice_too_short"] as const;
export type StayError = (typeof stayErrors)[number];

/**
 * Why a rental isn't possible, by its dates alone. `today` is the date in Los Angeles; `minRentDays` and
 * `maxRentDays` are the car's own.
 */
export function rentalError(
  rental: Rental,
  today: IsoDate,
  minRentDays: number = shortestRentalDays,
  maxRentDays: number = Infinity,
): RentalError | undefined {
  if (rental.pickupDate < today) return "pickup_past";
  if (rental.pickupDate > addMonths(today, latestPickupMonths)) return "pickup_too_late";
  if (rental.returnDate <= rental.pickupDate) return "return_before_pickup";
  if (!isLongEnough(rental, minRentDays)) return "too_short";
  if (rentalMonths(rental) > longestRentalMonths || rentalDays(rental) > maxRentDays) return "too_long";
  return undefined;
}

/** The field that an error is about. */
export const rentalErrorField = (error: RentalError): keyof Rental =>
  error === "pickup_past" || error === "pickup_too_late" ? "pickupDate" : "returnDate";
