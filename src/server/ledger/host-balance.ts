import { eq, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { hostBalanceEntries } from "#domain/payments/ledger.ts";
import { writeOffsToTakeBack } from "#domain/payouts/host-write-offs.ts";
import type { Db } from "#server/db/open-database.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";
import { ledgerTransactions } from "#server/db/schema/money/payments.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { type Services, today } from "#server/services.ts";
import { post } from "./post.ts";

type Clock = Pick<Services, "now">;
type HostBalanceChange = {
  /** The adjustment's id: it makes sure that the entry is written once. */
  id: string;
  hostId: string;
  kind: "write_off" | "repayment";
  amount: Cents;
  on?: IsoDate | undefined;
  /** The first day on which it counts in a payout, if it isn't today. */
  payableOn?: IsoDate | undefined;
  actor: string;
};

/**
 * Held while a host's debt is written off, and while orders credit the host: one order sees what another one has
 * taken back of a write-off, and no write-off comes between a credit and what it takes back. Comes after the locks of
 * the host and of orders.
 */
export const lockWriteOffs = (tx: Db, hostId: string): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`write-offs of ${hostId}`}, 0))`);

/** Posts that a host owes less: a debt was written off, or the host repaid it. */
export const postHostOwesLess = (clock: Clock, tx: Db, owed: HostBalanceChange): Promise<void> =>
  postBalance(clock, tx, owed, `host_balance:${owed.id}`);

async function postBalance(clock: Clock, tx: Db, owed: HostBalanceChange, key: string): Promise<void> {
  const { id, hostId, kind, amount, on, actor, payableOn } = owed;
  const entries = hostBalanceEntries(kind === "write_off" ? "write_off" : "cash", { hostId, amount });
  const posting = { key, kind: "host_balance" as const, cause: { adjustmentId: id }, actor, on, entries };
  if (!(await post(clock, tx, posting))) return;
  const [transaction] = await tx
    .select({ id: ledgerTransactions.id, postedOn: ledgerTransactions.postedOn })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.key, key));
  if (!transaction) throw new Error("A host's balance was not posted");
  const now = today(clock);
  await tx.insert(hostCredits).values({
    hostId,
    stretch: 1,
    rule: kind,
    sharePercent: 0,
    lines: [],
    gross: 0,
    amount,
    paidOn: on ?? now,
    transactionId: transaction.id,
    creditedOn: transaction.postedOn,
    payableOn: payableOn ?? now,
    createdAt: new Date(clock.now()),
  });
}

type WriteOffFound = { id: string; transactionId: number; standing: Cents; taken: number };

/** SQL: a host's write-offs that still count, the earliest first, and how often a part of them was taken back. */
const writeOffsText = `
  select t.adjustment_id as id, min(t.id)::float8 as "transactionId", sum(c.amount)::float8 as standing,
    count(*)::int - 1 as taken
  from host_credits c join ledger_transactions t on t.id = c.transaction_id
  where c.host_id = $1 and c.rule = 'write_off'
  group by t.adjustment_id having sum(c.amount) > 0 order by min(t.id)`;

/** SQL: an order's credits to a host, each with the transaction of the payout that it is in, if that was paid. */
const creditsText = `
  select c.transaction_id::float8 as "transactionId", c.stretch, c.rule, c.instalment_id as "instalmentId",
    c.amount::float8 as amount,
    (select t.id::float8 from ledger_transactions t where t.key = 'payout:' || c.payout_id::text) as "paidAt"
  from host_credits c where c.order_id = $1 and c.host_id = $2 order by c.transaction_id, c.id`;

type CreditFound = {
  transactionId: number;
  stretch: number;
  rule: string;
  instalmentId: string | null;
  amount: Cents;
  paidAt: number | null;
};

type RestoredCredit = {
  orderId: string;
  hostId: string;
  standingFor: (instalmentId: string) => string;
  /** The day from which what was just credited may be paid out: a write-off doesn't end before it. */
  payableOn: IsoDate;
};

/**
 * Takes write-offs of a host's debt back, as far as an order credits the host again what it took back before them:
 * the host has had this money. Must be called after the order's credits are written, by a caller with the order's
 * lock and the lock of the host's write-offs.
 */
export async function takeBackHostWriteOffs(
  clock: Clock,
  tx: Db,
  { orderId, hostId, standingFor, payableOn }: RestoredCredit,
): Promise<void> {
  const rows = rowsIn(tx);
  const found = await rows<WriteOffFound>(writeOffsText, [hostId]);
  if (found.length === 0) return;
  const credits = (await rows<CreditFound>(creditsText, [orderId, hostId])).map(
    ({ stretch, rule, instalmentId, ...credit }) => ({
      ...credit,
      place: `${stretch} ${rule} ${instalmentId && standingFor(instalmentId)}`,
    }),
  );
  for (const { id, taken, amount } of writeOffsToTakeBack(found, credits))
    await postBalance(
      clock,
      tx,
      { id, hostId, kind: "write_off", amount: -amount, payableOn, actor: "system" },
      `host_balance:${id}:taken_back:${taken}`,
    );
}

/** SQL: what a host owed after a transaction; below zero it is owed to the host. */
const owedAfterText = `select coalesce(sum(amount), 0)::float8 as owed from ledger_entries
  where account = 'host_payable' and host_id = $1 and transaction_id <= $2`;

/**
 * Takes write-offs of a host's debt back when a paid payout comes back: the host never had this money, so as much of
 * the debt never was. What stayed owed at that time was not written off, and is made up for first. Must hold the
 * host's lock.
 */
export async function takeBackForReturned(
  clock: Clock,
  tx: Db,
  { hostId, payoutId, amount }: { hostId: string; payoutId: string; amount: Cents },
): Promise<void> {
  await lockWriteOffs(tx, hostId);
  const rows = rowsIn(tx);
  const [paid] = await rows<{ id: string }>("select id from ledger_transactions where key = $1", [
    `payout:${payoutId}`,
  ]);
  const since = (await rows<WriteOffFound>(writeOffsText, [hostId])).filter(
    ({ transactionId }) => transactionId > Number(paid?.id ?? 0),
  );
  const last = since.at(-1);
  if (!last) return;
  const [stayed] = await rows<{ owed: Cents }>(owedAfterText, [hostId, last.transactionId]);
  let left = amount - Math.max(0, stayed?.owed ?? 0);
  for (const { id, taken, standing } of since) {
    const part = Math.min(left, standing);
    if (part <= 0) break;
    left -= part;
    await postBalance(
      clock,
      tx,
      { id, hostId, kind: "write_off", amount: -part, actor: "system" },
      `host_balance:${id}:taken_back:${taken}`,
    );
  }
}
