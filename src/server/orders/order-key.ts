import { isOwnedBy } from "#domain/people/relations.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { isKeyOfOrder } from "#server/auth/link-tokens.ts";
import { findOrder, lockCar, type OrderRow, type PlacedOrder } from "./queries.ts";

/** Who may act on an order: whoever holds the key of its email, or its owner, by their account and its address. */
export type KeyHolder = {
  key: string | undefined;
  accountId: string | undefined;
  email?: string | null | undefined;
};

/**
 * The role in which somebody looks at an order of their own: by its email's key, or as its owner, signed in; "reader"
 * is an owner whom its emails reach as well. An owner may have ordered with an address that isn't theirs.
 */
export type OrderViewer = "owner" | "reader" | "key";

export function viewerOf(order: OrderRow, { key, accountId, email }: KeyHolder): OrderViewer | undefined {
  const hasKey = isKeyOfOrder(order, key);
  if (!isOwnedBy(order, accountId)) return hasKey ? "key" : undefined;
  return hasKey || isAddressOf(order, email) ? "reader" : "owner";
}

/** Whether an order's emails go to an account's own address. */
export const isAddressOf = (
  { customerEmail }: Pick<OrderRow, "customerEmail">,
  email: string | null | undefined,
): boolean => email?.toLowerCase() === customerEmail.toLowerCase();

/**
 * An order for its holder, its car locked first, as for everybody who changes who has a car. Throws a Refusal
 * for anybody else, as if there were none.
 */
export async function lockOrderOf(tx: Db, id: string, { key, accountId }: KeyHolder): Promise<PlacedOrder> {
  const seen = await findOrder(tx, id);
  if (!seen || !(isKeyOfOrder(seen.order, key) || isOwnedBy(seen.order, accountId))) throw orderNotFound();
  if (seen.order.carId) await lockCar(tx, seen.order.carId);
  const found = await findOrder(tx, id, "update");
  if (!found) throw orderNotFound();
  return found;
}
