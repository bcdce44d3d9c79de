import type { Language } from "#domain/languages.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import type { Clause } from "./agreement.ts";

export type SheetRow = { label: string; value: string };

/** A document's content without its layout: frozen when the document is issued, and the only source of its PDF. */
export type Sheet = {
  title: string;
  number: string;
  language: Language;
  /** The issuer, line by line; absent in older documents. */
  issuer?: string[];
  facts: SheetRow[];
  rows: SheetRow[];
  total?: SheetRow;
  /** The taxes within its total; its rows say the same in words. */
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
