import { Refusal } from "#contract/errors.ts";
import { mayMove } from "#domain/orders/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { moveOrder } from "./moves/move-order.ts";
import { type Holder, lockOrderOf } from "./order-key.ts";
import type { PlacedOrder } from "./queries.ts";

/**
 * Cancels a pending order for whoever holds its key, or for its owner. A second time it is the same cancelled
 * order.
 */
export function cancelOrder(services: Services, id: string, by: Holder): Promise<PlacedOrder> {
  return services.database.transaction(async (tx) => {
    const found = await lockOrderOf(tx, id, by);
    if (found.order.status === "cancelled") return found;
    if (!mayMove("cancel", found.order.status))
      throw new Refusal(
        "order_not_cancellable",
        "This order has been confirmed. Please contact us to cancel it.",
      );
    return { ...found, order: await moveOrder(services, tx, found.order, "cancel") };
  });
}
