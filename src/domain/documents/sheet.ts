import type { Language } from "#domain/languages.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import type { Clause } from "./agreement.ts";

export type SheetRow = { label: string; value: string };

/** What a document says, apart from how it is set: frozen when it is issued, and all that its PDF is made of. */
export type Sheet = {
  title: string;
  number: string;
  language: Language;
  /** Who issues it, line by line; absent from documents of before. */
  issuer?: string[];
  facts: SheetRow[];
  rows: SheetRow[];
  total?: SheetRow;
  /** What of its total is tax; its rows say the same in words. */
  taxes?: TaxLine[];
  /** Clauses in both languages, one beside the other. */
  clauses: Record<Language, Clause>[];
  notes: string[];
  footer: string;
};

/** Everything that a document says. */
export const textOf = ({
  title,
  number,
  issuer = [],
  facts,
  rows,
  total,
  clauses,
  notes,
  footer,
}: Sheet): string =>
  [
    title,
    number,
    ...issuer,
    ...[...facts, ...rows, ...(total ? [total] : [])].flatMap(({ label, value }) => [label, value]),
    ...clauses.flatMap(({ en, zh }) => [en.title, en.text, zh.title, zh.text]),
    ...notes,
    footer,
  ].join("\n");
