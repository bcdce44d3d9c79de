import { unlinked } from "#domain/plain-text.ts";
import type { Block } from "./email.ts";

export type Fact = [label: string, value: string];

/** A row with a name that somebody typed, so written that no mail program makes a link of it. */
export const nameFact = (label: string, name: string): Fact => [label, unlinked(name)];

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });

export const heading = (text: string): Block => ({ kind: "heading", text });

export const link = (text: string, url: string): Block => ({ kind: "link", text, url });

/** Rows of a label and a value; rows that don't apply are left out. */
export const facts = (rows: readonly (Fact | false | undefined)[]): Block => ({
  kind: "facts",
  facts: rows.filter((row) => Array.isArray(row)),
});
