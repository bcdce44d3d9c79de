import { isDeepStrictEqual } from "node:util";
import { and, asc, desc, eq, gt, lt, or, sql } from "drizzle-orm";
import { day } from "#domain/durations.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { audit } from "#server/db/audit.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { payouts, stripeAccounts } from "#server/db/schema/money/payouts.ts";
import { withRetries } from "#server/db/retries.ts";
import { nameOf } from "#server/error-name.ts";
import type { TransferOutcome } from "#server/payments/provider.ts";
import { payoutFailedAdminEmail, payoutReversedInPartEmail } from "#server/payouts/emails.ts";
import { movePayout, movePayoutIn } from "#server/payouts/move-payout.ts";
import { lockHost, type PayoutRow } from "#server/payouts/queries.ts";
import { isOutdated, supersede } from "#server/payouts/supersede.ts";
import { type Services, today } from "#server/services.ts";
import { connectOf, refreshAccount } from "./onboarding.ts";

const atOnce = 200;
/** For how long a sent transfer may still be taken back on Stripe's own pages. */
const watchedFor = 60 * day;

/** The minute's job: sends made payouts, each once; a transfer that may exist already is looked up first. */
export async function sendTransfers(services: Services): Promise<void> {
  if (!services.config.stripeConnect) return;
  const due = await services.database.db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.status, "made"), eq(payouts.mode, "stripe")))
    .orderBy(asc(payouts.createdAt), asc(payouts.id))
    .limit(atOnce);
  for (const { id } of due)
    try {
      await sendTransfer(services, id);
    } catch (error) {
      // There was no answer: in the next minute Stripe is asked whether the transfer was made.
      services.log.warn({ failure: nameOf(error), payout: id }, "a transfer to a host got no answer");
    }
}

async function sendTransfer(services: Services, id: string): Promise<void> {
  const taken = await take(services, id);
  if (!taken) return;
  const { payout, isRepeated } = taken;
  const { amount, destination } = payout;
  if (!destination) throw new Error(`Payout ${id} goes nowhere`);
  const outcome = await connectOf(services).transfer({ payoutId: id, amount, destination, isRepeated });
  await settle(services, payout, outcome);
}

/** Saved before the request to Stripe: a process that goes on after a crash looks the transfer up first. */
const take = (
  { database, now }: Services,
  id: string,
): Promise<{ payout: PayoutRow; isRepeated: boolean } | undefined> =>
  database.transaction(async (tx) => {
    const [seen] = await tx.select().from(payouts).where(eq(payouts.id, id));
    if (!seen) return undefined;
    await lockHost(tx, seen.hostId);
    await supersede({ now }, tx, "taken_back", [eq(payouts.id, id), isOutdated]);
    const [payout] = await tx
      .select()
      .from(payouts)
      .where(and(eq(payouts.id, id), eq(payouts.status, "made")));
    if (!payout) return undefined;
    await tx
      .update(payouts)
      .set({ takenAt: sql`coalesce(${payouts.takenAt}, ${new Date(now()).toISOString()}::timestamptz)` })
      .where(eq(payouts.id, id));
    return { payout, isRepeated: payout.takenAt !== null };
  });

async function settle(services: Services, payout: PayoutRow, outcome: TransferOutcome): Promise<void> {
  const { id, amount } = payout;
  if (outcome.status === "failed") return fail(services, payout, outcome.failure);
  if (outcome.amount !== amount)
    throw new Error(`Stripe sent ${wireMoney(outcome.amount)} for payout ${id} of ${wireMoney(amount)}`);
  await services.database.db
    .update(payouts)
    .set({ providerRef: outcome.providerRef })
    .where(eq(payouts.id, id));
  await movePayout(services, id, {
    to: "paid",
    by: "system",
    reference: outcome.providerRef,
    paidOn: today(services),
  });
  await heedReversal(services, payout, outcome.reversed);
}

