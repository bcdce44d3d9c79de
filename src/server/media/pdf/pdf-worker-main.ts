import { constants, setPriority } from "node:os";
import { holdToLimits } from "#server/media/pools/limits.ts";
import { makeFromPdf } from "./make-from-pdf.ts";
import type { PdfJob } from "./pdf-process.ts";

// A process for one PDF: the PDF can harm its reader only here, within this process's limits of time and memory.
// PDFium runs as WebAssembly, without a script engine.
process.on("disconnect", () => process.exit());
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const mostMemory = 700 * 1024 * 1024;
const limits = holdToLimits(mostMemory);

process.on("message", ({ kind, bytes, mostTime }: PdfJob) => {
  void limits.watching
    .then(() => limits.begin(mostTime))
    .then(() => makeFromPdf(kind, bytes))
    .finally(() => limits.over())
    .catch(() => ({ error: "pdf_broken" }) as const)
    .then((answer) => process.send?.(answer));
});
