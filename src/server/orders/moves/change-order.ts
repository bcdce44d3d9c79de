import { eq } from "drizzle-orm";
import type { AuditAction } from "#domain/audit/audited-actions.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { announceOrder } from "#server/orders/announce-order.ts";
import type { OrderRow } from "#server/orders/queries.ts";

type OrderChange = {
  /** Who changes the order, as the history names them: an account's id, "renter" or "system". */
  by: string;
  action: AuditAction<"order">;
  before?: unknown;
  after?: unknown;
  reason?: string | undefined;
};

/**
 * Changes columns of an order other than its status, writes the history, and announces the order to its owner, to its
 * car's host and, if it gets another car, to the earlier host too. Must hold the order's lock. Returns the order as
 * it is then. A change of status is a `move`.
 */
export async function changeOrder(
  tx: Db,
  order: OrderRow,
  columns: Partial<Omit<OrderRow, "id" | "status">>,
  { by, ...event }: OrderChange,
): Promise<OrderRow> {
  await tx.update(orders).set(columns).where(eq(orders.id, order.id));
  await audit(tx, { actor: by, entity: "order", entityId: order.id, ...event });
  const changed = { ...order, ...columns };
  await announceOrder(tx, changed, order);
  return changed;
}
