import { PDFiumLibrary } from "@hyzyla/pdfium";
import { mostPdfPages } from "#domain/papers/documents.ts";
import { pdfContents } from "./pdf-contents.ts";
import type { PdfError } from "./pdf-process.ts";

export class PdfRefused extends Error {
  readonly code: PdfError;

  constructor(error: PdfError) {
    super(error);
    this.code = error;
  }
}

/** A page as pixels of four channels, and its size in points. */
export type Bitmap = { data: Uint8Array; width: number; height: number; points: [number, number] };

/** The count of pages, and a function that draws one with `side` pixels on its longest side. */
export type Pages = { count: number; draw: (index: number, side: number) => Promise<Bitmap> };

/** The pages that PDFium finds in a PDF. Throws PdfRefused for one that isn't plain, or has too many. */
export async function openPages(bytes: Uint8Array): Promise<Pages> {
  const contents = await pdfContents(bytes);
  if (contents !== "plain") throw new PdfRefused(`pdf_${contents}`);
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const count = document.getPageCount();
  if (count === 0) throw new PdfRefused("pdf_broken");
  if (count > mostPdfPages) throw new PdfRefused("pdf_too_many_pages");
  return {
    count,
    async draw(index, side) {
      const page = document.getPage(index);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const scale = side / Math.max(originalWidth, originalHeight);
      // Anybody can write any size into a PDF: a page without a positive size is refused.
      if (!(originalWidth * scale >= 1 && originalHeight * scale >= 1)) throw new PdfRefused("pdf_broken");
      const { data, width, height } = await page.render({ scale, render: "bitmap", renderFormFields: true });
      return { data, width, height, points: [originalWidth, originalHeight] };
    },
  };
}
