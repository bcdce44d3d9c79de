import { type HostEarnings, hostEarningsOf } from "#domain/orders/host-earnings.ts";
import { isBilled } from "#domain/orders/lifecycle.ts";
import { averageMonthlyPrice } from "#domain/pricing/fixed-price.ts";
import type { Db } from "#server/db/open-database.ts";
import type { RentalState } from "#server/db/schema/changes.ts";
import { repairTimesOf } from "#server/rentals/repairs.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import type { OrderRow } from "./instalments.ts";
import { isOfPrice, standingInstalments } from "./queries.ts";
import { monthlyPriceOf } from "./shared-rental.ts";

/**
 * The earnings of the present car's host by an order, or by the order as a change would make it. After a change of
 * cars they are those of the days with this host's car, as they are credited.
 */
export async function earningsOfHost(
  db: Db,
  order: OrderRow,
  change?: RentalState["rental"],
): Promise<HostEarnings> {
  const changed = { ...order, ...change };
  // A change recomputes the monthly average of a fixed price.
  if (change && order.tariff?.fixed) changed.monthlyPrice = averageMonthlyPrice(changed.lines, changed.days);
  if (order.carSince === null) return hostEarningsOf(changed);
  const stretches = await findStretches(db, changed);
  const repairs = await repairTimesOf(db, order.id, stretches);
  if (change)
    return hostEarningsOf({ ...changed, monthlyPrice: monthlyPriceOf(changed) }, { stretches, repairs });
  const months = isBilled(order.status)
    ? (await standingInstalments(db, order.id)).filter(isOfPrice)
    : undefined;
  return hostEarningsOf({ ...order, monthlyPrice: monthlyPriceOf(order) }, { stretches, repairs, months });
}
