import { Refusal } from "#contract/errors.ts";
import { latestPickupMonths, longestRentalMonths, type RentalFault } from "#domain/rental-length.ts";

const messages: Record<RentalFault | "required", string> = {
  required: "is required",
  pickup_past: "must not be before today in Los Angeles",
  pickup_too_late: `must be within ${latestPickupMonths} months`,
  return_before_pickup: "must be after the pickup date",
  too_short: "makes the rental too short",
  too_long: `makes the rental longer than ${longestRentalMonths} months`,
};

/** A rule of dates that is broken, said of the field it is about. */
export function fieldFault(field: string, code: RentalFault | "required", message: string = messages[code]): Refusal {
  return new Refusal("invalid", `${field} ${message}.`, { fields: { [field]: { code, message } } });
}
