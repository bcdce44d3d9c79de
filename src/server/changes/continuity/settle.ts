import { and, eq } from "drizzle-orm";
import { type EndingState, isHostSide } from "#domain/changes/endings.ts";
import { priceOfEnded } from "#domain/changes/price-of-change.ts";
import { addDays, type IsoDate, later } from "#domain/dates.ts";
import { applyRental, withRental } from "#server/changes/apply-rental.ts";
import type { Db } from "#server/db/open-database.ts";
import { orderEndings, replacementOffers } from "#server/db/schema/endings.ts";
import { orders } from "#server/db/schema/orders.ts";
import { hadCar } from "#server/ledger/had-car.ts";
import { move } from "#server/orders/moves/move.ts";
import { statusEmail } from "#server/orders/emails/status.ts";
import { moveOrder } from "#server/orders/moves/move-order.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { endHolds, keepEarlierCar } from "#server/rentals/day-holds.ts";
import { withRepairsLeft } from "#server/rentals/repairs.ts";
import { type Services, today } from "#server/services.ts";
import { settledEmails } from "./emails.ts";
import { close } from "./close.ts";
import { findFittingCars } from "./find-cars.ts";
import { holdOffered } from "./hold-offered.ts";
import { insertMadeChange } from "./made-change.ts";
import { type EndingRow, lastEndingOf, openEndingOf } from "./queries.ts";
import { firstDayOfNext } from "./with-offered-car.ts";

type SettledEnding = { ending: EndingRow; by: string };

/**
 * Who causes a refund: the terms if a host ended the rental, otherwise the administrator who did. If that
 * administrator doesn't manage payments, somebody who does checks the refund.
 */
export const causeOf = ({ side, endedBy }: Pick<EndingRow, "side" | "endedBy">): string =>
  side === "desk" ? endedBy : "system";

/** Closes an ending's offers, and frees the held cars. Must hold the order's lock. */
export async function closeOffers(tx: Db, { id, orderId }: Pick<EndingRow, "id" | "orderId">): Promise<void> {
  await endHolds(tx, orderId, "replacement");
  await tx
    .update(replacementOffers)
    .set({ isOpen: false })
    .where(and(eq(replacementOffers.endingId, id), replacementOffers.isOpen));
  await tx.update(orders).set({ replacing: false }).where(eq(orders.id, orderId));
}

/**
 * Settles an ending whose renter takes no other car. Before the keys, everything is refunded; afterwards, the
 * unused days are, and the rental ends on the last day with the car. The days of the car stay taken. Must hold the
 * locks of the car and of the order.
 */
export async function settleUnused(
  services: Services,
  tx: Db,
  order: OrderRow,
  { ending, state, by }: SettledEnding & { state: Extract<EndingState, "declined" | "lapsed"> },
): Promise<EndingRow> {
  await closeOffers(tx, ending);
  const closed = await close(services, tx, ending, { state, by });
  const now = { ...order, replacing: false };
  if (await hadCar(tx, order)) {
    await endOn(services, tx, now, { endsOn: ending.endsOn, by, decidedBy: causeOf(ending) });
  } else {
    const { order: cancelled } = await move(services, tx, now, "cancelled", {
      by,
      decidedBy: causeOf(ending),
      reason: "the side of its car ended it",
      fullRefund: true,
    });
    await keepTaken(tx, cancelled, later(today(services), order.pickupDate), order.returnDate);
  }
  const [settled] = await tx.select().from(orders).where(eq(orders.id, order.id));
  await services.outbox.post(
    tx,
    await settledEmails(services, tx, { order: settled ?? now, ending: closed }),
  );
  return closed;
}

/**
 * Settles a rental that the back office ends for a reason of the renter's: before the keys by the terms,
 * afterwards by the days that are left.
 */
export async function settleForRenter(
  services: Services,
  tx: Db,
  order: OrderRow,
  { ending, by }: SettledEnding,
): Promise<void> {
  await services.orderParts.dropOpenRequest(services, tx, order.id, by);
  if (!(await hadCar(tx, order))) {
    await move(services, tx, order, "cancelled", {
      by,
      decidedBy: by,
      reason: ending.reason,
      emails: (moved, money) => [statusEmail(services.config, moved, undefined, money)],
    });
    return;
  }
  const ended = await endOn(services, tx, order, { endsOn: ending.endsOn, by, decidedBy: by });
  await services.outbox.post(tx, await settledEmails(services, tx, { order: ended, ending }));
}

