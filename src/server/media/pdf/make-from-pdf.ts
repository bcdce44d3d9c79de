import { drawPages } from "./draw-pages.ts";
import { openPages, PdfRefused } from "./open-pages.ts";
import type { PdfMade, PdfWork } from "./pdf-process.ts";
import { sanitizePages } from "./sanitize-pages.ts";

/** Draws or sanitizes a PDF in the process that calls it: a stranger's goes through `pdf-process.ts`. */
export async function makeFromPdf<W extends keyof PdfWork>(kind: W, bytes: Uint8Array): Promise<PdfMade<W>>;
export async function makeFromPdf(kind: keyof PdfWork, bytes: Uint8Array): Promise<PdfMade<keyof PdfWork>> {
  try {
    const pages = await openPages(bytes);
    return kind === "draw" ? await drawPages(pages) : { content: await sanitizePages(bytes, pages) };
  } catch (error) {
    return { error: error instanceof PdfRefused ? error.code : "pdf_broken" };
  }
}
