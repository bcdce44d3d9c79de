import { sumOf } from "#domain/pricing/instalments.ts";
import type { Cents } from "#domain/money.ts";
import type { Db } from "#server/db/open-database.ts";
import { allocate } from "./purposes.ts";
import { balanceOf, type InstalmentRow } from "./queries.ts";

/** How much of each instalment that stands is paid in fact, without what was written off, in their order. */
export async function paidInFactOf(
  tx: Db,
  orderId: string,
  standing: readonly InstalmentRow[],
): Promise<Cents[]> {
  const paid = sumOf(standing.map((row) => ({ amount: row.paid })));
  return allocate(tx, orderId, standing, paid - (await balanceOf(tx, orderId, "write_off")));
}
