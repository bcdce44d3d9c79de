import { and, asc, eq, lt, sql } from "drizzle-orm";
import { minute } from "#domain/durations.ts";
import { pauseAfter } from "#domain/payments/webhooks.ts";
import { webhookEvents } from "#server/db/schema/money/providers.ts";
import { followChargeback } from "#server/payments/chargebacks/follow-chargeback.ts";
import { nameOf } from "#server/error-name.ts";
import { settleRefund } from "#server/payments/refunds/give-back-by-provider.ts";
import { bookForeignRefund } from "#server/payments/refunds/foreign-refund.ts";
import { type Finding, Mismatch, type Provider } from "#server/payments/provider.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import type { Services } from "#server/services.ts";

const atOnce = 100;
/** How long a process that works on an event has it to itself. */
const lease = minute;

type EventRow = typeof webhookEvents.$inferSelect;

/** The minute's job: handles events that could not be handled when they came. */
export async function followEvents(services: Services): Promise<void> {
  if (services.providers.size === 0) return;
  const due = await services.database.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.status, "waiting"), lt(webhookEvents.nextTryAt, new Date(services.now()))))
    .orderBy(asc(webhookEvents.nextTryAt))
    .limit(atOnce);
  for (const { id } of due) await followEvent(services, id);
}

/**
 * Asks the provider for the state of what an event is about, and writes it down. A failed event is tried again
 * after growing pauses, and is dead in the end; it is dead at once if the answer doesn't match our request.
 */
export async function followEvent(services: Services, id: string): Promise<void> {
  const event = await claim(services, id);
  const provider = event && services.providers.get(event.mode);
  if (!event || !provider) return;
  try {
    let orderId: string | undefined;
    for (const found of await provider.follow(event))
      orderId = (await applyFinding(services, provider, found)) ?? orderId;
    await close(services, event, orderId ? { status: "done" } : { status: "ignored" }, orderId);
  } catch (error) {
    const isHopeless = error instanceof Mismatch || isRefused(error);
    const failure = error instanceof Mismatch ? error.message : nameOf(error);
    services.log.warn({ failure, event: event.eventRef }, "a provider's event could not be followed");
    const pause = isHopeless ? undefined : pauseAfter(event.tries);
    const next = pause === undefined ? undefined : new Date(services.now() + pause);
    await close(services, event, { status: next ? "waiting" : "dead", nextTryAt: next ?? null, failure });
  }
}

/** Only one process gets the event; for the others it is taken. */
async function claim({ database, now }: Services, id: string): Promise<EventRow | undefined> {
  const [event] = await database.db
    .update(webhookEvents)
    .set({ tries: sql`tries + 1`, nextTryAt: new Date(now() + lease) })
    .where(
      and(
        eq(webhookEvents.id, id),
        eq(webhookEvents.status, "waiting"),
        sql`next_try_at <= ${new Date(now()).toISOString()}::timestamptz`,
      ),
    )
    .returning();
  return event;
}

/** The order that it is about; undefined where it is about a payment or a refund that we don't know. */
export async function applyFinding(
  services: Services,
  provider: Provider,
  found: Finding,
): Promise<string | undefined> {
  if (found.of === "chargeback") return followChargeback(services, provider, found.ref);
  if (found.of === "foreign_refund") return bookForeignRefund(services, provider, found);
  if (found.of === "refund")
    return (await settleRefund(services, found, found.outcome)) ? found.orderId : undefined;
  const payment = await settlePayment(services, found, found.outcome);
  // An approved order that is not captured yet is captured, if it is still wanted.
  if (payment?.status === "begun" && found.outcome.status === "open")
    await settlePayment(services, found, await provider.lookUp(payment));
  return payment?.orderId;
}

async function close(
  { database, now }: Services,
  { id }: EventRow,
  closed: Partial<typeof webhookEvents.$inferInsert>,
  orderId?: string,
): Promise<void> {
  const isDone = closed.status === "done" || closed.status === "ignored";
  await database.db
    .update(webhookEvents)
    .set({
      failure: null,
      ...closed,
      ...(isDone && { doneAt: new Date(now()), nextTryAt: null }),
      // An event about a booking that has not become an order names no order.
      ...(orderId && { orderId: sql`(select id from orders where id = ${orderId})` }),
    })
    .where(eq(webhookEvents.id, id));
}

/** The provider doesn't know the object: a further request would find nothing either. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && "statusCode" in error && (error.statusCode === 400 || error.statusCode === 404);
