import type { BodySent } from "#contract/endpoint.ts";
import type { subscribe } from "#contract/subscriptions.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import type { Language } from "#domain/languages.ts";

export type SubscriptionError = "missing" | "email";
/** What became of asking for updates. */
export type SubscriptionAnswer =
  | { kind: "asked"; email: string }
  | { kind: "already" }
  | { kind: "fault"; error: SubscriptionError }
  | { kind: "failed" };

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

export const readEmail = (form: FormData): string => textOf(form, "email");

export function emailError(email: string): SubscriptionError | undefined {
  if (email === "") return "missing";
  return isEmailAddress(email) ? undefined : "email";
}

export function subscriptionBody(form: FormData, language: Language): BodySent<typeof subscribe> {
  const website = textOf(form, "website");
  return { email: readEmail(form), source: textOf(form, "source"), language, ...(website && { website }) };
}

/** Reads the status of a refusal. */
export function subscriptionAnswerOf(status: number | undefined): SubscriptionAnswer {
  if (status === 409) return { kind: "already" };
  return status === 422 ? { kind: "fault", error: "email" } : { kind: "failed" };
}
