import { parentPort } from "node:worker_threads";
import { textOf } from "#domain/documents/sheet.ts";
import { hanFont } from "#server/files/han-font.ts";
import { lettersWithoutGlyph } from "./fonts/runs.ts";
import { layOut } from "./layout.ts";
import type { DrawAnswer, DrawJob } from "./draw-sheet.ts";

// A thread of its own: setting a page takes tens of milliseconds, which would hold up every answer.

/** Only those letters that a document uses are put into it. */
const fonts = { regular: hanFont(400), bold: hanFont(600) };

parentPort?.on("message", ({ sheet, issuedAt }: DrawJob) => {
  const done = issuedAt
    ? layOut(sheet, fonts, issuedAt).then((content) => answer({ content }))
    : lettersWithoutGlyph(textOf(sheet)).then((letters) => answer({ letters }));
  done.catch((error: unknown) => answer({ failure: String(error) }));
});

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const answer = (found: DrawAnswer) => parentPort?.postMessage(found);
