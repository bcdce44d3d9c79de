import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { IsoDate } from "#domain/dates.ts";
import { type DeclineReason, hostViewOf, waitsForHost } from "#domain/orders/host-requests.ts";
import { refuseOwnCar } from "#server/auth/own-car.ts";
import { similarInPlaceOf } from "#server/cars/similar-queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { orders } from "#server/db/schema/orders.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import { awaitPayment, isPaidFirst, stillWaitsForPayment } from "#server/orders/moves/await-payment.ts";
import { giveBackToAdmins } from "#server/orders/moves/back-at-admins.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import { moveOrder } from "#server/orders/moves/move-order.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";

export type HostDecision = {
  id: string;
  hostId: string;
  decision: "accepted" | "declined";
  reason?: DeclineReason | undefined;
  words?: string | undefined;
  /** The days that the host saw and agrees to: the renter may have changed them since. */
  pickupDate?: IsoDate | undefined;
  returnDate?: IsoDate | undefined;
};

/**
 * Records a host's yes or no to a request for their car; repeating an answer changes nothing. A yes confirms the
 * order; with a payment provider its first payment does, which is charged at once if it can be. Throws a Refusal
 * where another answer came first, the time is over, another order has the dates, or the host made the request.
 */
export async function answerRequest(services: Services, decision: HostDecision): Promise<void> {
  if (decision.decision === "declined" && !decision.reason)
    throw new Refusal("reason_needed", "Please choose why, so that the renter knows.", {
      fields: { reason: { code: "required", message: "is required to decline" } },
    });
  const isAnswered = await withRetries(() =>
    services.database.transaction((tx) => answerIn(services, tx, decision)),
  );
  if (!isAnswered)
    throw new Refusal(
      "request_answered",
      "This request has already been answered, was withdrawn, or has expired.",
    );
  // Charged after the transaction, so that a charge that ends midway is known; a job repeats it.
  if (decision.decision === "accepted") await chargeFirst(services, decision.id);
}

/** Charges the first payment of an order that waits for it to the method that its renter has saved, if there is one. */
async function chargeFirst(services: Services, id: string): Promise<void> {
  const { database, orderParts } = services;
  if (await stillWaitsForPayment(database.db, id)) await orderParts.chargeDueOf(services, id);
}

/** Returns false for an answer that comes too late: a request that has expired meanwhile stays expired. */
async function answerIn(services: Services, tx: Db, decision: HostDecision): Promise<boolean> {
  const { id, hostId, reason, words } = decision;
  const seen = await lockOrderWithCar(tx, id);
  if (seen.hostId !== hostId || hostViewOf(seen, services.now()) === "nothing") throw orderNotFound();
  if (seen.hostAnswer === decision.decision) return true;
  if (seen.carId) await endStaleOf(services, tx, seen.carId);
  const [order] = await tx.select().from(orders).where(eq(orders.id, id));
  if (!order || !waitsForHost(order)) return false;
  await refuseOwnCar(tx, order, { accountId: order.accountId, email: order.customerEmail });
  if (decision.decision === "accepted") refuseOtherDays(order, decision);
  if (decision.decision === "declined") await decline(services, tx, order, { by: hostId, reason, words });
  else if (await isPaidFirst(services, tx, order)) await awaitPayment(services, tx, order, hostId);
  else await moveOrder(services, tx, order, "accept", { by: hostId, answer: { answer: "accepted" } });
  return true;
}

/** Throws a Refusal for a yes to days that the renter has changed since the host looked. */
function refuseOtherDays(order: OrderRow, { pickupDate, returnDate }: HostDecision): void {
  const isAsSeen =
    (pickupDate === undefined || pickupDate === order.pickupDate) &&
    (returnDate === undefined || returnDate === order.returnDate);
  if (!isAsSeen)
    throw new Refusal("stale", "The renter has changed the days in the meantime. Please look again.");
}

async function decline(
  services: Services,
  tx: Db,
  order: OrderRow,
  { by, reason, words }: { by: string; reason: DeclineReason | undefined; words: string | undefined },
): Promise<void> {
  const answer = { answer: "declined" as const, ...(reason && { reason }), ...(words && { words }) };
  if (order.source === "plan") return giveBackToAdmins(services, tx, order, { answer, by });
  const settlement = await settlementOf(services, tx, order);
  const similarCars = await similarInPlaceOf(services, tx, order);
  await moveOrder(services, tx, order, "decline", {
    by,
    answer,
    lost: { settlement, similarCars },
  });
}
