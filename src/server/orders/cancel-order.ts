import { invalidField, Refusal } from "#contract/errors.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { mayMove } from "#domain/orders/moves.ts";
import { withRetries } from "#server/db/retries.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import type { Services } from "#server/services.ts";
import { moveOrder } from "./moves/move-order.ts";
import { type KeyHolder, lockOrderOf } from "./order-key.ts";
import type { PlacedOrder } from "./queries.ts";

/**
 * Cancels an order for the holder of its key or for its owner, until the car is handed over. A second call returns
 * the same cancelled order. Throws a Refusal where we would keep more than `expectedKept`.
 */
export function cancelOrder(
  services: Services,
  id: string,
  by: KeyHolder,
  expectedKept?: Cents,
): Promise<PlacedOrder> {
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      const found = await lockOrderOf(tx, id, by, services.now());
      if (found.order.status === "cancelled") return found;
      if (!mayMove("cancel", found.order.status))
        throw new Refusal("order_not_cancellable", "This rental has begun. Please contact us to end it.");
      if (found.order.replacing) throw beingReplaced();
      const settlement = await settlementOf(services, tx, found.order);
      if (expectedKept !== undefined && settlement.kept > expectedKept)
        throw invalidField(
          "expectedKept",
          `is less than what is kept now: ${wireMoney(settlement.kept)}`,
          "price_changed",
        );
      const order = await moveOrder(services, tx, found.order, "cancel", { lost: { settlement } });
      return { ...found, order };
    }),
  );
}

/** A renter who is offered other cars declines them instead of cancelling, and gets more money back. */
export const beingReplaced = (): Refusal =>
  new Refusal(
    "order_not_cancellable",
    "We are offering you other cars. Take none of them, and everything that you haven't used comes back.",
  );
