import { eq, gte, lt } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { isReportable } from "#domain/charges/charges.ts";
import type { IsoDate } from "#domain/dates.ts";
import { day } from "#domain/durations.ts";
import { hasBegun } from "#domain/orders/lifecycle.ts";
import { refundsAlone } from "#domain/payments/payments.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { refunds } from "#server/db/schema/money/payments.ts";
import { repairDays } from "#server/db/schema/repair-days.ts";
import { recordIdUsed, writtenBefore } from "#server/db/sent-before.ts";
import { creditsOf } from "#server/ledger/host-credits.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import { pendingOf } from "#server/ledger/queries.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { repairsOf } from "#server/rentals/repairs.ts";
import { type Services, today } from "#server/services.ts";
import { applyRepairs, type RecordedRepairs, recordedRepairs, withRepairs } from "./apply-repairs.ts";
import { wasTakenBack } from "./take-back-repair.ts";
import { repairAdminEmail, repairEmail } from "./emails.ts";

type NewRepair = {
  id?: string | undefined;
  orderId: string;
  from: IsoDate;
  until: IsoDate;
  by: string;
  /** Whether the car's host records: then a large refund, or one for paid-out days, waits for a decision. */
  isHost?: boolean;
};

/**
 * Whether repair days can be recorded for an order: once it has begun; by its host only while a breakdown can be
 * reported, so not long after the rental.
 */
export const mayRecordRepair = (order: OrderRow, isHost: boolean, on: IsoDate): boolean =>
  hasBegun(order.status) && (!isHost || isReportable(order, on));

/**
 * Records days on which a renter had no usable car, and takes those that the terms give back off the price: open
 * instalments become smaller, and paid money goes back. The same id sent again changes nothing. Throws a Refusal.
 */
export const recordRepair = (services: Services, repair: NewRepair): Promise<RecordedRepairs> =>
  withRetries(() => services.database.transaction((tx) => record(services, tx, repair)));

async function record(services: Services, tx: Db, repair: NewRepair): Promise<RecordedRepairs> {
  const { id = crypto.randomUUID(), orderId, from, until, by, isHost = false } = repair;
  const order = await lockOrderWithCar(tx, orderId);
  if (isHost && order.hostId !== by) throw orderNotFound();
  if (!isHost) await refuseOwnOrder(tx, { order, by, gate: "admin" });
  const [known] = await tx.select().from(repairDays).where(eq(repairDays.id, id));
  const isSame = (row: typeof repairDays.$inferSelect) =>
    row.orderId === orderId && row.firstDate === from && row.lastDate === until;
  if (writtenBefore(known, isSame)) return recordedRepairs(tx, order);
  if (await wasTakenBack(tx, orderId, id))
    throw recordIdUsed("These days in repair were taken back. Please send other ones under another ID.");
  if (!mayRecordRepair(order, isHost, today(services)))
    throw new Refusal(
      "record_not_possible",
      isHost
        ? "Days in repair are recorded once the rental has started, and within 7 days after the car is back."
        : "Days in repair are recorded once the rental has started.",
    );
  refuseDays(order, repair, today(services));
  const waits = isHost && (await needsSecond(services, tx, order, repair));
  const createdAt = new Date(services.now());
  await tx
    .insert(repairDays)
    .values({ id, orderId, firstDate: from, lastDate: until, recordedBy: by, createdAt });
  const days = { from, until };
  const decidedBy = isHost && !waits ? "system" : by;
  const changed = await applyRepairs(services, tx, order, {
    by,
    action: "repair_days",
    repairId: id,
    days,
    decidedBy,
    waits,
  });
  const recorded = await recordedRepairs(tx, changed);
  const emails = [repairEmail(services.config, changed, { ...days, ...recorded })];
  if (isHost) {
    const host = await findHostingReader(tx, order);
    const waiting = await pendingOf(tx, orderId, "rule", eq(refunds.status, "awaiting_approval"));
    const recordedRepair = { ...days, ...recorded, hostName: host?.name ?? "", waiting };
    emails.push(repairAdminEmail(services.config, changed, recordedRepair));
  }
  await services.outbox.post(tx, emails);
  return recorded;
}

function refuseDays(order: OrderRow, { from, until, isHost }: NewRepair, on: IsoDate): void {
  // A host can't record days with another host's car.
  const first = (isHost && order.carSince) || order.pickupDate;
  if (until < from) throw invalidField("until", "must not be before the first day", "out_of_range");
  if (from < first) throw invalidField("from", `must be ${first} or later`, "out_of_range");
  const last = order.returnDate < on ? order.returnDate : on;
  if (until > last) throw invalidField("until", `must be ${last} or earlier`, "out_of_range");
}

/**
 * Whether another person decides about the refund of a host's record: with the order's recent records it exceeds
 * what one administrator gives back alone, or it would cost the host nothing, being for days already paid out.
 */
async function needsSecond(
  services: Services,
  tx: Db,
  order: OrderRow,
  { from, until, by }: NewRepair,
): Promise<boolean> {
  const since = new Date(services.now() - refundsAlone.days * day);
  const earlier = await repairsOf(tx, order.id, lt(repairDays.createdAt, since));
  const lately = await repairsOf(tx, order.id, gte(repairDays.createdAt, since));
  const before = await withRepairs(tx, order, earlier);
  const after = await withRepairs(tx, order, [...earlier, ...lately, { from, until }]);
  if (before.total - after.total > refundsAlone.most) return true;
  return (await creditsOf(tx, order.id)).some(
    ({ hostId, payoutId, startsOn, endsOn }) =>
      hostId === by &&
      payoutId !== null &&
      startsOn !== null &&
      endsOn !== null &&
      startsOn <= until &&
      endsOn > from,
  );
}
