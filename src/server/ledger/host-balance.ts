import { eq } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { hostBalanceEntries } from "#domain/payments/ledger.ts";
import type { Db } from "#server/db/open-database.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";
import { ledgerTransactions } from "#server/db/schema/money/payments.ts";
import { type Services, today } from "#server/services.ts";
import { post } from "./post.ts";

type Owed = {
  /** The adjustment's id: it makes sure that the entry is written once. */
  id: string;
  hostId: string;
  kind: "write_off" | "repayment";
  amount: Cents;
  on?: IsoDate | undefined;
  actor: string;
};

/** Posts that a host owes less: a debt was written off, or the host repaid it. */
export async function postHostOwesLess(clock: Pick<Services, "now">, tx: Db, owed: Owed): Promise<void> {
  const { id, hostId, kind, amount, on, actor } = owed;
  const key = `host_balance:${id}`;
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
    payableOn: now,
    createdAt: new Date(clock.now()),
  });
}
