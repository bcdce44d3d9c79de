import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { layOut } from "./layout.ts";
import type { DrawAnswer, DrawJob } from "./draw-sheet.ts";
import { unpackWoff } from "./woff.ts";

// A thread of its own: setting a page takes tens of milliseconds, which would hold up every answer.

/** Noto Sans SC holds the letters of both languages; only those that a document uses are put into it. */
const font = (weight: number): Buffer =>
  unpackWoff(
    readFileSync(
      createRequire(import.meta.url).resolve(
        `@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-${weight}-normal.woff`,
      ),
    ),
  );
const fonts = { regular: font(400), bold: font(600) };

parentPort?.on("message", ({ id, sheet, issuedAt }: DrawJob) => {
  layOut(sheet, fonts, issuedAt).then(
    (content) => answer({ id, content }),
    (error: unknown) => answer({ id, failure: String(error) }),
  );
});

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const answer = (found: DrawAnswer) => parentPort?.postMessage(found);
