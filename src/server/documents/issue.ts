import { isOneOf } from "#server/db/schema/columns.ts";
import { and, eq, gte, isNull, sql } from "drizzle-orm";
import { isOpen, openStatuses } from "#domain/orders/lifecycle.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import { refundedTwiceNumber } from "#domain/pricing/instalments.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import { orderDocuments } from "#server/db/schema/documents.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import { verifiedDrivers } from "#server/drivers/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { eachAlone } from "#server/each-alone.ts";
import { type Services, today } from "#server/services.ts";
import { issue } from "./issue-document.ts";
import { amendMoneyDocuments, type CauseName } from "./money-documents.ts";
import { type AcceptanceRow, standingAcceptance } from "./queries.ts";
import { addendumSheet, driverSheet } from "./addendum-sheets.ts";
import type { IssuedDocument } from "./sheets.ts";
import { documentWords } from "./words.ts";
import { noteUnprintable, unlessUnprintable } from "./unprintable.ts";

/** How documents call a driver, in each language. */
const driverLabels = new Set(Object.values(documentWords).map(({ driver }) => driver));

/** A place of handover matters until the rental is over: changes of old rentals get no addendum anymore. */
const isStillToHandOver = (change: string): string =>
  `(${change}.kind <> 'pickup' or exists (select from orders
     where id = ${change}.order_id and ${isOneOf("status", openStatuses)}))`;

/** A change of a rental whose agreement was accepted before it. */
const isOfAgreement = (change: string): string =>
  `(${change}.status = 'accepted' and ${change}.kind in ('extension', 'early_return', 'dates', 'swap', 'pickup') and ${isStillToHandOver(change)} and exists (
     select from agreement_acceptances accepted where accepted.order_id = ${change}.order_id
       and accepted.accepted_at <= coalesce(${change}.answered_at, ${change}.created_at)))`;

/**
 * Issues an order's missing documents: addenda of its agreement, and those that make invoices and receipts agree
 * with the ledger. `promised` names documents that an email attaches. Throws a Refusal for unprintable characters.
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
    await nameDrivers(services, tx, order);
    await amendMoneyDocuments(services, tx, order, promised);
  });

/**
 * Issues addenda to an accepted agreement until its documents name those who may drive: for drivers whose licenses
 * were verified since, and for named ones who may drive no longer.
 */
async function nameDrivers(services: Services, tx: Db, order: OrderRow): Promise<void> {
  const accepted = await standingAcceptance(tx, order);
  if (!accepted || !isOpen(order.status)) return;
  const named = await namedDrivers(tx, accepted);
  const drivers = await verifiedDrivers(tx, order.id, today(services));
  const addDriver = (causeId: string, name: string, mayDrive: boolean) =>
    issue(services, tx, {
      order,
      kind: "addendum",
      causeId,
      sheetOf: (issued: IssuedDocument) => driverSheet(issued, { name, mayDrive }),
    });
  for (const { row, name } of drivers) if (!named.has(name)) await addDriver(row.id, name, true);
  for (const name of named)
    if (!drivers.some((driver) => driver.name === name)) await addDriver(accepted.id, name, false);
}

/** The drivers that an accepted agreement and its addenda name: each addendum about one adds or removes their name. */
async function namedDrivers(tx: Db, { orderId, facts, acceptedAt }: AcceptanceRow): Promise<Set<string>> {
  const named = new Set(facts.drivers);
  const addenda = await tx
    .select({ sheet: orderDocuments.sheet })
    .from(orderDocuments)
    .where(
      and(
        eq(orderDocuments.orderId, orderId),
        eq(orderDocuments.kind, "addendum"),
        gte(orderDocuments.issuedAt, acceptedAt),
      ),
    )
    .orderBy(orderDocuments.issuedAt, orderDocuments.number);
  for (const { sheet } of addenda)
    for (const { label, value } of (sheet as Sheet).facts)
      if (driverLabels.has(label) && !named.delete(value)) named.add(value);
  return named;
}

/** The most orders in one run. */
const atOnce = 200;

const isStanding = "not exists (select from order_documents v where v.voids = d.number)";
const hasStanding = (kind: string, cause: string): string =>
  `exists (select from order_documents d where d.kind = '${kind}' and d.cause_id = ${cause} and ${isStanding})`;

/**
 * Orders whose documents don't agree with their rows, in parts, so that each part is one anti-join: changes of an
 * agreement, drivers, instalments that are due or were dropped, payments that came or were taken back, refunds.
 */
const missing = [
  `order_changes c where ${isOfAgreement("c")}
     and not exists (select from order_documents where kind = 'addendum' and cause_id = c.id)`,
  `order_drivers d where has_agreed
     and exists (select from orders where id = d.order_id and ${isOneOf("status", openStatuses)})
     and exists (select from agreement_acceptances a, licences l where a.order_id = d.order_id
       and l.account_id = d.account_id and l.state = 'verified'
       and l.expires_on >= ${inLosAngeles("now()")}
       and not jsonb_exists(coalesce(a.facts -> 'drivers', '[]'), l.full_name)
       and a.accepted_at = (select max(accepted_at) from agreement_acceptances where order_id = d.order_id))
     and not exists (select from order_documents where kind = 'addendum' and cause_id = d.id)`,
  `(select entity_id::uuid as order_id from audit_events where entity = 'order'
     and action in ('driver_removed', 'driver_refused', 'driver_agreed') and at > now() - interval '6 hours') as left_or_back`,
  `instalments i where posted_at is not null and dropped_at is null and amount > 0 and not is_from_other_books
     and number <> ${refundedTwiceNumber} and not ${hasStanding("invoice", "i.id")}`,
  `instalments i where posted_at is not null and dropped_at is not null and ${hasStanding("invoice", "i.id")}`,
  `payments p where status = 'succeeded' and not is_from_other_books and not ${hasStanding("receipt", "p.id")}`,
  `payments p where status = 'taken_back' and ${hasStanding("receipt", "p.id")}`,
  `refunds r
     left join (select refund_id, sum(amount) as amount from refund_parts where paid_at is not null group by 1) given
       on given.refund_id = r.id
     left join (select cause_id, sum(amount) as amount from order_documents d
         where kind = 'refund_receipt' and ${isStanding} group by 1) said
       on said.cause_id = r.id
     where coalesce(given.amount, 0) <> coalesce(said.amount, 0)`,
];

/**
 * The minute's job: orders whose money has moved get their documents. Orders whose documents could not be printed
 * before come last, some of them each time, so that they keep no other order from its documents.
 */
export async function issueDocuments(services: Services): Promise<void> {
  const orders = await services.database.rows<{ id: string }>(
    `select id from (
       select distinct order_id as id from (
         ${missing.map((part) => `(select order_id from ${part})`).join(" union all ")}) as lacking
     ) as lacking join orders using (id)
     order by unprintable is not null, random() limit ${atOnce}`,
  );
  await eachAlone(services, orders, {
    idOf: ({ id }) => id,
    work: ({ id }) => unlessUnprintable(issueMissing(services, id)),
  });
}
