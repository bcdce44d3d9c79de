import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { audit } from "#server/db/audit.ts";
import { orderChanges } from "#server/db/changes-schema.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema.ts";
import { changedEmails } from "#server/orders/emails/changed.ts";
import { moveOrder } from "#server/orders/moves/move-order.ts";
import { lockOrderOf } from "#server/orders/order-key.ts";
import { announceOrder, type OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { type Asked, quoteOf, type Quoted } from "./quote.ts";

export type ChangeRow = typeof orderChanges.$inferSelect;
type Sent = Asked & { id?: string | undefined; expectedTotal?: Cents | undefined };
export type Made = { change: ChangeRow; order: OrderRow };

/**
 * Changes an order for its owner, whole or not at all: the order, the change with its before and after, its
 * event in the history and the emails. Sent again under its id it is the same change. Throws a Refusal.
 */
export function makeChange(
  services: Services,
  orderId: string,
  by: string,
  { id = crypto.randomUUID(), expectedTotal, ...asked }: Sent,
): Promise<Made> {
  return services.database.transaction(async (tx) => {
    const { order } = await lockOrderOf(tx, orderId, { key: undefined, accountId: by });
    const requestHash = createHash("sha256")
      .update(JSON.stringify([orderId, asked]))
      .digest("hex");
    const [known] = await tx.select().from(orderChanges).where(eq(orderChanges.id, id));
    if (known) {
      if (known.orderId === orderId && known.requestHash === requestHash) return { change: known, order };
      throw new Refusal("record_id_used", "This id can't be used. Please send another.");
    }
    const quoted = await quoteOf(services, tx, order, asked);
    if (expectedTotal !== undefined && quoted.after.total > expectedTotal)
      throw invalidField("expectedTotal", `is less than ${wireMoney(quoted.after.total)}`, "price_changed");
    const changed = await apply(services, tx, order, { quoted, by });
    const [change] = await tx
      .insert(orderChanges)
      .values({ id, orderId, requestHash, createdAt: new Date(services.now()), ...quoted })
      .returning();
    if (!change) throw new Error("No change was written");
    return { change, order: changed };
  });
}

async function apply(
  services: Services,
  tx: Db,
  order: OrderRow,
  { quoted, by }: { quoted: Quoted; by: string },
): Promise<OrderRow> {
  const { kind, before, after, refund } = quoted;
  if (kind === "cancel")
    return moveOrder(services, tx, order, "cancel", {
      lost: { settlement: { kept: after.total, refund } },
      by,
    });
  const { pickupLocation, pickupTime, returnTime } = after;
  const set = { pickupLocation, pickupTime, returnTime };
  await tx.update(orders).set(set).where(eq(orders.id, order.id));
  await audit(tx, {
    actor: by,
    entity: "order",
    entityId: order.id,
    action: "handover_changed",
    before,
    after,
  });
  await announceOrder(tx, order);
  const changed = { ...order, ...set };
  await services.outbox.post(tx, changedEmails(services.config, changed));
  return changed;
}
