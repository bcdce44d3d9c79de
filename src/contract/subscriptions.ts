import * as z from "zod/mini";
import { longestCode } from "#domain/text-lengths.ts";
import { subscriptionFields } from "#domain/fields/subscription.ts";
import { MessageReceived } from "./contact.ts";
import { endpoint } from "./endpoint.ts";
import { requiredWords, schemasOf, Language } from "./fields.ts";

export const SubscriptionRequest = z.object({
  ...schemasOf(subscriptionFields),
  language: z.optional(Language),
});
export type SubscriptionRequest = z.infer<typeof SubscriptionRequest>;

/** The token of a link in an email. */
const LinkToken = z.object({ token: requiredWords(longestCode) });

const tag = "Subscriptions";

export const subscribe = endpoint({
  method: "POST",
  path: "/api/email-subscriptions",
  summary: "Ask for our updates. An email asks the address to confirm; a confirmed address gets 409",
  tag,
  access: "public",
  body: SubscriptionRequest,
  response: MessageReceived,
  status: 200,
});

export const confirmSubscription = endpoint({
  method: "POST",
  path: "/api/email-subscriptions/confirm",
  summary: "Confirm an address with the token from its email; the promo code follows by email",
  tag,
  access: "public",
  body: LinkToken,
  response: MessageReceived,
  status: 200,
});

export const unsubscribe = endpoint({
  method: "POST",
  path: "/api/email-subscriptions/unsubscribe",
  summary: "End the updates, with the token from an email",
  tag,
  access: "public",
  body: LinkToken,
  response: MessageReceived,
  status: 200,
});
