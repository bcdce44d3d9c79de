import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Uuid } from "#contract/fields.ts";
import { pageAfter } from "#contract/paging.ts";

export const EmailSubscription = z.object({
  id: Uuid,
  email: z.string(),
  source: z.string(),
  createdAt: z.string(),
  confirmedAt: z.nullable(z.string()),
  unsubscribedAt: z.nullable(z.string()),
});
export type EmailSubscription = z.infer<typeof EmailSubscription>;

export const SubscriptionCounts = z.object({
  total: z.number(),
  lastSevenDays: z.number(),
  confirmed: z.number(),
  unsubscribed: z.number(),
  sources: z.array(z.object({ source: z.string(), count: z.number() })),
});
export type SubscriptionCounts = z.infer<typeof SubscriptionCounts>;

const tag = "Admin: subscriptions";
const access = ["view_reports"] as const;

export const listSubscriptions = endpoint({
  method: "GET",
  path: "/api/email-subscriptions",
  summary: "E-mail subscriptions, newest first",
  tag,
  access,
  query: z.object(pageAfter(Uuid, 200)),
  response: z.array(EmailSubscription),
  status: 200,
});

export const countSubscriptions = endpoint({
  method: "GET",
  path: "/api/admin/subscription-counts",
  summary:
    "How many subscriptions there are: in all, of the last 7 days, confirmed, ended, and by where they came from",
  tag,
  access,
  response: SubscriptionCounts,
  status: 200,
});
