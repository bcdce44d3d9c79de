import { and, eq } from "drizzle-orm";
import { documentNumber, type OrderDocumentKind } from "#domain/documents/documents.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { orderDocuments } from "#server/db/schema/documents.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { nextNumber } from "./next-number.ts";
import { unprintableLetters } from "./pdf/draw-sheet.ts";
import { rentalFactsOf } from "./rental-facts.ts";
import type { IssuedDocument } from "./sheets.ts";
import { unprintable } from "./unprintable.ts";

type New = {
  order: OrderRow;
  kind: OrderDocumentKind;
  causeId: string;
  /** The amount that the document says is due, was paid or was refunded. */
  amount?: Cents;
  /** The number of the document that it voids. */
  voids?: string;
  sheetOf: (issued: IssuedDocument) => Sheet;
};

/**
 * Issues a document of a locked order and returns its number. Throws a Refusal for a character without a font. The
 * order stays locked while the thread of the fonts is asked, because the sheet says what the locked rows say; the
 * PDF is drawn later, without a lock.
 */
export async function issue(
  { now, config }: Pick<Services, "now" | "config">,
  tx: Db,
  { order, kind, causeId, amount, voids, sheetOf }: New,
): Promise<string> {
  const at = now();
  const rental = await rentalFactsOf(tx, order, dateInLosAngeles(at));
  const issued = { order, at, business: config.business.legal, rental };
  // Before the number is taken: from then on, every document of its kind waits for this one.
  const letters = await unprintableLetters(sheetOf({ ...issued, number: "" }));
  if (letters.length > 0) throw unprintable(letters);
  const { year, place } = await nextNumber(tx, kind, at);
  const number = documentNumber(kind, year, place);
  const sheet = sheetOf({ ...issued, number });
  const sameCause = and(eq(orderDocuments.kind, kind), eq(orderDocuments.causeId, causeId));
  await tx.insert(orderDocuments).values({
    number,
    orderId: order.id,
    kind,
    causeId,
    turn: await tx.$count(orderDocuments, sameCause),
    amount,
    voids,
    language: order.language,
    sheet,
    issuedAt: new Date(at),
  });
  return number;
}
