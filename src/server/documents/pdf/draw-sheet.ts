import { Worker } from "node:worker_threads";
import type { Sheet } from "#domain/documents/sheet.ts";

/** With `issuedAt`, the sheet is drawn; without it, the sheet is searched for characters that no font has. */
export type DrawJob = { id: number; sheet: Sheet; issuedAt: Date | undefined };
export type DrawAnswer = { id: number } & (
  | { content: Uint8Array }
  | { letters: string[] }
  | { failure: string }
);

const waiting = new Map<number, PromiseWithResolvers<DrawAnswer>>();
let nextId = 1;
let drawing: Worker | undefined;

/** The PDF of a document, drawn in another thread. Throws where it can't be drawn. */
export async function drawSheet(sheet: Sheet, issuedAt: Date): Promise<Buffer> {
  const answer = await ask({ id: nextId++, sheet, issuedAt });
  if (!("content" in answer)) throw new Error("A document was not drawn");
  return Buffer.from(answer.content);
}

/** The letters of a document that no font has. */
export async function unprintableLetters(sheet: Sheet): Promise<string[]> {
  const answer = await ask({ id: nextId++, sheet, issuedAt: undefined });
  if (!("letters" in answer)) throw new Error("A document was not looked through");
  return answer.letters;
}

function ask(job: DrawJob): Promise<DrawAnswer> {
  drawing ??= start();
  const answer = Promise.withResolvers<DrawAnswer>();
  waiting.set(job.id, answer);
  drawing.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  drawing.postMessage(job);
  return answer.promise;
}

/** Starts the thread, at the first need and after a crash. An idle thread doesn't keep the program from ending. */
function start(): Worker {
  const started = new Worker(new URL("./draw-sheet-main.ts", import.meta.url));
  started.on("message", (answer: DrawAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) started.unref();
    if ("failure" in answer) asked?.reject(new Error(answer.failure));
    else asked?.resolve(answer);
  });
  const fail = (error: unknown) => {
    if (drawing === started) drawing = undefined;
    for (const { reject } of waiting.values())
      reject(new Error("The drawing of documents fell", { cause: error }));
    waiting.clear();
  };
  started.on("error", fail).on("exit", fail);
  return started;
}
