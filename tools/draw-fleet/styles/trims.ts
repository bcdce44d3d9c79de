// The finishes of what is not painted: plastic, gloss and metal, from top to bottom.
import type { Stop } from "../space/pen.ts";

export const chrome = "#dfe3e6";
export const steel = "#8f969d";
export const black = "#1b1d20";

export const skid: readonly Stop[] = [
  [0, "#9aa1a8"],
  [0.3, "#727980"],
  [1, "#2b2f33"],
];
/** The skid plate below a tail, in the shade. */
export const rearSkid: readonly Stop[] = [
  [0, "#959ca3"],
  [0.3, "#6c737a"],
  [1, "#2a2d31"],
];
export const trim: readonly Stop[] = [
  [0, "#2b2e32"],
  [0.3, "#17191b"],
  [1, "#0b0c0d"],
];
export const gloss: readonly Stop[] = [
  [0, "#3a4048"],
  [0.25, "#14171a"],
  [1, "#050607"],
];
