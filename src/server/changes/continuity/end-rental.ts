import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import {
  type EndingReason,
  endsOn as endsOnFor,
  isHostSide,
  mayNotEnd,
  mostBorneAlone,
  mostOffered,
  offeredUntil,
} from "#domain/changes/endings.ts";
import type { IsoDate } from "#domain/dates.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { orderEndings, replacementOffers } from "#server/db/schema/endings.ts";
import { orders } from "#server/db/schema/orders.ts";
import { hadCar } from "#server/ledger/had-car.ts";
import { loadOrder, orderNotFound } from "#server/ledger/order-queries.ts";
import { isFirstInstalmentPaid } from "#server/ledger/queries.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { announceOrder } from "#server/orders/announce-order.ts";
import { findDrivenCar, takeBackDrivenCar } from "#server/orders/moves/driven-car.ts";
import { type Services, today } from "#server/services.ts";
import { alertOfMany } from "./alert-of-many.ts";
import { close } from "./close.ts";
import { endedEmails } from "./emails.ts";
import { findFittingCars, type FittingCar } from "./find-cars.ts";
import { holdOffered } from "./hold-offered.ts";
import { type EndingRow, openEndingOf } from "./queries.ts";
import { firstDayOfNext } from "./with-offered-car.ts";
import { settleForRenter, settleUnused } from "./settle.ts";

export type EndRequest = {
  orderId: string;
  reason: EndingReason;
  side: "host" | "desk";
  /** The account that ends it. */
  by: string;
};

/**
 * Ends a confirmed or running rental. For a reason on the side of the car, the renter is offered other cars, held
 * for them. For a reason on the side of the renter, the rental ends at once if the back office acts, and waits for
 * the back office if a host does. A second call changes nothing. Throws a Refusal.
 */
export async function endRental(services: Services, request: EndRequest): Promise<EndingRow> {
  const { db } = services.database;
  const { order: seen } = await asEnded(services, db, await loadOrder(db, request.orderId), request);
  const from = firstDayOfNext(seen, endsOnFor(seen, request.reason, today(services)), today(services));
  const fitting =
    isHostSide(request.reason) && from < seen.returnDate
      ? await findFittingCars(services, db, seen, { from })
      : [];
  return withRetries(() => services.database.transaction((tx) => end(services, tx, request, fitting)));
}

/**
 * The order as its ending finds it: with the car that is driven, if its next car is still ahead. Only the host of
 * that next car ends the rental's days with it. Without an ending, the car's days last until `lastsUntil`.
 */
async function asEnded(
  services: Services,
  db: Db,
  order: OrderRow,
  { side, by }: Pick<EndRequest, "side" | "by">,
): Promise<{ order: OrderRow; lastsUntil: IsoDate }> {
  const isNextHost = side === "host" && order.hostId === by;
  const driven = isNextHost ? undefined : await findDrivenCar(services, db, order);
  return driven ? { order: driven.order, lastsUntil: driven.until } : { order, lastsUntil: order.returnDate };
}

