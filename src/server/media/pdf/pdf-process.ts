import { busy, type FileLimits, usualLimits } from "#server/media/pools/limits.ts";
import { fairQueue } from "#server/media/pools/fair-turns.ts";
import { startWorkerProcess } from "#server/media/pools/worker-process.ts";
import type { RecodedImage } from "#server/media/images/image-worker.ts";

const main = new URL("./pdf-worker-main.ts", import.meta.url);

export type PdfError = "pdf_broken" | "pdf_active" | "pdf_encrypted" | "pdf_too_many_pages";
type PdfFailure = { error: PdfError };
/** What is made from a PDF: one picture of its pages, or a rewritten PDF. */
export type PdfWork = { draw: RecodedImage; sanitize: { content: Uint8Array } };
export type PdfMade<W extends keyof PdfWork> = PdfWork[W] | PdfFailure;

export type PdfJob = { kind: keyof PdfWork; bytes: Uint8Array; mostTime: number };

const queue = fairQueue({ most: 1 });

/** Who sent a PDF, so that a person with many of them waits for their own. */
type Turn = { by?: string; limits?: FileLimits };

/**
 * Draws the pages of a PDF as one picture, without anything else of the PDF. Returns an error for a PDF that holds
 * scripts or files, is locked, or can't be read within the limits. Throws a Refusal where the machine has no time.
 * Each PDF has a process of its own, one at a time, in the turn of its sender.
 */
export const drawPdf = (
  bytes: Buffer,
  { by = "", limits = usualLimits }: Turn = {},
): Promise<PdfMade<"draw">> => queue(by, () => work("draw", bytes, limits));

/**
 * Writes a new PDF of the same pages, without scripts, actions, files or metadata. Has the same errors as
 * `drawPdf`, and the same kind of process.
 */
export const sanitizePdf = (
  bytes: Buffer,
  { by = "", limits = usualLimits }: Turn = {},
): Promise<PdfMade<"sanitize">> => queue(by, () => work("sanitize", bytes, limits));

async function work<W extends keyof PdfWork>(
  kind: W,
  bytes: Buffer,
  { mostTime, longestWait }: FileLimits,
): Promise<PdfMade<W>> {
  const working = startWorkerProcess<PdfJob, PdfMade<W>>({ main, longestWait, isSilent: true });
  const answer = await working.ask({ kind, bytes, mostTime });
  await working.end();
  if (!("ended" in answer)) return answer;
  if (answer.ended === "busy") throw busy();
  return { error: "pdf_broken" };
}
