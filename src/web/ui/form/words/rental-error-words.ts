import { addDays, type IsoDate } from "#domain/dates.ts";
import {
  latestPickupMonths,
  longestRentalMonths,
  shortestRentalDays,
  type StayError,
} from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";

/** A car's own limits for its rentals. */
export type CarStay = {
  minRentDays: number;
  maxRentDays?: number | undefined;
  noticeDays?: number | undefined;
};

/** The words for what is wrong with two dates; `car` and `today` if the dates are for a car. */
export function rentalErrorWords(error: StayError, car?: CarStay, today?: IsoDate): string {
  if (error === "pickup_past") return m.order_error_pickup_past();
  if (error === "pickup_too_late") return m.order_error_pickup_too_late({ months: latestPickupMonths });
  if (error === "return_before_pickup") return m.order_error_return_before_pickup();
  if (error === "too_short")
    return m.order_error_too_short({ days: Math.max(car?.minRentDays ?? 0, shortestRentalDays) });
  if (error === "notice_too_short") return noticeWords(car?.noticeDays, today);
  return car?.maxRentDays === undefined
    ? m.order_error_too_long({ months: longestRentalMonths })
    : m.order_error_too_long_car({ days: car.maxRentDays });
}

/** Names the first pickup date that a car's host accepts, unless the page is older than the host's rule. */
function noticeWords(days: number | undefined, today: IsoDate | undefined): string {
  if (days === undefined || today === undefined) return m.order_error_refused();
  return m.order_error_notice({ date: showDate(addDays(today, days)), days });
}
