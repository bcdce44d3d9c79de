import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { unpackWoff } from "./woff.ts";

/** Noto Sans SC, which holds the letters of both languages, as an OpenType font. */
export const hanFont = (weight: 400 | 600): Buffer =>
  unpackWoff(
    readFileSync(
      createRequire(import.meta.url).resolve(
        `@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-${weight}-normal.woff`,
      ),
    ),
  );
