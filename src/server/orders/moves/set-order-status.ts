import { and, asc, eq } from "drizzle-orm";
import { refuseOwnOrder } from "#server/auth/own-affairs.ts";
import { audit } from "#server/db/audit.ts";
import { invalidField, Refusal } from "#contract/errors.ts";
import { recordOfStatus } from "#domain/condition/condition.ts";
import { wireMoney } from "#domain/money.ts";
import {
  answerWithin,
  isActive,
  hasBegun,
  holdsCar,
  needsCar,
  type OrderStatus,
  undoWithin,
} from "#domain/orders/lifecycle.ts";
import { returnsOf } from "#server/condition/queries.ts";
import { isRecorded } from "#server/rentals/recorded.ts";
import { pick } from "#domain/pick.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import { reminders } from "#server/db/schema/renters.ts";
import { withRetries } from "#server/db/retries.ts";
import type { Services } from "#server/services.ts";
import { isBegun } from "#server/ledger/begun.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { mayGiveBack } from "#server/ledger/may-give-back.ts";
import { moneySummaryOf } from "#server/ledger/money-summary.ts";
import { followStatus } from "#server/ledger/follow-status.ts";
import { refuseDoubleBooking } from "#server/rentals/held-by.ts";
import { endHolds } from "#server/rentals/day-holds.ts";
import { statusEmail } from "#server/orders/emails/to-renter.ts";
import { dropOpenRequest } from "#server/orders/changes/open-request.ts";
import { orderNotFound } from "#server/orders/order-key.ts";
import { takePromoAgain } from "#server/orders/promo.ts";
import { announceOrder, lockCars, type OrderRow, releasePromo } from "#server/orders/queries.ts";
import { endStaleOf } from "./stale-orders.ts";

type Change = {
  id: string;
  status: OrderStatus;
  from?: OrderStatus;
  reason?: string;
  /** Where we cancel what hasn't begun: nothing is kept of what was paid. */
  fullRefund?: boolean;
  by: string;
};

/**
 * Sets any status from any other, as administrators may, writes down who did it and why, and tells the
 * renter. Throws a Refusal where the car would be promised twice, where there is none, and where `from` is no
 * longer the status, and where a rental is begun or ended without a record or a reason. Its email waits a moment: answers what `undoStatus` undoes it by.
 */
export function setOrderStatus(services: Services, change: Change): Promise<{ change: number | null }> {
  return withRetries(() => setOnce(services, change));
}

async function setOnce(
  services: Services,
  { id, status, from, reason, fullRefund, by }: Change,
): Promise<{ change: number | null }> {
  const { database, outbox, config, now } = services;
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (from && order.status !== from)
      throw new Refusal("stale", "Someone else has changed this order in the meantime. Please reload it.");
    if (order.status === status && !fullRefund) return { change: null };
    await refuseOwnOrder(tx, { order, by, gate: "administrator" });
    if (fullRefund) await refuseUnlessGiver(tx, order, by);
    if (order.status === status) return { change: null };
    if (needsCar(status)) await refuseWithoutCar(tx, order.carId);
    // Somebody else's request past its time is in nobody's way.
    if (order.carId && holdsCar(status) && !order.holdsCar) await endStaleOf(services, tx, order.carId);
    if (holdsCar(status)) await refuseDoubleBooking(tx, order);
    if (!reason) await refuseWithoutRecord(tx, id, status);
    const waives = status === "cancelled" && fullRefund;
    if (waives) await refuseOnceBegun(tx, order);
    const waived = waives ? (await settlementOf(services, tx, order)).kept : 0;
    await endHolds(tx, id, "car_out");
    const request = isActive(status) ? undefined : await dropOpenRequest(services, tx, id, by);
    const at = new Date(now());
    const wait = answerWithin[order.source];
    const returned = status === "completed" ? await returnedAt(tx, id) : undefined;
    await tx
      .update(orders)
      .set({
        status,
        expiresAt: status === "pending" && wait !== undefined ? new Date(now() + wait) : order.expiresAt,
        // Whoever sets a status by hand promises the car.
        holdEndsAt: null,
        lacksHold: false,
        adminWarnedAt: status === "pending" ? null : order.adminWarnedAt,
        // What has begun has begun, whatever is set afterwards.
        tripStartedAt:
          status === "in_progress" || hasBegun(order.status)
            ? (order.tripStartedAt ?? order.tripCompletedAt ?? at)
            : order.tripStartedAt,
        tripCompletedAt: status === "completed" ? (returned?.trip ?? at) : null,
        // An administrator who ends a trip by hand has the car back, if nobody has written so before.
        isCarOut: false,
        carBackAt: status === "completed" ? (returned?.car ?? at) : null,
      })
      .where(eq(orders.id, id));
    // Told once that it ends, an order that waits again is told again.
    if (status === "pending")
      await tx.delete(reminders).where(and(eq(reminders.orderId, id), eq(reminders.kind, "plan_ending")));
    if (status === "cancelled") await releasePromo(tx, id);
    else if (order.status === "cancelled") await holdPromoAgain(tx, order);
    const turn = { from: order.status, actor: by, fullRefund };
    const money = await followStatus(services, tx, { ...order, status }, turn);
    const wasEmailed = (await outbox.withdrawWaiting(tx, id)) === 0;
    const summary = await moneySummaryOf(services, tx, id);
    const [email] = await outbox.post(
      tx,
      [statusEmail(config, { ...order, status }, reason, summary)],
      undoWithin,
    );
    const change = await audit(tx, {
      actor: by,
      entity: "order",
      entityId: id,
      action: "status",
      before: { ...formerOf(order), at, wasEmailed, request, money },
      after: { status, email },
      reason,
    });
    if (waived > 0)
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: id,
        action: "kept_waived",
        after: { amount: wireMoney(waived) },
      });
    await announceOrder(tx, order);
    return { change };
  });
}

