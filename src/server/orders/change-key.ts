import { eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "./queries.ts";

/**
 * Gives an order a new key. The earlier key ends at once, or after `pause` milliseconds: the pause of the email.
 */
export const changeKey = (tx: Db, order: OrderRow, keyHash: string, pause: number): Promise<unknown> =>
  tx
    .update(orders)
    .set({
      keyHash,
      ...(pause > 0
        ? { formerKeyHash: order.keyHash, formerKeyUntil: new Date(Date.now() + pause) }
        : { formerKeyHash: null, formerKeyUntil: null }),
    })
    .where(eq(orders.id, order.id));
