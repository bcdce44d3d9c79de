import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import { childEnvironment } from "#server/files/child-environment.ts";
import type { Recoded } from "#server/images/image-worker.ts";

const main = fileURLToPath(new URL("./pdf-worker-main.ts", import.meta.url));
/** Milliseconds that one PDF may take; its process watches its memory. */
const longest = 20_000;

export type PdfError = "pdf_broken" | "pdf_active" | "pdf_encrypted" | "pdf_too_many_pages";
export type PdfAnswer = Recoded | { fault: PdfError };

const inTurn = pLimit(1);

/**
 * Draws the pages of a PDF as one picture, and keeps nothing else of it. One that holds scripts or files, is
 * locked, or can't be read within its limits is an error. Each is drawn in a process of its own, one at a
 * time.
 */
export const drawPdf = (bytes: Buffer): Promise<PdfAnswer> => inTurn(() => drawInProcess(bytes));

function drawInProcess(bytes: Buffer): Promise<PdfAnswer> {
  const { promise, resolve } = Promise.withResolvers<PdfAnswer>();
  const drawing = fork(main, [], {
    env: childEnvironment(),
    stdio: "ignore",
    serialization: "advanced",
  });
  const timer = setTimeout(() => drawing.kill("SIGKILL"), longest);
  const fail = () => resolve({ fault: "pdf_broken" });
  drawing
    .on("exit", fail)
    .on("error", fail)
    .on("message", (answer: PdfAnswer) => resolve(answer));
  drawing.send({ bytes }, (error) => error && fail());
  return promise.finally(() => {
    clearTimeout(timer);
    drawing.kill("SIGKILL");
  });
}
