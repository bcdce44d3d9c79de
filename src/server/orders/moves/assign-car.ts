import { and, desc, eq, sql } from "drizzle-orm";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { refuseOwnCar } from "#server/auth/own-car.ts";
import { carColumns } from "#server/rentals/car-columns.ts";
import { changeRefused } from "#server/rentals/change-refused.ts";
import { hostTerms } from "#server/rentals/host-terms.ts";
import { Refusal } from "#contract/errors.ts";
import { postHostShare } from "#server/ledger/host-share.ts";
import { isRecorded } from "#server/rentals/recorded.ts";
import type { IsoDate } from "#domain/dates.ts";
import {
  firstRequestColumns,
  isBackAtAdmins,
  emptyRequestColumns,
  waitsForHost,
} from "#domain/orders/host-requests.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { hasBegun, holdsCar, isActive, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { carServesPlan, planOf } from "#domain/pricing/plans.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { openRequestOf } from "#server/rentals/open-requests.ts";
import type { Db } from "#server/db/open-database.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { cars } from "#server/db/schema/cars.ts";
import { withRetries } from "#server/db/retries.ts";
import { refuseStay } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { assignedEmail } from "#server/orders/emails/status.ts";
import { tellHost } from "#server/orders/emails/to-host.ts";
import { refuseDoubleBooking } from "#server/rentals/held-by.ts";
import { findOrderableCar, type OrderRow } from "#server/orders/queries.ts";
import { changeOrder } from "./change-order.ts";
import { lockOrderWithCar } from "./lock-order-with-car.ts";
import { endStaleOf } from "./stale-orders.ts";

type ChosenOrder = Pick<
  OrderRow,
  "id" | "tier" | "carId" | "hostId" | "status" | "hostAnswer" | "replacing" | "isCarOut"
>;

/**
 * Whether an administrator may choose an order's car: for a plan order until the pickup is recorded or the rental
 * has begun, for any other order once its car has left the fleet or has another owner. Records of one car can't
 * become those of another, and a renter who pays now for a host's car gets that car.
 */
export async function mayChooseCar(
  db: Db,
  { id, tier, carId, hostId, status, hostAnswer, replacing, isCarOut }: ChosenOrder,
): Promise<boolean> {
  if (replacing || isCarOut || hasBegun(status) || waitsForPayment({ status, hostAnswer })) return false;
  if (await isRecorded(db, id, "pickup")) return false;
  if (tier || !carId) return true;
  const [car] = await db
    .select({ retiredAt: cars.retiredAt, hostId: cars.hostId })
    .from(cars)
    .where(eq(cars.id, carId));
  return !car || car.retiredAt !== null || car.hostId !== hostId;
}

/**
 * Throws a Refusal while an order's request for days or a place waits, or our offer of another car: its days are kept on
 * the car that the order has.
 */
async function refuseOpenRequest(tx: Db, orderId: string): Promise<void> {
  const open = await openRequestOf(tx, orderId);
  if (open)
    throw open.kind === "swap"
      ? changeRefused("offered")
      : changeRefused("waiting", "This order has an open request. Please settle that first.");
}

/** Whether an order in a status may be given a host's car, whose host is then asked. */
export const mayAskHost = (status: OrderStatus): boolean => status === "pending";

type AssignedCar = {
  id: string;
  carId: string;
  /** The car that the order had when its administrator looked; null for none. */
  from?: string | null | undefined;
  by: string;
};

/**
 * Throws a Refusal where somebody else has given the order a car since this administrator looked. Without `from`,
 * an administrator may replace only their own choice.
 */
async function refuseFaster(tx: Db, order: OrderRow, { from, by }: AssignedCar): Promise<void> {
  if (from === order.carId || (from === undefined && !order.carId)) return;
  const [last] = await tx
    .select({ actor: auditEvents.actor, name: accounts.fullName, email: accounts.email })
    .from(auditEvents)
    .leftJoin(accounts, eq(sql`${accounts.id}::text`, auditEvents.actor))
    .where(
      and(eq(auditEvents.entity, "order"), eq(auditEvents.entityId, order.id), eq(auditEvents.action, "car")),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1);
  if (from === undefined && (!last || last.actor === by)) return;
  const assigned = { by: last?.name || last?.email || "", car: order.carName ?? "" };
  throw new Refusal(
    "car_assigned",
    assigned.by && assigned.car
      ? `${assigned.by} has already given this order the ${assigned.car}.`
      : "Somebody else has changed this order's car in the meantime.",
    { assigned },
  );
}

