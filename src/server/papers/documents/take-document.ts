import { and, eq } from "drizzle-orm";
import { type DocumentKind, licenceKinds, takesPdf } from "#domain/papers/documents.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { documents } from "#server/db/schema/papers.ts";
import { fileSentBefore } from "#server/db/sent-before.ts";
import { type DocumentRow, findDocument } from "#server/papers/queries.ts";
import { resubmitLicence } from "#server/papers/licence/submit.ts";
import type { Services } from "#server/services.ts";
import { keepContent, removeContent } from "#server/media/sealed/content.ts";
import { makePicture } from "#server/media/sealed/make-picture.ts";
import type { ReceivedDocument } from "./receive.ts";
import { sealContent } from "#server/media/sealed/sealing.ts";
import { documentsPlace } from "./place.ts";

/**
 * Makes a document of a sent file, seals and keeps it; a side of a licence replaces the former picture, and the
 * licence must be checked again. The same id with the same file is the same document. Throws a Refusal.
 */
export async function takeDocument(
  services: Services,
  accountId: string,
  sent: ReceivedDocument,
): Promise<DocumentRow> {
  const { content, width, height } = await makePicture(services, {
    by: accountId,
    takesPdf: takesPdf(sent.kind),
    read: sent.read,
  });
  const requestHash = sent.requestHash();
  const known = await findDocument(services.database.db, sent.id);
  if (known) return fileSentBefore(known, accountId, requestHash);

  const contentId = crypto.randomUUID();
  const bytes = content.length;
  await keepContent(services, documentsPlace, contentId, sealContent(services, sent.id, content));
  const row = { id: sent.id, accountId, kind: sent.kind, contentId, requestHash, width, height, bytes };
  // A commit whose answer was lost may have succeeded: then the file stays; tidying removes it without a row.
  const kept = await services.database.transaction((tx) => keepRow(services, tx, row));
  if (kept.contentId !== contentId)
    await removeContent(services, documentsPlace, contentId).catch(() => undefined);
  return fileSentBefore(kept, accountId, requestHash);
}

/** The new row, or the row with the same id that was written meanwhile. */
async function keepRow(
  services: Services,
  tx: Db,
  row: typeof documents.$inferInsert & { kind: DocumentKind },
): Promise<DocumentRow> {
  // Uploads of one account take turns: two fronts sent at once must not become two rows.
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, row.accountId))
    .for("no key update");
  const before = await findDocument(tx, row.id);
  if (before) return before;
  const isOfLicence = licenceKinds.some((kind) => kind === row.kind);
  if (isOfLicence)
    await tx
      .delete(documents)
      .where(and(eq(documents.accountId, row.accountId), eq(documents.kind, row.kind)));
  const [kept] = await tx
    .insert(documents)
    .values({ ...row, createdAt: new Date(services.now()) })
    .onConflictDoNothing({ target: documents.id })
    .returning();
  const found = kept ?? (await findDocument(tx, row.id));
  if (!found) throw new Error("The document's row is gone");
  if (kept && isOfLicence) await resubmitLicence(services, tx, row.accountId);
  return found;
}
