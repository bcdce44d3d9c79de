import { and, desc, eq, sql } from "drizzle-orm";
import { addDays, daysBetween, type IsoDate } from "#domain/dates.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import {
  extensionRetryHours,
  type MayChange,
  mayExtend,
  mayMoveDates,
  mayReturnEarly,
} from "#domain/changes/may-change.ts";
import { hour } from "#domain/durations.ts";
import { isBackAtAdmins } from "#domain/orders/host-requests.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { pastDueDays } from "#domain/payments/attempts.ts";
import { extensionNoticeDays } from "#domain/pricing/rental-terms.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import { dueSince } from "#server/ledger/queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { leastPayable } from "#server/provider-settings.ts";
import type { StayRules } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { openRequestOf } from "#server/rentals/open-requests.ts";

type Clock = Pick<Services, "now">;

/** A rental can't be changed while its renter still chooses another car, or while its first payment confirms it. */
const notNow: MayChange = { allowed: false, reason: "not_now" };

/**
 * Which changes of an order's rental are possible now, each with the days to choose from, or why not. An open
 * request prevents them, unless the change withdraws it.
 */
export async function mayChange(
  services: Clock & Pick<Services, "config">,
  db: Db,
  order: OrderRow,
  { isRequestIgnored = false }: { isRequestIgnored?: boolean } = {},
) {
  if (order.replacing || waitsForPayment(order))
    return { dates: notNow, extension: notNow, early_return: notNow };
  const at = { now: services.now(), today: today(services) };
  const standing = {
    ...order,
    isPriced: order.tariff !== null && (order.carId !== null || order.status === "pending"),
    hasOpenRequest: !isRequestIgnored && (await openRequestOf(db, order.id)) !== undefined,
    isPastDue:
      (await dueSince(db, [order.id], addDays(at.today, -pastDueDays), leastPayable(services.config))).size >
      0,
    mayAskAgain: await mayAskAgain(services, db, order),
    hostRules: await hostRulesOf(db, order),
  };
  return {
    dates: mayMoveDates(standing, at),
    extension: mayExtend(standing, at),
    early_return: mayReturnEarly(standing, at),
  };
}

/** The rules of the host of an order's car, unless the host has declined: how much notice, and how long a rental may be. */
export async function hostRulesOf(
  db: Db,
  { carId, hostId, source, hostAnswer }: Pick<OrderRow, "carId" | "hostId" | "source" | "hostAnswer">,
): Promise<StayRules | null> {
  if (carId === null || hostId === null || isBackAtAdmins({ source, hostAnswer })) return null;
  const [car] = await db
    .select({ noticeDays: cars.noticeDays, maxRentDays: cars.maxRentDays })
    .from(cars)
    .where(eq(cars.id, carId));
  return car ?? null;
}

/** Whether an extension can be asked for again without notice: once, within a day after a request lapsed. */
async function mayAskAgain(clock: Clock, db: Db, { id, returnDate }: OrderRow): Promise<boolean> {
  const [last] = await db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.orderId, id), eq(orderChanges.kind, "extension")))
    .orderBy(desc(orderChanges.createdAt), sql`${orderChanges.id}`)
    .limit(1);
  if (last?.status !== "lapsed" || !last.answerUntil) return false;
  const isRecent = clock.now() <= last.answerUntil.getTime() + extensionRetryHours * hour;
  const askedOn: IsoDate = dateInLosAngeles(last.createdAt.getTime());
  return isRecent && daysBetween(askedOn, returnDate) >= extensionNoticeDays;
}
