import { invalidField, Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { isDayOver, isTimePast } from "#domain/booking/pickup-times.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { type Plan, planOf } from "#domain/pricing/plans.ts";
import {
  rentalErrorField,
  latestPickupMonths,
  longestRentalMonths,
  type Rental,
  rentalDays,
  type RentalError,
  rentalError,
} from "#domain/pricing/rental-length.ts";

const messages: Record<RentalError | "required", string> = {
  required: "is required",
  pickup_past: "must not be before today in Los Angeles",
  pickup_too_late: `must be within ${latestPickupMonths} months`,
  return_before_pickup: "must be after the pickup date",
  too_short: "makes the rental too short",
  too_long: `makes the rental longer than ${longestRentalMonths} months`,
};

/** The error for a broken rule about dates, with its field. */
export function fieldError(
  field: string,
  code: RentalError | "required",
  message: string = messages[code],
): Refusal {
  return invalidField(field, message, code);
}

/** With the field that names the car, if there is one. */
export const carNotFound = (field?: string): Refusal =>
  notFound("car_not_found", {
    ...(field && { fields: { [field]: { code: "car_not_found", message: "is no car of ours" } } }),
  });

/** Throws a Refusal for dates that make no rental. `today` is Los Angeles's; `minRentDays` the car's own. */
export function refuseRental(rental: Rental, today: IsoDate, minRentDays?: number): void {
  const error = rentalError(rental, today, minRentDays);
  if (error) throw fieldError(rentalErrorField(error), error);
}

/** Throws a Refusal for a pickup time that has passed, and for a day on which no car is handed over anymore. */
export function refuseTimePast(
  { pickupDate, pickupTime }: { pickupDate: IsoDate; pickupTime?: string | null | undefined },
  now: number,
): void {
  if (isDayOver(pickupDate, now))
    throw invalidField("pickupDate", "must be a day on which cars are still handed over", "day_over");
  if (pickupTime && isTimePast(pickupDate, pickupTime, now))
    throw invalidField("pickupTime", "must not have passed", "time_past");
}

/** A car's own rules of how soon and how long it is rented, besides its shortest rental. */
export type StayRules = { noticeDays: number; maxRentDays: number };

/** The Refusal for a rental that begins sooner, or lasts longer, than a car's host lets it. */
export function stayError(
  rental: Rental,
  today: IsoDate,
  { noticeDays, maxRentDays }: StayRules,
): Refusal | undefined {
  const soonest = addDays(today, noticeDays);
  if (rental.pickupDate < soonest)
    return invalidField("pickupDate", `must not be before ${soonest}`, "notice_too_short");
  return rentalDays(rental) > maxRentDays
    ? invalidField("returnDate", `must be within ${maxRentDays} days of the pickup`, "too_long")
    : undefined;
}

/** Throws a Refusal for a rental that begins sooner, or lasts longer, than a car's host lets it. */
export function refuseStay(rental: Rental, today: IsoDate, rules: StayRules): void {
  const error = stayError(rental, today, rules);
  if (error) throw error;
}

/** The plan of a tier that is on sale. Throws a Refusal for any other. */
export function planOnSale(tier: string): Plan {
  const plan = planOf(tier);
  if (plan && !plan.isSoldOut) return plan;
  throw new Refusal("invalid", "This plan is sold out.", {
    fields: { tier: { code: "sold_out", message: "is sold out" } },
  });
}
