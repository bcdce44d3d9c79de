import { eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "./queries.ts";

type NewKey = {
  keyHash: string;
  /** Until when the earlier key opens the order too, since the new key's email waits; undefined if it ends at once. */
  formerUntil: Date | undefined;
};

/** Gives an order a new key. */
export const changeKey = (tx: Db, order: OrderRow, { keyHash, formerUntil }: NewKey): Promise<unknown> =>
  tx
    .update(orders)
    .set({
      keyHash,
      formerKeyHash: formerUntil ? order.keyHash : null,
      formerKeyUntil: formerUntil ?? null,
    })
    .where(eq(orders.id, order.id));
