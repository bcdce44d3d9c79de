import { desc, eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { paymentCorrections } from "#server/db/schema/money/corrections.ts";
import { orders } from "#server/db/schema/orders.ts";

/** What was done about payments of an order that were recorded wrongly, the latest first. */
export const correctionsOf = (db: Db, orderId: string) =>
  db
    .select({ correction: paymentCorrections, toOrderNumber: orders.orderNumber })
    .from(paymentCorrections)
    .leftJoin(orders, eq(orders.id, paymentCorrections.toOrderId))
    .where(eq(paymentCorrections.orderId, orderId))
    .orderBy(desc(paymentCorrections.createdAt));
