import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Uuid, Reason } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { byId } from "#contract/params.ts";
import { paymentProviders } from "#domain/payments/providers.ts";
import { webhookStatuses } from "#domain/payments/webhooks.ts";

const tag = "Admin: payments";
const access = ["manage_payments"] as const;

/** An event that a provider sent us, by ids only. */
export const WebhookEvent = z.object({
  id: Uuid,
  provider: z.enum(paymentProviders),
  /** The provider's own ids: the id of the event, and the id of the thing that it is about. */
  eventRef: z.string(),
  objectRef: z.string(),
  kind: z.string(),
  status: z.enum(webhookStatuses),
  tries: z.number(),
  failure: z.nullable(z.string()),
  receivedAt: z.string(),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const listWebhooks = endpoint({
  method: "GET",
  path: "/api/admin/finance/webhooks",
  summary: "What providers told us and could not be followed yet or at all, the newest first",
  tag,
  access,
  query: z.object(idPage),
  response: z.array(WebhookEvent),
  status: 200,
});

export const handleWebhook = endpoint({
  method: "PUT",
  path: "/api/admin/finance/webhooks/:id",
  summary: "Say what was done about an event that could not be followed: it is listed no more",
  tag,
  access,
  params: byId("webhook_not_found"),
  body: z.object({ note: Reason }),
  response: WebhookEvent,
  status: 200,
});

export const retryWebhook = endpoint({
  method: "POST",
  path: "/api/admin/finance/webhooks/:id/retry",
  summary: "Follow an event again that was given up. Answers how it stands then",
  tag,
  access,
  params: byId("webhook_not_found"),
  response: WebhookEvent,
  status: 200,
});
