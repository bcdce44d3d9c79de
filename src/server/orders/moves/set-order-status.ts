import { and, asc, eq } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { recordOfStatus } from "#domain/trips/condition.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { type OrderStatus, undoWithin } from "#domain/orders/lifecycle.ts";
import type { TripFacts } from "#domain/orders/status-columns.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { hadCar } from "#server/ledger/had-car.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { mayGiveBack } from "#server/ledger/may-give-back.ts";
import { statusEmail } from "#server/orders/emails/status.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { isRecorded } from "#server/rentals/recorded.ts";
import type { Services } from "#server/services.ts";
import { endStaleFor } from "./stale-orders.ts";
import { lockOrderWithCar } from "./lock-order-with-car.ts";
import { move } from "./move.ts";

type Change = {
  id: string;
  status: OrderStatus;
  from?: OrderStatus;
  reason?: string;
  /** Whether we cancel a rental that hasn't begun, and keep nothing of what was paid. */
  fullRefund?: boolean;
  by: string;
};

/**
 * Sets any status from any other, as administrators may, records who did it and why, and emails the renter. Throws
 * a Refusal where another order has the car, where the new status needs a car and the order has none, where the
 * status is no longer `from`, and where a rental begins or ends without a record or a reason. The email waits a
 * moment: with the returned change, `undoStatus` takes the status back.
 */
export function setOrderStatus(services: Services, change: Change): Promise<{ change: number | null }> {
  return withRetries(() => setOnce(services, change));
}

async function setOnce(
  services: Services,
  { id, status, from, reason, fullRefund, by }: Change,
): Promise<{ change: number | null }> {
  const { database, config } = services;
  return database.transaction(async (tx) => {
    const order = await lockOrderWithCar(tx, id);
    if (from && order.status !== from)
      throw new Refusal("stale", "Someone else has changed this order in the meantime. Please reload it.");
    if (order.status === status && !fullRefund) return { change: null };
    await refuseOwnOrder(tx, { order, by, gate: "admin" });
    if (fullRefund) await refuseUnlessGiver(tx, order, by);
    if (order.status === status) return { change: null };
    await endStaleFor(services, tx, order, status);
    const waived = status === "cancelled" && fullRefund ? await waivedOf(services, tx, order) : 0;
    const { order: moved, change } = await move(services, tx, order, status, {
      by,
      ...(reason && { reason }),
      fullRefund,
      facts: status === "completed" ? await returnedAt(services, tx, id) : {},
      emails: (now, money) => [statusEmail(config, now, reason, money)],
      undoWithin,
    });
    // Asked last: a reason doesn't help where there is no car.
    if (!reason) await refuseWithoutRecord(tx, id, status);
    if (waived > 0)
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: id,
        action: "kept_waived",
        after: { amount: wireMoney(waived) },
      });
    // A car that was ahead has been released: that can't be undone.
    return { change: moved.carId === order.carId ? change : null };
  });
}

/**
 * When the car of a rental that is ended by hand came back, if a return was recorded before the rental was set to
 * run again: setting statuses to and fro doesn't make the return later.
 */
async function returnedAt({ orderParts }: Services, tx: Db, orderId: string): Promise<TripFacts> {
  const { first, ours } = await orderParts.returnsOf(tx, orderId);
  const [summary] = await tx
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.entity, "order"),
        eq(auditEvents.entityId, orderId),
        eq(auditEvents.action, "car_back"),
      ),
    )
    .orderBy(asc(auditEvents.at))
    .limit(1);
  const [car] = [ours, summary?.at]
    .filter((at) => at !== undefined)
    .toSorted((a, b) => a.getTime() - b.getTime());
  const endedAt = first ?? car;
  return endedAt ? { endedAt, carBackAt: car } : {};
}

/** Throws a Refusal for a rental that is begun or ended by hand without a condition record and without a reason. */
async function refuseWithoutRecord(tx: Db, orderId: string, status: OrderStatus): Promise<void> {
  const kind = recordOfStatus[status];
  if (!kind || (await isRecorded(tx, orderId, kind))) return;
  throw new Refusal("reason_needed", `Nobody has recorded the ${kind}. Please give a reason.`, {
    fields: { reason: { code: "required", message: "is required without a condition record" } },
  });
}

/** Throws a Refusal for administrators who don't manage payments: they may not waive what the terms keep. */
async function refuseUnlessGiver(tx: Db, order: OrderRow, by: string): Promise<void> {
  if (!(await mayGiveBack(tx, order, by)))
    throw new Refusal("forbidden", "Only administrators who manage payments can refund everything.");
}

/**
 * The sum that the terms would keep of a rental that is refunded in full. Throws a Refusal for a rental that has
 * begun: a full refund is only for one that hasn't. Money beyond the unused days is given back by hand, by
 * administrators who manage payments.
 */
async function waivedOf(services: Services, tx: Db, order: OrderRow): Promise<Cents> {
  if (await hadCar(tx, order))
    throw invalidField(
      "fullRefund",
      "is only for a rental that hasn't begun. Please refund more by hand",
      "rental_begun",
    );
  return (await settlementOf(services, tx, order)).kept;
}
