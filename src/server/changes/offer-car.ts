import { and, desc, eq } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { mayNotOfferCar, offerEnds } from "#domain/changes/may-change.ts";
import { priceWithNextCar, priceWithOtherCar } from "#domain/changes/price-of-change.ts";
import { type IsoDate, later } from "#domain/dates.ts";
import { emptyRequestColumns } from "#domain/orders/host-requests.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { answerWithin } from "#domain/orders/lifecycle.ts";
import { carServesPlan, planOf } from "#domain/pricing/plans.ts";
import type { Tariff } from "#domain/pricing/tariff.ts";
import { changeRefused } from "#server/rentals/change-refused.ts";
import { endStretch } from "#server/rentals/stretches.ts";
import { isRecorded } from "#server/rentals/recorded.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { refuseOwnCar } from "#server/auth/own-car.ts";
import { carColumns } from "#server/rentals/car-columns.ts";
import { hostTerms } from "#server/rentals/host-terms.ts";
import { audit } from "#server/db/audit.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { dayHolds } from "#server/db/schema/calendar.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { cars } from "#server/db/schema/cars.ts";
import { requestHashOf, sentBefore } from "#server/db/sent-before.ts";
import { previewReschedule } from "#server/ledger/reschedule.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { announceOrder } from "#server/orders/announce-order.ts";
import { refuseDoubleBooking } from "#server/rentals/held-by.ts";
import { type Services, today } from "#server/services.ts";
import { type ChangeRow, openRequestOf } from "#server/rentals/open-requests.ts";
import { applyRental, type GivenCar, withRental } from "./apply-rental.ts";
import type { ChangeMade } from "./make-change.ts";
import type { QuotedChange } from "./quote.ts";
import { asQuoted, rentalOf } from "./quote-rental.ts";
import { offerEmails } from "./offer-emails.ts";
import { tellHostOfSwap } from "./to-host.ts";

type CarRow = typeof cars.$inferSelect;
type Offer = { id: string; orderId: string; carId: string; reason: string; by: string };

type OfferedOrder = Pick<
  OrderRow,
  "id" | "status" | "hostAnswer" | "tier" | "carId" | "replacing" | "isCarOut"
>;

/** Why an administrator can't offer an order's renter another car now; undefined where the offer is possible. */
export async function offerObstacle(db: Db, order: OfferedOrder) {
  return obstacleOf(db, order, (await openRequestOf(db, order.id)) !== undefined);
}

/**
 * Records of one car can't become those of another, also if the order's status was set since the pickup. Only a
 * running rental can go on with another car, as its next stretch.
 */
const obstacleOf = async (db: Db, order: OfferedOrder, hasOpenRequest: boolean) =>
  order.replacing ||
  order.isCarOut ||
  waitsForPayment(order) ||
  (order.status !== "in_progress" && (await isRecorded(db, order.id, "pickup")))
    ? "not_now"
    : mayNotOfferCar({ ...order, hasOpenRequest });

/** The first day with another car: today if the rental runs, otherwise the pickup. */
const firstDayWith = (
  services: Pick<Services, "now">,
  { status, pickupDate, carSince }: OrderRow,
): IsoDate => (status === "in_progress" ? later(today(services), carSince ?? pickupDate) : pickupDate);

/** Quotes a rental with another car, never at a higher price. Throws a Refusal for a car that can't be offered. */
export async function quoteOffer(
  services: Services,
  db: Db,
  order: OrderRow,
  { carId, by }: { carId: string; by: string },
): Promise<QuotedChange> {
  const obstacle = await offerObstacle(db, order);
  if (obstacle) throw changeRefused(obstacle);
  const { priced, car } = await priceWith(services, db, order, { carId, offeredAt: services.now() });
  const from = firstDayWith(services, order);
  await refuseDoubleBooking(db, { ...order, carId, carSince: from }, { reader: "admin" });
  const changed = withRental(order, priced, car);
  const { status, pickupLocation, pickupTime, returnTime } = order;
  const same = { status, pickupLocation, pickupTime, returnTime };
  const { refund, toCheck, instalments } = await previewReschedule(services, db, changed, by);
  return {
    kind: "swap",
    before: { ...same, total: order.total, rental: rentalOf(order) },
    after: {
      ...same,
      total: changed.total,
      rental: rentalOf(changed),
      ...(toCheck > 0 && { refundWaits: true }),
    },
    fee: 0,
    refund,
    toCheck,
    instalments,
  };
}

async function priceWith(
  services: Services,
  db: Db,
  order: OrderRow,
  { carId, offeredAt }: { carId: string; offeredAt: number },
) {
  const { tariff } = order;
  const [car] = await db.select().from(cars).where(eq(cars.id, carId));
  if (!tariff || !car || car.retiredAt || !car.available)
    throw new Refusal("car_unavailable", "This car can't be rented at the moment.");
  await refuseOwnCar(db, car, { accountId: order.accountId, email: order.customerEmail });
  if (car.id === order.carId) throw invalidField("carId", "is the car that the order has", "unchanged");
  // A host has to agree too. An offer asks the renter alone, so it can't be a host's car.
  if (car.hostId !== null) throw changeRefused("host_first");
  if (order.status === "in_progress") return priceOfNext(services, { ...order, tariff }, { car, offeredAt });
  const { monthlyPrice } = car;
  if (monthlyPrice > tariff.monthlyPrice)
    throw invalidField("carId", "costs more than what was ordered", "out_of_range");
  const { tariff: swapped, ...priced } = priceWithOtherCar({ ...order, tariff }, monthlyPrice);
  const terms = { monthlyPrice, tariff: swapped, hostMonthlyPrice: null, ...hostTerms(services, car) };
  return { priced, car: { ...carColumns(car), ...terms, ...answeredByUs(services, order) } };
}

