import { and, eq, inArray, sql } from "drizzle-orm";
import { wireMoney } from "#domain/money.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { refunds } from "#server/db/schema/money/payments.ts";
import type { ChargebackRow } from "#server/ledger/chargebacks.ts";
import type { Services } from "#server/services.ts";

/**
 * What administrators were about to give back of a payment that the bank has given back: once is enough. What is on
 * its way stays so.
 */
export async function withdrawRefundsOf(
  { now }: Pick<Services, "now">,
  tx: Db,
  { paymentId, orderId }: ChargebackRow,
): Promise<void> {
  const withdrawn = await tx
    .update(refunds)
    .set({ status: "withdrawn", decidedBy: "system", decidedAt: new Date(now()) })
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.origin, "hand"),
        inArray(refunds.status, ["awaiting_approval", "approved"]),
        sql`exists (select from refund_parts where refund_id = ${refunds.id} and payment_id = ${paymentId})`,
        sql`not exists (select from refund_parts where refund_id = ${refunds.id}
          and (begun_at is not null or paid_at is not null))`,
      ),
    )
    .returning();
  for (const { amount } of withdrawn)
    await audit(tx, {
      actor: "system",
      entity: "order",
      entityId: orderId,
      action: "refund_withdrawn",
      after: { amount: wireMoney(amount), status: "withdrawn" },
    });
}
