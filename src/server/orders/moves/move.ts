import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { requestsBeforeKeys } from "#domain/changes/changes.ts";
import { hostNoticeOf } from "#domain/orders/host-notices.ts";
import { isAgreed, isBackAtAdmins, type RequestAnswer } from "#domain/orders/host-requests.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import {
  holdsCar,
  isActive,
  isAwaited,
  isBilled,
  isOpen,
  needsCar,
  type OrderStatus,
} from "#domain/orders/lifecycle.ts";
import { columnsIn, type TripFacts } from "#domain/orders/status-columns.ts";
import { taxesWithin } from "#domain/documents/taxes-within.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import { hadCar } from "#server/ledger/had-car.ts";
import { followStatus } from "#server/ledger/follow-status.ts";
import { type MoneySummary, moneySummaryOf } from "#server/ledger/money-summary.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import type { Email } from "#server/mail/email.ts";
import { tellHost } from "#server/orders/emails/to-host.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { announceOrder } from "#server/orders/announce-order.ts";
import { forgetPlanEnding } from "#server/orders/remind.ts";
import { changeRefused } from "#server/rentals/change-refused.ts";
import { endHolds, holdUntilReturn } from "#server/rentals/day-holds.ts";
import { isEndedByHost } from "#server/rentals/endings-by-host.ts";
import { type HeldReader, refuseDoubleBooking } from "#server/rentals/held-by.ts";
import { findEarlierCars } from "#server/rentals/earlier-cars.ts";
import { isLastCarHandedOver, isRecorded } from "#server/rentals/recorded.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import type { DroppedRequest } from "#server/changes/open-request.ts";
import type { Services } from "#server/services.ts";
import { takeBackDrivenCar } from "./driven-car.ts";
import { type FormerOrder, formerOf, restoredColumns } from "./former-order.ts";

export type MoveTurn = {
  /** Who moves the order, as the history names them: an account's id, "renter" or "system". */
  by: string;
  /** Who decides about money, if not `by`: the party that the lifecycle names for its move. */
  decidedBy?: string;
  reason?: string;
  /** Whether we cancel, so that we keep nothing of what was paid. */
  fullRefund?: boolean | undefined;
  facts?: TripFacts;
  /** The host's answer, or what takes its place, where the order waits for it. */
  answer?: RequestAnswer | undefined;
  /** The emails that follow the move, written after its money is. */
  emails?: (moved: OrderRow, money: MoneySummary) => Email[] | Promise<Email[]>;
  /** For how many milliseconds the emails wait, so that the move can be undone. */
  undoWithin?: number;
  /** The move that this one takes back. */
  undoes?: FormerOrder & { change: number };
};

export type OrderMove = {
  order: OrderRow;
  /** The id of the history's event, by which the move can be undone. */
  change: number;
};

/**
 * Gives an order another status, for every caller: checks the conditions, and changes its open request, its
 * renter's choice of another car, its columns, its car's days, its promo code and its money; emails renter and
 * host, writes the history and announces the order. Must hold the car's lock and the order's, and those of its earlier
 * cars. Throws a Refusal for a status that needs a car if there is none, or if another order has the car.
 */