/** Handles transfers taken back on Stripe's pages: a whole one has failed, a part is an administrator's task. */
async function heedReversal(services: Services, payout: PayoutRow, reversed: Cents): Promise<void> {
  if (reversed >= payout.amount) await fail(services, payout, "reversed");
  else if (reversed > 0) await tellOfPart(services, payout, reversed);
}

/** Tells the back office, once of each sum, that a transfer was taken back in part: the books still have it whole. */
const tellOfPart = (services: Services, { id, hostId }: PayoutRow, reversed: Cents): Promise<void> =>
  services.database.transaction(async (tx) => {
    await lockHost(tx, hostId);
    const [payout] = await tx
      .select({ number: payouts.number, amount: payouts.amount, hostName: accounts.fullName })
      .from(payouts)
      .innerJoin(accounts, eq(accounts.id, payouts.hostId))
      .where(and(eq(payouts.id, id), eq(payouts.status, "paid")));
    const reported = { entity: "payout", action: "payout_reversed_in_part" } as const;
    const [known] = await tx
      .select({ after: auditEvents.after })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.entity, reported.entity),
          eq(auditEvents.entityId, id),
          eq(auditEvents.action, reported.action),
        ),
      )
      .orderBy(desc(auditEvents.id))
      .limit(1);
    const after = { amount: wireMoney(reversed) };
    if (!payout || isDeepStrictEqual(known?.after, after)) return;
    await audit(tx, { ...reported, actor: "system", entityId: id, after });
    await services.outbox.post(tx, [payoutReversedInPartEmail(services.config, { ...payout, reversed })]);
  });

/** The payout fails and the back office is told in one transaction, so that neither happens without the other. */
const fail = (services: Services, payout: PayoutRow, reason: string): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const hasMoved = await movePayoutIn(services, tx, payout.id, { to: "failed", by: "system", reason });
      if (!hasMoved) return;
      const [host] = await tx
        .select({ name: accounts.fullName })
        .from(accounts)
        .where(eq(accounts.id, payout.hostId));
      const { number } = payout;
      await services.outbox.post(tx, [
        payoutFailedAdminEmail(services.config, { number, reason, hostName: host?.name ?? "" }),
      ]);
    }),
  );

/**
 * The hour's job: reads accounts of hosts that Stripe may have finished with, and transfers that somebody may have
 * taken back on Stripe's own pages.
 */
export async function followTransfers(services: Services): Promise<void> {
  if (!services.config.stripeConnect) return;
  const { db } = services.database;
  const waiting = await db
    .select()
    .from(stripeAccounts)
    .where(
      or(eq(stripeAccounts.isReady, false), lt(stripeAccounts.checkedAt, new Date(services.now() - day))),
    )
    .orderBy(asc(stripeAccounts.checkedAt))
    .limit(atOnce);
  for (const account of waiting) await quietly(services, () => refreshAccount(services, account));
  for (let page = await sentAfter(services); page.length > 0; page = await sentAfter(services, page.at(-1)))
    for (const payout of page)
      await quietly(services, async () => {
        if (payout.providerRef === null) return;
        const outcome = await connectOf(services).lookUpTransfer(payout.providerRef);
        if (outcome.status === "sent") await heedReversal(services, payout, outcome.reversed);
      });
}

/** A page of sent transfers that may still be taken back, by their ids. */
const sentAfter = ({ database, now }: Services, last?: PayoutRow): Promise<PayoutRow[]> =>
  database.db
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.status, "paid"),
        eq(payouts.mode, "stripe"),
        gt(payouts.createdAt, new Date(now() - watchedFor)),
        last && gt(payouts.id, last.id),
      ),
    )
    .orderBy(asc(payouts.id))
    .limit(atOnce);

/** A request without an answer doesn't stop the others. */
async function quietly(services: Services, ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    services.log.warn({ failure: nameOf(error) }, "Stripe gave no answer about a host");
  }
}
