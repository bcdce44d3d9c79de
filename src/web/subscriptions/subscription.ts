import { subscriptionFields } from "#domain/fields/subscription.ts";
import { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import type { FormRules } from "#web/ui/form/form-rules.ts";

/** The result of signing up for updates with a readable address. */
export type SubscriptionAnswer = { kind: "asked"; email: string } | { kind: "already" } | { kind: "failed" };

export const subscriptionRules: FormRules<typeof subscriptionFields> = { fields: subscriptionFields };

export const subscriptionErrorWords = (_name: string, code: string): string =>
  code === "missing" ? m.promo_missing_email() : m.promo_bad_email();

export const subscriptionAnswerOf = (error: unknown): SubscriptionAnswer => ({
  kind: error instanceof ApiError && error.status === 409 ? "already" : "failed",
});
