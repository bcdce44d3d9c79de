import { and, eq, inArray, isNull } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import { orderDocuments } from "#server/db/schema/documents.ts";
import { sha256Of } from "#server/media/sha256.ts";
import { keepContent, readContent, tidyContent } from "#server/media/sealed/content.ts";
import { openContent, sealContent } from "#server/media/sealed/sealing.ts";
import type { Services } from "#server/services.ts";
import { drawSheet, unprintableLetters } from "./pdf/draw-sheet.ts";
import { orderDocumentsPlace } from "./place.ts";
import type { OrderDocumentRow } from "./queries.ts";
import { unlessUnprintable, unprintable } from "./unprintable.ts";

/**
 * The PDF of a document. The first call makes it, seals it and stores it; later calls return the same file,
 * checked by its SHA-256. Throws a Refusal where the PDF can't be made or opened.
 */
export async function pdfOf(services: Services, document: OrderDocumentRow): Promise<Buffer> {
  if (document.sha256 === null) return print(services, document);
  const sealed = await readContent(services, orderDocumentsPlace, document.contentId);
  try {
    if (!sealed) throw new Error("It is not in the storage");
    const content = openContent(services, document.contentId, sealed);
    if (sha256Of(content) !== document.sha256) throw new Error("It is not what was issued");
    return content;
  } catch (error) {
    services.log.error({ document: document.number, error: String(error) }, "a document can't be opened");
    throw new Refusal("unavailable", "This document can't be opened right now.");
  }
}

/** Throws a Refusal for a character without a font. If two calls print at once, the first PDF stays. */
async function print(services: Services, document: OrderDocumentRow): Promise<Buffer> {
  const sheet = document.sheet as Sheet;
  const letters = await unprintableLetters(sheet);
  if (letters.length > 0) throw unprintable(letters);
  const content = await drawSheet(sheet, document.issuedAt);
  const contentId = crypto.randomUUID();
  await keepContent(services, orderDocumentsPlace, contentId, sealContent(services, contentId, content));
  const [kept] = await services.database.db
    .update(orderDocuments)
    .set({ sha256: sha256Of(content), contentId })
    .where(and(eq(orderDocuments.number, document.number), isNull(orderDocuments.sha256)))
    .returning();
  if (kept) return content;
  const [printed] = await services.database.db
    .select()
    .from(orderDocuments)
    .where(eq(orderDocuments.number, document.number));
  if (!printed?.sha256) throw new Error("A document was neither printed nor is it there");
  return pdfOf(services, printed);
}

/** Draws an order's issued documents that have no PDF yet. */
export async function printDocuments(services: Services, orderId: string): Promise<void> {
  const waiting = await services.database.db
    .select()
    .from(orderDocuments)
    .where(and(eq(orderDocuments.orderId, orderId), isNull(orderDocuments.sha256)))
    .orderBy(orderDocuments.issuedAt);
  for (const document of waiting) await unlessUnprintable(print(services, document).then(() => {}));
}

/** The hour's job: removes PDFs that no document uses, and moves PDFs from the folder to the bucket. */
export const tidyOrderDocuments = (services: Services): Promise<void> =>
  tidyContent(services, orderDocumentsPlace, async (ids) => {
    const known = await services.database.db
      .select({ id: orderDocuments.contentId })
      .from(orderDocuments)
      .where(inArray(orderDocuments.contentId, ids));
    return known.map(({ id }) => id);
  });
