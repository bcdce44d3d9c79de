import { isPaidFor, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { keptOnCancel } from "#domain/payments/cancellation.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Services } from "#server/services.ts";
import { addInstalment, addInstalments, dropInstalments, type OrderRow, settle } from "./instalments.ts";
import { goodwillOf, overpaidOf, refundOverpaid, withdrawRefunds } from "./refunds.ts";
import { takeBackWriteOffs } from "./write-offs.ts";

/**
 * What a change of an order's status does to its money, in the transaction that makes the change. Confirmed, it asks
 * for its price month by month; no longer confirmed, it asks for nothing; cancelled, it keeps what the terms
 * say of what was paid, and the rest is to be given back. `order` is as it stands after the change.
 */
export async function followStatus(
  clock: Pick<Services, "now">,
  tx: Db,
  order: OrderRow,
  { from, actor }: { from: OrderStatus | undefined; actor: string },
): Promise<void> {
  // Whatever becomes of it now, it is judged anew.
  if (from !== undefined && from !== order.status) await takeBackWriteOffs(clock, tx, order.id, actor);
  const wasPaidFor = from !== undefined && isPaidFor(from);
  if (from === "cancelled") await revive(clock, tx, order.id, actor);
  if (isPaidFor(order.status) && !wasPaidFor) await addInstalments(clock, tx, order, actor);
  if (!isPaidFor(order.status) && wasPaidFor) await dropInstalments(clock, tx, order.id, actor);
  if (order.status === "cancelled" && from !== "cancelled") await close(clock, tx, order, actor);
}

/** Everything that a cancellation did to the money is taken back. */
async function revive(clock: Pick<Services, "now">, tx: Db, orderId: string, actor: string): Promise<void> {
  await dropInstalments(clock, tx, orderId, actor);
  await withdrawRefunds(clock, tx, orderId, actor);
}

async function close(clock: Pick<Services, "now">, tx: Db, order: OrderRow, actor: string): Promise<void> {
  const paid = await overpaidOf(tx, order.id);
  if (paid <= 0) return;
  const kept = keptOnCancel(order, clock.now(), paid - (await goodwillOf(tx, order.id)));
  if (kept > 0) await addInstalment(clock, tx, order.id, { lines: [{ kind: "kept", amount: kept }], actor });
  await settle(tx, order.id);
  await refundOverpaid(clock, tx, order.id, { actor, reason: "cancelled" });
}
