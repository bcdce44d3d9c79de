import type { FastifyInstance } from "fastify";
import { and, desc, eq, isNull } from "drizzle-orm";
import { closeDifference, type Difference, listDifferences } from "#contract/admin/reconciliation.ts";
import { Refusal } from "#contract/errors.ts";
import { wireMoney } from "#domain/money.ts";
import { audit } from "#server/db/audit.ts";
import { reconciliationDifferences } from "#server/db/schema/money/reconciliation.ts";
import { orders } from "#server/db/schema/orders.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";

const most = 200;

/** The remaining differences between a provider's report and the ledger, and notes that explain them. */
export function differenceRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listDifferences, async () => {
    const found = await db
      .select({ row: reconciliationDifferences, orderNumber: orders.orderNumber })
      .from(reconciliationDifferences)
      .leftJoin(orders, eq(orders.id, reconciliationDifferences.orderId))
      .where(isNull(reconciliationDifferences.closedAt))
      .orderBy(desc(reconciliationDifferences.onDay), desc(reconciliationDifferences.id))
      .limit(most);
    return found.map(present);
  });

  serve(app, closeDifference, async ({ params: { id }, body: { note }, signedIn }) => {
    const by = signedIn.account.id;
    const at = new Date(services.now());
    return services.database.transaction(async (tx) => {
      const [row] = await tx
        .update(reconciliationDifferences)
        .set({ note, closedBy: by, closedAt: at })
        .where(and(eq(reconciliationDifferences.id, id), isNull(reconciliationDifferences.closedAt)))
        .returning();
      if (!row) throw new Refusal("not_found", "There is no such difference.");
      if (row.orderId)
        await audit(tx, {
          actor: by,
          entity: "order",
          entityId: row.orderId,
          action: "difference_closed",
          after: { reference: row.ref },
          reason: note,
        });
      return { message: "Closed." };
    });
  });
}

const money = (amount: number | null) => (amount === null ? null : wireMoney(amount));

const present = ({
  row,
  orderNumber,
}: {
  row: typeof reconciliationDifferences.$inferSelect;
  orderNumber: string | null;
}): Difference => ({
  id: row.id,
  provider: row.mode,
  ref: row.ref,
  kind: row.kind,
  status: row.status,
  theirs: money(row.theirs),
  ours: money(row.ours),
  currency: row.currency,
  on: row.onDay,
  order: row.orderId && orderNumber ? { id: row.orderId, number: orderNumber } : null,
});
