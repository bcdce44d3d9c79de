import { and, desc, eq, gte, ne, sql } from "drizzle-orm";
import { day } from "#domain/durations.ts";
import type { Cents } from "#domain/money.ts";
import { refundsAlone } from "#domain/payments/payments.ts";
import type { Db } from "#server/db/open-database.ts";
import { paymentCorrections } from "#server/db/schema/money/corrections.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";

/** What was done about payments of an order that were recorded wrongly, the latest first. */
export const correctionsOf = (db: Db, orderId: string) =>
  db
    .select({ correction: paymentCorrections, toOrderNumber: orders.orderNumber })
    .from(paymentCorrections)
    .leftJoin(orders, eq(orders.id, paymentCorrections.toOrderId))
    .where(eq(paymentCorrections.orderId, orderId))
    .orderBy(desc(paymentCorrections.createdAt));

/** The sum of an order's payments that were corrected in the last days, or are to be: splitting changes nothing. */
export async function correctedLately(
  { now }: Pick<Services, "now">,
  tx: Db,
  orderId: string,
): Promise<Cents> {
  const since = new Date(now() - refundsAlone.days * day);
  const [sum] = await tx
    .select({ amount: sql<string>`coalesce(sum(${payments.amount}), 0)` })
    .from(paymentCorrections)
    .innerJoin(payments, eq(payments.id, paymentCorrections.paymentId))
    .where(
      and(
        eq(paymentCorrections.orderId, orderId),
        ne(paymentCorrections.status, "declined"),
        gte(paymentCorrections.createdAt, since),
      ),
    );
  return Number(sum?.amount ?? 0);
}
