import { and, asc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { amendmentOf, type MoneyDocumentKind, voidingKinds } from "#domain/documents/documents.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import { creditReason, receiptReason, type VoidReason } from "#domain/documents/void-reasons.ts";
import type { Cents } from "#domain/money.ts";
import { refundedTwiceNumber, sumOf } from "#domain/pricing/instalments.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import { lastGivenOn } from "#domain/payments/refund-parts.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { partsOfOrder } from "#server/ledger/refund-parts.ts";
import { paymentCorrections } from "#server/db/schema/money/corrections.ts";
import { instalments, payments, refunds } from "#server/db/schema/money/payments.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import { issue } from "./issue-document.ts";
import {
  type IssuedDocument,
  type ItemizedInstalment,
  invoiceSheet,
  receiptSheet,
  refundSheet,
} from "./sheets.ts";
import { taxesIn } from "./taxes-in-money.ts";
import { voidSheet } from "./void-sheets.ts";
import { type WrittenDocument, writtenOf } from "./written.ts";

/** An instalment, a payment or a refund that documents of money are about. */
type DocumentCause = {
  kind: MoneyDocumentKind;
  id: string;
  amount: Cents;
  /** The part of the amount that is true by the ledger: that is due, was paid or was refunded. */
  holds: Cents;
  sheetOf: (issued: IssuedDocument, amount: Cents, taxes: readonly TaxLine[]) => Sheet;
  /** Why the documents that say more are voided. */
  reason: VoidReason;
  instalment?: ItemizedInstalment;
};

/** Names what a document is about: the kind of document and the id of its cause. */
export type CauseName = { kind: string; causeId: string };

/**
 * Makes an order's invoices, receipts and refund receipts agree with the ledger: a numbered document voids one
 * that is no longer true, and money without a document gets one. Money that came and went between two runs gets
 * none, unless an email has promised a document: that document is issued and voided. Must hold the order's lock.
 */
export async function amendMoneyDocuments(
  services: Services,
  tx: Db,
  order: OrderRow,
  promised: readonly CauseName[],
): Promise<void> {
  const written = await writtenOf(tx, order.id);
  for (const causesOf of [dueOf, receivedOf, returnedOf]) {
    const changes = (await causesOf(tx, order)).map((cause) => {
      const about = written.filter(({ kind, causeId }) => kind === cause.kind && causeId === cause.id);
      const isPromised = promised.some(({ kind, causeId }) => kind === cause.kind && causeId === cause.id);
      const { voided, rest } = amendmentOf(
        cause.holds,
        about.filter(({ isVoided }) => !isVoided),
      );
      return { cause, voided, rest, isMissed: isPromised && cause.holds === 0 && about.length === 0 };
    });
    for (const { cause, voided, isMissed } of changes) {
      for (const one of voided) await putVoid(services, tx, order, cause, one);
      if (!isMissed) continue;
      const { amount } = cause;
      const number = await put(services, tx, order, cause, amount);
      await putVoid(services, tx, order, cause, { number, amount, taxes: [] });
    }
    for (const { cause, rest } of changes) if (rest > 0) await put(services, tx, order, cause, rest);
  }
}

async function put(
  services: Services,
  tx: Db,
  order: OrderRow,
  { kind, id, holds, sheetOf }: DocumentCause,
  amount: Cents,
): Promise<string> {
  const taxes = holds === 0 || kind === "invoice" ? [] : await taxesIn(tx, order, { kind, id, amount });
  return issue(services, tx, {
    order,
    kind,
    causeId: id,
    amount,
    sheetOf: (issued) => sheetOf(issued, amount, taxes),
  });
}

const putVoid = (
  services: Services,
  tx: Db,
  order: OrderRow,
  { kind, id, reason, instalment }: DocumentCause,
  { number, amount, taxes }: Pick<WrittenDocument, "number" | "amount" | "taxes">,
) =>
  issue(services, tx, {
    order,
    kind: voidingKinds[kind],
    causeId: id,
    amount,
    voids: number,
    sheetOf: (issued) => voidSheet(issued, { kind, number, amount, taxes, reason }, instalment),
  });

/** Instalments that are due, without the one for money refunded twice: refund and bank already make it owed. */
async function dueOf(tx: Db, { id, status }: OrderRow): Promise<DocumentCause[]> {
  const rows = await tx
    .select()
    .from(instalments)
    .where(
      and(
        eq(instalments.orderId, id),
        isNotNull(instalments.postedAt),
        eq(instalments.isFromOtherBooks, false),
        ne(instalments.number, refundedTwiceNumber),
      ),
    )
    .orderBy(asc(instalments.postedAt), asc(instalments.number));
  return rows.map((row) => ({
    kind: "invoice",
    id: row.id,
    amount: row.amount,
    holds: row.droppedAt === null ? row.amount : 0,
    sheetOf: (issued) => invoiceSheet(issued, row),
    reason: creditReason(row, status),
    instalment: row,
  }));
}

/** Payments that have come in, also those that were taken back. */
async function receivedOf(tx: Db, { id }: OrderRow): Promise<DocumentCause[]> {
  const rows = await tx
    .select({ row: payments, correction: paymentCorrections.kind })
    .from(payments)
    .leftJoin(
      paymentCorrections,
      and(eq(paymentCorrections.paymentId, payments.id), eq(paymentCorrections.status, "done")),
    )
    .where(
      and(
        eq(payments.orderId, id),
        eq(payments.isFromOtherBooks, false),
        inArray(payments.status, ["succeeded", "taken_back"]),
      ),
    )
    .orderBy(asc(payments.settledAt), asc(payments.createdAt), asc(payments.id));
  const left = leftToPay(await standingInstalments(tx, id));
  return rows.map(({ row, correction }) => ({
    kind: "receipt",
    id: row.id,
    amount: row.amount,
    holds: row.status === "succeeded" ? row.amount : 0,
    sheetOf: (issued, _amount, taxes) => receiptSheet(issued, row, { taxes, left }),
    reason: receiptReason(correction ?? undefined),
  }));
}

/** Refunds, with the parts of each that we have paid out. */
async function returnedOf(tx: Db, { id }: OrderRow): Promise<DocumentCause[]> {
  const rows = await tx
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, id))
    .orderBy(asc(refunds.paidAt), asc(refunds.createdAt), asc(refunds.id));
  const parts = await partsOfOrder(tx, id);
  return rows.map((row) => {
    const given = parts.filter(({ refundId, isPaid }) => refundId === row.id && isPaid);
    const paidOn = lastGivenOn(given);
    return {
      kind: "refund_receipt",
      id: row.id,
      amount: row.amount,
      holds: sumOf(given),
      sheetOf: (issued, amount, taxes) => refundSheet(issued, { ...row, amount, paidOn }, taxes),
      reason: "refund_returned",
    };
  });
}
