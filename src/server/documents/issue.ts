import { and, eq, isNull, sql } from "drizzle-orm";
import { refundedTwiceNumber } from "#domain/pricing/instalments.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import { orderDocuments } from "#server/db/schema/documents.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import type { Services } from "#server/services.ts";
import { issue } from "./issue-document.ts";
import { amendMoneyDocuments, type CauseName } from "./money-documents.ts";
import { addendumSheet } from "./sheets.ts";
import { noteUnprintable, unlessUnprintable } from "./unprintable.ts";

/** A change of a rental whose agreement was accepted before it. */
const isOfAgreement = (change: string): string =>
  `(${change}.status = 'accepted' and ${change}.kind in ('extension', 'early_return', 'dates', 'swap') and exists (
     select from agreement_acceptances accepted where accepted.order_id = ${change}.order_id
       and accepted.accepted_at <= coalesce(${change}.answered_at, ${change}.created_at)))`;

/**
 * Issues what an order's documents lack: addenda of its agreement, and whatever brings invoices and receipts to what the
 * ledger says. `promised` is what an email says it brings. Throws a Refusal where a letter can't be printed.
 */
export const issueMissing = (
  services: Services,
  orderId: string,
  promised: readonly CauseName[] = [],
): Promise<void> => noteUnprintable(services, orderId, () => issueLacking(services, orderId, promised));

const issueLacking = (services: Services, orderId: string, promised: readonly CauseName[]): Promise<void> =>
  services.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
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
    for (const { row } of changed)
      await issue(services, tx, {
        order,
        kind: "addendum",
        causeId: row.id,
        sheetOf: (issued) => addendumSheet(issued, row),
      });
    await amendMoneyDocuments(services, tx, order, promised);
  });

/** Orders looked after by one run. */
const atOnce = 200;

const isStanding = "not exists (select from order_documents v where v.voids = d.number)";
const hasStanding = (kind: string, cause: string): string =>
  `exists (select from order_documents d where d.kind = '${kind}' and d.cause_id = ${cause} and ${isStanding})`;

/**
 * Orders whose documents say another thing than their rows, part by part, so that each is one anti-join: changes of
 * an agreement, instalments that are due or are not any more, payments that came or were taken back, refunds.
 */
const missing = [
  `order_changes c where ${isOfAgreement("c")}
     and not exists (select from order_documents where kind = 'addendum' and cause_id = c.id)`,
  `instalments i where posted_at is not null and dropped_at is null and amount > 0
     and number <> ${refundedTwiceNumber} and not ${hasStanding("invoice", "i.id")}`,
  `instalments i where posted_at is not null and dropped_at is not null and ${hasStanding("invoice", "i.id")}`,
  `payments p where status = 'succeeded' and not ${hasStanding("receipt", "p.id")}`,
  `payments p where status = 'taken_back' and ${hasStanding("receipt", "p.id")}`,
  `refunds r
     left join (select refund_id, sum(amount) as amount from refund_parts where paid_at is not null group by 1) given
       on given.refund_id = r.id
     left join (select cause_id, sum(amount) as amount from order_documents d
         where kind = 'refund_receipt' and ${isStanding} group by 1) said
       on said.cause_id = r.id
     where coalesce(given.amount, 0) <> coalesce(said.amount, 0)`,
];

/** The minute's job: orders whose money has moved get their documents. */
export async function issueDocuments(services: Services): Promise<void> {
  const orders = await services.database.rows<{ id: string }>(
    `select distinct order_id as id from (
       ${missing.map((part) => `(select order_id from ${part} limit ${atOnce})`).join(" union all ")}
     ) as lacking limit ${atOnce}`,
  );
  for (const { id } of orders) await unlessUnprintable(issueMissing(services, id));
}
