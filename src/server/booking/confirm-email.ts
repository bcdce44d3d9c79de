import { Refusal, type RefusalDetails } from "#contract/errors.ts";
import { hostNoticeOf } from "#domain/orders/host-notices.ts";
import { firstRequestColumns, isForHost } from "#domain/orders/host-requests.ts";
import { answerWithin } from "#domain/orders/lifecycle.ts";
import { isSuspendedPerson, orderRefused } from "#server/blocks/queries.ts";
import { refuseOwnCar } from "#server/auth/own-car.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { type Services, today } from "#server/services.ts";
import { carTaken, alternativesTo } from "./car-taken.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import { addressConfirmedEmail } from "#server/orders/emails/received.ts";
import { placedAdminEmail } from "#server/orders/emails/to-admin.ts";
import { tellHost } from "#server/orders/emails/to-host.ts";
import { isHeldByOthers } from "#server/rentals/held-by.ts";
import { changeOrder } from "#server/orders/moves/change-order.ts";
import { moveOrder } from "#server/orders/moves/move-order.ts";
import { type KeyHolder, lockOrderOf, viewerOf } from "#server/orders/order-key.ts";
import { refuseTooManyConfirmed } from "./order-limits.ts";
import { findOrder, type OrderRow, type PlacedOrder } from "#server/orders/queries.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import { mayHold } from "#server/rentals/unpaid-holds.ts";

type Alternatives = Pick<RefusalDetails, "nextFree" | "similarCars">;
type Outcome = { found: PlacedOrder } | { gone: OrderRow };

/**
 * Confirms that an order's address is its renter's, by the button that its email leads to, or by an account with
 * that address: nobody can confirm another person's address. A request gets its dates if they are still free and
 * there is room for unpaid holds, and its time for an answer begins. If its dates are gone or its pickup date is over,
 * it is cancelled, and a Refusal says when the car is free next and names similar cars.
 */
export async function confirmEmail(services: Services, id: string, by: KeyHolder): Promise<PlacedOrder> {
  const attempt = (instead?: Alternatives): Promise<Outcome> =>
    withRetries(() => services.database.transaction((tx) => confirmIn(services, tx, { id, by, instead })));
  const outcome = await attempt();
  if ("found" in outcome) return outcome.found;
  // Alternatives are searched outside of the transaction. The second attempt may even find that the dates are free
  // again.
  const { carId, pickupDate, returnDate } = outcome.gone;
  const instead = await alternativesTo(services, carId ?? "", { pickupDate, returnDate });
  const last = await attempt(instead);
  if ("found" in last) return last.found;
  throw carTaken(instead);
}

type ConfirmRequest = { id: string; by: KeyHolder; instead: Alternatives | undefined };

async function confirmIn(services: Services, tx: Db, { id, by, instead }: ConfirmRequest): Promise<Outcome> {
  const { config, outbox, now } = services;
  const { order: seen } = await lockOrderOf(tx, id, by, now());
  if (viewerOf(seen, by, now()) === "owner")
    throw new Refusal("forbidden", "Please confirm this address with the link in the email we sent to it.");
  if (seen.carId) await endStaleOf(services, tx, seen.carId);
  const found = await findOrder(tx, id);
  const order = found?.order;
  if (!found || !order || order.status !== "pending" || order.emailConfirmedAt)
    return { found: found ?? { order: seen, car: null } };
  if (await isSuspendedPerson(tx, { email: order.customerEmail, phone: order.customerPhone }))
    throw orderRefused();
  await refuseOwnCar(tx, order, { accountId: order.accountId, email: order.customerEmail });
  if (config.rateLimits) await refuseTooManyConfirmed(tx, order.customerEmail);
  const isOver = order.pickupDate < today(services);
  if (order.carId && (isOver || (!order.holdsCar && (await isHeldByOthers(tx, order.carId, order))))) {
    if (instead) await moveOrder(services, tx, order, "lose_dates", { lost: instead });
    return { gone: order };
  }
  const wait = answerWithin[order.source];
  const { accountId, customerEmail: address, placedFrom, carId } = order;
  const lacksHold =
    carId !== null && !(await mayHold(services, tx, { accountId, address, placedFrom, carId, id }));
  const at = new Date(now());
  const confirmedColumns = {
    emailConfirmedAt: at,
    holdEndsAt: null,
    lacksHold,
    // The host hears of the order now, so the host's time to answer begins now.
    ...firstRequestColumns({ ...order, emailConfirmedAt: at }, at),
    // A visitor's order gets its full time now; an order placed signed in has had it from the beginning.
    ...(wait !== undefined &&
      !isForHost(order) &&
      (order.holdEndsAt || order.lacksHold) && { expiresAt: new Date(now() + wait) }),
  };
  const changed = await changeOrder(tx, order, confirmedColumns, {
    by: by.accountId ?? "renter",
    action: "email_confirmed",
  });
  const confirmed = { ...changed, holdsCar: !lacksHold };
  const isHosts = (await findHostingReader(tx, confirmed)) !== undefined;
  await outbox.post(tx, [
    addressConfirmedEmail(config, confirmed, { key: by.key, isHosts }),
    ...(order.source === "plan" ? [placedAdminEmail(config, confirmed)] : []),
  ]);
  const notice = hostNoticeOf(order, confirmed, false);
  if (notice) await tellHost(services, tx, confirmed, notice);
  return { found: { ...found, order: confirmed } };
}
