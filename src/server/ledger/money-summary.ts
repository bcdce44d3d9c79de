import { and, eq } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import type { Db } from "#server/db/open-database.ts";
import { refunds } from "#server/db/schema/money/payments.ts";
import { type Services, today } from "#server/services.ts";
import { type InstalmentRow, standingInstalments } from "./queries.ts";

/**
 * What an email tells of an order's money: what it asks for, what is about to be given back, and what of it somebody
 * has to decide first.
 */
export type MoneySummary = {
  standing: readonly InstalmentRow[];
  toRefund: Cents;
  toCheck: Cents;
  on: IsoDate;
};

export async function moneySummaryOf(
  clock: Pick<Services, "now">,
  tx: Db,
  orderId: string,
): Promise<MoneySummary> {
  const open = await tx
    .select({ amount: refunds.amount, status: refunds.status })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.origin, "rule")));
  const sum = (status: (typeof open)[number]["status"]) =>
    sumOf(open.filter((refund) => refund.status === status));
  return {
    standing: await standingInstalments(tx, orderId),
    toRefund: sum("approved"),
    toCheck: sum("awaiting_approval"),
    on: today(clock),
  };
}
