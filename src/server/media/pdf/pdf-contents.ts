import { EncryptedPDFError, PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from "@cantoo/pdf-lib";
import type { PDFObject } from "@cantoo/pdf-lib";

/** Names that only a PDF with actions, or with other files inside, contains. */
const activeNames = new Set([
  "JavaScript",
  "JS",
  "Launch",
  "EmbeddedFile",
  "EmbeddedFiles",
  "EF",
  "FileAttachment",
  "RichMedia",
  "XFA",
  "SubmitForm",
  "ImportData",
  "GoToE",
  "GoToR",
]);

/** Real documents are never nested deeper; objects below this depth are not searched. */
const deepest = 100;

/**
 * Whether a PDF holds a script, starts programs, sends forms or contains files. This reads every object, also
 * objects that are packed into streams, and decodes names, so that no other spelling hides them.
 */
export async function pdfContents(bytes: Uint8Array): Promise<"plain" | "active" | "encrypted" | "broken"> {
  try {
    const { context } = await loadPdf(bytes);
    return context.enumerateIndirectObjects().some(([, object]) => isActive(object, 0)) ? "active" : "plain";
  } catch (error) {
    return error instanceof EncryptedPDFError ? "encrypted" : "broken";
  }
}

/**
 * The document in a PDF's bytes. A PDF that only its owner may change is encrypted too, but opens without a
 * password: it is read like any other. Throws EncryptedPDFError where a password is needed.
 */
export async function loadPdf(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false });
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error;
    return PDFDocument.load(bytes, { updateMetadata: false, password: "" }).catch(() => {
      throw error;
    });
  }
}

function isActive(object: PDFObject, depth: number): boolean {
  if (depth > deepest) return true;
  if (object instanceof PDFName) return activeNames.has(object.decodeText());
  if (object instanceof PDFArray) return object.asArray().some((item) => isActive(item, depth + 1));
  if (object instanceof PDFStream) return isActive(object.dict, depth + 1);
  return (
    object instanceof PDFDict &&
    object.entries().some(([name, value]) => isActive(name, depth + 1) || isActive(value, depth + 1))
  );
}
