import type { FastifyInstance } from "fastify";
import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { handleWebhook, listWebhooks, retryWebhook, type WebhookEvent } from "#contract/admin/webhooks.ts";
import { notFound } from "#contract/params.ts";
import { audit } from "#server/db/audit.ts";
import { webhookEvents } from "#server/db/schema/money/providers.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { afterRow } from "#server/db/list-cursor.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { followEvent } from "./follow-events.ts";

type EventRow = typeof webhookEvents.$inferSelect;

/** Providers' events that could not be handled, for administrators who manage payments. */
export function webhookAdminRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;
  // An event that has only just come is still being handled.
  const isOpen = or(
    eq(webhookEvents.status, "dead"),
    and(eq(webhookEvents.status, "waiting"), sql`failure is not null`),
  );

  serve(app, listWebhooks, async ({ query: { limit = usualPage, cursor }, reply }) => {
    const found = await db
      .select()
      .from(webhookEvents)
      .where(
        and(
          inArray(webhookEvents.status, ["dead", "waiting"]),
          isOpen,
          afterRow(webhookEvents, webhookEvents.receivedAt, { cursor }),
        ),
      )
      .orderBy(desc(webhookEvents.receivedAt), desc(webhookEvents.id))
      .limit(limit);
    setPageHeaders(reply, {
      path: listWebhooks.path,
      total: await db.$count(webhookEvents, isOpen),
      limit,
      found,
    });
    return found.map(present);
  });

  serve(app, handleWebhook, async ({ params: { id }, body: { note }, signedIn }) => {
    const by = signedIn.account.id;
    const event = await services.database.transaction(async (tx) => {
      const [handled] = await tx
        .update(webhookEvents)
        .set({ status: "handled", note, handledBy: by, nextTryAt: null, doneAt: new Date(services.now()) })
        .where(and(eq(webhookEvents.id, id), isOpen))
        .returning();
      if (handled?.orderId)
        await audit(tx, {
          actor: by,
          entity: "order",
          entityId: handled.orderId,
          action: "provider_event_handled",
          after: { reference: handled.objectRef },
          reason: note,
        });
      return handled;
    });
    if (!event) throw notFound("webhook_not_found");
    return present(event);
  });

  serve(app, retryWebhook, async ({ params: { id } }) => {
    const [event] = await db
      .update(webhookEvents)
      .set({ status: "waiting", tries: 0, nextTryAt: new Date(services.now()) })
      .where(and(eq(webhookEvents.id, id), isOpen))
      .returning();
    if (!event) throw notFound("webhook_not_found");
    await followEvent(services, id);
    const [after] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, id));
    return present(after ?? event);
  });
}

const present = ({ mode, receivedAt, ...event }: EventRow): WebhookEvent => ({
  id: event.id,
  provider: mode,
  eventRef: event.eventRef,
  objectRef: event.objectRef,
  kind: event.kind,
  status: event.status,
  tries: event.tries,
  failure: event.failure,
  receivedAt: receivedAt.toISOString(),
});
