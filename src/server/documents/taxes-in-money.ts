import { and, asc, eq } from "drizzle-orm";
import type { MoneyDocumentKind } from "#domain/documents/documents.ts";
import {
  type PaidInstalment,
  taxesBeyond,
  taxesOfRefund,
  taxesWithin,
} from "#domain/documents/taxes-within.ts";
import type { Cents } from "#domain/money.ts";
import { allocated, type Purpose } from "#domain/payments/allocation.ts";
import { mergedTaxes, sumOf } from "#domain/pricing/instalments.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import type { Db } from "#server/db/open-database.ts";
import { purposesOf } from "#server/ledger/purposes.ts";
import { balanceOf, type InstalmentRow, standingInstalments } from "#server/ledger/queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { writtenOf } from "./written.ts";

type MovedMoney = { kind: Exclude<MoneyDocumentKind, "invoice">; id: string; amount: Cents };

/** The taxes within money that came in or went back, by its order's rates, at the moment that its document is issued. */
export async function taxesIn(
  tx: Db,
  { id: orderId, tariff }: Pick<OrderRow, "id" | "tariff">,
  { kind, id, amount }: MovedMoney,
): Promise<TaxLine[]> {
  if (!tariff?.taxRates?.length) return [];
  return kind === "receipt" ? taxesOfPayment(tx, orderId, id) : taxesGivenBack(tx, orderId, amount);
}

/** The money that was received for an order's valid instalments, without written-off sums. */
async function paidOf(tx: Db, orderId: string, standing: readonly InstalmentRow[]): Promise<Cents> {
  const writtenOff = await balanceOf(tx, orderId, "write_off");
  return sumOf(standing.map(({ paid }) => ({ amount: paid }))) - writtenOff;
}

const paidWith = (
  standing: readonly InstalmentRow[],
  purposes: readonly Purpose[],
  received: Cents,
): PaidInstalment[] => {
  const paid = allocated(standing, purposes, received);
  return standing.map(({ amount, lines }, index) => ({ amount, lines, paid: paid[index] ?? 0 }));
};

/** The taxes that a payment added to those within the payments before it. */
async function taxesOfPayment(tx: Db, orderId: string, paymentId: string): Promise<TaxLine[]> {
  const standing = await standingInstalments(tx, orderId);
  const purposes = await purposesOf(tx, orderId);
  const all = await tx
    .select({ id: payments.id, amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, "succeeded")))
    .orderBy(asc(payments.settledAt), asc(payments.createdAt), asc(payments.id));
  const place = all.findIndex(({ id }) => id === paymentId);
  const paidAfter = (count: number): PaidInstalment[] => {
    const came = new Set(all.slice(0, count).map(({ id }) => id));
    const later = sumOf(all.slice(count));
    const over = purposes.filter((purpose) => came.has(purpose.paymentId));
    return paidWith(standing, over, received - later);
  };
  const received = await paidOf(tx, orderId, standing);
  return place < 0 ? [] : taxesBeyond(taxesWithin(paidAfter(place + 1)), taxesWithin(paidAfter(place)));
}

async function taxesGivenBack(tx: Db, orderId: string, amount: Cents): Promise<TaxLine[]> {
  const standing = await standingInstalments(tx, orderId);
  const written = (await writtenOf(tx, orderId)).filter(({ isVoided }) => !isVoided);
  const receipts = written.filter(({ kind }) => kind === "receipt");
  const refunds = written.filter(({ kind }) => kind === "refund_receipt");
  const taxesSaid = (documents: typeof written) => mergedTaxes(documents.flatMap(({ taxes }) => taxes));
  return taxesOfRefund(amount, {
    received: sumOf(receipts),
    returned: sumOf(refunds),
    taxesReceived: taxesSaid(receipts),
    taxesReturned: taxesSaid(refunds),
    kept: paidWith(standing, await purposesOf(tx, orderId), await paidOf(tx, orderId, standing)),
  });
}
