import { orderNotFound } from "#server/ledger/order-queries.ts";
import { and, eq } from "drizzle-orm";
import type { AccountRow } from "#server/auth/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { confirmEmail } from "#server/booking/confirm-email.ts";
import { deniedAdminEmail } from "#server/orders/emails/to-admin.ts";
import { changeOrder } from "#server/orders/moves/change-order.ts";
import { moveOrder } from "#server/orders/moves/move-order.ts";
import { findOrder, lockCar, type OrderRow } from "#server/orders/queries.ts";
import { announceOrder } from "#server/orders/announce-order.ts";
import type { Services } from "#server/services.ts";
import { isUnconfirmed } from "./unconfirmed-queries.ts";

/**
 * Records whether an order that was made with an account's address is the account's own. If it is, it becomes the
 * account's, and a request is confirmed as by its email's button. If not, a request is cancelled; any other order
 * is left to the back office. Throws a Refusal for anybody else, and if the order's dates are gone.
 */
export async function sayOrderOrigin(
  services: Services,
  id: string,
  account: Pick<AccountRow, "id" | "email">,
  isMine: boolean,
): Promise<void> {
  const isPending = await services.database.transaction(async (tx) => {
    const order = await lockUnconfirmed(tx, id, account.email);
    const isPending = order.status === "pending";
    if (isMine) await claim(services, tx, order, account.id);
    else await deny(services, tx, order, account.id);
    return isPending;
  });
  if (isMine && isPending)
    await confirmEmail(services, id, { key: undefined, accountId: account.id, email: account.email });
}

/** Locks the car's row, then the order's: every change of a car's orders locks in this sequence. */
async function lockUnconfirmed(tx: Db, id: string, email: string): Promise<OrderRow> {
  const seen = await findOrder(tx, id);
  if (!seen || email === "") throw orderNotFound();
  if (seen.order.carId) await lockCar(tx, seen.order.carId);
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), isUnconfirmed(email)))
    .for("update");
  if (!order) throw orderNotFound();
  return order;
}

async function claim({ now }: Services, tx: Db, order: OrderRow, accountId: string): Promise<void> {
  if (order.status !== "pending") {
    const columns = { accountId, emailConfirmedAt: new Date(now()) };
    await changeOrder(tx, order, columns, { by: accountId, action: "email_confirmed" });
    return;
  }
  // The history names the confirmation that follows.
  await tx.update(orders).set({ accountId }).where(eq(orders.id, order.id));
  await announceOrder(tx, { ...order, accountId });
}

async function deny(services: Services, tx: Db, order: OrderRow, by: string): Promise<void> {
  const { config, outbox, now } = services;
  await changeOrder(tx, order, { deniedAt: new Date(now()) }, { by, action: "email_denied" });
  const settlement = await settlementOf(services, tx, order);
  const denied =
    order.status === "pending"
      ? await moveOrder(services, tx, order, "cancel", { by, lost: { settlement } })
      : order;
  await outbox.post(tx, [deniedAdminEmail(config, denied)]);
}
