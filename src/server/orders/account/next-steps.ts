import type { NextStep, OwnOrder } from "#contract/account/orders.ts";
import { and, eq, inArray } from "drizzle-orm";
import { addDays, type IsoDate, later } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { isOpen } from "#domain/orders/lifecycle.ts";
import { type NextStepKind, nextStepKinds } from "#domain/orders/own-orders.ts";
import type { VerificationStatus } from "#domain/papers/verification.ts";
import { isOpenRequest } from "#server/rentals/open-requests.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import { standingAcceptance } from "#server/documents/queries.ts";
import { dueSince } from "#server/ledger/queries.ts";
import { insuranceOf, type LicenceRow, licenceStatus } from "#server/papers/queries.ts";
import type { PlacedOrder } from "#server/orders/queries.ts";

/** A pickup or a return is near from this many days before. */
const nearDays = 7;
/** Insurance is checked for at most this many open orders, the soonest: a renter with more begins with them. */
const mostLookedAt = 3;

/** Whether a renter has to do something about a paper: not while it is being checked, nor once it is verified. */
const isWanted = (status: VerificationStatus): boolean => status !== "submitted" && status !== "verified";

type RenterState = {
  /** The renter's open orders as rows, the soonest first. */
  found: readonly PlacedOrder[];
  /** The same orders as the renter sees them, in the same sequence. */
  orders: readonly OwnOrder[];
  /** The renter's license; undefined where none was handed in. */
  licence: LicenceRow | undefined;
  /** The ended rentals that the renter may review. */
  toReview: readonly NextStep[];
  /** The charges to answer, and the payments of ended rentals. */
  asked: readonly NextStep[];
  /** Today in Los Angeles. */
  on: IsoDate;
  /** The least that can be paid. */
  least: Cents;
};

/** What the renter of these open orders does next, the most pressing first. */
export async function nextSteps(
  db: Db,
  { found, orders: shown, licence, toReview, asked, on, least }: RenterState,
): Promise<NextStep[]> {
  const steps = shown.flatMap((order): NextStep[] => {
    const kind = stepOf(order, on);
    const isReturn = kind === "overdue" || kind === "return_near";
    if (isReturn) return [{ kind, ...about(order), ...returned(order) }];
    return kind ? [{ kind, ...about(order), on: order.pickupDate }] : [];
  });
  // The others have ended, and only their car is to be brought back.
  const orders = shown.filter(({ status }) => isOpen(status));
  const [soonest] = orders;
  if (soonest && isWanted(licenceStatus(licence, later(on, soonest.pickupDate))))
    steps.push({ kind: "licence", ...about(soonest), on: soonest.pickupDate });
  const [insured, ...answers] = await Promise.all([
    Promise.all(
      found
        .filter(({ order }) => isOpen(order.status))
        .slice(0, mostLookedAt)
        .map(({ order }) => insuranceOf(db, order, on)),
    ),
    paymentsDue(db, orders, { on, least }),
    toSign(db, orders),
    toAnswer(db, orders),
  ]);
  for (const [at, { isNeeded, status, isRenewalDue }] of insured.entries()) {
    const own = orders[at];
    if (own && isNeeded && (isWanted(status) || (isRenewalDue && status !== "submitted")))
      steps.push({ kind: "insurance_proof", ...about(own), on: own.pickupDate });
  }
  steps.push(...answers.flat(), ...asked, ...toReview);
  return steps.toSorted(
    (a, b) => nextStepKinds.indexOf(a.kind) - nextStepKinds.indexOf(b.kind) || (a.on < b.on ? -1 : 1),
  );
}

/** The payments that are due; none of a renter who still has to choose another car. */
async function paymentsDue(
  db: Db,
  orders: readonly OwnOrder[],
  { on, least }: Pick<RenterState, "on" | "least">,
): Promise<NextStep[]> {
  const asked = orders.filter((order) => !order.replacing && (order.stage !== "pending" || isPayable(order)));
  const since = await dueSince(
    db,
    asked.map(({ id }) => id),
    on,
    least,
  );
  return asked.flatMap((order) => {
    const dueOn = since.get(order.id);
    return dueOn ? [{ kind: "payment" as const, ...about(order), on: dueOn }] : [];
  });
}

/** The agreements of confirmed orders with a car for which the renter hasn't accepted the agreement yet. */
async function toSign(db: Db, orders: readonly OwnOrder[]): Promise<NextStep[]> {
  const ready = orders.filter(
    ({ status, vehicleId, replacing }) => status === "confirmed" && vehicleId !== null && !replacing,
  );
  const accepted = await Promise.all(
    ready.map(({ id, vehicleId }) => standingAcceptance(db, { id, carId: vehicleId })),
  );
  return ready
    .filter((_, at) => !accepted[at])
    .map((order) => ({ kind: "agreement" as const, ...about(order), on: order.pickupDate }));
}

/** Orders whose renter has been offered another car. */
async function toAnswer(db: Db, orders: readonly OwnOrder[]): Promise<NextStep[]> {
  const ids = orders.map(({ id }) => id);
  const offered = ids.length
    ? await db
        .select({ orderId: orderChanges.orderId })
        .from(orderChanges)
        .where(and(inArray(orderChanges.orderId, ids), eq(orderChanges.kind, "swap"), isOpenRequest))
    : [];
  const waiting = new Set(offered.map(({ orderId }) => orderId));
  return orders
    .filter(({ id }) => waiting.has(id))
    .map((order) => ({ kind: "offer" as const, ...about(order), on: order.pickupDate }));
}

/** Whether a pending order's host has said yes: its first payment confirms it. */
const isPayable = ({ stage, host }: OwnOrder): boolean => stage === "pending" && host?.outcome === "accepted";

/** The car to bring back first, and the day on which it is due. */
const returned = ({ carName, returnDate, toBringBack }: OwnOrder) =>
  toBringBack && toBringBack.dueOn <= returnDate
    ? { title: toBringBack.carName, on: toBringBack.dueOn }
    : { title: carName, on: returnDate };

const about = ({ id, carName }: OwnOrder) => ({ orderId: id, title: carName });

function stepOf(order: OwnOrder, on: IsoDate): NextStepKind | undefined {
  const { stage, pickupDate, confirmable, replacing } = order;
  const soon = addDays(on, nearDays);
  if (stage === "overdue") return "overdue";
  if (replacing) return "replacement";
  if (stage === "in_progress" && returned(order).on <= soon) return "return_near";
  if (stage === "upcoming" && pickupDate <= soon) return "pickup_near";
  // The payment is a step of its own.
  if (isPayable(order)) return undefined;
  if (stage === "pending") return confirmable ? "confirm_email" : "awaiting_answer";
  return undefined;
}
