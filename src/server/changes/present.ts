import { desc, eq } from "drizzle-orm";
import type { OrderChange } from "#contract/changes.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type ChangeRow, openRequestOf } from "#server/rentals/open-requests.ts";
import { presentQuote } from "./quote.ts";

type PresentedOrder = Pick<OrderRow, "id" | "returnDate" | "insurance">;

export const presentChange = (change: ChangeRow, order: Omit<PresentedOrder, "id">): OrderChange => ({
  ...presentQuote(change, order),
  id: change.id,
  status: change.status,
  answerUntil: change.answerUntil?.toISOString() ?? null,
  reason: change.reason,
  createdAt: change.createdAt.toISOString(),
  ...(change.lacksHold && { waitsWithoutHold: true }),
});

/** The changes of an order, the newest first. */
export const changesOf = async (db: Db, order: PresentedOrder): Promise<OrderChange[]> => {
  const found = await db
    .select()
    .from(orderChanges)
    .where(eq(orderChanges.orderId, order.id))
    .orderBy(desc(orderChanges.createdAt));
  return found.map((change) => presentChange(change, order));
};

/** Another car that an order's renter has been offered and has not answered. */
export const openOfferOf = async (db: Db, order: PresentedOrder): Promise<OrderChange | undefined> => {
  const open = await openRequestOf(db, order.id);
  return open?.kind === "swap" ? presentChange(open, order) : undefined;
};
