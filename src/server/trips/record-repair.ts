import { eq } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { hasBegun } from "#domain/orders/lifecycle.ts";
import { drivenDaysOf } from "#domain/orders/stretches.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import type { PriceLine } from "#domain/pricing/lines.ts";
import { withTaxes } from "#domain/pricing/taxed-price.ts";
import { isRepairLine, repairDaysBack, repairLines } from "#domain/trips/repair-days.ts";
import { refuseOwnOrder } from "#server/auth/own-affairs.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { orders } from "#server/db/schema/orders.ts";
import { repairDays } from "#server/db/schema/repair-days.ts";
import { recordIdUsed } from "#server/db/sent-before.ts";
import { reschedule } from "#server/ledger/reschedule.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import { announceOrder, type OrderRow } from "#server/orders/queries.ts";
import { type RepairShown, repairsOf } from "#server/rentals/repairs.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import { type Services, today } from "#server/services.ts";
import { repairEmail } from "./emails.ts";

type NewRepair = {
  id?: string | undefined;
  orderId: string;
  from: IsoDate;
  until: IsoDate;
  by: string;
  /** Whether the host of the car records them: what the terms give back needs nobody else then. */
  isHost?: boolean;
};
export type RecordedRepairs = { repairs: RepairShown[]; days: number; amount: Cents; total: Cents };

/**
 * Records days on which a renter had no usable car, and takes those that the terms give back off the price: what isn't
 * paid is asked for no more, the rest goes back. Sent again under its id it changes nothing. Throws a Refusal.
 */
export const recordRepair = (services: Services, repair: NewRepair): Promise<RecordedRepairs> =>
  withRetries(() => services.database.transaction((tx) => record(services, tx, repair)));

async function record(services: Services, tx: Db, repair: NewRepair): Promise<RecordedRepairs> {
  const { id = crypto.randomUUID(), orderId, from, until, by, isHost = false } = repair;
  const order = await lockOrderWithCar(tx, orderId);
  if (isHost && order.hostId !== by) throw orderNotFound();
  if (!isHost) await refuseOwnOrder(tx, { order, by, gate: "administrator" });
  const [known] = await tx.select().from(repairDays).where(eq(repairDays.id, id));
  if (known) {
    const isSame = known.orderId === orderId && known.firstDate === from && known.lastDate === until;
    if (isSame) return shown(tx, order);
    throw recordIdUsed();
  }
  if (!hasBegun(order.status))
    throw new Refusal("record_not_possible", "Days in repair are recorded once the rental has started.");
  refuseDays(order, repair, today(services));
  const createdAt = new Date(services.now());
  await tx
    .insert(repairDays)
    .values({ id, orderId, firstDate: from, lastDate: until, recordedBy: by, createdAt });
  const driven = drivenDaysOf(await findStretches(tx, order));
  const changed = withRepairs(order, repairDaysBack(await repairsOf(tx, orderId), driven));
  await tx
    .update(orders)
    .set({ lines: changed.lines, taxes: changed.taxes, total: changed.total })
    .where(eq(orders.id, orderId));
  await audit(tx, {
    actor: by,
    entity: "order",
    entityId: orderId,
    action: "repair_days",
    before: { total: order.total },
    after: { total: changed.total, from, until },
  });
  await reschedule(services, tx, changed, { actor: by, decidedBy: isHost ? "system" : by });
  await announceOrder(tx, order);
  const recorded = await shown(tx, changed);
  await services.outbox.post(tx, [repairEmail(services.config, changed, { from, until, ...recorded })]);
  return recorded;
}

function refuseDays(order: OrderRow, { from, until, isHost }: NewRepair, on: IsoDate): void {
  // Days with another host's car are nothing to this one.
  const first = (isHost && order.carSince) || order.pickupDate;
  if (until < from) throw invalidField("until", "must not be before the first day", "out_of_range");
  if (from < first) throw invalidField("from", `must be ${first} or later`, "out_of_range");
  const last = order.returnDate < on ? order.returnDate : on;
  if (until > last) throw invalidField("until", `must be ${last} or earlier`, "out_of_range");
}

/** An order with what so many days in repair take off its price, instead of what was taken off before. */
function withRepairs(order: OrderRow, back: number): OrderRow {
  const whole = order.lines.filter((line) => !isRepairLine(line));
  const lines: PriceLine[] = [...whole, ...repairLines(whole, order.days, back)];
  const total = order.total - sumOf(order.lines) + sumOf(lines);
  if (!order.tariff?.taxRates) return { ...order, lines, total };
  const { taxes, total: taxed } = withTaxes({ ...order, lines, total }, order, order.tariff);
  return { ...order, lines, taxes, total: taxed };
}

async function shown(tx: Db, order: OrderRow): Promise<RecordedRepairs> {
  const { lines, total } = order;
  const repairs = await repairsOf(tx, order.id);
  const days = repairDaysBack(repairs, drivenDaysOf(await findStretches(tx, order)));
  return { repairs, days, amount: -sumOf(lines.filter(isRepairLine)), total };
}
