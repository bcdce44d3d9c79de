import { randomBytes } from "node:crypto";
import type { BookingRequest } from "#contract/booking.ts";
import type { Language } from "#domain/languages.ts";
import {
  firstRequestColumns,
  hostAnswersUntil,
  type HostedOrder,
  isForHost,
} from "#domain/orders/host-requests.ts";
import { answerWithin, unconfirmedHold } from "#domain/orders/lifecycle.ts";
import { orderNumber } from "#domain/orders/order-numbers.ts";
import { defaultPickupTime, usualPickupTime } from "#domain/booking/pickup-times.ts";
import { refuseBarredOrder } from "#server/blocks/queries.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { refuseOwnCar } from "#server/auth/own-car.ts";
import type { Db } from "#server/db/open-database.ts";
import { requestHashOf, sentBefore } from "#server/db/sent-before.ts";
import { fieldError, refuseTimePast } from "#server/rentals/rental-errors.ts";
import { hashToken, randomToken } from "#server/auth/link-tokens.ts";
import { moneySummaryOf } from "#server/ledger/money-summary.ts";
import { clientKey } from "#server/http/client-key.ts";
import { withRetries } from "#server/db/retries.ts";
import { licenceOf } from "#server/papers/queries.ts";
import { type Services, today } from "#server/services.ts";
import { CarHeld, carTaken, alternativesTo } from "./car-taken.ts";
import { placedAdminEmail } from "#server/orders/emails/to-admin.ts";
import { receivedEmail } from "#server/orders/emails/received.ts";
import { isHeldByOthers } from "#server/rentals/held-by.ts";
import { orderIdUsed, lockId, refuseIdInUse } from "./order-ids.ts";
import { pauseOfOrder, refuseTooManyOrders } from "./order-limits.ts";
import { carTerms, planTerms, type PlanOrder } from "./order-terms.ts";
import { isCollisionIncluded } from "#server/rentals/collision-cover.ts";
import {
  findOrder,
  lockCar,
  type OrderableCar,
  type OrderRow,
  type PlacedOrder,
} from "#server/orders/queries.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import { endHoldsOf } from "./wizard/drafts.ts";
import { afterPages } from "./wizard/open-pages.ts";
import { isVerifiedRenter, mayHold } from "#server/rentals/unpaid-holds.ts";
import { mayConfirmUnpaid } from "./wizard/hold.ts";
import { bookedEmails, tellHostOfBooking } from "./wizard/write-booked.ts";
import { writeOrder } from "./write-order.ts";

/**
 * Who orders: a visitor, by network address, with the signed-in account if there is one; or an administrator for
 * somebody on the telephone, without limits.
 */
export type OrderPlacer =
  | { language: Language; address: string; account?: { id: string; email: string; isAdmin: boolean } }
  | { language: Language; adminId: string; isConfirmed: boolean };

type Body = BookingRequest | PlanOrder;

/** Requests a car for its dates. */
export const placeBooking = (
  services: Services,
  body: BookingRequest,
  by: OrderPlacer,
): Promise<PlacedOrder> => place(services, body, by);

/** Orders a plan for a city; an administrator chooses the car. */
export const placePlanOrder = (services: Services, body: PlanOrder, by: OrderPlacer): Promise<PlacedOrder> =>
  place(services, body, by);

async function place(services: Services, body: Body, by: OrderPlacer): Promise<PlacedOrder> {
  if (body.returnDate <= body.pickupDate) throw fieldError("returnDate", "return_before_pickup");
  const id = body.id ?? crypto.randomUUID();
  const collisionIncluded = await isCollisionIncluded(services);
  try {
    return await afterPages(services, () =>
      withRetries(() =>
        services.database.transaction((tx) =>
          placeIn(services, tx, { ...body, id }, { by, hash: requestHashOf(body), collisionIncluded }),
        ),
      ),
    );
  } catch (error) {
    if (error instanceof CarHeld) throw carTaken(await alternativesTo(services, error.carId, error.rental));
    throw error;
  }
}

