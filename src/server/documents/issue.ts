import { and, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { documentNumber, type OrderDocumentKind } from "#domain/documents/documents.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { refundedTwiceNumber } from "#domain/payments/instalments.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import { documentCounters, orderDocuments } from "#server/db/schema/documents.ts";
import type { Db } from "#server/db/open-database.ts";
import { instalments, payments, refunds } from "#server/db/schema/money/payments.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import type { Services } from "#server/services.ts";
import { addendumSheet, type Issued, invoiceSheet, receiptSheet, refundSheet } from "./sheets.ts";

type New = {
  order: OrderRow;
  kind: OrderDocumentKind;
  causeId: string;
  sheetOf: (issued: Issued) => Sheet;
};

/** Issues one document, whose order is locked and whose cause has none yet. Answers its number. */
export async function issue(
  { now }: Pick<Services, "now">,
  tx: Db,
  { order, kind, causeId, sheetOf }: New,
): Promise<string> {
  const at = now();
  const year = Number(dateInLosAngeles(at).slice(0, 4));
  const [counter] = await tx
    .insert(documentCounters)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentCounters.kind, documentCounters.year],
      set: { last: sql`${documentCounters.last} + 1` },
    })
    .returning({ place: documentCounters.last });
  const number = documentNumber(kind, year, counter?.place ?? 1);
  await tx.insert(orderDocuments).values({
    number,
    orderId: order.id,
    kind,
    causeId,
    language: order.language,
    sheet: sheetOf({ order, number, at }),
    issuedAt: new Date(at),
  });
  return number;
}

/** A change of a rental whose agreement was accepted before it. */
const isOfAgreement = (change: string): string =>
  `(${change}.status = 'accepted' and ${change}.kind in ('extension', 'early_return', 'dates', 'swap') and exists (
     select from agreement_acceptances accepted where accepted.order_id = ${change}.order_id
       and accepted.accepted_at <= coalesce(${change}.answered_at, ${change}.created_at)))`;

/** Issues what an order has no document of yet: addenda of its agreement, invoices, receipts, receipts of refunds. */
export const issueMissing = (services: Services, orderId: string): Promise<void> =>
  services.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const put = (kind: OrderDocumentKind, causeId: string, sheetOf: New["sheetOf"]) =>
      issue(services, tx, { order, kind, causeId, sheetOf });
    const without = (kind: OrderDocumentKind, cause: typeof payments.id) =>
      and(eq(orderDocuments.kind, kind), eq(orderDocuments.causeId, cause));

    const changed = await tx
      .select({ row: orderChanges })
      .from(orderChanges)
      .leftJoin(
        orderDocuments,
        and(eq(orderDocuments.kind, "addendum"), eq(orderDocuments.causeId, orderChanges.id)),
      )
      .where(
        and(
          eq(orderChanges.orderId, orderId),
          sql.raw(isOfAgreement("order_changes")),
          isNull(orderDocuments.number),
        ),
      )
      .orderBy(orderChanges.createdAt);
    for (const { row } of changed) await put("addendum", row.id, (issued) => addendumSheet(issued, row));

    const due = await tx
      .select({ row: instalments })
      .from(instalments)
      .leftJoin(
        orderDocuments,
        and(eq(orderDocuments.kind, "invoice"), eq(orderDocuments.causeId, instalments.id)),
      )
      .where(
        and(
          eq(instalments.orderId, orderId),
          isNotNull(instalments.postedAt),
          isNull(instalments.droppedAt),
          gt(instalments.amount, 0),
          ne(instalments.number, refundedTwiceNumber),
          isNull(orderDocuments.number),
        ),
      )
      .orderBy(instalments.postedAt, instalments.number);
    for (const { row } of due) await put("invoice", row.id, (issued) => invoiceSheet(issued, row));

    const received = await tx
      .select({ row: payments })
      .from(payments)
      .leftJoin(orderDocuments, without("receipt", payments.id))
      .where(
        and(eq(payments.orderId, orderId), eq(payments.status, "succeeded"), isNull(orderDocuments.number)),
      )
      .orderBy(payments.settledAt);
    for (const { row } of received) await put("receipt", row.id, (issued) => receiptSheet(issued, row));

    const returned = await tx
      .select({ row: refunds })
      .from(refunds)
      .leftJoin(
        orderDocuments,
        and(eq(orderDocuments.kind, "refund_receipt"), eq(orderDocuments.causeId, refunds.id)),
      )
      .where(and(eq(refunds.orderId, orderId), eq(refunds.status, "paid"), isNull(orderDocuments.number)))
      .orderBy(refunds.paidAt);
    for (const { row } of returned) await put("refund_receipt", row.id, (issued) => refundSheet(issued, row));
  });

/** Orders looked after by one run. */
const atOnce = 200;

/** The minute's job: orders whose money has moved get their documents. */
export async function issueDocuments(services: Services): Promise<void> {
  const orders = await services.database.rows<{ id: string }>(
    `select distinct order_id as id from (
       (select order_id from instalments i where posted_at is not null and dropped_at is null and amount > 0
          and number <> ${refundedTwiceNumber}
          and not exists (select from order_documents where kind = 'invoice' and cause_id = i.id) limit ${atOnce})
       union all
       (select order_id from order_changes c where ${isOfAgreement("c")}
          and not exists (select from order_documents where kind = 'addendum' and cause_id = c.id) limit ${atOnce})
       union all
       (select order_id from payments p where status = 'succeeded'
          and not exists (select from order_documents where kind = 'receipt' and cause_id = p.id) limit ${atOnce})
       union all
       (select order_id from refunds r where status = 'paid'
          and not exists (select from order_documents where kind = 'refund_receipt' and cause_id = r.id) limit ${atOnce})
     ) as missing limit ${atOnce}`,
  );
  for (const { id } of orders) await issueMissing(services, id);
}
