import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { addDays, daysBetween, earlier, later, type IsoDate } from "#domain/dates.ts";
import type { Stretch } from "#domain/orders/stretches.ts";
import { dayPrice } from "#domain/payments/cancellation.ts";
import type { PaidInstalment, SharedRental } from "#domain/payouts/host-shares.ts";
import { lineAmount } from "#domain/pricing/lines.ts";
import { insuranceByDay } from "#domain/pricing/insurance.ts";
import { repairTimesOf } from "#server/rentals/repairs.ts";
import type { Db } from "#server/db/open-database.ts";
import { chargebacks, drivenBeforeLoss } from "#server/db/schema/money/chargebacks.ts";
import { charges } from "#server/db/schema/money/charges.ts";
import { instalments } from "#server/db/schema/money/payments.ts";
import type { OrderRow } from "./instalments.ts";
import { paidInFactOf } from "./paid-in-fact.ts";
import { type InstalmentRow, standingInstalments } from "./queries.ts";

type DrivenInstalment = { instalmentId: string; paid: number; until: IsoDate };

/**
 * An order in the form from which its hosts' shares are computed: its instalments with what is really paid of
 * them, and the days that were driven before a bank took a payment back, also of months that were dropped.
 */
export async function sharedRentalOf(
  tx: Db,
  order: OrderRow,
  stretches: readonly Stretch[],
  standingFor: (instalmentId: string) => string,
): Promise<SharedRental> {
  const standing = await standingInstalments(tx, order.id);
  const paid = await paidInFactOf(tx, order.id, standing);
  const driven = await standingDriven(tx, order.id, standing, standingFor);
  const facts = await chargeFacts(tx, standing);
  const insurance = insuranceByDay(order.insurance);
  const rows = standing.map((row, index): PaidInstalment => {
    const { perDay, stretch } = (row.chargeId !== null && facts.get(row.chargeId)) || {};
    return {
      ...row,
      paid: paid[index] ?? 0,
      isDue: row.postedAt !== null,
      driven: driven.filter(({ instalmentId }) => instalmentId === row.id),
      ...(stretch !== undefined && { stretch }),
      ...(perDay !== undefined && { lateDay: { perDay, insurance } }),
    };
  });
  const ids = new Set(standing.map(({ id }) => id));
  const gone = await goneInstalments(
    tx,
    order,
    driven.filter(({ instalmentId }) => !ids.has(instalmentId)),
    standing,
  );
  return {
    pickupDate: order.pickupDate,
    returnDate: order.returnDate,
    monthlyPrice: monthlyPriceOf(order),
    stretches,
    repairs: await repairTimesOf(tx, order.id, stretches),
    instalments: [...rows, ...gone],
  };
}

/** The price of an order's days; after a change of cars it is the order's own price, the average of its days. */
export const monthlyPriceOf = ({ tariff, monthlyPrice }: Pick<OrderRow, "tariff" | "monthlyPrice">): number =>
  (!tariff?.fixed && tariff?.monthlyPrice) || monthlyPrice;

const drivenOf = (tx: Db, orderId: string): Promise<DrivenInstalment[]> =>
  tx
    .select({
      instalmentId: drivenBeforeLoss.instalmentId,
      paid: drivenBeforeLoss.paid,
      until: drivenBeforeLoss.until,
    })
    .from(drivenBeforeLoss)
    .innerJoin(chargebacks, eq(chargebacks.id, drivenBeforeLoss.chargebackId))
    .where(and(eq(chargebacks.orderId, orderId), sql`${chargebacks.owed} > 0`))
    .orderBy(asc(drivenBeforeLoss.until));

/**
 * The days that were driven before a loss, by the instalments that replace those of that time. The payment for
 * what a cancellation kept pays for the first months of a revived rental, as it would without the loss.
 */
async function standingDriven(
  tx: Db,
  orderId: string,
  standing: readonly InstalmentRow[],
  standingFor: (instalmentId: string) => string,
): Promise<DrivenInstalment[]> {
  const driven = (await drivenOf(tx, orderId)).map((one) => ({
    ...one,
    instalmentId: standingFor(one.instalmentId),
  }));
  const ids = new Set(standing.map(({ id }) => id));
  if (driven.every(({ instalmentId }) => ids.has(instalmentId)) || standing.some(isKept)) return driven;
  const kept = new Set((await findInstalments(tx, driven)).filter(isKept).map(({ id }) => id));
  const months = standing.filter(({ chargeId }) => chargeId === null);
  return driven.flatMap((one) => {
    if (!kept.has(one.instalmentId)) return [one];
    let left = one.paid;
    return months.flatMap(({ id, amount, endsOn }): DrivenInstalment[] => {
      const paid = Math.min(left, amount);
      left -= paid;
      return paid > 0 ? [{ instalmentId: id, paid, until: endsOn }] : [];
    });
  });
}

const isKept = ({ lines }: InstalmentRow): boolean => lines.some(({ kind }) => kind === "kept");

const findInstalments = (tx: Db, driven: readonly DrivenInstalment[]): Promise<InstalmentRow[]> =>
  tx
    .select()
    .from(instalments)
    .where(
      inArray(
        instalments.id,
        driven.map(({ instalmentId }) => instalmentId),
      ),
    )
    .orderBy(asc(instalments.startsOn), asc(instalments.id));

/** Which car a charge is about, and what a late day cost if the charge is for late days. */
async function chargeFacts(
  tx: Db,
  standing: readonly InstalmentRow[],
): Promise<Map<string, { stretch?: number; perDay?: number }>> {
  const ids = standing.flatMap(({ chargeId }) => (chargeId === null ? [] : [chargeId]));
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: charges.id, facts: charges.facts, stretch: charges.stretch })
    .from(charges)
    .where(inArray(charges.id, ids));
  return new Map(
    rows.map(({ id, facts, stretch }) => [
      id,
      { ...(stretch !== null && { stretch }), ...(facts?.kind === "days" && { perDay: facts.perDay }) },
    ]),
  );
}

/**
 * Months that a cancellation dropped, and that were driven in part before a bank took their payment back. The kept
 * sum pays for the same days: only the days that it doesn't reach count beside it, the first ones first.
 */
async function goneInstalments(
  tx: Db,
  order: OrderRow,
  driven: readonly DrivenInstalment[],
  standing: readonly InstalmentRow[],
): Promise<PaidInstalment[]> {
  if (driven.length === 0) return [];
  const kept = standing.find(isKept);
  let room = Infinity;
  if (kept) {
    // A rental that is long over when it is cancelled has no more days than its own.
    const last = earlier(addDays(later(order.pickupDate, kept.startsOn), 1), order.returnDate);
    const begun = daysBetween(order.pickupDate, last);
    const keptNet = kept.lines.find(({ kind }) => kind === "kept")?.amount ?? 0;
    // Money that was given back for days in repair pays for as many days as if it were kept.
    const reached = keptNet - lineAmount(order, "repair");
    room = Math.max(0, begun - Math.ceil(reached / Math.max(1, dayPrice(order))));
  }
  const rows = await findInstalments(tx, driven);
  return rows.map((row) => {
    const from = isKept(row) ? order.pickupDate : row.startsOn;
    const own = driven
      .filter(({ instalmentId }) => instalmentId === row.id)
      .map(({ paid, until }) => ({ paid, until: earlier(until, addDays(from, clamp(room))) }));
    const days = Math.max(0, ...own.map(({ until }) => daysBetween(from, until)));
    room -= days;
    return { ...row, paid: 0, isDue: false, driven: own };
  });
}

/** More days than any rental has. */
const clamp = (days: number): number => Math.max(0, Math.min(days, 10_000));
