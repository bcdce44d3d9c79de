import { m } from "#web/paraglide/messages.js";
import { rentalErrorWords } from "#web/ui/form/rental-error-words.ts";
import type { FieldErrorCode, RequestField } from "./request/request.ts";

/** What is wrong with one field of the request form. */
export function fieldErrorWords(field: RequestField, error: FieldErrorCode, minRentDays: number): string {
  if (error === "missing") return missingWords(field);
  if (error === "email") return m.order_error_email();
  if (error === "date") return m.order_error_date();
  if (error === "promo") return m.order_error_promo();
  if (error === "refused") return m.order_error_refused();
  return rentalErrorWords(error, minRentDays);
}

function missingWords(field: RequestField): string {
  if (field === "customerName") return m.request_missing_name();
  if (field === "customerEmail") return m.request_missing_email();
  if (field === "pickupLocation") return m.request_missing_place();
  return field === "pickupDate" ? m.request_missing_pickup() : m.request_missing_return();
}
