import { isPaidFor } from "#domain/orders/lifecycle.ts";
import type { Cents } from "#domain/money.ts";
import { keptOnCancel } from "#domain/payments/cancellation.ts";
import { sumOf } from "#domain/payments/instalments.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Services } from "#server/services.ts";
import { isBegun } from "./begun.ts";
import { heldOf } from "./chargebacks.ts";
import { type OrderRow, receivedOf } from "./instalments.ts";
import { isOfPrice, onTheWayOf, pendingOf, standingInstalments } from "./queries.ts";
import { goodwillOf } from "./refunds.ts";

/** `wasPaid` where any money came in, even if all of it has been given back since. */
export type Settlement = { kept: Cents; refund: Cents; wasPaid: boolean };

/** What cancelling an order now keeps of what was paid, and what it gives back. */
export async function settlementOf(
  { now }: Pick<Services, "now">,
  db: Db,
  order: OrderRow,
): Promise<Settlement> {
  const standing = await standingInstalments(db, order.id);
  const received = await receivedOf(db, order.id, standing);
  // What isn't asked for as the price stays asked for.
  const beside = sumOf(standing.filter((row) => !isOfPrice(row)));
  const paid = Math.max(0, received - beside - (await goodwillOf(db, order.id)));
  const keeps = isPaidFor(order.status) || (await isBegun(db, order));
  // What is on its way back is no longer there to keep.
  const kept = keeps ? keptOnCancel(order, now(), paid - (await onTheWayOf(db, order.id))) : 0;
  // What a bank may yet take back is given back only once it has decided; what is given back by hand comes anyway.
  const beyond = (await heldOf(db, order.id)) + (await pendingOf(db, order.id, "hand"));
  const refund = Math.max(0, paid - kept - beyond);
  return { kept, refund, wasPaid: received > 0 || beside > 0 };
}
