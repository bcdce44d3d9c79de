import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { ConditionKind, ConditionSide } from "#domain/condition/condition.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/queries.ts";

export type SeenOrder = { order: OrderRow; side: ConditionSide };

/** An order for its renter or for an administrator; to anybody else there is none. Throws a Refusal. */
export async function orderFor(db: Db, id: string, account: AccountRow): Promise<SeenOrder> {
  const [order] = isUuid(id) ? await db.select().from(orders).where(eq(orders.id, id)) : [];
  const side = order?.accountId === account.id ? "renter" : account.role === "admin" ? "longbay" : undefined;
  if (!order || !side) throw new Refusal("order_not_found", "There is no such order.");
  return { order, side };
}

export const notRecordable = (kind: ConditionKind): Refusal =>
  new Refusal(
    "record_not_possible",
    kind === "pickup"
      ? "A pickup can be recorded once the order is confirmed and has a car, until the car is returned."
      : "A return can be recorded once the trip has started.",
  );
