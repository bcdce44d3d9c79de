import { isOpen, type MoveName, moves } from "#domain/orders/lifecycle.ts";
import type { Settlement } from "#server/ledger/cancellation.ts";
import { followStatus } from "#server/ledger/follow-status.ts";
import { moneySummaryOf } from "#server/ledger/money-summary.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Services } from "#server/services.ts";
import { dropOpenRequest } from "#server/orders/changes/open-request.ts";
import { moveEmails } from "#server/orders/emails/after-moves.ts";
import type { LostDates } from "#server/orders/emails/to-renter.ts";
import { type OrderRow, releasePromo, setStatus } from "#server/orders/queries.ts";

/**
 * Moves an order on as the lifecycle says: its status, its history, its promo code and the emails that
 * follow. Under the car's lock. `by` is the account that does it, where it is known.
 */
export async function moveOrder(
  { config, outbox, now }: Services,
  tx: Db,
  order: OrderRow,
  name: MoveName,
  { lost = {}, by }: { lost?: LostDates; by?: string } = {},
): Promise<OrderRow> {
  const move = moves[name];
  await outbox.withdrawWaiting(tx, order.id);
  await setStatus(tx, order, move.to, by ?? move.by, "reason" in move ? move.reason : undefined);
  if (move.to === "cancelled") await releasePromo(tx, order.id);
  if (!isOpen(move.to)) await dropOpenRequest({ now }, tx, order.id, by ?? move.by);
  const moved = { ...order, status: move.to };
  await followStatus({ now }, tx, moved, { from: order.status, actor: by ?? move.by, decidedBy: move.by });
  const announced = {
    ...lost,
    ...(lost.settlement && { settlement: await settled(now, tx, order, lost.settlement) }),
  };
  await outbox.post(
    tx,
    move.emails.map((kind) => moveEmails[kind](config, moved, announced)),
  );
  return moved;
}

/** What a cancellation has given back as it was quoted, and what of it somebody decides about first. */
async function settled(
  now: Services["now"],
  tx: Db,
  { id }: OrderRow,
  { refund, toCheck, ...settlement }: Settlement,
): Promise<Settlement> {
  const { toCheck: waiting } = await moneySummaryOf({ now }, tx, id);
  return { ...settlement, refund: Math.max(0, refund + toCheck - waiting), toCheck: waiting };
}
