import { and, eq, sql } from "drizzle-orm";
import { orderDocuments } from "#server/db/documents-schema.ts";
import type { EmailFile } from "#server/mail/email.ts";
import type { EmailRow } from "#server/mail/queries.ts";
import type { Services } from "#server/services.ts";
import { issueMissing } from "./issue.ts";
import { pdfOf } from "./print.ts";

/**
 * The PDFs that go along with an email, issued and drawn where they haven't been. Throws while one can't be had: the
 * email says that they are attached, and waits for them.
 */
export async function documentsFor(
  services: Services,
  { orderId, content: { documents = [] } }: Pick<EmailRow, "orderId" | "content">,
): Promise<EmailFile[]> {
  if (!orderId || documents.length === 0) return [];
  await issueMissing(services, orderId);
  const files: EmailFile[] = [];
  for (const { kind, causeId } of documents) {
    const [document] = await services.database.db
      .select()
      .from(orderDocuments)
      .where(
        and(
          eq(orderDocuments.orderId, orderId),
          eq(orderDocuments.causeId, causeId),
          sql`${orderDocuments.kind} = ${kind}`,
        ),
      );
    if (!document) throw new Error(`Order ${orderId} has no ${kind} of ${causeId}`);
    files.push({
      filename: `${document.number}.pdf`,
      contentType: "application/pdf",
      content: await pdfOf(services, document),
    });
  }
  return files;
}