/** The columns of a waiting order whose host was asked, once it has a car of ours: we answer it, in time of its own. */
const answeredByUs = ({ now }: Pick<Services, "now">, order: OrderRow): GivenCar =>
  order.status === "pending" && order.hostAskedAt
    ? { ...emptyRequestColumns, expiresAt: new Date(now() + answerWithin.request) }
    : {};

/**
 * Prices a running rental with another car from today on. The car's own price counts from the day of the offer, so
 * that the total is the offered one on any day of the renter's yes. A plan's rental keeps the price of the plan.
 */
function priceOfNext(
  services: Services,
  order: OrderRow & { tariff: Tariff },
  { car, offeredAt }: { car: CarRow; offeredAt: number },
) {
  const from = firstDayWith(services, order);
  if (from >= order.returnDate) throw changeRefused("too_late");
  const plan = planOf(order.tier ?? "");
  if (plan && !carServesPlan(car, plan)) throw invalidField("carId", "does not serve the plan", "wrong_plan");
  const monthlyPrice = plan ? order.tariff.monthlyPrice : car.monthlyPrice;
  if (monthlyPrice > order.tariff.monthlyPrice)
    throw invalidField("carId", "costs more than what was ordered", "out_of_range");
  const { tariff, ...priced } = priceWithNextCar(order, {
    monthlyPrice,
    from: firstDayWith({ now: () => offeredAt }, order),
  });
  const hostMonthlyPrice = car.hostId === null ? null : monthlyPrice;
  const given = { tariff, hostMonthlyPrice, carSince: from, ...hostTerms(services, car) };
  return { priced, car: { ...carColumns(car), ...given } };
}

/**
 * Offers an order's renter another car, and keeps it for them until their answer or the end of the offer; until
 * then nothing else changes. The same id again returns the same offer. Throws a Refusal.
 */
export function offerCar(services: Services, { id, orderId, carId, reason, by }: Offer): Promise<ChangeMade> {
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      const order = await lockOrderWithCar(tx, orderId, carId);
      const requestHash = requestHashOf({ orderId, carId, reason });
      const [known] = await tx.select().from(orderChanges).where(eq(orderChanges.id, id));
      const before = sentBefore(known, requestHash, { isSame: known?.orderId === orderId });
      if (before) return { change: before, order };
      await refuseOwnOrder(tx, { order, by, gate: "admin" });
      await endStaleOf(services, tx, carId);
      const quoted = await quoteOffer(services, tx, order, { carId, by });
      const createdAt = new Date(services.now());
      const answerUntil = new Date(offerEnds(order, services.now()));
      const [change] = await tx
        .insert(orderChanges)
        .values({ id, orderId, requestHash, createdAt, ...quoted, status: "requested", answerUntil, reason })
        .returning();
      if (!change) throw new Error("No offer was written");
      const [firstDate, lastDate] = [firstDayWith(services, order), order.returnDate];
      const until = { firstDate, lastDate, endsAt: answerUntil };
      await tx.insert(dayHolds).values({ carId, orderId, reason: "change", ...until });
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: orderId,
        action: "swap_offered",
        before: { car: order.carName },
        after: { car: change.after.rental?.carName },
        reason,
      });
      await announceOrder(tx, order);
      await services.outbox.post(tx, await offerEmails(services, tx, order, change));
      return { change, order };
    }),
  );
}

/**
 * Replaces an order's car by the offered one. Must hold the locks of the order and both cars; the offered car's days
 * are no longer held.
 */
export async function swapCar(
  services: Services,
  tx: Db,
  order: OrderRow,
  { change, by }: { change: ChangeRow; by: string },
): Promise<OrderRow> {
  const carId = offeredCarOf(change);
  const obstacle = await obstacleOf(tx, order, false);
  if (!carId || obstacle) throw changeRefused("not_now");
  const offeredAt = change.createdAt.getTime();
  const { priced, car } = await priceWith(services, tx, order, { carId, offeredAt });
  const quoted = await priceWith(services, tx, asQuoted(order, change), { carId, offeredAt });
  // Days in repair that were taken back since would make it dearer than what the renter has agreed to.
  const isDearer = priced.price.total > change.after.total;
  const isOther = quoted.priced.price.total !== change.after.total;
  if (isOther || isDearer || order.carId !== change.before.rental?.carId)
    throw new Refusal("stale", "The order has changed since this was offered. Please contact us.");
  const from = firstDayWith(services, order);
  await refuseDoubleBooking(tx, { ...order, carId, carSince: from }, { reader: "other" });
  const decidedBy = await offeredBy(tx, order.id);
  if (order.status === "in_progress")
    await endStretch(tx, order, {
      endsOn: from,
      reason: "swap",
      takenUntil: from,
      now: services.now(),
    });
  await tellHostOfSwap(services, tx, order, order.status === "in_progress" ? from : undefined);
  return applyRental(services, tx, order, { priced, kind: "swap", by, decidedBy, car });
}

/** Who made an order's offer of another car: there is one offer at a time. */
async function offeredBy(tx: Db, orderId: string): Promise<string> {
  const [offered] = await tx
    .select({ actor: auditEvents.actor })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.entity, "order"),
        eq(auditEvents.entityId, orderId),
        eq(auditEvents.action, "swap_offered"),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1);
  if (!offered) throw new Error("Nobody has offered the car");
  return offered.actor;
}

export const offeredCarOf = ({ kind, after }: Pick<ChangeRow, "kind" | "after">): string | null =>
  (kind === "swap" && after.rental?.carId) || null;
