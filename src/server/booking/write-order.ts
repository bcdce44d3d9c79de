import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { followStatus } from "#server/ledger/follow-status.ts";
import type { Services } from "#server/services.ts";
import { takePromo } from "./promo.ts";
import type { NewOrder, OrderRow } from "#server/orders/queries.ts";
import { announceOrder } from "#server/orders/announce-order.ts";

/** Writes an order with the beginning of its history and of its money, and takes its promo code. */
export async function writeOrder(
  clock: Pick<Services, "now">,
  tx: Db,
  written: NewOrder,
  { actor, promo }: { actor: string; promo: string | null | undefined },
): Promise<OrderRow> {
  const [order] = await tx.insert(orders).values(written).returning();
  if (!order) throw new Error("No order was written");
  await audit(tx, {
    actor,
    entity: "order",
    entityId: order.id,
    action: "placed",
    after: { status: order.status, total: order.total },
  });
  if (promo) await takePromo(tx, promo, order.id);
  await followStatus(clock, tx, order, { from: undefined, actor });
  await announceOrder(tx, order);
  return order;
}
