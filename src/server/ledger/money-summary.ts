import { and, eq } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { taxesOfRefund } from "#domain/documents/taxes-within.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import type { Db } from "#server/db/open-database.ts";
import { refunds } from "#server/db/schema/money/payments.ts";
import { type Services, today } from "#server/services.ts";
import { receivedOf } from "./instalments.ts";
import { goodwillOf } from "./overpaid.ts";
import { type InstalmentRow, onTheWayOf, standingInstalments } from "./queries.ts";

/**
 * The figures of an order's money in an email: its instalments, the sum that is about to be given back, and the
 * sum that somebody has to decide about first.
 */
export type MoneySummary = {
  standing: readonly InstalmentRow[];
  toRefund: Cents;
  toCheck: Cents;
  /** The taxes within all that may be given back of a cancelled order. */
  refundTaxes: readonly TaxLine[];
  on: IsoDate;
};

/** `taxesPaid` are those within what was paid before the order was cancelled. */
export async function moneySummaryOf(
  clock: Pick<Services, "now">,
  tx: Db,
  orderId: string,
  taxesPaid: readonly TaxLine[] = [],
): Promise<MoneySummary> {
  const open = await tx
    .select({ amount: refunds.amount, status: refunds.status })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.origin, "rule")));
  const sum = (status: (typeof open)[number]["status"]) =>
    sumOf(open.filter((refund) => refund.status === status));
  const standing = await standingInstalments(tx, orderId);
  const [toRefund, toCheck] = [sum("approved"), sum("awaiting_approval")];
  return {
    standing,
    toRefund,
    toCheck,
    refundTaxes: await refundTaxesOf(tx, orderId, { amount: toRefund + toCheck, taxesPaid, standing }),
    on: today(clock),
  };
}

type GivenBack = { amount: Cents; taxesPaid: readonly TaxLine[]; standing: readonly InstalmentRow[] };

async function refundTaxesOf(
  tx: Db,
  orderId: string,
  { amount, taxesPaid, standing }: GivenBack,
): Promise<TaxLine[]> {
  if (taxesPaid.length === 0) return [];
  return taxesOfRefund(amount, {
    received: (await receivedOf(tx, orderId, standing)) - (await onTheWayOf(tx, orderId)),
    returned: await goodwillOf(tx, orderId),
    taxesReceived: taxesPaid,
    taxesReturned: [],
    kept: standing,
  });
}
