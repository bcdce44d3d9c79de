import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import { mostPdfPages } from "#domain/papers/documents.ts";
import type { PdfAnswer } from "./draw-pdf.ts";
import { pdfContents } from "./pdf-contents.ts";

// A process for one PDF: whatever it does to a reader, it does here, within the time and the memory that it
// is given. PDFium is its WebAssembly, without a script engine.
process.on("disconnect", () => process.exit());
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const mostMemory = 700 * 1024 * 1024;
const watch = new Worker(new URL("./memory-watch.ts", import.meta.url), { workerData: { most: mostMemory } });
const watching = once(watch, "online");

/** The longest side of a page, and the longest picture that WebP can hold. */
const longestSide = 2000;
const longestPicture = 16_000;
const background = { r: 255, g: 255, b: 255 };

process.on("message", ({ bytes }: { bytes: Uint8Array }) => {
  void draw(bytes)
    .catch((): PdfAnswer => ({ fault: "pdf_broken" }))
    .then((answer) => process.send?.(answer));
});

/** The pages as one picture, below one another. */
async function draw(bytes: Uint8Array): Promise<PdfAnswer> {
  await watching;
  const contents = await pdfContents(bytes);
  if (contents !== "plain") return { fault: `pdf_${contents}` };
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const count = document.getPageCount();
  if (count === 0) return { fault: "pdf_broken" };
  if (count > mostPdfPages) return { fault: "pdf_too_many_pages" };
  const side = Math.min(longestSide, Math.floor(longestPicture / count));
  const pages = [];
  for (let index = 0; index < count; index++) {
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = side / Math.max(originalWidth, originalHeight);
    // What a PDF says of its size is anybody's: a page without one is no page.
    if (!(originalWidth * scale >= 1 && originalHeight * scale >= 1)) return { fault: "pdf_broken" };
    pages.push(await page.render({ scale, render: "bitmap", renderFormFields: true }));
  }
  const width = Math.max(...pages.map((page) => page.width));
  const height = pages.reduce((sum, page) => sum + page.height, 0);
  let top = 0;
  const layers = pages.map((page) => {
    const layer = {
      input: Buffer.from(page.data),
      raw: { width: page.width, height: page.height, channels: 4 as const },
      left: 0,
      top,
    };
    top += page.height;
    return layer;
  });
  const content = await sharp({ create: { width, height, channels: 3, background } })
    .composite(layers)
    .webp({ quality: 86, effort: 2 })
    .toBuffer();
  return { content, width, height };
}
