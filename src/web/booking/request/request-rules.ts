import type { BodySent } from "#contract/endpoint.ts";
import type { createBooking } from "#contract/booking.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { requestFields } from "#domain/fields/order.ts";
import { type StayError, stayErrors } from "#domain/pricing/rental-length.ts";
import { rentalCheck } from "#web/booking/rental-rules.ts";
import { m } from "#web/paraglide/messages.js";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { type Errors, type FormRules, sentOf, type Values } from "#web/ui/form/form-rules.ts";
import { type CarStay, rentalErrorWords } from "#web/ui/form/words/rental-error-words.ts";

export type RequestValues = Values<typeof requestFields>;
type Extra = StayError | "promo_refused";
export type RequestErrors = Errors<typeof requestFields, Extra>;

export const requestRules = (firstDay: IsoDate, car?: CarStay): FormRules<typeof requestFields, Extra> => ({
  fields: requestFields,
  shows: "gaps first",
  known: [...stayErrors, "promo_refused"],
  check: (values) => rentalCheck(values, firstDay, car),
});

const own = {
  pickupDate: { missing: m.request_missing_pickup },
  returnDate: { missing: m.request_missing_return },
  customerName: { missing: m.request_missing_name },
  customerEmail: { missing: m.request_missing_email },
  pickupLocation: { missing: m.request_missing_place },
  promo: { promo_refused: m.order_error_promo },
};

export function requestErrorWords(name: string, code: string, car: CarStay, today: IsoDate): string {
  const rental = stayErrors.find((error) => error === code);
  return rental ? rentalErrorWords(rental, car, today) : errorWords(own, name, code);
}

/** The body of POST /api/bookings. */
export const bookingBody = (
  values: RequestValues,
  more: { carId: string; totalPrice: string; language: Language },
): BodySent<typeof createBooking> => ({ ...sentOf(requestFields, values), ...more });