async function end(
  services: Services,
  tx: Db,
  { orderId, reason, side, by }: EndRequest,
  fitting: readonly FittingCar[],
): Promise<EndingRow> {
  const locked = await lockOrderWithCar(tx, orderId, ...fitting.map(({ carId }) => carId));
  const { order, lastsUntil } = await asEnded(services, tx, locked, { side, by });
  if (side === "host" && order.hostId !== by) throw orderNotFound();
  if (side === "desk") await refuseOwnOrder(tx, { order, by, gate: "admin" });
  const open = await openEndingOf(tx, orderId);
  if (
    open?.reason === reason &&
    open.state === (isHostSide(reason) ? "offered" : "asked") &&
    open.side === side
  )
    return open;
  // After a host's request, the back office may still end the rental, for any reason.
  if (open && (open.state === "offered" || side === "host"))
    throw new Refusal(
      "ending_not_possible",
      "This rental has already been ended, or we have been asked to end it.",
    );
  const lasting = { ...order, returnDate: lastsUntil };
  const obstacle = order.carId ? mayNotEnd(lasting, reason, services.now()) : "not_now";
  if (obstacle) throw notNow(obstacle);
  const { carId, carName, hostId } = order;
  if (!carId) throw notNow("not_now");
  if (open) await close(services, tx, open, { state: "settled", by });

  const createdAt = new Date(services.now());
  const endsOn = endsOnFor(order, reason, today(services));
  const kept = {
    orderId,
    reason,
    side,
    endedBy: by,
    carId,
    carName: carName ?? "",
    hostId,
    endsOn,
    createdAt,
  };
  const isAsked = !isHostSide(reason) && side === "host";
  const released = isAsked || locked.carId === carId ? null : locked.carId;
  if (released)
    await takeBackDrivenCar(services, tx, locked, { by, reader: side === "desk" ? "admin" : "other" });
  await audit(tx, {
    actor: by,
    entity: "order",
    entityId: orderId,
    action: isAsked ? "ending_asked" : "ended",
    after: { reason, car: carName, endsOn },
  });
  if (!isHostSide(reason)) {
    const state = isAsked ? ("asked" as const) : ("settled" as const);
    const closed = isAsked ? {} : { closedAt: createdAt, closedBy: by };
    const ending = await write(tx, { ...kept, state, ...closed });
    if (isAsked) {
      await announceOrder(tx, order);
      await services.outbox.post(tx, await endedEmails(services, tx, { order, ending, offered: [] }));
    } else await settleForRenter(services, tx, order, { ending, by });
    return ending;
  }
  const ending = await write(tx, {
    ...kept,
    state: "offered",
    answerUntil: new Date(offeredUntil(order, { at: services.now(), today: today(services) })),
  });
  await services.orderParts.dropOpenRequest(services, tx, orderId, by);
  await tx.update(orders).set({ replacing: true }).where(eq(orders.id, orderId));
  // The car that was to follow may follow at once.
  const candidates = [...fitting.map((car) => car.carId), ...(released ? [released] : [])];
  const offered = await offer(services, tx, { ...order, replacing: true }, ending, candidates);
  await announceOrder(tx, order);
  await services.outbox.post(tx, await endedEmails(services, tx, { order, ending, offered }));
  await alertOfMany(services, tx, ending);
  // Without any offered car, the ending is settled at once.
  if (offered.length > 0) return ending;
  return settleUnused(services, tx, { ...order, replacing: true }, { ending, state: "lapsed", by: "system" });
}

const notNow = (obstacle: "not_now" | "ends_anyway"): Refusal =>
  new Refusal(
    "ending_not_possible",
    obstacle === "ends_anyway"
      ? "This rental ends by then anyway."
      : "Only a confirmed or running rental can be ended, and not for this reason right now.",
  );

async function write(tx: Db, wanted: typeof orderEndings.$inferInsert): Promise<EndingRow> {
  const [ending] = await tx.insert(orderEndings).values(wanted).returning();
  if (!ending) throw new Error("No ending was written");
  return ending;
}

/**
 * Offers the cars that are still free, and keeps their days if the rental has begun or its first payment is made.
 * Must hold the locks of the cars and of the order.
 */
async function offer(
  services: Services,
  tx: Db,
  order: OrderRow,
  { id: endingId, endsOn, answerUntil }: EndingRow,
  only: readonly string[],
): Promise<FittingCar[]> {
  for (const carId of only) await endStaleOf(services, tx, carId);
  const from = firstDayOfNext(order, endsOn, today(services));
  const free = only.length ? await findFittingCars(services, tx, order, { from, only }) : [];
  const offered = free.slice(0, mostOffered);
  const isHeld = (await hadCar(tx, order)) || (await isFirstInstalmentPaid(tx, order.id));
  for (const [index, { carId, monthlyPrice, difference }] of offered.entries()) {
    await tx.insert(replacementOffers).values({
      endingId,
      carId,
      place: index + 1,
      monthlyPrice,
      difference,
      isHeld,
      needsAgreement: difference > mostBorneAlone,
    });
    if (isHeld) await holdOffered(tx, order, { carId, from, answerUntil });
  }
  return offered;
}
