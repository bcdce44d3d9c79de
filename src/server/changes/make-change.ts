import { loadOrder, orderNotFound } from "#server/ledger/order-queries.ts";
import { isOwnedBy } from "#domain/people/relations.ts";
import { eq } from "drizzle-orm";
import { isAskedFor, mayNotMovePlace } from "#domain/changes/changes.ts";
import { stillAnsweredUntil } from "#domain/orders/host-requests.ts";
import { isActive } from "#domain/orders/lifecycle.ts";
import { invalidField } from "#contract/errors.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { orderChanges, type RentalState } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { requestHashOf, sentBefore } from "#server/db/sent-before.ts";

import { settlementOf } from "#server/ledger/cancellation.ts";
import { changeOrder } from "#server/orders/moves/change-order.ts";
import { moveOrder } from "#server/orders/moves/move-order.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import { type KeyHolder, lockOrderOf } from "#server/orders/order-key.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { changeRefused } from "#server/rentals/change-refused.ts";
import type { Services } from "#server/services.ts";
import { type ChangeRow, openRequestOf } from "#server/rentals/open-requests.ts";
import { applyRental } from "./apply-rental.ts";
import { handoverChangedEmails, rentalChangedEmails } from "./emails.ts";
import { type ChangeInput, quoteOf, type QuotedChange } from "./quote.ts";
import { requestChange } from "./request-change.ts";
import { tellHostOfChange } from "./to-host.ts";

type ChangeSent = ChangeInput & { id?: string | undefined; expectedTotal?: Cents | undefined };
export type ChangeMade = { change: ChangeRow; order: OrderRow };

/**
 * Changes an order for its holder, in one transaction: the order, the change with its before and after, its event
 * in the history, its money and the emails. A change that needs an answer is requested instead, and its days are
 * kept. The same id again returns the same change. The key of an email can only cancel. Throws a Refusal.
 */
export function makeChange(
  services: Services,
  orderId: string,
  by: KeyHolder,
  { id = crypto.randomUUID(), expectedTotal, ...asked }: ChangeSent,
): Promise<ChangeMade> {
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      const { order: seen } = await lockOrderOf(tx, orderId, by, services.now());
      refuseKey(seen, by, asked.kind);
      const requestHash = requestHashOf({ orderId, ...asked, expectedTotal });
      const [known] = await tx.select().from(orderChanges).where(eq(orderChanges.id, id));
      const before = sentBefore(known, requestHash, { isSame: known?.orderId === orderId });
      if (before) return { change: before, order: seen };
      if (seen.carId) await endStaleOf(services, tx, seen.carId);
      // Its own time may have been over.
      const order = await loadOrder(tx, orderId);
      const quoted = await quoteOf(services, tx, order, asked);
      if (expectedTotal !== undefined && quoted.after.total > expectedTotal)
        throw invalidField("expectedTotal", `is less than ${wireMoney(quoted.after.total)}`, "price_changed");
      const written = { id, orderId, requestHash, createdAt: new Date(services.now()), ...quoted };
      if (isAskedFor(asked.kind, order, quoted.before, quoted.after)) {
        if (asked.kind === "pickup") await refuseSecondRequest(tx, order);
        return requestChange(services, tx, order, written);
      }
      const changed = await apply(services, tx, order, { id, quoted, by });
      if (asked.kind !== "cancel" && isActive(order.status))
        await tellHostOfChange(services, tx, changed, { ...quoted, answerUntil: null, reason: null }, "made");
      const [change] = await tx.insert(orderChanges).values(written).returning();
      if (!change) throw new Error("No change was written");
      return { change, order: changed };
    }),
  );
}

/** Throws a Refusal for a request for another place while another request waits for an answer. */
async function refuseSecondRequest(tx: Db, order: OrderRow): Promise<void> {
  const obstacle = mayNotMovePlace(order, await openRequestOf(tx, order.id));
  if (obstacle === "offered")
    throw changeRefused(obstacle, "We have offered you another car. Please answer that first.");
  if (obstacle) throw changeRefused(obstacle);
}

/** Throws a Refusal unless the holder is the order's owner: the key of an email can only cancel. */
export function refuseKey(order: OrderRow, { accountId }: KeyHolder, kind: ChangeInput["kind"]): void {
  if (kind !== "cancel" && !isOwnedBy(order, accountId)) throw orderNotFound();
}

/** How the history names the holder who changes an order: the owner's account, or "renter". */
export const actorOf = (order: OrderRow, { accountId }: KeyHolder): string =>
  accountId && isOwnedBy(order, accountId) ? accountId : "renter";

async function apply(
  services: Services,
  tx: Db,
  order: OrderRow,
  { id, quoted, by }: { id: string; quoted: QuotedChange; by: KeyHolder },
): Promise<OrderRow> {
  const { kind, before, after, priced } = quoted;
  const actor = actorOf(order, by);
  if (kind === "cancel")
    return moveOrder(services, tx, order, "cancel", {
      lost: { settlement: await settlementOf(services, tx, order) },
      by: actor,
    });
  if (priced && (kind === "dates" || kind === "early_return")) {
    const changed = await applyRental(services, tx, order, { priced, kind, by: actor });
    await services.outbox.post(tx, await rentalChangedEmails(services, tx, changed, { id, kind }));
    return changed;
  }
  const changed = await moveHandover(tx, order, { before, after, by: actor });
  await services.outbox.post(tx, await handoverChangedEmails(services, tx, changed, id));
  return changed;
}

type MovedHandover = { before: RentalState; after: RentalState; by: string };

/** Gives an order another place or other times, with their event in its history. */
export function moveHandover(
  tx: Db,
  order: OrderRow,
  { before, after, by }: MovedHandover,
): Promise<OrderRow> {
  const { pickupLocation, pickupTime, returnTime } = after;
  const { pickupDate } = order;
  const set = {
    pickupLocation,
    pickupTime,
    returnTime,
    ...stillAnsweredUntil(order, { pickupDate, pickupTime }),
  };
  return changeOrder(tx, order, set, { by, action: "handover_changed", before, after });
}
