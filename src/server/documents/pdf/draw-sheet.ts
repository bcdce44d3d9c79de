import type { Sheet } from "#domain/documents/sheet.ts";
import { minute } from "#domain/durations.ts";
import { workerThread } from "#server/media/pools/worker-thread.ts";

/** With `issuedAt`, the sheet is drawn; without it, the sheet is searched for characters that no font has. */
export type DrawJob = { sheet: Sheet; issuedAt: Date | undefined };
export type DrawAnswer = { content: Uint8Array } | { letters: string[] } | { failure: string };

const drawing = workerThread<DrawJob, DrawAnswer>(new URL("./draw-sheet-main.ts", import.meta.url));

async function ask(job: DrawJob): Promise<DrawAnswer> {
  const answer = await drawing.ask(job, minute);
  if (!answer) throw new Error("The drawing of a document fell, or took too long");
  if ("failure" in answer) throw new Error(answer.failure);
  return answer;
}

/** The PDF of a document, drawn in another thread. Throws where it can't be drawn. */
export async function drawSheet(sheet: Sheet, issuedAt: Date): Promise<Buffer> {
  const answer = await ask({ sheet, issuedAt });
  if (!("content" in answer)) throw new Error("A document was not drawn");
  return Buffer.from(answer.content);
}

/** The letters of a document that no font has. */
export async function unprintableLetters(sheet: Sheet): Promise<string[]> {
  const answer = await ask({ sheet, issuedAt: undefined });
  if (!("letters" in answer)) throw new Error("A document was not looked through");
  return answer.letters;
}
