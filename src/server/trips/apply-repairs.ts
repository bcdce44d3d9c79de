import type { Cents } from "#domain/money.ts";
import { drivenDaysOf } from "#domain/orders/stretches.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import type { PriceLine } from "#domain/pricing/lines.ts";
import { withTaxes } from "#domain/pricing/taxed-price.ts";
import { isRepairLine, repairDaysBack, type RepairRange, repairLines } from "#domain/trips/repair-days.ts";
import type { Db } from "#server/db/open-database.ts";
import { reschedule } from "#server/ledger/reschedule.ts";
import { changeOrder } from "#server/orders/moves/change-order.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type RepairShown, repairsOf } from "#server/rentals/repairs.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import type { Services } from "#server/services.ts";

export type RecordedRepairs = { repairs: RepairShown[]; days: number; amount: Cents; total: Cents };

type RepairAction = {
  by: string;
  action: "repair_days" | "repair_days_taken_back";
  days: RepairRange;
  repairId: string;
  /** Why an administrator took the days back. */
  reason?: string;
  /** Who causes the refund, and whether the refund waits for a decision. */
  decidedBy: string;
  waits?: boolean;
  /** A refund that waits for a decision keeps waiting, also if it becomes smaller. */
  keepsWaiting?: boolean;
};

/**
 * Brings an order's price in line with its recorded repair days: open instalments become smaller, and too much
 * paid money goes back. The caller has locked the order and written or deleted the days. Returns the order.
 */
export async function applyRepairs(
  services: Services,
  tx: Db,
  order: OrderRow,
  { by, action, repairId, days: { from, until }, reason, decidedBy, waits, keepsWaiting }: RepairAction,
): Promise<OrderRow> {
  const { lines, taxes, total } = await withRepairs(tx, order, await repairsOf(tx, order.id));
  const columns = { lines, taxes, total };
  const changed = await changeOrder(tx, order, columns, {
    by,
    action,
    before: { total: order.total },
    after: { total, from, until, repairId },
    ...(reason && { reason }),
  });
  await reschedule(services, tx, changed, { actor: by, decidedBy, waits, keepsWaiting });
  return changed;
}

/** An order with the present deduction for repair days, instead of the former one. */
export async function withRepairs(
  tx: Db,
  order: OrderRow,
  repairs: readonly RepairRange[],
): Promise<OrderRow> {
  const back = repairDaysBack(repairs, drivenDaysOf(await findStretches(tx, order)));
  const whole = order.lines.filter((line) => !isRepairLine(line));
  const lines: PriceLine[] = [...whole, ...repairLines(whole, order.days, back)];
  const total = order.total - sumOf(order.lines) + sumOf(lines);
  if (!order.tariff?.taxRates) return { ...order, lines, total };
  const { taxes, total: taxed } = withTaxes({ ...order, lines, total }, order, order.tariff);
  return { ...order, lines, taxes, total: taxed };
}

/** An order's recorded repair days, and their deduction from its price. */
export async function recordedRepairs(tx: Db, order: OrderRow): Promise<RecordedRepairs> {
  const { lines, total } = order;
  const repairs = await repairsOf(tx, order.id);
  const days = repairDaysBack(repairs, drivenDaysOf(await findStretches(tx, order)));
  return { repairs, days, amount: -sumOf(lines.filter(isRepairLine)), total };
}
