import { rentalOf } from "#server/changes/quote-rental.ts";
import type { Db } from "#server/db/open-database.ts";
import { requestHashOf } from "#server/db/sent-before.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import { previewReschedule } from "#server/ledger/reschedule.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";

/**
 * Writes the change that an ending makes to an order, from `order` to `changed`, with the refund that follows from
 * it, and returns its id. Must come before the change of the order itself, and hold the order's lock. `decidedBy`
 * causes the refund.
 */
export async function insertMadeChange(
  services: Services,
  tx: Db,
  order: OrderRow,
  { kind, changed, decidedBy }: { kind: "early_return" | "swap"; changed: OrderRow; decidedBy: string },
): Promise<string> {
  const { status, pickupLocation, pickupTime, returnTime } = order;
  const same = { status, pickupLocation, pickupTime, returnTime };
  const { refund } = await previewReschedule(services, tx, changed, decidedBy);
  const id = crypto.randomUUID();
  await tx.insert(orderChanges).values({
    id,
    orderId: order.id,
    kind,
    requestHash: requestHashOf({ id, orderId: order.id }),
    createdAt: new Date(services.now()),
    before: { ...same, total: order.total, rental: rentalOf(order) },
    after: { ...same, total: changed.total, rental: rentalOf(changed) },
    refund,
    status: "accepted",
  });
  return id;
}
