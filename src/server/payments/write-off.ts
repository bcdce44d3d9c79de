import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { day } from "#domain/durations.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { isOpen } from "#domain/orders/lifecycle.ts";
import { refundsAlone } from "#domain/payments/payments.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { withRetries } from "#server/db/retries.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { writeOffs } from "#server/db/schema/money/write-offs.ts";
import { requestHashOf, sentBefore } from "#server/db/sent-before.ts";
import { postDue } from "#server/ledger/instalments.ts";
import { balanceOf } from "#server/ledger/queries.ts";
import { recountRefunds } from "#server/ledger/refunds.ts";
import { postWriteOff, takeBackWriteOff, type WriteOffRow } from "#server/ledger/write-offs.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import type { Services } from "#server/services.ts";
import { announcePayment } from "./announce-payment.ts";
import { loadOrder, lockOrder } from "#server/ledger/order-queries.ts";
import { paymentIdUsed } from "./record-payment.ts";

type WriteOffRequest = { id: string; orderId: string; amount: Cents; reason: string; by: string };

/** What may be written off of an order: what its renter owes, once the rental has ended. */
export async function writableOff(
  tx: Db,
  { id, status }: Pick<typeof orders.$inferSelect, "id" | "status">,
): Promise<Cents> {
  if (isOpen(status)) return 0;
  return Math.max(0, (await balanceOf(tx, id)) - (await lately(tx, id, ["awaiting_approval"])));
}

/**
 * Writes off the debt of an ended rental, once however often the request is sent. Above the limit for one
 * administrator it waits for a second one.
 */
export const createWriteOff = (services: Services, asked: WriteOffRequest): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const { id, orderId, amount, reason, by } = asked;
      const order = await lockOrder(tx, orderId);
      const requestHash = requestHashOf(asked);
      const [known] = await tx.select().from(writeOffs).where(eq(writeOffs.id, id));
      if (sentBefore(known, requestHash, { refusal: paymentIdUsed })) return;
      await refuseOwnOrder(tx, { order, by, gate: "manage_payments" });
      if (amount <= 0) throw invalidField("amount", "must be above zero");
      await postDue(services, tx, orderId, "system");
      await refuseUnlessOwed(tx, order, amount, await writableOff(tx, order));
      const since = new Date(services.now() - refundsAlone.days * day);
      const before = await lately(tx, orderId, ["awaiting_approval", "written"], since);
      const isAlone = before + amount <= refundsAlone.most;
      const [row] = await tx
        .insert(writeOffs)
        .values({
          id,
          orderId,
          status: "awaiting_approval",
          amount,
          reason,
          requestHash,
          proposedBy: by,
          createdAt: new Date(services.now()),
        })
        .returning();
      if (row && isAlone) await postWriteOff(services, tx, row, by);
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: orderId,
        action: "write_off",
        after: { amount: wireMoney(amount), status: isAlone ? "written" : "awaiting_approval" },
        reason,
      });
      await announcePayment(tx, order);
    }),
  );

/** Throws a Refusal unless the debt is owed; also during a payment, which may still bring the money. */
async function refuseUnlessOwed(
  tx: Db,
  { id, status }: typeof orders.$inferSelect,
  amount: Cents,
  most: Cents,
): Promise<void> {
  if (isOpen(status))
    throw new Refusal(
      "write_off_not_possible",
      "Only what is still owed for an ended rental can be written off.",
    );
  const [begun] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, id), eq(payments.status, "begun")));
  if (begun)
    throw new Refusal("write_off_not_possible", "A payment is in progress. Please wait until it's done.");
  if (amount > most)
    throw new Refusal("write_off_above_owed", `At most $${wireMoney(most)} is owed.`, {
      fields: { amount: { code: "write_off_above_owed", message: `must be at most ${wireMoney(most)}` } },
    });
}

async function lately(
  tx: Db,
  orderId: string,
  statuses: WriteOffRow["status"][],
  since?: Date,
): Promise<Cents> {
  const [sum] = await tx
    .select({ amount: sql<string>`coalesce(sum(${writeOffs.amount}), 0)` })
    .from(writeOffs)
    .where(
      and(
        eq(writeOffs.orderId, orderId),
        inArray(writeOffs.status, statuses),
        since && gte(writeOffs.createdAt, since),
      ),
    );
  return Number(sum?.amount ?? 0);
}

type WriteOffDecision = { id: string; decision: "written" | "declined" | "taken_back"; by: string };

/** Approves, declines or takes back a write-off. Repeating it changes nothing. Returns the order's id. */
export const decideWriteOff = (services: Services, decided: WriteOffDecision): Promise<string> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const { id, decision, by } = decided;
      const find = () => tx.select().from(writeOffs).where(eq(writeOffs.id, id));
      const [seen] = await find();
      if (!seen) throw notFound("write_off_not_found");
      const order = await lockOrder(tx, seen.orderId);
      const [row = seen] = await find();
      if (row.status === decision) return row.orderId;
      const expected = decision === "taken_back" ? "written" : "awaiting_approval";
      if (row.status !== expected)
        throw new Refusal("write_off_decided", "This has already been decided. Please reload it.");
      const isAlone = await refuseOwnOrder(tx, {
        order,
        by,
        gate: "manage_payments",
        ...(decision === "written" && { proposedBy: row.proposedBy }),
        proposed: {
          code: "refund_needs_another",
          message: "This needs approval from a second administrator who manages payments.",
        },
      });
      if (decision === "written") await approve(services, tx, { row, order, by });
      else if (decision === "taken_back") await reverse(services, tx, row, by);
      else
        await tx
          .update(writeOffs)
          .set({ status: "declined", decidedBy: by, decidedAt: new Date(services.now()) })
          .where(eq(writeOffs.id, id));
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: row.orderId,
        action: isAlone && decision === "written" ? "write_off_approved_alone" : `write_off_${decision}`,
        before: { status: row.status },
        after: { amount: wireMoney(row.amount), status: decision },
      });
      await announcePayment(tx, await loadOrder(tx, row.orderId));
      return row.orderId;
    }),
  );

async function approve(
  services: Services,
  tx: Db,
  { row, order, by }: { row: WriteOffRow; order: typeof orders.$inferSelect; by: string },
): Promise<void> {
  await postDue(services, tx, row.orderId, "system");
  await refuseUnlessOwed(tx, order, row.amount, await balanceOf(tx, row.orderId));
  await postWriteOff(services, tx, row, by);
}

/** A surplus pays the restored debt, instead of being given back, and the hosts get their share. */
async function reverse(services: Services, tx: Db, row: WriteOffRow, by: string): Promise<void> {
  await takeBackWriteOff(services, tx, row, by);
  await recountRefunds(services, tx, row.orderId, { actor: by });
}
