import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import { childEnvironment } from "#server/media/pools/child-environment.ts";
import { busy, type FileLimits, readEnd, usualLimits } from "#server/media/images/limits.ts";
import type { Recoded } from "#server/media/images/image-worker.ts";

const main = fileURLToPath(new URL("./pdf-worker-main.ts", import.meta.url));

export type PdfError = "pdf_broken" | "pdf_active" | "pdf_encrypted" | "pdf_too_many_pages";
type PdfFailure = { error: PdfError };
/** What is made from a PDF: one picture of its pages, or a rewritten PDF. */
export type PdfWork = { draw: Recoded; sanitize: { content: Uint8Array } };
export type PdfMade<W extends keyof PdfWork> = PdfWork[W] | PdfFailure;

const inTurn = pLimit(1);

/**
 * Draws the pages of a PDF as one picture, without anything else of the PDF. Returns an error for a PDF that holds
 * scripts or files, is locked, or can't be read within the limits. Throws a Refusal where the machine has no time.
 * Each PDF has a process of its own, one at a time.
 */
export const drawPdf = (bytes: Buffer, limits = usualLimits): Promise<PdfMade<"draw">> =>
  inTurn(() => work("draw", bytes, limits));

/**
 * Writes a new PDF of the same pages, without scripts, actions, files or metadata. Has the same errors as
 * `drawPdf`, and the same kind of process.
 */
export const sanitizePdf = (bytes: Buffer, limits = usualLimits): Promise<PdfMade<"sanitize">> =>
  inTurn(() => work("sanitize", bytes, limits));

function work<W extends keyof PdfWork>(
  kind: W,
  bytes: Buffer,
  { mostTime, longestWait }: FileLimits,
): Promise<PdfMade<W>> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfMade<W>>();
  const working = fork(main, [], {
    env: childEnvironment(),
    stdio: "ignore",
    serialization: "advanced",
  });
  const timer = setTimeout(() => working.kill("SIGKILL"), longestWait);
  const giveUp = () => reject(busy());
  working
    .on("exit", (code, signal) =>
      readEnd(code, signal) === "busy" ? giveUp() : resolve({ error: "pdf_broken" }),
    )
    .on("error", giveUp)
    .on("message", (answer: PdfMade<W>) => resolve(answer));
  working.send({ kind, bytes, mostTime }, (error) => error && giveUp());
  return promise.finally(() => {
    clearTimeout(timer);
    working.kill("SIGKILL");
  });
}
