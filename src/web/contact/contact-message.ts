import type { BodySent } from "#contract/endpoint.ts";
import type { ErrorBody } from "#contract/errors.ts";
import type { sendContactMessage } from "#contract/contact.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import type { Language } from "#domain/languages.ts";

/** The fields of the contact form, by the names that the API has for them, in the order of the page. */
export const contactFields = ["name", "email", "phone", "subject", "message"] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactValues = Record<ContactField, string>;

export type ContactError = "missing" | "email" | "card" | "refused";
export type ContactErrors = Partial<Record<ContactField, ContactError>>;

/** What became of a message. `said` is the server's own sentence, of a failure in English. */
export type ContactAnswer =
  | { kind: "sent"; said: string }
  | { kind: "faults"; errors: ContactErrors }
  | { kind: "failed"; said: string; isTooMany: boolean };

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

export const readContact = (form: FormData): ContactValues => ({
  name: textOf(form, "name"),
  email: textOf(form, "email"),
  phone: textOf(form, "phone"),
  subject: textOf(form, "subject"),
  message: textOf(form, "message"),
});

/** The field that no person sees. */
export const readTrap = (form: FormData): string => textOf(form, "website");

export function contactErrors(values: ContactValues): ContactErrors {
  const missing = contactFields.filter((name) => name !== "phone" && values[name] === "");
  if (missing.length > 0) return Object.fromEntries(missing.map((name) => [name, "missing" as const]));
  return isEmailAddress(values.email) ? {} : { email: "email" };
}

export const firstContactError = (errors: ContactErrors): ContactField | undefined =>
  contactFields.find((name) => errors[name]);

export function contactBody(
  { phone, ...needed }: ContactValues,
  language: Language,
  website: string,
): BodySent<typeof sendContactMessage> {
  return { ...needed, language, ...(phone && { phone }), ...(website && { website }) };
}

/** Reads a refusal of the API. Nothing typed is lost, whatever it was. */
export function contactAnswerOf(refusal: Partial<ErrorBody> | undefined): ContactAnswer {
  const { code, fields = {}, message = "" } = refusal ?? {};
  const error = code === "card_number_refused" ? "card" : "refused";
  const errors = Object.fromEntries(
    contactFields.filter((name) => fields[name]).map((name) => [name, error]),
  );
  return Object.keys(errors).length > 0
    ? { kind: "faults", errors }
    : { kind: "failed", said: message, isTooMany: code === "too_many_requests" };
}
