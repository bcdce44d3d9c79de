import { eq } from "drizzle-orm";
import { waitsForPayment, yesColumns } from "#domain/orders/paid-first.ts";
import { leastCharge } from "#domain/payments/payments.ts";
import { instalmentsOf } from "#domain/pricing/instalments.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { followStatus } from "#server/ledger/follow-status.ts";
import { savedMethodOf } from "#server/ledger/order-money.ts";
import { overpaidOf } from "#server/ledger/overpaid.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { acceptedUnpaidEmail } from "#server/orders/emails/accepted.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { changeOrder } from "./change-order.ts";
import { refuseWithoutPromisedCar } from "./move.ts";

/** Whether a host's yes waits for the first payment: a provider takes it, and money that came before doesn't cover it. */
export async function isPaidFirst({ providers }: Services, tx: Db, order: OrderRow): Promise<boolean> {
  if (providers.size === 0) return false;
  const first = instalmentsOf(order)[0]?.amount ?? 0;
  return first - Math.max(0, await overpaidOf(tx, order.id)) >= leastCharge;
}

/**
 * Records a host's yes to an order that its first payment confirms: the order stays pending and keeps its days, and
 * asks for its price. Its renter gets an email, unless the saved method is charged next. Must hold the car's lock and
 * the order's. Throws a Refusal where another order has the dates.
 */
export async function awaitPayment(services: Services, tx: Db, order: OrderRow, by: string): Promise<void> {
  const { config, outbox, orderParts } = services;
  const columns = yesColumns(new Date(services.now()));
  // The payment will confirm the order, so what a confirmed order needs has to hold now.
  await refuseWithoutPromisedCar(tx, order, { ...order, ...columns, status: "confirmed" }, { decidedBy: by });
  // An offer of another car would undo the host's yes.
  await orderParts.dropOpenRequest(services, tx, order.id, by);
  const agreed = await changeOrder(tx, order, columns, { by, action: "host_accepted" });
  await followStatus(services, tx, agreed, { from: order.status, actor: by });
  if (await isCharged(services, tx, order.id)) return;
  const payUntil = await orderParts.payUntilOf(services, tx, agreed);
  await outbox.post(tx, [acceptedUnpaidEmail(config, agreed, payUntil)]);
}

/** Whether the first payment is charged now, to a method that the renter has saved for the order. */
async function isCharged({ providers }: Services, tx: Db, orderId: string): Promise<boolean> {
  const saved = await savedMethodOf(tx, orderId);
  const [first] = await standingInstalments(tx, orderId);
  return saved !== undefined && providers.has(saved.mode) && first?.attempted === null;
}

/** Whether an order, read anew, still waits for the payment after its host's yes. */
export async function stillWaitsForPayment(db: Db, orderId: string): Promise<boolean> {
  const [order] = await db
    .select({ status: orders.status, hostAnswer: orders.hostAnswer })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order !== undefined && waitsForPayment(order);
}
