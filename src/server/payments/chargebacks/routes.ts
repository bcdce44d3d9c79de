import type { FastifyInstance } from "fastify";
import { desc, eq, sql } from "drizzle-orm";
import { listChargebacks } from "#contract/admin/chargebacks.ts";
import { chargebacks } from "#server/db/schema/money/chargebacks.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { orders } from "#server/db/schema/orders.ts";
import { setPageHeaders } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import { isUndecidedRow } from "#server/ledger/chargebacks.ts";
import type { Services } from "#server/services.ts";
import { presentChargeback } from "./present.ts";

const usualPage = 20;

/** The routes of chargebacks, for administrators who manage payments. */
export function chargebackRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;
  const place = sql`${isUndecidedRow}, ${chargebacks.openedAt}, ${chargebacks.id}`;

  serve(app, listChargebacks, async ({ query: { limit = usualPage, cursor }, reply }) => {
    const after =
      cursor &&
      sql`(${place}) < (select ${place} from ${chargebacks} where ${chargebacks.id} = ${cursor}::uuid)`;
    const found = await db
      .select({
        row: chargebacks,
        paymentRef: payments.providerRef,
        orderNumber: orders.orderNumber,
        renter: orders.customerName,
      })
      .from(chargebacks)
      .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
      .innerJoin(orders, eq(orders.id, chargebacks.orderId))
      .where(after || undefined)
      .orderBy(desc(isUndecidedRow), desc(chargebacks.openedAt), desc(chargebacks.id))
      .limit(limit);
    setPageHeaders(reply, {
      path: listChargebacks.path,
      total: await db.$count(chargebacks),
      limit,
      found: found.map(({ row }) => row),
    });
    return found.map(({ row, paymentRef, orderNumber, renter }) => ({
      ...presentChargeback(services, row, paymentRef),
      orderId: row.orderId,
      orderNumber,
      renter,
    }));
  });
}
