import { constants, setPriority } from "node:os";
import { drawPages } from "./draw-pages.ts";
import { holdToLimits } from "#server/media/images/limits.ts";
import { openPages, PdfRefused } from "./open-pages.ts";
import type { PdfMade, PdfWork } from "./pdf-process.ts";
import { sanitizePages } from "./sanitize-pages.ts";

// A process for one PDF: whatever it does to a reader, it does here, within the time and the memory that it
// is given. PDFium is its WebAssembly, without a script engine.
process.on("disconnect", () => process.exit());
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const mostMemory = 700 * 1024 * 1024;
const limits = holdToLimits(mostMemory);

type Message = { kind: keyof PdfWork; bytes: Uint8Array; mostTime: number };

process.on("message", (message: Message) => {
  void make(message)
    .catch((error: unknown) => ({ error: error instanceof PdfRefused ? error.code : "pdf_broken" }) as const)
    .then((answer) => process.send?.(answer));
});

async function make({ kind, bytes, mostTime }: Message): Promise<PdfMade<keyof PdfWork>> {
  await limits.watching;
  limits.begin(mostTime);
  const pages = await openPages(bytes);
  return kind === "draw" ? drawPages(pages) : { content: await sanitizePages(bytes, pages) };
}
