/** What payment providers know by names of their own: saved methods and events. */
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { paymentProviders } from "#domain/payments/providers.ts";
import { webhookStatuses } from "#domain/payments/webhooks.ts";
import { instant, oneOf } from "#server/db/schema/columns.ts";
import { orders } from "#server/db/schema/orders.ts";

/** The method for an order's later payments, as a renter allows: the provider's name for it, never a number. */
export const savedMethods = pgTable(
  "saved_methods",
  {
    orderId: uuid("order_id")
      .primaryKey()
      .references(() => orders.id),
    mode: text({ enum: paymentProviders }).notNull(),
    customerRef: text("customer_ref").notNull(),
    methodRef: text("method_ref").notNull(),
    /** A label that the owner recognizes: "Visa •••• 4242". */
    label: text().notNull(),
    savedAt: instant("saved_at").notNull().defaultNow(),
  },
  () => [check("saved_methods_mode", oneOf("mode", paymentProviders))],
);

/** Methods that must no longer be charged, until their provider has forgotten them too. */
export const methodsToForget = pgTable(
  "methods_to_forget",
  {
    id: uuid().primaryKey().defaultRandom(),
    mode: text({ enum: paymentProviders }).notNull(),
    methodRef: text("method_ref").notNull(),
    tries: integer().notNull().default(0),
    nextTryAt: instant("next_try_at").notNull().defaultNow(),
  },
  (method) => [
    check("methods_to_forget_mode", oneOf("mode", paymentProviders)),
    index("methods_to_forget_by_turn").on(method.nextTryAt),
  ],
);

/** Events that a provider has sent, each once. Only ids are kept: the state is then read from the provider. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: uuid().primaryKey().defaultRandom(),
    mode: text({ enum: paymentProviders }).notNull(),
    /** The provider's own id of the event. */
    eventRef: text("event_ref").notNull(),
    kind: text().notNull(),
    /** The provider's id of the object that the event is about. */
    objectRef: text("object_ref").notNull().default(""),
    status: text({ enum: webhookStatuses }).notNull(),
    tries: integer().notNull().default(0),
    /** No other process works on it before this time. */
    nextTryAt: instant("next_try_at"),
    /** Why it could not be handled, as a code. */
    failure: text(),
    /** What an administrator did about it instead, and who. */
    note: text().notNull().default(""),
    handledBy: text("handled_by"),
    orderId: uuid("order_id").references(() => orders.id),
    receivedAt: instant("received_at").notNull().defaultNow(),
    doneAt: instant("done_at"),
  },
  (event) => [
    check("webhook_events_mode", oneOf("mode", paymentProviders)),
    check("webhook_events_status", oneOf("status", webhookStatuses)),
    uniqueIndex("webhook_events_ref").on(event.mode, event.eventRef),
    index("webhook_events_open")
      .on(event.nextTryAt)
      .where(sql`status = 'waiting'`),
    index("webhook_events_by_status").on(event.status, event.receivedAt),
  ],
);