type Placement = { by: OrderPlacer; hash: string; collisionIncluded: boolean };

/**
 * Writes the order with its history, its promo code and its emails, in one transaction. Other orders of the same
 * car wait at the lock of its row.
 */
async function placeIn(
  services: Services,
  tx: Db,
  body: Body & { id: string },
  { by, hash, collisionIncluded }: Placement,
): Promise<PlacedOrder> {
  await lockId(tx, body.id);
  const car = "carId" in body ? await lockCar(tx, body.carId) : undefined;
  const earlier = await findOrder(tx, body.id);
  if (earlier) return sameOrder(earlier, hash);
  await refuseIdInUse(tx, body.id);

  // An administrator may also order for others, so that the order isn't their account's.
  const accountId = ("account" in by && !by.account?.isAdmin && by.account?.id) || null;
  const terms =
    "carId" in body
      ? await carTerms(services, tx, body, { car, accountId })
      : await planTerms(services, tx, body, accountId);
  if (car) {
    // A visitor's address is checked when it is confirmed: before, the answer would tell about another person.
    const orderer = "adminId" in by ? { accountId: null, email: body.customerEmail } : undefined;
    const account = "account" in by ? by.account : undefined;
    if (orderer ?? account)
      await refuseOwnCar(tx, car, orderer ?? { accountId: account?.id, email: body.customerEmail });
    await endStaleOf(services, tx, car.id);
    // A renter who requests a car that they are also booking in steps must not be in their own way.
    if ("account" in by && by.account) await endHoldsOf(tx, by.account.id, car.id);
    if (await isHeldByOthers(tx, car.id, body)) throw new CarHeld(car.id, body);
  }
  const standing = await standingOf(services, tx, body, by);
  const pause =
    standing.emailConfirmedAt || !("address" in by)
      ? 0
      : await pauseOfOrder(services, tx, { email: body.customerEmail, address: by.address });
  // This check comes last, so that trying out addresses costs orders, which are limited for each network.
  if (!("adminId" in by)) {
    const { customerEmail: email, customerPhone: phone } = body;
    await refuseBarredOrder(tx, { email, phone, account: by.account });
  }

  const { config, outbox, now } = services;
  // An administrator may enter any time that was agreed on the telephone. The pickup of a plan's car is agreed later
  // with the administrator who chooses the car.
  if (!("adminId" in by) && "carId" in body) refuseTimePast(body, now());
  const key = randomToken();
  const at = new Date(now());
  const isAtOnce = await isBookedAtOnce(services, tx, { car, standing, by });
  const rental = {
    ...standing,
    ...(isAtOnce && { status: "confirmed" as const }),
    source: terms.source,
    hostId: terms.hostId ?? null,
    pickupDate: body.pickupDate,
    pickupTime: body.pickupTime ?? usualPickupTime(body.pickupDate, now()),
  };
  const written = {
    ...terms,
    ...rental,
    expiresAt: answeredBy(rental, now()),
    ...firstRequestColumns(rental, at),
    id: body.id,
    orderNumber: orderNumber(randomBytes(8)),
    returnDate: body.returnDate,
    returnTime: body.returnTime ?? defaultPickupTime,
    customerName: body.customerName,
    customerEmail: body.customerEmail,
    customerPhone: body.customerPhone ?? "",
    language: body.language ?? by.language,
    collisionIncluded,
    requestHash: hash,
    keyHash: hashToken(key),
    createdAt: at,
  };
  const actor = "adminId" in by ? by.adminId : (by.account?.id ?? "visitor");
  const order = await writeOrder(services, tx, written, { actor, promo: body.promo });
  // No administrator may confirm an order for themselves.
  if ("adminId" in by && by.isConfirmed) await refuseOwnOrder(tx, { order, by: by.adminId, gate: "admin" });
  if (isAtOnce && order.accountId !== null)
    await outbox.post(
      tx,
      await bookedEmails(services, tx, order, await licenceOf(tx, order.accountId, today(services))),
    );
  else {
    const summary = await moneySummaryOf(services, tx, order.id);
    await outbox.post(tx, [receivedEmail(config, order, key, summary)], pause);
    // For a plan order with an unconfirmed address, administrators get their email once the address is confirmed.
    if (!("adminId" in by) && (order.source !== "plan" || order.emailConfirmedAt))
      await outbox.post(tx, [placedAdminEmail(config, order)]);
  }
  await tellHostOfBooking(services, tx, order);
  return { order, car: car ?? null };
}

