import { and, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import {
  type BilledInstalment,
  earnedBy,
  lastEarningDay,
  postingDays,
  rentalOf,
} from "#domain/payments/earnings.ts";
import {
  hostCostEntries,
  recognitionEntries,
  type RevenueAccount,
  revenueAccounts,
} from "#domain/payments/ledger.ts";
import { hostCostBy } from "#domain/payouts/host-cost.ts";
import type { Db } from "#server/db/open-database.ts";
import { orderEarnings } from "#server/db/schema/money/earnings.ts";
import { ledgerEntries, ledgerTransactions } from "#server/db/schema/money/payments.ts";
import { orders } from "#server/db/schema/orders.ts";
import { eachAlone } from "#server/each-alone.ts";
import { type Services, today } from "#server/services.ts";
import { creditedDaysOf } from "./host-credits.ts";
import { post } from "./post.ts";
import { standingInstalments } from "./queries.ts";

const atOnce = 200;
/** The accounts that days move as they come: revenue, and its cost. */
const earnedAccounts = [...revenueAccounts, "host_share"] as const;
type EarnedAccount = RevenueAccount | "host_share";

/**
 * Brings an order's revenue in the ledger to what its days have earned up to today, and the hosts' share to its
 * cost: the rest of the bill is a liability. Days of an ended month count in that month; a change of posted days
 * counts today. Must be called after anything is billed or taken back. The caller has the order's lock.
 */
export async function postEarnings(clock: Pick<Services, "now">, tx: Db, orderId: string): Promise<void> {
  const now = today(clock);
  const standing = await standingInstalments(tx, orderId);
  const billed = standing.filter(({ postedAt }) => postedAt !== null);
  const [before] = await tx.select().from(orderEarnings).where(eq(orderEarnings.orderId, orderId));
  if (!before && billed.length === 0) return;
  const rental = rentalOf(standing);
  const credits = await creditedDaysOf(tx, orderId);
  // Another process may have posted a moment ago, past midnight.
  const on = before?.through && before.through > now ? before.through : now;
  const since = before?.through ?? firstDue(billed) ?? on;
  let times = await countRecognitions(tx, orderId);
  for (const day of postingDays(since, on)) {
    // The entries that an earlier run posted up to that day stay.
    if (before?.through && day < on && day <= before.through) continue;
    const posted = await postedRevenue(tx, orderId, day < on ? day : undefined);
    const isWritten = await post(clock, tx, {
      key: `recognition:${orderId}:${times}`,
      kind: "recognition",
      orderId,
      actor: "system",
      on: day,
      entries: [
        ...recognitionEntries(earnedBy(billed, rental, day), posted),
        ...hostCostEntries(hostCostBy(credits, day), -posted.host_share),
      ],
    });
    if (isWritten) times += 1;
  }
  const lastDay = lastEarningDay(billed, rental) ?? on;
  await tx
    .insert(orderEarnings)
    .values({ orderId, through: on, lastDay })
    .onConflictDoUpdate({ target: orderEarnings.orderId, set: { through: on, lastDay } });
}

const firstDue = (billed: readonly BilledInstalment[]): IsoDate | undefined =>
  billed.map(({ dueOn }) => dueOn).toSorted()[0];

const countRecognitions = (tx: Db, orderId: string): Promise<number> =>
  tx.$count(
    ledgerTransactions,
    and(eq(ledgerTransactions.orderId, orderId), eq(ledgerTransactions.kind, "recognition")),
  );

/** An order's posted revenue and its cost, as credits, of all time or of transactions up to a day. */
async function postedRevenue(
  tx: Db,
  orderId: string,
  until?: IsoDate,
): Promise<Record<EarnedAccount, Cents>> {
  const isUntil: SQL | undefined =
    until === undefined
      ? undefined
      : sql`${ledgerEntries.transactionId} in (select id from ledger_transactions
      where order_id = ${orderId} and coalesce(effective_on, posted_on) <= ${until}::date)`;
  const rows = await tx
    .select({ account: ledgerEntries.account, amount: sql<string>`sum(${ledgerEntries.amount})` })
    .from(ledgerEntries)
    .where(
      and(eq(ledgerEntries.orderId, orderId), inArray(ledgerEntries.account, [...earnedAccounts]), isUntil),
    )
    .groupBy(ledgerEntries.account);
  const sums = new Map(rows.map(({ account, amount }) => [account, Number(amount)]));
  return Object.fromEntries(
    // A credit is revenue; a sum of nothing is 0, not -0.
    earnedAccounts.map((account) => [account, 0 - (sums.get(account) ?? 0)]),
  ) as Record<EarnedAccount, Cents>;
}

/** Orders of which a day up to `until` has come and is not posted. */
const isOpenUntil = (until: IsoDate) =>
  or(
    isNull(orderEarnings.through),
    and(lt(orderEarnings.through, until), lt(orderEarnings.through, orderEarnings.lastDay)),
  );

/** Whether every day up to a given day is posted as earned. */
export async function isEarnedUntil(db: Db, until: IsoDate): Promise<boolean> {
  const [open] = await db
    .select({ orderId: orderEarnings.orderId })
    .from(orderEarnings)
    .where(isOpenUntil(until))
    .limit(1);
  return open === undefined;
}

/** The minute's job: posts what past days have earned, order by order, until nothing is left. */
export async function recognizeRevenue(services: Pick<Services, "database" | "now" | "log">): Promise<void> {
  const { database } = services;
  for (;;) {
    const found = await database.db
      .select({ orderId: orderEarnings.orderId })
      .from(orderEarnings)
      .where(isOpenUntil(today(services)))
      .limit(atOnce);
    if (found.length === 0) return;
    await eachAlone(services, found, {
      idOf: ({ orderId }) => orderId,
      work: ({ orderId }) =>
        database.transaction(async (tx) => {
          await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for("update");
          await postEarnings(services, tx, orderId);
        }),
    });
  }
}
