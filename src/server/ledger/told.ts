import { and, eq, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { Db } from "#server/db/open-database.ts";
import { refunds } from "#server/db/schema/money/payments.ts";
import { type Services, today } from "#server/services.ts";
import { type InstalmentRow, standingInstalments } from "./queries.ts";

/** What an email tells of an order's money: what it asks for, and what is about to be given back. */
export type Told = { standing: readonly InstalmentRow[]; toRefund: Cents; on: IsoDate };

export async function toldOf(clock: Pick<Services, "now">, tx: Db, orderId: string): Promise<Told> {
  const [sum] = await tx
    .select({ amount: sql<string>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, "approved"), eq(refunds.origin, "rule")));
  return {
    standing: await standingInstalments(tx, orderId),
    toRefund: Number(sum?.amount ?? 0),
    on: today(clock),
  };
}
