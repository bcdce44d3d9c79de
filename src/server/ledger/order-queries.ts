import { isOwnedBy } from "#domain/people/relations.ts";
import { eq } from "drizzle-orm";
import type { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { readOrderNumber } from "#domain/orders/order-numbers.ts";
import { isKeyOfOrder } from "#server/auth/link-tokens.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";

type OrderRow = typeof orders.$inferSelect;

export const orderNotFound = (): Refusal => notFound("order_not_found");

/** An order by its id; a Refusal where there is none. */
export async function loadOrder(db: Db, id: string): Promise<OrderRow> {
  const [order] = isUuid(id) ? await db.select().from(orders).where(eq(orders.id, id)) : [];
  if (!order) throw orderNotFound();
  return order;
}

/** The id of an order that is named by its id or by its number; a Refusal where there is none. */
export async function orderIdOf(db: Db, named: string): Promise<string> {
  if (isUuid(named)) return (await loadOrder(db, named)).id;
  const number = readOrderNumber(named);
  const [order] = number
    ? await db.select({ id: orders.id }).from(orders).where(eq(orders.orderNumber, number))
    : [];
  if (!order) throw orderNotFound();
  return order.id;
}

/** An order, locked: transactions that move its money wait here for one another. A Refusal where there is none. */
export async function lockOrder(tx: Db, id: string): Promise<OrderRow> {
  const order = await lockOrderIfAny(tx, id);
  if (!order) throw orderNotFound();
  return order;
}

/** `lockOrder`, but undefined where there is no such order. */
export async function lockOrderIfAny(tx: Db, id: string): Promise<OrderRow | undefined> {
  const [order] = isUuid(id) ? await tx.select().from(orders).where(eq(orders.id, id)).for("update") : [];
  return order;
}

/** An order for its owner, or for a person with the key from its email. Throws a Refusal for anybody else. */
export async function loadOwnOrder(
  db: Db,
  id: string,
  { key, accountId }: { key: string | undefined; accountId: string | undefined },
  at: number,
): Promise<OrderRow> {
  const order = await loadOrder(db, id);
  if (!isOwnedBy(order, accountId) && !isKeyOfOrder(order, key, at)) throw orderNotFound();
  return order;
}
