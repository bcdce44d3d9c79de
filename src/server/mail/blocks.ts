import type { Block } from "./email.ts";

export type Fact = [label: string, value: string];

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });

export const heading = (text: string): Block => ({ kind: "heading", text });

export const link = (text: string, url: string): Block => ({ kind: "link", text, url });

/** Rows of a label and a value, without those that don't apply. */
export const facts = (rows: readonly (Fact | false | undefined)[]): Block => ({
  kind: "facts",
  facts: rows.filter((row) => Array.isArray(row)),
});
