import { asc, eq } from "drizzle-orm";
import type { Cents } from "#domain/money.ts";
import { allocated } from "#domain/payments/allocation.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments, refunds } from "#server/db/schema/money/payments.ts";
import { savedMethods } from "#server/db/schema/money/providers.ts";
import { chargebacksOf, type ChargebackRow } from "./chargebacks.ts";
import { creditOf } from "./overpaid.ts";
import { purposesOf } from "./purposes.ts";
import {
  balanceOf,
  type InstalmentRow,
  type PaymentRow,
  type RefundRow,
  standingInstalments,
} from "./queries.ts";

/** All money of an order. `balance` is what the renter owes today, below zero what we owe the renter. */
export type OrderMoney = {
  instalments: InstalmentRow[];
  payments: PaymentRow[];
  refunds: RefundRow[];
  chargebacks: ChargebackRow[];
  balance: Cents;
  /** What was written off of the bill: nobody asks for it anymore. */
  writtenOff: Cents;
  /** Money received beyond the whole bill, which stays with us until the renter asks for it. */
  credit: Cents;
  /** How much of each instalment is paid in fact, without what was written off. */
  paidInFact: Cents[];
  /** The label of the method that later payments are charged to. */
  savedMethod: string | undefined;
};

/** Reads its parts in parallel: not for use in a transaction. */
export async function moneyOf(db: Db, orderId: string): Promise<OrderMoney> {
  const standing = await standingInstalments(db, orderId);
  const [received, returned, taken, balance, writtenOff, saved, purposes] = await Promise.all([
    db
      .select()
      .from(payments)
      .where(eq(payments.orderId, orderId))
      .orderBy(asc(payments.createdAt), asc(payments.id)),
    db
      .select()
      .from(refunds)
      .where(eq(refunds.orderId, orderId))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
    chargebacksOf(db, orderId),
    balanceOf(db, orderId),
    balanceOf(db, orderId, "write_off"),
    savedMethodOf(db, orderId),
    purposesOf(db, orderId),
  ]);
  const inFact = sumOf(standing.map(({ paid }) => ({ amount: paid }))) - writtenOff;
  return {
    instalments: standing,
    payments: received,
    refunds: returned,
    chargebacks: taken,
    balance,
    writtenOff,
    credit: received.some(({ keepsOver }) => keepsOver) ? await creditOf(db, orderId) : 0,
    paidInFact: allocated(standing, purposes, inFact),
    savedMethod: saved?.label,
  };
}

/** What an order's instalments are charged to. */
export async function savedMethodOf(
  db: Db,
  orderId: string,
): Promise<Pick<typeof savedMethods.$inferSelect, "mode" | "label"> | undefined> {
  const [saved] = await db
    .select({ mode: savedMethods.mode, label: savedMethods.label })
    .from(savedMethods)
    .where(eq(savedMethods.orderId, orderId));
  return saved;
}
