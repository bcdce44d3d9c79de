import {
  latestPickupMonths,
  longestRentalMonths,
  type RentalError,
  shortestRentalDays,
} from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";

/** What is wrong with two dates, for people. */
export function rentalErrorWords(error: RentalError, minRentDays: number = shortestRentalDays): string {
  if (error === "pickup_past") return m.order_error_pickup_past();
  if (error === "pickup_too_late") return m.order_error_pickup_too_late({ months: latestPickupMonths });
  if (error === "return_before_pickup") return m.order_error_return_before_pickup();
  if (error === "too_short")
    return m.order_error_too_short({ days: Math.max(minRentDays, shortestRentalDays) });
  return m.order_error_too_long({ months: longestRentalMonths });
}