type EndOfRental = { endsOn: IsoDate; by: string; decidedBy: string };

/** A rental that has begun ends on a day: its price falls by the days left, and its car stays taken for them. */
async function endOn(
  services: Services,
  tx: Db,
  order: OrderRow,
  { endsOn, by, decidedBy }: EndOfRental,
): Promise<OrderRow> {
  const { tariff } = order;
  if (!tariff) throw new Error("A rental without a tariff can't be shortened");
  const lastDay = later(endsOn, addDays(order.pickupDate, 1));
  const counted = await withRepairsLeft(tx, order, { lastDay });
  const { tariff: ended, ...priced } = priceOfEnded({ ...counted, tariff }, lastDay);
  const changed = withRental(order, priced, { tariff: ended });
  await insertMadeChange(services, tx, order, { kind: "early_return", changed, decidedBy });
  const shortened = await applyRental(services, tx, order, {
    priced,
    kind: "early_return",
    by,
    decidedBy,
    car: { tariff: ended },
  });
  await keepTaken(tx, order, addDays(lastDay, 1), order.returnDate);
  return bringBackIfReturned(services, tx, shortened);
}

/** Completes the rental if its car is back already, because no other car follows. */
async function bringBackIfReturned(services: Services, tx: Db, order: OrderRow): Promise<OrderRow> {
  if (order.status !== "in_progress") return order;
  const { first, ours } = await services.orderParts.returnsOf(tx, order.id, { since: "begun" });
  if (!first) return order;
  const facts = { endedAt: first, isCarOut: ours === undefined, carBackAt: ours };
  return moveOrder(services, tx, order, "bring_back", { by: "system", facts });
}

/** Keeps the days of an ended rental's car taken, so that a host who ends a rental can't rent them to others. */
export async function keepTaken(
  tx: Db,
  { id: orderId, carId }: Pick<OrderRow, "id" | "carId">,
  firstDate: IsoDate,
  lastDate: IsoDate,
): Promise<void> {
  if (carId && firstDate <= lastDate) await keepEarlierCar(tx, { orderId, carId, firstDate, lastDate });
}

/**
 * Reopens the renter's choice of another car, with the cars still free, where the undone status had closed it. Must
 * hold the locks of the offered cars and of the order.
 */
export async function resumeReplacing(
  services: Services,
  tx: Db,
  order: OrderRow,
  since: Date,
): Promise<void> {
  const ending = await lastEndingOf(tx, order.id);
  if (ending?.state !== "overtaken" || !ending.closedAt || ending.closedAt < since) return;
  const state = isHostSide(ending.reason) ? ("offered" as const) : ("asked" as const);
  await tx
    .update(orderEndings)
    .set({ state, closedAt: null, closedBy: null })
    .where(eq(orderEndings.id, ending.id));
  if (state === "asked") return;
  await tx.update(orders).set({ replacing: true }).where(eq(orders.id, order.id));
  const offers = await tx.select().from(replacementOffers).where(eq(replacementOffers.endingId, ending.id));
  const only = offers.map(({ carId }) => carId);
  const from = firstDayOfNext(order, ending.endsOn, today(services));
  const free = only.length ? await findFittingCars(services, tx, order, { from, only }) : [];
  for (const { carId, isHeld } of offers.filter((offer) => free.some((car) => car.carId === offer.carId))) {
    await tx
      .update(replacementOffers)
      .set({ isOpen: true })
      .where(and(eq(replacementOffers.endingId, ending.id), eq(replacementOffers.carId, carId)));
    if (isHeld) await holdOffered(tx, order, { carId, from, answerUntil: ending.answerUntil });
  }
}

/** Closes the open ending of an order that gets another status. Must hold the order's lock. */
export async function endReplacing(services: Services, tx: Db, orderId: string, by: string): Promise<void> {
  const open = await openEndingOf(tx, orderId);
  if (!open) return;
  await closeOffers(tx, open);
  await close(services, tx, open, { state: "overtaken", by });
}
