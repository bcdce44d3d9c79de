import { Worker } from "node:worker_threads";
import type { Sheet } from "#domain/documents/sheet.ts";

export type DrawJob = { id: number; sheet: Sheet; issuedAt: Date };
export type DrawAnswer = { id: number; content: Uint8Array } | { id: number; failure: string };

const asked = new Map<number, PromiseWithResolvers<Buffer>>();
let nextId = 1;
let drawing: Worker | undefined;

/** The PDF of a document, drawn beside the answers. Throws where it can't be. */
export function drawSheet(sheet: Sheet, issuedAt: Date): Promise<Buffer> {
  drawing ??= start();
  const job: DrawJob = { id: nextId++, sheet, issuedAt };
  const waiting = Promise.withResolvers<Buffer>();
  asked.set(job.id, waiting);
  drawing.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  drawing.postMessage(job);
  return waiting.promise;
}

/** Started when it is first needed, and again if it ever falls. Idle, it keeps no program from ending. */
function start(): Worker {
  const started = new Worker(new URL("./draw-sheet-main.ts", import.meta.url));
  started.on("message", (answer: DrawAnswer) => {
    const waiting = asked.get(answer.id);
    asked.delete(answer.id);
    if (asked.size === 0) started.unref();
    if ("content" in answer) waiting?.resolve(Buffer.from(answer.content));
    else waiting?.reject(new Error(answer.failure));
  });
  const fail = (error: unknown) => {
    if (drawing === started) drawing = undefined;
    for (const { reject } of asked.values())
      reject(new Error("The drawing of documents fell", { cause: error }));
    asked.clear();
  };
  started.on("error", fail).on("exit", fail);
  return started;
}