/**
 * When a rental that is ended by hand came back, as far as that was recorded before it was set to run again: it isn't
 * later for having been set to and fro.
 */
async function returnedAt(tx: Db, orderId: string): Promise<{ trip?: Date; car?: Date }> {
  const { first, ours } = await returnsOf(tx, orderId);
  if (!first) return {};
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
  return { trip: first, ...(car && { car }) };
}

/** What a status change overwrites, so that it can be put back; and the rental that it is about. */
const formerOf = (order: OrderRow) =>
  pick(order, [
    "total",
    "pickupDate",
    "returnDate",
    "carId",
    "status",
    "expiresAt",
    "holdEndsAt",
    "lacksHold",
    "adminWarnedAt",
    "tripStartedAt",
    "tripCompletedAt",
    "isCarOut",
    "carBackAt",
  ]);

/**
 * The car's row first, then the order's: whoever takes or changes a car's dates goes the same way. With
 * `otherCarId` that of a car which is to take its place.
 */
export async function lockOrder(tx: Db, id: string, otherCarId?: string | null): Promise<OrderRow> {
  const [seen] = await tx.select({ carId: orders.carId }).from(orders).where(eq(orders.id, id));
  await lockCars(tx, [seen?.carId, otherCarId]);
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  if (!order) throw orderNotFound();
  return order;
}

/** Throws a Refusal for an order without a car, or with one that has left the fleet. */
export async function refuseWithoutCar(tx: Db, carId: string | null): Promise<void> {
  if (!carId) throw new Refusal("order_without_car", "This order has no car yet. Choose one first.");
  const [car] = await tx.select({ retiredAt: cars.retiredAt }).from(cars).where(eq(cars.id, carId));
  if (car?.retiredAt)
    throw new Refusal("car_retired", "This order's car has left the fleet. Choose another one first.");
}

/** Throws a Refusal for a rental that is begun or ended by hand without a condition record and without a reason. */
async function refuseWithoutRecord(tx: Db, orderId: string, status: OrderStatus): Promise<void> {
  const kind = recordOfStatus[status];
  if (!kind || (await isRecorded(tx, orderId, kind))) return;
  throw new Refusal("reason_needed", `Nobody has recorded the ${kind}. Please give a reason.`, {
    fields: { reason: { code: "required", message: "is required without a condition record" } },
  });
}

/** What the terms keep is waived by whoever manages payments alone. Throws a Refusal for anybody else. */
async function refuseUnlessGiver(tx: Db, order: OrderRow, by: string): Promise<void> {
  if (!(await mayGiveBack(tx, order, by)))
    throw new Refusal("forbidden", "Only administrators who manage payments can refund everything.");
}

/**
 * Throws a Refusal for a full refund of a rental that has begun: the terms promise it of one that is only confirmed.
 * Beyond the days that weren't used, money is given back by hand, by whoever may.
 */
async function refuseOnceBegun(tx: Db, order: OrderRow): Promise<void> {
  if (!(await isBegun(tx, order))) return;
  throw invalidField(
    "fullRefund",
    "is only for a rental that hasn't begun. Please refund more by hand",
    "rental_begun",
  );
}

/**
 * A cancelled order gave its code back; alive again, it takes it again: the price stays as it was ordered. Throws a
 * Refusal where another order has used it since.
 */
export async function holdPromoAgain(tx: Db, order: OrderRow): Promise<void> {
  if (order.lines.some(({ kind }) => kind === "promo")) await takePromoAgain(tx, order);
}
