import type { EmailFile } from "#server/mail/email.ts";
import type { EmailRow } from "#server/mail/queries.ts";
import type { Services } from "#server/services.ts";
import { issueMissing } from "./issue.ts";
import { pdfOf } from "./print.ts";
import { documentsAbout } from "./queries.ts";

/**
 * The PDFs that an email attaches; missing ones are issued and drawn here. Throws while one can't be made: the
 * email says that they are attached, and waits for them.
 */
export async function pdfsFor(
  services: Services,
  { orderId, content: { documents = [] } }: Pick<EmailRow, "orderId" | "content">,
): Promise<EmailFile[]> {
  if (!orderId || documents.length === 0) return [];
  await issueMissing(services, orderId, documents);
  const files: EmailFile[] = [];
  for (const { kind, causeId } of documents) {
    const found = await documentsAbout(services.database.db, orderId, { kind, causeId });
    if (found.length === 0) throw new Error(`Order ${orderId} has no ${kind} of ${causeId}`);
    for (const document of found)
      files.push({
        filename: `${document.number}.pdf`,
        contentType: "application/pdf",
        content: await pdfOf(services, document),
      });
  }
  return files;
}
