import { and, asc, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { OrderDocumentShown } from "#contract/documents.ts";
import { wireTaxes } from "#contract/quotes.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import type { OrderDocumentKind } from "#domain/documents/documents.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import { agreementAcceptances, orderDocuments } from "#server/db/schema/documents.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";

export type OrderDocumentRow = typeof orderDocuments.$inferSelect;
export type AcceptanceRow = typeof agreementAcceptances.$inferSelect;

/** The document that voids another one. */
const voiding = alias(orderDocuments, "voiding");

const shown = {
  number: orderDocuments.number,
  kind: orderDocuments.kind,
  issuedAt: orderDocuments.issuedAt,
  sha256: orderDocuments.sha256,
  voids: orderDocuments.voids,
  voidedBy: voiding.number,
  sheet: orderDocuments.sheet,
};

/** An order's numbered documents, the oldest first. */
export async function documentsOf(db: Db, orderId: string): Promise<OrderDocumentShown[]> {
  const rows = await db
    .select(shown)
    .from(orderDocuments)
    .leftJoin(voiding, eq(voiding.voids, orderDocuments.number))
    .where(eq(orderDocuments.orderId, orderId))
    .orderBy(asc(orderDocuments.issuedAt), asc(orderDocuments.number));
  return rows.map(({ issuedAt, sheet, ...document }) => {
    const taxes = wireTaxes((sheet as Sheet).taxes);
    return { ...document, issuedAt: issuedAt.toISOString(), ...(taxes && { taxes }) };
  });
}

/** The latest acceptance of an order's agreement. */
async function acceptanceOf(db: Db, orderId: string): Promise<AcceptanceRow | undefined> {
  const [latest] = await db
    .select()
    .from(agreementAcceptances)
    .where(eq(agreementAcceptances.orderId, orderId))
    .orderBy(desc(agreementAcceptances.acceptedAt))
    .limit(1);
  return latest;
}

/**
 * The acceptance that is valid for an order's present car: of an agreement about this car, or about an earlier car
 * that the renter has agreed to replace since, with an addendum.
 */
export async function standingAcceptance(
  db: Db,
  { id, carId }: { id: string; carId: string | null },
): Promise<AcceptanceRow | undefined> {
  const accepted = await acceptanceOf(db, id);
  if (!accepted || accepted.facts.carId === carId) return accepted;
  // A replacement car that was taken has no answer: its change counts from its creation.
  const since = sql`coalesce(${orderChanges.answeredAt}, ${orderChanges.createdAt})`;
  const swaps = await db
    .select({ before: orderChanges.before, after: orderChanges.after })
    .from(orderChanges)
    .where(
      and(
        eq(orderChanges.orderId, id),
        eq(orderChanges.kind, "swap"),
        eq(orderChanges.status, "accepted"),
        gte(since, accepted.acceptedAt.toISOString()),
      ),
    )
    .orderBy(asc(since));
  const agreedCar = swaps.reduce<string | null | undefined>(
    (car, { before, after }) => (before.rental?.carId === car ? after.rental?.carId : car),
    accepted.facts.carId,
  );
  return agreedCar === carId ? accepted : undefined;
}

/** Whether the agreement has been accepted for the car that the order has now. */
export async function isAgreementAccepted(db: Db, orderId: string): Promise<boolean> {
  const [order] = await db
    .select({ id: orders.id, carId: orders.carId })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order !== undefined && (await standingAcceptance(db, order)) !== undefined;
}

/** Returns those of these orders whose agreement was accepted, for any car. */
export async function withAgreement(db: Db, orderIds: string[]): Promise<Set<string>> {
  const rows = orderIds.length
    ? await db
        .selectDistinct({ orderId: agreementAcceptances.orderId })
        .from(agreementAcceptances)
        .where(inArray(agreementAcceptances.orderId, orderIds))
    : [];
  return new Set(rows.map(({ orderId }) => orderId));
}

/**
 * An order's documents of a kind about a cause: all that are valid or, if none is, the last one and the document
 * that voids it.
 */
export async function documentsAbout(
  db: Db,
  orderId: string,
  { kind, causeId }: { kind: OrderDocumentKind; causeId: string },
): Promise<OrderDocumentRow[]> {
  const rows = await db
    .select({ document: orderDocuments, voiding })
    .from(orderDocuments)
    .leftJoin(voiding, eq(voiding.voids, orderDocuments.number))
    .where(
      and(
        eq(orderDocuments.orderId, orderId),
        eq(orderDocuments.kind, kind),
        eq(orderDocuments.causeId, causeId),
      ),
    )
    .orderBy(asc(orderDocuments.turn));
  const standing = rows.filter((row) => row.voiding === null);
  const current = standing.length > 0 ? standing : rows.slice(-1);
  return current.flatMap((row) => [row.document, ...(row.voiding ? [row.voiding] : [])]);
}

/** The document of a kind about a cause, for kinds that are never voided: there is at most one. */
export async function findDocumentOf(
  db: Db,
  kind: OrderDocumentKind,
  causeId: string,
): Promise<OrderDocumentRow | undefined> {
  const [found] = await db
    .select()
    .from(orderDocuments)
    .where(and(eq(orderDocuments.kind, kind), eq(orderDocuments.causeId, causeId)));
  return found;
}

export async function findOrderDocument(
  db: Db,
  orderId: string,
  number: string,
): Promise<OrderDocumentRow | undefined> {
  const [found] = await db
    .select()
    .from(orderDocuments)
    .where(and(eq(orderDocuments.orderId, orderId), eq(orderDocuments.number, number)));
  return found;
}

/** The agreements that an account has accepted: with which name and postal address, and when. */
export const findAcceptancesToExport = (db: Db, accountId: string) =>
  db
    .select({
      orderId: agreementAcceptances.orderId,
      version: agreementAcceptances.version,
      name: agreementAcceptances.name,
      address: agreementAcceptances.address,
      acceptedAt: agreementAcceptances.acceptedAt,
    })
    .from(agreementAcceptances)
    .where(eq(agreementAcceptances.acceptedBy, accountId))
    .orderBy(desc(agreementAcceptances.acceptedAt));
