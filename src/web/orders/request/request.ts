import type { BodySent } from "#contract/endpoint.ts";
import type { createBooking } from "#contract/orders.ts";
import { isDate, type IsoDate } from "#domain/dates.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import type { Language } from "#domain/languages.ts";
import { invalidField, type RentalError, rentalError } from "#domain/pricing/rental-length.ts";

/** The fields of the request form, by the names that the API has for them, in the order of the page. */
export const requestFields = [
  "pickupDate",
  "returnDate",
  "pickupTime",
  "returnTime",
  "customerName",
  "customerEmail",
  "customerPhone",
  "pickupLocation",
  "promo",
] as const;
export type RequestField = (typeof requestFields)[number];
export type RequestValues = Record<RequestField, string>;

export type FieldErrorCode = RentalError | "missing" | "email" | "date" | "promo" | "refused";
export type RequestErrors = Partial<Record<RequestField, FieldErrorCode>>;

/** The fields without which nothing can be requested. */
const required = [
  "customerName",
  "customerEmail",
  "pickupLocation",
  "pickupDate",
  "returnDate",
] as const satisfies readonly RequestField[];

export function readRequest(form: FormData): RequestValues {
  const read = (name: RequestField): string => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  return Object.fromEntries(requestFields.map((name) => [name, read(name)])) as RequestValues;
}

/**
 * What is wrong with what was typed. Nobody is told that an address is odd while another field is still
 * empty.
 */
export function requestErrors(values: RequestValues, today: IsoDate, minRentDays: number): RequestErrors {
  const missing = required.filter((name) => values[name] === "");
  if (missing.length > 0) return Object.fromEntries(missing.map((name) => [name, "missing" as const]));
  const errors: RequestErrors = {};
  if (!isEmailAddress(values.customerEmail)) errors.customerEmail = "email";
  if (!isDate(values.pickupDate)) errors.pickupDate = "date";
  if (!isDate(values.returnDate)) errors.returnDate = "date";
  if (errors.pickupDate || errors.returnDate) return errors;
  const error = rentalError(values, today, minRentDays);
  if (error) errors[invalidField(error)] = error;
  return errors;
}

export const firstError = (errors: RequestErrors): RequestField | undefined =>
  requestFields.find((name) => errors[name]);

/** The body of POST /api/bookings. What may stay empty and did is not sent. */
export function bookingBody(
  values: RequestValues,
  more: { carId: string; totalPrice: string; language: Language; id?: string },
): BodySent<typeof createBooking> {
  const { customerPhone, pickupTime, returnTime, promo, ...needed } = values;
  return {
    ...needed,
    ...more,
    ...(customerPhone && { customerPhone }),
    ...(pickupTime && { pickupTime }),
    ...(returnTime && { returnTime }),
    ...(promo && { promo }),
  };
}