/**
 * The columns of the request to the host of an order's new car: the host is asked as for any request, and a plan
 * order waits for nobody else. An order that had come back to the back office takes its car's days again.
 */
function requestOfAssigned(order: OrderRow, at: Date) {
  if (order.status !== "pending")
    return isBackAtAdmins(order) ? { ...emptyRequestColumns, lacksHold: false } : {};
  return {
    ...(order.source === "plan" && { expiresAt: null }),
    ...firstRequestColumns(order, at),
    ...(isBackAtAdmins(order) && { lacksHold: false }),
    adminWarnedAt: null,
  };
}

/** Throws a Refusal where a car's host wants more notice, or rents the car out for a shorter time. */
function refuseStayOf(car: typeof cars.$inferSelect, rental: Rental, today: IsoDate): void {
  try {
    refuseStay(rental, today, car);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal("invalid", "This car's host wants more notice, or rents it out for less long.", {
      fields: {
        carId: { code: "stay_not_possible", message: "can't be rented on these days, by its host's rules" },
      },
    });
  }
}

/**
 * Gives an order its car, or another one. Throws a Refusal for a car that does not serve the plan or is held
 * on these dates.
 */
export function assignCar(services: Services, { id, carId, from, by }: AssignedCar): Promise<void> {
  const { database, outbox, config } = services;
  return withRetries(() =>
    database.transaction(async (tx) => {
      const order = await lockOrderWithCar(tx, id, carId);
      const car = await findOrderableCar(tx, carId);
      // A host who said no, or nothing, may be asked about the same car again.
      if (order.carId === carId && !isBackAtAdmins(order)) return;
      await refuseOwnOrder(tx, { order, by, gate: "admin" });
      await refuseFaster(tx, order, { id, carId, from, by });
      if (order.status === "in_progress" || (await isRecorded(tx, id, "pickup")))
        throw changeRefused("recorded");
      if (waitsForPayment(order)) throw changeRefused("not_now");
      if (!(await mayChooseCar(tx, order)))
        throw new Refusal(
          "invalid",
          "Only a plan order, or one whose car has left the fleet, can be given a car here.",
          {
            fields: {
              carId: {
                code: "no_plan",
                message: "can be given to plan orders, and where the car has left the fleet",
              },
            },
          },
        );
      if (!car || car.retiredAt || !car.available)
        throw new Refusal("car_unavailable", "This car can't be rented at the moment.");
      await refuseOpenRequest(tx, id);
      const plan = planOf(order.tier ?? "");
      if (plan && !carServesPlan(car, plan))
        throw new Refusal("invalid", "This car isn't part of the plan.", {
          fields: { carId: { code: "wrong_plan", message: "does not serve the plan" } },
        });
      // Only the host can agree, and an order that is already confirmed can't wait for an answer.
      if (car.hostId !== null && !mayAskHost(order.status))
        throw changeRefused(
          "host_first",
          "A host is asked before their car is promised. Set this order back to pending first, or choose one of our cars.",
        );
      if (car.hostId !== null) refuseStayOf(car, order, today(services));
      await refuseOwnCar(tx, car, { accountId: order.accountId, email: order.customerEmail });
      await refuseOwnOrder(tx, { order: { ...order, hostId: car.hostId }, by, gate: "admin" });
      const given = {
        ...carColumns(car),
        ...hostTerms(services, car),
        // A plan's rental is shared at the plan's price, whichever car an earlier host gave to it.
        hostMonthlyPrice: null,
      };
      await endStaleOf(services, tx, carId);
      const at = new Date(services.now());
      const columns = { ...given, ...requestOfAssigned({ ...order, ...given }, at) };
      const assigned = { ...order, ...columns };
      if (holdsCar(assigned.status) && !assigned.lacksHold)
        await refuseDoubleBooking(tx, assigned, { reader: "admin" });
      await changeOrder(tx, order, columns, {
        by,
        action: "car",
        before: { car: order.carName },
        after: { car: car.name },
      });
      if (waitsForHost(order)) await tellHost(services, tx, order, "taken_elsewhere");
      else if (isActive(order.status))
        await services.orderParts.tellHostOfSwap(services, tx, order, undefined);
      if (waitsForHost(assigned)) await tellHost(services, tx, assigned, "asked");
      await postHostShare(services, tx, id);
      // The renter gets no email about the car of a cancelled order, or about a car whose host may still decline.
      if (order.status !== "cancelled" && !waitsForHost(assigned))
        await outbox.post(tx, [assignedEmail(config, assigned)]);
    }),
  );
}