export async function move(
  services: Services,
  tx: Db,
  given: OrderRow,
  to: OrderStatus,
  turn: MoveTurn,
): Promise<OrderMove> {
  const { orderParts } = services;
  const { by, undoes } = turn;
  // A rental that ends while its next car is ahead ends with the car that is driven.
  const order = isActive(to)
    ? given
    : await takeBackDrivenCar(services, tx, given, { by, reader: readerOf(turn.decidedBy) });
  const at = new Date(services.now());
  const facts = await factsOf(services, tx, order, { to, facts: turn.facts });
  const columns = undoes ? restoredColumns(undoes) : columnsIn(to, order, at, facts, turn.answer);
  const moved = { ...order, ...columns, replacing: order.replacing && isActive(to) };
  await refuseWithoutPromisedCar(tx, order, moved, turn);
  if (order.isCarOut) await endHolds(tx, order.id, "car_out");
  const request = await dropRequest(services, tx, order, { to, by });

  if (!isActive(to)) await orderParts.endReplacing(services, tx, order.id, by);
  await tx.update(orders).set(columns).where(eq(orders.id, order.id));
  if (moved.isCarOut) await holdUntilReturn(tx, order);

  // An order that waits again gets a new reminder before it ends.
  if (to === "pending") await forgetPlanEnding(tx, order.id);
  await followPromo(services, tx, order, to);
  if (undoes && isActive(to)) await orderParts.resumeReplacing(services, tx, moved, new Date(undoes.at));
  if (undoes?.request && isActive(to)) await orderParts.reopenRequest(tx, order.id, undoes.request);
  const taxesPaid = to === "cancelled" ? taxesWithin(await standingInstalments(tx, order.id)) : [];
  const money = await followStatus(services, tx, moved, {
    from: order.status,
    wasPayable: waitsForPayment(order),
    actor: by,
    decidedBy: turn.decidedBy ?? by,
    fullRefund: turn.fullRefund || (await isEndedByUs(tx, order, to)),
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
      ...(turn.undoWithin !== undefined && { ...formerOf(given, columns), at, wasEmailed, request, money }),
    },
    after: {
      status: to,
      // The order may get another car, and another host, later.
      ...(by === order.hostId && { by: "host" }),
      ...(email && { email }),
      ...(undoes && { undoes: undoes.change }),
    },
    reason: turn.reason,
  });
  await announceOrder(tx, order);
  return { order: moved, change };
}

/** Withdraws an order's open request once the order isn't promised any more; with the keys, one that was about them. */
async function dropRequest(
  services: Services,
  tx: Db,
  { id }: OrderRow,
  { to, by }: { to: OrderStatus; by: string },
): Promise<DroppedRequest | undefined> {
  if (isActive(to) && isAwaited(to)) return undefined;
  const kinds = isActive(to) ? requestsBeforeKeys : undefined;
  return services.orderParts.dropOpenRequest(services, tx, id, by, kinds);
}

/** Whether an order is cancelled whose car's side has ended the rental before the keys: we keep nothing of it. */
const isEndedByUs = async (tx: Db, order: OrderRow, to: OrderStatus): Promise<boolean> =>
  to === "cancelled" && order.replacing && !(await hadCar(tx, order));

/** What a move says about the keys: they were never given, the renter still has them, or what its caller knows. */
async function factsOf(
  services: Services,
  tx: Db,
  order: OrderRow,
  { to, facts }: { to: OrderStatus; facts: TripFacts | undefined },
): Promise<TripFacts | undefined> {
  if (to === "confirmed" && !(await isAnyCarHandedOver(tx, order))) return { hasNotBegun: true };
  return (await isKeptByRenter(services, tx, order, to)) ? { isCarOut: true } : facts;
}

/** Whether a pickup is recorded, or the rental went on with another car: a status alone hands over no keys. */
const isAnyCarHandedOver = async (tx: Db, order: OrderRow): Promise<boolean> =>
  (await isRecorded(tx, order.id, "pickup")) || (await findEarlierCars(tx, order.id)).length > 0;

/**
 * Whether the renter still has the car after a move that unmakes a rental: it was handed over, and neither the
 * host nor an administrator has recorded the car back. An administrator who sets completed says that it is back.
 */
async function isKeptByRenter(
  { orderParts }: Services,
  tx: Db,
  order: OrderRow,
  to: OrderStatus,
): Promise<boolean> {
  const { id, status, isCarOut } = order;
  if (to === "in_progress" || to === "completed") return false;
  if (isCarOut || status !== "in_progress") return isCarOut;
  // An earlier car that is still out has its own days.
  return (
    (await isHandedOver(tx, order)) &&
    (await orderParts.returnsOf(tx, id, { since: "begun" })).ours === undefined
  );
}

