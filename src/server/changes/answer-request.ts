import { isOwnedBy } from "#domain/people/relations.ts";
import { and, eq, lte } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { type ChangeKind, isRequestableChangeKind, openKindOf } from "#domain/changes/changes.ts";
import { priceOfChange } from "#domain/changes/price-of-change.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { isActive, isAwaited } from "#domain/orders/lifecycle.ts";
import { refuseOwnCar } from "#server/auth/own-car.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { eachAlone } from "#server/each-alone.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import { type KeyHolder, viewerOf } from "#server/orders/order-key.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { announceOrder } from "#server/orders/announce-order.ts";
import { endHolds } from "#server/rentals/day-holds.ts";
import { refuseDoubleBooking } from "#server/rentals/held-by.ts";
import type { Services } from "#server/services.ts";
import { type ChangeRow, isOpenRequest } from "#server/rentals/open-requests.ts";
import { applyRental } from "./apply-rental.ts";
import { actorOf, type ChangeMade, moveHandover } from "./make-change.ts";
import { offerEmails } from "./offer-emails.ts";
import { offeredCarOf, swapCar } from "./offer-car.ts";
import { standingOf } from "./quote.ts";
import { asQuoted, rentalOf, returnDateOf } from "./quote-rental.ts";
import { requestEmails } from "./request-emails.ts";
import { tellHostOfChange } from "./to-host.ts";

type RequestAnswer = { to: "accepted" | "declined" | "withdrawn" | "lapsed"; reason?: string | undefined };
type Decision = "accepted" | "declined";
/** Who answers, as the history names them; undefined where a request is not theirs to answer. */
type Answerer = (
  order: OrderRow,
  kind: ChangeKind,
) => { by: string; isRenter?: boolean; isHost?: boolean } | undefined;

type AnswerBy = { to: Decision; by: string; reason?: string | undefined };

/** An administrator's answer to a renter's request. A repeated answer changes nothing; another one is refused. */
export const answerChangeRequest = (
  services: Services,
  changeId: string,
  { by, ...answer }: AnswerBy,
): Promise<ChangeMade> =>
  answered(services, changeId, answer, (_, kind) => (isRequestableChangeKind(kind) ? { by } : undefined));

/** The answer of the car's host. Requests about other hosts' cars are not found. */
export const answerAsHost = (
  services: Services,
  changeId: string,
  { by, ...answer }: AnswerBy,
): Promise<ChangeMade> =>
  answered(services, changeId, answer, (order, kind) =>
    isRequestableChangeKind(kind) && isOwnedBy({ accountId: order.hostId }, by)
      ? { by, isHost: true }
      : undefined,
  );

/** Withdraws a request of the order's owner. Requests about other people's orders are not found. */
export const withdrawChangeRequest = (
  services: Services,
  { orderId, changeId, accountId }: { orderId: string; changeId: string; accountId: string },
): Promise<ChangeMade> =>
  answered(services, changeId, { to: "withdrawn" }, (order, kind) =>
    isRequestableChangeKind(kind) && order.id === orderId && isOwnedBy(order, accountId)
      ? { by: accountId, isRenter: true }
      : undefined,
  );

/** A renter's answer to an offered car, signed in or by the email's key. Other people's offers are not found. */
export const answerOffer = (
  services: Services,
  { orderId, changeId, holder, to }: { orderId: string; changeId: string; holder: KeyHolder; to: Decision },
): Promise<ChangeMade> =>
  answered(services, changeId, { to }, (order, kind) =>
    kind === "swap" && order.id === orderId && viewerOf(order, holder, services.now())
      ? { by: actorOf(order, holder), isRenter: true }
      : undefined,
  );

/** An administrator takes back a car that was offered. */
export const withdrawOffer = (services: Services, changeId: string, by: string): Promise<ChangeMade> =>
  answered(services, changeId, { to: "withdrawn" }, (_, kind) => (kind === "swap" ? { by } : undefined));

/** The minute's job: requests and offers without an answer in time lapse, and the people concerned get emails. */
export async function lapseRequests(services: Services): Promise<void> {
  const found = await services.database.db
    .select({ id: orderChanges.id })
    .from(orderChanges)
    .where(and(isOpenRequest, lte(orderChanges.answerUntil, new Date(services.now()))))
    .limit(100);
  await eachAlone(services, found, {
    idOf: ({ id }) => id,
    work: ({ id }) =>
      answered(services, id, { to: "lapsed" }, () => ({ by: "system" })).catch(unlessAnswered),
  });
}

/** Somebody may answer a request, or its order may go, just before it lapses: then nothing is left to do. */
function unlessAnswered(error: unknown): void {
  const isGone =
    error instanceof Refusal && (error.code === "change_answered" || error.code === "change_not_found");
  if (!isGone) throw error;
}

function answered(
  services: Services,
  changeId: string,
  answer: RequestAnswer,
  answererOf: Answerer,
): Promise<ChangeMade> {
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      const [seen] = await tx.select().from(orderChanges).where(eq(orderChanges.id, changeId));
      if (!seen) throw changeNotFound();
      const order = await lockOrderWithCar(tx, seen.orderId, offeredCarOf(seen));
      const answerer = answererOf(order, seen.kind);
      if (!answerer) throw changeNotFound();
      const { by, isRenter = false, isHost = false } = answerer;
      const [change] = await tx.select().from(orderChanges).where(eq(orderChanges.id, changeId));
      if (!change) throw changeNotFound();
      if (change.status === answer.to) return { change, order };
      if (change.status !== "requested" || isOver(services, change, answer))
        throw new Refusal("change_answered", "This request has already been answered or has expired.");
      if (isHost) await refuseOwnCar(tx, order, { accountId: order.accountId, email: order.customerEmail });
      else if (!isRenter) await refuseOwnOrder(tx, { order, by, gate: "admin" });
      await endHolds(tx, order.id, "change");
      const accept = accepting[change.kind];
      if (!accept) throw changeNotFound();
      const changed =
        answer.to === "accepted"
          ? await accept(services, tx, order, { change, by, reader: isRenter || isHost ? "other" : "admin" })
          : order;
      const settled = answer.to === "accepted" ? asTaken(change, { before: order, after: changed }) : change;
      return settle(services, tx, changed, { change: settled, answer, by, isHost });
    }),
  );
}

