import { m } from "#web/paraglide/messages.js";
import { rentalFaultWords } from "#web/ui/form/rental-error-words.ts";
import type { FieldFaultCode, RequestField } from "./request/request.ts";

/** What is wrong with one field of the request form. */
export function fieldFaultWords(field: RequestField, fault: FieldFaultCode, minRentDays: number): string {
  if (fault === "missing") return missingWords(field);
  if (fault === "email") return m.order_fault_email();
  if (fault === "date") return m.order_fault_date();
  if (fault === "promo") return m.order_fault_promo();
  if (fault === "refused") return m.order_fault_refused();
  return rentalFaultWords(fault, minRentDays);
}

function missingWords(field: RequestField): string {
  if (field === "customerName") return m.request_missing_name();
  if (field === "customerEmail") return m.request_missing_email();
  if (field === "pickupLocation") return m.request_missing_place();
  return field === "pickupDate" ? m.request_missing_pickup() : m.request_missing_return();
}