/** Whether the last car was given to the renter: by a record, or, as the rental's first car, when the rental began. */
const isHandedOver = async (tx: Db, order: OrderRow): Promise<boolean> =>
  (await isLastCarHandedOver(tx, order.id)) ||
  (order.tripStartedAt !== null && (await findStretches(tx, order)).length === 1);

/** Throws a Refusal for a status that needs a car if there is none, or if another order has the car. */
export async function refuseWithoutPromisedCar(
  tx: Db,
  order: OrderRow,
  moved: OrderRow,
  { undoes, decidedBy }: Pick<MoveTurn, "undoes" | "decidedBy">,
): Promise<void> {
  if (needsCar(moved.status)) await refuseWithoutCar(tx, order.carId);
  // When a rental is set to run again, nobody is asked or informed again.
  if (isOpen(moved.status) && !isOpen(order.status) && moved.status !== "in_progress")
    await refuseOthersCar(tx, order);
  if (needsCar(moved.status) && !needsCar(order.status) && isBackAtAdmins(order))
    throw new Refusal("order_without_car", "The host of this car didn't agree. Choose another car first.");
  if (order.status === "cancelled" && isBilled(moved.status) && !undoes)
    await refuseWithoutHostsYes(tx, order);
  if (holdsCar(moved.status) && !moved.lacksHold && !order.holdsCar)
    await refuseDoubleBooking(tx, order, {
      ignoresOverdue: undoes !== undefined,
      reader: readerOf(decidedBy),
    });
}

/** An administrator reads refusals of a status set by hand; others read those of named moves. */
const readerOf = (decidedBy: string | undefined): HeldReader => (decidedBy === undefined ? "admin" : "other");

/** Throws a Refusal for an order without a car, or with one that has left the fleet. */
async function refuseWithoutCar(tx: Db, carId: string | null): Promise<void> {
  if (!carId) throw new Refusal("order_without_car", "This order has no car yet. Choose one first.");
  const [car] = await tx.select({ retiredAt: cars.retiredAt }).from(cars).where(eq(cars.id, carId));
  if (car?.retiredAt)
    throw new Refusal("car_retired", "This order's car has left the fleet. Choose another one first.");
}

/** Throws a Refusal for an ended order whose car has another owner now: that owner was never asked about the order. */
async function refuseOthersCar(tx: Db, { carId, hostId }: OrderRow): Promise<void> {
  if (!carId) return;
  const [car] = await tx.select({ hostId: cars.hostId }).from(cars).where(eq(cars.id, carId));
  if (car && car.hostId !== hostId)
    throw new Refusal(
      "order_without_car",
      "This order's car has another owner by now. Choose a car for it first.",
    );
}

/** Throws a Refusal for a cancelled order whose host never agreed, or has ended it: they are asked again first. */
async function refuseWithoutHostsYes(tx: Db, order: OrderRow): Promise<void> {
  if (isAgreed(order) && !(await isEndedByHost(tx, order))) return;
  throw changeRefused(
    "host_first",
    "The host of this car didn't agree. Set this order back to pending first: its host is asked again.",
  );
}

/**
 * A cancelled order gives its promo code back. An order that is no longer cancelled takes its code again: its price
 * stays as it was ordered. Throws a Refusal where another order has used the code since.
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

/** Withdraws the earlier status's waiting emails; returns whether none waited, and the email for an undo. */
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

/** Emails the host of an order's car, if it has one; at an undo, only if the status's emails had not gone yet. */
async function tellOfMove(
  services: Services,
  tx: Db,
  { order, moved, turn }: { order: OrderRow; moved: OrderRow; turn: MoveTurn },
): Promise<void> {
  const notice = hostNoticeOf(order, moved, turn.by === moved.hostId);
  if (!notice || turn.undoes?.wasEmailed) return;
  // The reasons that the lifecycle gives for its own moves are for the history only.
  const reason = turn.decidedBy === undefined ? turn.reason : undefined;
  await tellHost(services, tx, moved, notice, { reason, pause: turn.undoWithin });
}
