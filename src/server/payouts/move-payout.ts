import { eq } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import type { IsoDate } from "#domain/dates.ts";
import { mayRecordFor } from "#domain/payments/payments.ts";
import { wireMoney } from "#domain/money.ts";
import { payoutEntries, reversed } from "#domain/payments/ledger.ts";
import { mayMovePayout, payoutName, type PayoutStatus } from "#domain/payouts/payouts.ts";
import { refuseOwnAffair } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { payouts } from "#server/db/schema/money/payouts.ts";
import { takeBackForReturned } from "#server/ledger/host-balance.ts";
import { post } from "#server/ledger/post.ts";
import { type Services, today } from "#server/services.ts";
import { payoutEmail } from "./emails.ts";
import { findHostReader } from "#server/mail/host-reader.ts";
import { lockHost, type PayoutRow } from "./queries.ts";
import { giveCreditsBack } from "./give-credits-back.ts";

/** What becomes of a payout, and who says so: an administrator, or "system" for a provider. */
export type PayoutMove = { by: string } & (
  | { to: "paid"; reference: string; paidOn: IsoDate }
  | { to: "failed" | "cancelled"; reason: string }
);

/**
 * Records that a payout was paid, came back or is not to be made. A repetition changes nothing, not even the day
 * or the reference of a paid one. Throws a Refusal for a state that can't follow.
 */
export async function movePayout(services: Services, id: string, move: PayoutMove): Promise<void> {
  await withRetries(() => services.database.transaction((tx) => movePayoutIn(services, tx, id, move)));
}

/**
 * `movePayout` within a transaction, which may move several payouts. Returns whether the payout had another status
 * before.
 */
export async function movePayoutIn(
  services: Services,
  tx: Db,
  id: string,
  move: PayoutMove,
): Promise<boolean> {
  const payout = await lockPayout(tx, id);
  if (payout.status === move.to) return false;
  if (!mayMovePayout(payout.status, move.to)) throw notPossible(payout, move.to);
  if (move.by !== "system")
    await refuseOwnAffair(tx, {
      by: move.by,
      gate: "manage_payments",
      renter: { accountId: payout.hostId },
      of: { entity: "payout", entityId: id },
    });
  const isFollowedAtStripe = payout.mode === "stripe" && services.config.stripeConnect;
  if (isFollowedAtStripe && move.by !== "system" && move.to !== "cancelled")
    throw new Refusal("payout_by_provider", "Stripe tells by itself what becomes of this payout.");
  if (move.to === "cancelled" && payout.mode === "stripe" && payout.takenAt)
    throw new Refusal("payout_by_provider", "This transfer is already on its way with Stripe.");
  await write(services, tx, payout, move);
  await audit(tx, {
    actor: move.by,
    entity: "payout",
    entityId: id,
    action: `payout_${move.to}`,
    before: { status: payout.status },
    after: { amount: wireMoney(payout.amount), ...(move.to === "paid" && { reference: move.reference }) },
    reason: move.to === "paid" ? null : move.reason,
  });
  const reader = await findHostReader(tx, { hostId: payout.hostId });
  if (reader)
    await services.outbox.post(tx, [payoutEmail(services.config, reader, { ...payout, ...wordsOf(move) })]);
  return true;
}

const wordsOf = (move: PayoutMove) =>
  move.to === "paid"
    ? { status: move.to, reference: move.reference, paidOn: move.paidOn, reason: "" }
    : { status: move.to, reference: "", paidOn: null, reason: move.reason };

/** A payout under its host's lock. Throws a Refusal where there is none. */
async function lockPayout(tx: Db, id: string): Promise<PayoutRow> {
  const find = () => tx.select().from(payouts).where(eq(payouts.id, id));
  const [seen] = await find();
  if (!seen) throw notFound("payout_not_found");
  await lockHost(tx, seen.hostId);
  const [payout = seen] = await find();
  return payout;
}

async function write(services: Services, tx: Db, payout: PayoutRow, move: PayoutMove): Promise<void> {
  const { id, hostId, amount, mode } = payout;
  const closed = { status: move.to, closedBy: move.by, closedAt: new Date(services.now()) };
  const entries = payoutEntries(mode === "stripe" ? "provider_clearing" : "cash", { hostId, amount });
  const posting = { kind: "payout" as const, cause: { payoutId: id }, actor: move.by };
  if (move.to === "paid") {
    const { reference, paidOn } = move;
    refuseOddDay(services, payout, paidOn);
    await tx
      .update(payouts)
      .set({ ...closed, reference, paidOn })
      .where(eq(payouts.id, id));
    await post(services, tx, { ...posting, key: `payout:${id}`, on: paidOn, entries });
    return;
  }
  await tx
    .update(payouts)
    .set({ ...closed, reason: move.reason })
    .where(eq(payouts.id, id));
  await giveCreditsBack(tx, id);
  if (payout.status !== "paid") return;
  await post(services, tx, { ...posting, key: `payout:${id}:reversed`, entries: reversed(entries) });
  await takeBackForReturned(services, tx, { hostId, payoutId: id, amount });
}

function refuseOddDay(services: Services, { madeOn }: PayoutRow, paidOn: IsoDate): void {
  if (!mayRecordFor(paidOn, today(services)) || paidOn < madeOn)
    throw invalidField("paidOn", `must be a day from ${madeOn}, when the payout was made, up to today`);
}

const words: Record<PayoutStatus, string> = {
  made: "is waiting to be paid",
  paid: "is recorded as paid",
  failed: "is recorded as failed",
  cancelled: "was canceled",
};

const notPossible = ({ number, status }: PayoutRow, to: PayoutStatus): Refusal =>
  new Refusal(
    "payout_not_possible",
    status === "cancelled" && to === "paid"
      ? `${payoutName(number)} was canceled, and its money is in another payout or waits for one. If the bank did send it, please stop the other one first.`
      : `${payoutName(number)} ${words[status]}. Please reload it.`,
  );
