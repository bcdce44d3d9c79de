import { and, asc, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type MoneyDocumentKind, voidingKinds } from "#domain/documents/documents.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import type { Cents } from "#domain/money.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import { orderDocuments } from "#server/db/schema/documents.ts";
import type { Db } from "#server/db/open-database.ts";

export type WrittenDocument = {
  number: string;
  kind: string;
  causeId: string;
  amount: Cents;
  taxes: readonly TaxLine[];
  isVoided: boolean;
};

/** An order's documents of money with their sums, the oldest first. */
export async function writtenOf(tx: Db, orderId: string): Promise<WrittenDocument[]> {
  const voiding = alias(orderDocuments, "voiding");
  const { number, kind, causeId, amount, sheet, issuedAt } = orderDocuments;
  const rows = await tx
    .select({ number, kind, causeId, amount, sheet, voidedBy: voiding.number })
    .from(orderDocuments)
    .leftJoin(voiding, eq(voiding.voids, number))
    .where(
      and(
        eq(orderDocuments.orderId, orderId),
        inArray(kind, Object.keys(voidingKinds) as MoneyDocumentKind[]),
      ),
    )
    .orderBy(asc(issuedAt), asc(orderDocuments.turn));
  return rows.map(({ voidedBy, sheet: written, ...row }) => ({
    ...row,
    amount: row.amount ?? 0,
    taxes: (written as Sheet).taxes ?? [],
    isVoided: voidedBy !== null,
  }));
}
