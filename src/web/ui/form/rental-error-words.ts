import { latestPickupMonths, longestRentalMonths, type RentalFault, shortestRentalDays } from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";

/** What is wrong with two dates, for people. */
export function rentalFaultWords(fault: RentalFault, minRentDays: number = shortestRentalDays): string {
  if (fault === "pickup_past") return m.order_fault_pickup_past();
  if (fault === "pickup_too_late") return m.order_fault_pickup_too_late({ months: latestPickupMonths });
  if (fault === "return_before_pickup") return m.order_fault_return_before_pickup();
  if (fault === "too_short") return m.order_fault_too_short({ days: Math.max(minRentDays, shortestRentalDays) });
  return m.order_fault_too_long({ months: longestRentalMonths });
}
