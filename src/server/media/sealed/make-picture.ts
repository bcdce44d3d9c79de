import { Refusal } from "#contract/errors.ts";
import { largestPdf, largestPicture, sizeName } from "#domain/file-limits.ts";
import type { DocumentError } from "#domain/papers/documents.ts";
import { fairQueue } from "#server/media/pools/fair-turns.ts";
import { imageType } from "#server/files/image-type.ts";
import { isPdf } from "#server/files/is-pdf.ts";
import type { Services } from "#server/services.ts";

type Picture = { content: Uint8Array; width: number; height: number };

/**
 * Limits how many files from outside are in memory at once: papers, condition pictures and files of messages. Three in
 * all, two of one sender.
 */
export const queuePicture = fairQueue({ most: 3, mostEach: 2 });

/**
 * Makes the picture that is stored of a file from outside: a photo encoded again without its metadata, or the
 * pages of a PDF drawn as one picture. Throws a Refusal with the reason for any other file.
 */
export const makePicture = (
  services: Pick<Services, "imageStore">,
  { by, takesPdf, read }: { by: string; takesPdf: boolean; read: () => Promise<Buffer> },
): Promise<Picture> =>
  queuePicture(by, async () => {
    const made = await pictureOf(services, { by, takesPdf, bytes: await read() });
    if ("error" in made) throw documentRefused(made.error);
    return made;
  });

async function pictureOf(
  { imageStore }: Pick<Services, "imageStore">,
  { by, takesPdf, bytes }: { by: string; takesPdf: boolean; bytes: Buffer },
): Promise<Picture | { error: DocumentError }> {
  if (bytes.length === 0) return { error: "empty" };
  if (takesPdf && !imageType(bytes) && isPdf(bytes))
    return bytes.length > largestPdf ? { error: "pdf_too_large" } : imageStore.drawPdf(bytes, { by });
  const made = await imageStore.recode(bytes, by);
  if ("error" in made && made.error === "not_a_picture" && takesPdf) return { error: "not_a_document" };
  return made;
}

const sentences: Record<DocumentError, string> = {
  empty: "The file is empty.",
  not_a_picture: "Send a photo: JPEG, PNG, WebP or HEIC.",
  not_a_document: "Send a photo (JPEG, PNG, WebP, HEIC) or a PDF.",
  broken: "The photo is damaged or incomplete.",
  heic: "This HEIC photo can't be read. Please save it as a JPEG and try again.",
  too_many_pixels:
    "The photo is too large to open. Send a smaller JPEG: at most 50 million pixels and 20,000 on a side.",
  takes_too_long: "The photo takes too long to open. Please save it as a plain JPEG and try again.",
  too_large: `The file is larger than ${sizeName(largestPicture)}.`,
  pdf_too_large: `The PDF is larger than ${sizeName(largestPdf)}.`,
  pdf_broken: "The PDF is damaged, incomplete or too complex to read.",
  pdf_encrypted: "The PDF is locked. Please save it without a password and try again.",
  pdf_active:
    "The PDF contains a script, a program or another file. Please print it to a new PDF and try again.",
  pdf_too_many_pages:
    "The PDF has more than 10 pages. Please send the page that shows names, dates and limits.",
};

const statuses: Partial<Record<DocumentError, "too_large" | "unsupported_media_type">> = {
  too_large: "too_large",
  pdf_too_large: "too_large",
  not_a_picture: "unsupported_media_type",
  not_a_document: "unsupported_media_type",
};

/** The field has the error's code, for screens in any language. */
export const documentRefused = (error: DocumentError): Refusal =>
  new Refusal(statuses[error] ?? "file_refused", sentences[error], {
    fields: { file: { code: error, message: sentences[error] } },
  });
