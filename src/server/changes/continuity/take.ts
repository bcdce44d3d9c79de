import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import type { IsoDate } from "#domain/dates.ts";
import { refuseOwnCar } from "#server/auth/own-car.ts";
import { applyRental } from "#server/changes/apply-rental.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { orders } from "#server/db/schema/orders.ts";
import { eachAlone } from "#server/each-alone.ts";
import { hadCar } from "#server/ledger/had-car.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import { type KeyHolder, viewerOf } from "#server/orders/order-key.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { refuseDoubleBooking } from "#server/rentals/held-by.ts";
import { endStretch } from "#server/rentals/stretches.ts";
import { forgetUnpaidWarning } from "#server/rentals/unpaid-booking.ts";
import type { Services } from "#server/services.ts";
import { actorOf } from "#server/changes/make-change.ts";
import { close } from "./close.ts";
import { takenEmails } from "./emails.ts";
import { insertMadeChange } from "./made-change.ts";
import { type EndingRow, lastEndingOf, type OfferedCar, openOffersOf } from "./queries.ts";
import { withOfferedCar } from "./with-offered-car.ts";
import { causeOf, closeOffers, keepTaken, settleUnused } from "./settle.ts";

export type OrderEnding = { order: OrderRow; ending: EndingRow };

/**
 * Continues an ended rental with an offered car: as its next stretch or, before the keys, as its car. The order's
 * price stays or falls, and the renter pays nothing more. A second call changes nothing. Throws a Refusal where
 * the car is no longer offered or the time is over.
 */
export function takeReplacement(
  services: Services,
  { orderId, carId, holder }: { orderId: string; carId: string; holder: KeyHolder },
): Promise<OrderEnding> {
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      const order = await lockOrderWithCar(tx, orderId, carId);
      const ending = await endingFor(services, tx, order, holder);
      if (ending.state === "taken" && ending.takenCarId === carId) return { order, ending };
      const offered = (await openOffersOf(tx, ending.id)).find((one) => one.car.id === carId);
      if (ending.state !== "offered" || !offered || offered.offer.needsAgreement || isOver(services, ending))
        throw replacementGone();
      return take(services, tx, order, { ending, offered, by: actorOf(order, holder) });
    }),
  );
}

export const isOver = ({ now }: Services, { answerUntil }: EndingRow): boolean =>
  answerUntil !== null && answerUntil.getTime() <= now();

export const replacementGone = (): Refusal => notFound("replacement_gone");

/** An order's newest ending, for its renter. Throws a Refusal for anybody else, and if the rental isn't ended. */
async function endingFor({ now }: Services, tx: Db, order: OrderRow, holder: KeyHolder): Promise<EndingRow> {
  if (!viewerOf(order, holder, now())) throw orderNotFound();
  const ending = await lastEndingOf(tx, order.id);
  if (!ending || ending.state === "asked") throw noEnding();
  return ending;
}
export const noEnding = (): Refusal =>
  new Refusal("ending_not_found", "Nobody has ended this rental: its car stays as it is.");

type ChosenOffer = { ending: EndingRow; offered: OfferedCar; by: string };

async function take(
  services: Services,
  tx: Db,
  order: OrderRow,
  { ending, offered, by }: ChosenOffer,
): Promise<OrderEnding> {
  const { car, offer } = offered;
  await refuseOwnCar(tx, car, { accountId: order.accountId, email: order.customerEmail });
  await closeOffers(tx, ending);
  await endStaleOf(services, tx, car.id);
  const { priced, given, from, lastDay, changed } = await withOfferedCar(services, tx, order, {
    ending,
    offered,
  });
  if (from >= order.returnDate) throw replacementGone();
  await refuseDoubleBooking(tx, { ...order, carId: car.id, carSince: from }, { reader: "other" });
  const decidedBy = causeOf(ending);
  const id = await insertMadeChange(services, tx, order, { kind: "swap", changed, decidedBy });
  await leaveOldCar(services, tx, order, { from, lastDay });
  const taken = await applyRental(services, tx, order, {
    priced,
    kind: "swap",
    by,
    decidedBy,
    car: given,
  });
  await forgetUnpaidWarning(tx, order.id);
  const closed = await close(services, tx, ending, {
    state: "taken",
    takenCarId: car.id,
    difference: offer.difference,
    by,
  });
  await services.outbox.post(
    tx,
    await takenEmails(services, tx, { order: taken, ending: closed, changeId: id }),
  );
  return { order: taken, ending: closed };
}

type FormerCarDays = { from: IsoDate; lastDay: IsoDate };

/** Keeps the former car taken; its driven days, and the days without a car, become stretches. */
async function leaveOldCar(
  services: Services,
  tx: Db,
  order: OrderRow,
  { from, lastDay }: FormerCarDays,
): Promise<void> {
  const wasDriven = await hadCar(tx, order);
  if (!wasDriven && from === order.pickupDate)
    return keepTaken(tx, order, order.pickupDate, order.returnDate);
  await endStretch(tx, order, {
    endsOn: lastDay,
    nextFrom: from,
    wasDriven,
    reason: "continuity",
    takenUntil: order.returnDate,
    now: services.now(),
  });
}

/** Declines all offered cars: the rental ends, with a refund. A second call changes nothing. Throws a Refusal. */
export function declineReplacements(
  services: Services,
  { orderId, holder }: { orderId: string; holder: KeyHolder },
): Promise<OrderEnding> {
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      const order = await lockOrderWithCar(tx, orderId);
      const ending = await endingFor(services, tx, order, holder);
      if (ending.state === "declined" || ending.state === "lapsed") return { order, ending };
      if (ending.state !== "offered") throw replacementGone();
      return settled(services, tx, order, { ending, state: "declined", by: actorOf(order, holder) });
    }),
  );
}

async function settled(
  services: Services,
  tx: Db,
  order: OrderRow,
  asked: Parameters<typeof settleUnused>[3],
): Promise<OrderEnding> {
  const ending = await settleUnused(services, tx, order, asked);
  const [now] = await tx.select().from(orders).where(eq(orders.id, order.id));
  return { order: now ?? order, ending };
}

/** The minute's job: settles endings whose renters took no car in time, with a refund of the unused days. */
export async function lapseReplacements(services: Services): Promise<void> {
  const found = await services.database.rows<{ orderId: string }>(
    `select order_id as "orderId" from order_endings where closed_at is null and answer_until <= $1::timestamptz limit 100`,
    [new Date(services.now()).toISOString()],
  );
  await eachAlone(services, found, {
    idOf: ({ orderId }) => orderId,
    work: ({ orderId }) =>
      withRetries(() =>
        services.database.transaction(async (tx) => {
          const order = await lockOrderWithCar(tx, orderId);
          const ending = await lastEndingOf(tx, orderId);
          if (ending?.state !== "offered" || !isOver(services, ending)) return;
          await settled(services, tx, order, { ending, state: "lapsed", by: "system" });
        }),
      ),
  });
}
