import { discountPercent } from "#domain/pricing/discounts.ts";
import { type Rental, rentalMonths } from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";
import { rentalErrorWords } from "#web/ui/form/words/rental-error-words.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import type { QueryError } from "./plans-query.ts";

export function queryErrorWords(error: QueryError): string {
  if (error === "location_missing") return m.plans_error_city();
  if (error === "dates_missing") return m.plans_error_dates();
  if (error === "date_unreadable") return m.order_error_date();
  return rentalErrorWords(error);
}

export const datesInWords = ({ pickupDate, returnDate }: Rental): string =>
  m.order_dates({
    from: showDate(pickupDate),
    until: showDate(returnDate),
  });

/** "3 months, 5% off", or only the months without a discount. */
export function lengthInWords(rental: Rental): string {
  const months = rentalMonths(rental);
  const percent = discountPercent(months);
  return percent > 0 ? m.plans_months_off({ count: months, percent }) : m.price_months({ count: months });
}
