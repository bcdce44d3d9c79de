import { refundedTwiceNumber, sumOf } from "#domain/pricing/instalments.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Services } from "#server/services.ts";
import { addInstalment, dropRows, receivedOf, settle } from "./instalments.ts";
import { type InstalmentRow, standingInstalments } from "./queries.ts";

export const isRefundedTwice = ({ number }: InstalmentRow): boolean => number === refundedTwiceNumber;

/**
 * Asks a renter for money that they got back twice, by us and by their bank: more has gone back than came in. The
 * ledger has this debt already; an instalment makes it due, announced and payable. Must be called after either has
 * moved money, with `isLess` where the bank takes back less than before, and the debt has to be recomputed. The
 * caller has the order's lock.
 */
export async function askRefundedTwice(
  clock: Pick<Services, "now">,
  tx: Db,
  orderId: string,
  { isLess = false }: { isLess?: boolean } = {},
): Promise<void> {
  const standing = await standingInstalments(tx, orderId);
  const asked = standing.filter(isRefundedTwice);
  // A sum that was asked for stays, also if it was paid since.
  const counted = isLess ? standing.filter((row) => !isRefundedTwice(row)) : standing;
  const stays = isLess ? 0 : sumOf(asked);
  const amount = stays + Math.max(0, -(await receivedOf(tx, orderId, counted)));
  if (amount !== sumOf(asked)) {
    await dropRows(clock, tx, asked, "system");
    const lines = [{ kind: "refunded_twice" as const, amount }];
    if (amount > 0)
      await addInstalment(clock, tx, orderId, {
        lines,
        actor: "system",
        number: refundedTwiceNumber,
        replaces: asked,
      });
  }
  await settle(tx, orderId);
}
