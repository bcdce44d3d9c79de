import { EncryptedPDFError, PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from "@cantoo/pdf-lib";
import type { PDFObject } from "@cantoo/pdf-lib";

/** What a PDF that does something, or carries other files, has among its names. */
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

/** Deeper than any document that somebody made; what is nested further is not looked at. */
const deepest = 100;

/**
 * Whether a PDF holds a script, starts programs, sends forms or carries files. Every object is read, those
 * packed into streams too, and names are read as they are meant, however they are spelt.
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
 * The document in a PDF's bytes. One that only its owner may change is encrypted too, with no password to open
 * it: it is read like any other. Throws EncryptedPDFError where a password is needed.
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