/** When a pending order ends without an answer; if a host answers it, at its pickup at the latest. */
function answeredBy(rental: HostedOrder, now: number): Date | null {
  if (rental.status !== "pending") return null;
  return isForHost(rental) ? hostAnswersUntil(now, rental) : endOf(now, answerWithin[rental.source]);
}

type NewStanding = { car: OrderableCar | undefined; standing: StartingColumns; by: OrderPlacer };

/**
 * Whether a request is confirmed without asking the host: if the host has chosen instant booking, for a signed-in
 * renter with a verified licence and held days who may have one more unpaid booking.
 */
async function isBookedAtOnce(
  services: Services,
  tx: Db,
  { car, standing, by }: NewStanding,
): Promise<boolean> {
  const { accountId, emailConfirmedAt, lacksHold } = standing;
  return (
    car?.hostId != null &&
    car.instantBook &&
    !("adminId" in by) &&
    accountId !== null &&
    emailConfirmedAt !== null &&
    !lacksHold &&
    (await isVerifiedRenter(tx, accountId)) &&
    (await mayConfirmUnpaid(services, tx, accountId))
  );
}

type StartingColumns = Pick<
  OrderRow,
  "status" | "accountId" | "placedFrom" | "emailConfirmedAt" | "holdEndsAt" | "lacksHold"
>;

/**
 * The columns with which an order begins. Orders of signed-in renters, and those by telephone, hold the car until
 * their answer. A visitor's order holds it for a short time, until the address is confirmed. Except for telephone
 * orders and administrators, a hold needs room for unpaid holds; without room, the order waits without its car.
 * Throws a Refusal for too many orders.
 */
async function standingOf(services: Services, tx: Db, body: Body, by: OrderPlacer): Promise<StartingColumns> {
  const { config, now, secret } = services;
  const at = new Date(now());
  const known = {
    status: "pending",
    accountId: null,
    placedFrom: null,
    emailConfirmedAt: at,
    holdEndsAt: null,
    lacksHold: false,
  } as const;
  if ("adminId" in by) return { ...known, status: by.isConfirmed ? "confirmed" : "pending" };
  const { account } = by;
  const placedFrom = clientKey({ secret }, by.address);
  const isLimited = config.rateLimits && !account?.isAdmin;
  const limits = { placedFrom, email: body.customerEmail, accountId: account?.id ?? null };
  if (isLimited) await refuseTooManyOrders(tx, limits);
  const holder = { accountId: account?.id ?? null, address: null, placedFrom };
  const lacksHold =
    isLimited && "carId" in body && !(await mayHold(services, tx, { ...holder, carId: body.carId }));
  if (account)
    return {
      ...known,
      accountId: account.id,
      placedFrom,
      lacksHold,
      emailConfirmedAt: account.email.toLowerCase() === body.customerEmail.toLowerCase() ? at : null,
    };
  return {
    ...known,
    placedFrom,
    emailConfirmedAt: null,
    holdEndsAt: "carId" in body && !lacksHold ? endOf(now(), unconfirmedHold) : null,
    lacksHold,
  };
}

const endOf = (now: number, length: number | undefined): Date | null =>
  length === undefined ? null : new Date(now + length);

/**
 * Returns the order that the same request made before. If another request made it, throws a Refusal that reveals
 * nothing about that order.
 */
function sameOrder(earlier: PlacedOrder, hash: string): PlacedOrder {
  sentBefore(earlier.order, hash, { refusal: orderIdUsed });
  return earlier;
}
