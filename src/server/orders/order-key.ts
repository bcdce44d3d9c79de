import { isOwnedBy } from "#domain/people/relations.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { isKeyOfOrder } from "#server/auth/link-tokens.ts";
import { findOrder, lockCar, type OrderRow, type PlacedOrder } from "./queries.ts";

/** Who may act on an order: the holder of the key in its email, or its owner, by account and account address. */
export type KeyHolder = {
  key: string | undefined;
  accountId: string | undefined;
  email?: string | null | undefined;
};

/**
 * How somebody sees an order of their own: "key" by the key in its email, "owner" signed in as its owner, "reader"
 * as an owner who also receives its emails. An owner may have ordered with an address that isn't theirs.
 */
export type OrderViewer = "owner" | "reader" | "key";

export function viewerOf(
  order: OrderRow,
  { key, accountId, email }: KeyHolder,
  at: number,
): OrderViewer | undefined {
  const hasKey = isKeyOfOrder(order, key, at);
  if (!isOwnedBy(order, accountId)) return hasKey ? "key" : undefined;
  return hasKey || isAddressOf(order, email) ? "reader" : "owner";
}

/** Whether an order's emails go to an account's own address. */
export const isAddressOf = (
  { customerEmail }: Pick<OrderRow, "customerEmail">,
  email: string | null | undefined,
): boolean => email?.toLowerCase() === customerEmail.toLowerCase();

/**
 * Locks an order for its holder, and before it the order's car: every change of a car's orders locks in this
 * sequence. Throws a Refusal for anybody else, as if there were no such order.
 */
export async function lockOrderOf(
  tx: Db,
  id: string,
  { key, accountId }: KeyHolder,
  at: number,
): Promise<PlacedOrder> {
  const seen = await findOrder(tx, id);
  if (!seen || !(isKeyOfOrder(seen.order, key, at) || isOwnedBy(seen.order, accountId)))
    throw orderNotFound();
  if (seen.order.carId) await lockCar(tx, seen.order.carId);
  const found = await findOrder(tx, id, "update");
  if (!found) throw orderNotFound();
  // The order got another car while its former one was locked.
  const { carId } = found.order;
  if (carId && carId !== seen.order.carId) await lockCar(tx, carId);
  return found;
}
