import { and, eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { hostNoticeOf, isBackAtDesk, type RequestAnswer } from "#domain/orders/host-requests.ts";
import { holdsCar, isActive, needsCar, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { columnsIn, type TripFacts } from "#domain/orders/status-columns.ts";
import { taxesWithin } from "#domain/documents/taxes-within.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import { reminders } from "#server/db/schema/renters.ts";
import { followStatus } from "#server/ledger/follow-status.ts";
import { type MoneySummary, moneySummaryOf } from "#server/ledger/money-summary.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import type { Email } from "#server/mail/email.ts";
import { tellHost } from "#server/orders/emails/to-host.ts";
import { announceOrder, type OrderRow } from "#server/orders/queries.ts";
import { endHolds, holdUntilReturn } from "#server/rentals/day-holds.ts";
import { refuseDoubleBooking } from "#server/rentals/held-by.ts";
import type { Services } from "#server/services.ts";
import { type FormerOrder, formerOf, restoredColumns } from "./former-order.ts";

export type MoveTurn = {
  /** As whom the history names whoever moves it: an account's id, "renter" or "system". */
  by: string;
  /** Who causes it, where that is not whom the history names: the terms, where a renter or the clock moves it. */
  decidedBy?: string;
  reason?: string;
  /** Where a cancellation is ours: nothing is kept of what was paid. */
  fullRefund?: boolean | undefined;
  facts?: TripFacts;
  /** The host's answer, or what takes its place, where the order waits for it. */
  answer?: RequestAnswer | undefined;
  /** The emails that follow, written after the money has. */
  emails?: (moved: OrderRow, money: MoneySummary) => Email[] | Promise<Email[]>;
  /** For how many milliseconds the emails wait, so that the move can be undone. */
  undoWithin?: number;
  /** The move that this one takes back. */
  undoes?: FormerOrder & { change: number };
};

export type Moved = {
  order: OrderRow;
  /** The event of the history, by which it is undone. */
  change: number;
};

/**
 * Gives an order another status, whoever asks for it: what has to hold before, its open request and its renter's choice
 * of another car, its columns, the days of its car, its promo code, its money, its emails, its host, its place in the
 * history, and who hears of it. Must hold the car's lock and the order's. Throws a Refusal for a status that needs a
 * car where there is none, or whose car somebody else has.
 */
export async function move(
  services: Services,
  tx: Db,
  order: OrderRow,
  to: OrderStatus,
  turn: MoveTurn,
): Promise<Moved> {
  const { orderParts } = services;
  const { by, undoes } = turn;
  const at = new Date(services.now());
  const columns = undoes ? restoredColumns(undoes) : columnsIn(to, order, at, turn.facts, turn.answer);
  const moved = { ...order, ...columns, replacing: order.replacing && isActive(to) };
  await refuseWithoutPromisedCar(tx, order, moved);
  if (order.isCarOut) await endHolds(tx, order.id, "car_out");
  const request = isActive(to) ? undefined : await orderParts.dropOpenRequest(services, tx, order.id, by);

  if (!isActive(to)) await orderParts.endReplacing(services, tx, order.id, by);
  await tx.update(orders).set(columns).where(eq(orders.id, order.id));
  if (moved.isCarOut) await holdUntilReturn(tx, order);

  // Reminded once that it ends, an order that waits again is reminded again.
  if (to === "pending")
    await tx.delete(reminders).where(and(eq(reminders.orderId, order.id), eq(reminders.kind, "plan_ending")));
  await followPromo(services, tx, order, to);
  if (undoes && isActive(to)) await orderParts.resumeReplacing(services, tx, moved, new Date(undoes.at));
  if (undoes?.request && isActive(to)) await orderParts.reopenRequest(tx, order.id, undoes.request);
  const taxesPaid = to === "cancelled" ? taxesWithin(await standingInstalments(tx, order.id)) : [];
  const money = await followStatus(services, tx, moved, {
    from: order.status,
    actor: by,
    decidedBy: turn.decidedBy ?? by,
    fullRefund: turn.fullRefund ?? false,
    ...(undoes && { undone: undoes.money }),
  });
  const { email, wasEmailed } = await sendEmails(services, tx, moved, turn, taxesPaid);
  await tellOfMove(services, tx, { order, moved, turn });
  const change = await audit(tx, {
    actor: by,
    entity: "order",
    entityId: order.id,
    action: "status",
    before: {
      status: order.status,
      ...(turn.undoWithin !== undefined && { ...formerOf(order, columns), at, wasEmailed, request, money }),
    },
    after: { status: to, ...(email && { email }), ...(undoes && { undoes: undoes.change }) },
    reason: turn.reason,
  });
  await announceOrder(tx, order);
  return { order: moved, change };
}

/** Throws a Refusal for a status that takes a car which isn't there or which somebody else has. */
async function refuseWithoutPromisedCar(tx: Db, order: OrderRow, moved: OrderRow): Promise<void> {
  if (needsCar(moved.status)) await refuseWithoutCar(tx, order.carId);
  if (needsCar(moved.status) && !needsCar(order.status) && isBackAtDesk(order))
    throw new Refusal("order_without_car", "The host of this car didn't agree. Choose another car first.");
  if (holdsCar(moved.status) && !moved.lacksHold && !order.holdsCar) await refuseDoubleBooking(tx, order);
}

/** Throws a Refusal for an order without a car, or with one that has left the fleet. */
async function refuseWithoutCar(tx: Db, carId: string | null): Promise<void> {
  if (!carId) throw new Refusal("order_without_car", "This order has no car yet. Choose one first.");
  const [car] = await tx.select({ retiredAt: cars.retiredAt }).from(cars).where(eq(cars.id, carId));
  if (car?.retiredAt)
    throw new Refusal("car_retired", "This order's car has left the fleet. Choose another one first.");
}

/**
 * A cancelled order gives its code back; alive again, it takes it again: the price stays as it was ordered. Throws a
 * Refusal where another order has used it since.
 */
async function followPromo(
  { orderParts }: Services,
  tx: Db,
  order: OrderRow,
  to: OrderStatus,
): Promise<void> {
  if (to === "cancelled") await orderParts.releasePromo(tx, order.id);
  else if (order.status === "cancelled" && order.lines.some(({ kind }) => kind === "promo"))
    await orderParts.takePromoAgain(tx, order);
}

/** What waited of an earlier status goes no more. Returns the email that an undo takes back, and whether none waited. */
async function sendEmails(
  services: Services,
  tx: Db,
  moved: OrderRow,
  { emails, undoWithin, undoes }: MoveTurn,
  taxesPaid: readonly TaxLine[],
): Promise<{ email: string | undefined; wasEmailed: boolean }> {
  const { outbox } = services;
  const wasEmailed = undoes !== undefined || (await outbox.withdrawWaiting(tx, moved.id)) === 0;
  if (!emails) return { email: undefined, wasEmailed };
  const written = await emails(moved, await moneySummaryOf(services, tx, moved.id, taxesPaid));
  const ids = await outbox.post(tx, written, undoWithin);
  return { email: undoWithin === undefined ? undefined : ids[0], wasEmailed };
}

/** The host of an order's car, where it has one, is told too; of a move that is undone only what they were told before. */
async function tellOfMove(
  services: Services,
  tx: Db,
  { order, moved, turn }: { order: OrderRow; moved: OrderRow; turn: MoveTurn },
): Promise<void> {
  const notice = hostNoticeOf(order, moved, turn.by === moved.hostId);
  if (!notice || turn.undoes?.wasEmailed) return;
  // What the lifecycle says of its own moves is for the history.
  const reason = turn.decidedBy === undefined ? turn.reason : undefined;
  await tellHost(services, tx, moved, notice, { reason, pause: turn.undoWithin });
}