/** A change between what the order was and what it is: totals and times may have moved since it was requested. */
const asTaken = (change: ChangeRow, { before, after }: { before: OrderRow; after: OrderRow }): ChangeRow => ({
  ...change,
  before: {
    ...change.before,
    ...standingOf(before),
    ...(change.before.rental && { rental: rentalOf(before) }),
  },
  after: {
    ...change.after,
    ...standingOf(after),
    ...(change.after.rental && { rental: rentalOf(after) }),
  },
});

/** Whether a request's time is over although the job has not recorded it as lapsed yet. */
const isOver = ({ now }: Services, { answerUntil }: ChangeRow, { to }: RequestAnswer): boolean =>
  to !== "lapsed" && to !== "withdrawn" && answerUntil !== null && answerUntil.getTime() <= now();

type AcceptedChange = { change: ChangeRow; by: string };
type ChangeAcceptance = AcceptedChange & { reader: "admin" | "other" };

/** What an accepted request does to its order. */
const accepting: Partial<
  Record<
    ChangeKind,
    (services: Services, tx: Db, order: OrderRow, accepted: ChangeAcceptance) => Promise<OrderRow>
  >
> = { swap: swapCar, extension: changeDays, dates: changeDays, pickup: changePlace };

async function changeDays(
  services: Services,
  tx: Db,
  order: OrderRow,
  { change, by, reader }: ChangeAcceptance,
): Promise<OrderRow> {
  if (!order.tariff) throw new Error("An order without a tariff was to be changed");
  if (change.kind === "extension") refuseEnded(order);
  else refuseBegun(order);
  const [before, after] = [change.before.rental, change.after.rental];
  const kind = change.kind === "extension" ? "extension" : "dates";
  const dates = { pickupDate: after?.pickupDate ?? "", returnDate: returnDateOf(change) };
  const wanted = { kind, ...dates } as const;
  const priced = priceOfChange({ ...order, tariff: order.tariff }, wanted);
  const quoted = priceOfChange({ ...asQuoted(order, change), tariff: order.tariff }, wanted);
  const isAsItWas = order.returnDate === before?.returnDate && order.pickupDate === before.pickupDate;
  if (quoted.price.total !== change.after.total || !isAsItWas)
    throw new Refusal("stale", "The order has changed since this was requested. Please decline the request.");
  const { pickupDate, returnDate } = priced;
  const isMoved = pickupDate !== order.pickupDate;
  if (isMoved && instantInLosAngeles(pickupDate, order.pickupTime) <= services.now())
    throw new Refusal("stale", "The pickup that was asked for is over. Please decline the request.");
  await refuseDoubleBooking(tx, { ...order, pickupDate, returnDate }, { reader });
  return applyRental(services, tx, order, { priced, kind, by });
}

/** Changes place and times as the request asks; a time that the renter has changed since stays. */
function changePlace(
  _services: Services,
  tx: Db,
  order: OrderRow,
  { change, by }: AcceptedChange,
): Promise<OrderRow> {
  refuseBegun(order);
  const before = standingOf(order);
  const timeOf = (field: "pickupTime" | "returnTime") =>
    before[field] === change.before[field] ? change.after[field] : before[field];
  const { pickupLocation } = change.after;
  const times = { pickupTime: timeOf("pickupTime"), returnTime: timeOf("returnTime") };
  return moveHandover(tx, order, { before, after: { ...before, pickupLocation, ...times }, by });
}

/** Throws a Refusal for a rental that isn't promised anymore. */
function refuseEnded({ status }: OrderRow): void {
  if (!isActive(status))
    throw new Refusal("stale", "This rental isn’t confirmed anymore. Please decline the request.");
}

/** The same for a rental whose keys were given: its pickup is over, and no other day or place is agreed to. */
function refuseBegun(order: OrderRow): void {
  refuseEnded(order);
  if (!isAwaited(order.status))
    throw new Refusal("stale", "The keys have been handed over by now. Please decline the request.");
}

async function settle(
  services: Services,
  tx: Db,
  order: OrderRow,
  { change, answer, by, isHost }: AcceptedChange & { answer: RequestAnswer; isHost: boolean },
): Promise<ChangeMade> {
  const { to, reason } = answer;
  const [written] = await tx
    .update(orderChanges)
    .set({
      status: to,
      before: change.before,
      after: change.after,
      answeredAt: new Date(services.now()),
      answeredBy: by,
      ...(reason && { reason }),
    })
    .where(eq(orderChanges.id, change.id))
    .returning();
  if (!written) throw new Error("No answer was written");
  if (to !== "accepted") {
    const action = `${openKindOf(change)}_${to}` as const;
    await audit(tx, { actor: by, entity: "order", entityId: order.id, action, reason });
    await announceOrder(tx, order);
  }
  const emailsOf = change.kind === "swap" ? offerEmails : requestEmails;
  await services.outbox.post(tx, await emailsOf(services, tx, order, written));
  if (change.kind !== "swap" && !isHost) await tellHostOfChange(services, tx, order, written, to);
  return { change: written, order };
}

export const changeNotFound = (): Refusal => notFound("change_not_found");
