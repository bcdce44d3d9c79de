import type { MoneyDocumentKind } from "#domain/documents/documents.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import type { VoidReason } from "#domain/documents/void-reasons.ts";
import type { Cents } from "#domain/money.ts";
import type { InstalmentLine } from "#domain/pricing/instalments.ts";
import { commonFacts, type IssuedDocument, lineRow, row, sheet } from "./sheets.ts";
import { documentWords } from "./words.ts";

export type VoidedDocument = { kind: MoneyDocumentKind; number: string; amount: Cents; reason: VoidReason };

/** Takes back what a document says, and says which one and why; of an invoice also what it was made of. */
export function voidSheet(
  issued: IssuedDocument,
  { kind, number, amount, reason }: VoidedDocument,
  lines: readonly InstalmentLine[] = [],
): Sheet {
  const { language } = issued.order;
  const words = documentWords[language];
  return {
    ...sheet(issued, words.voiding[kind].title),
    facts: [
      ...commonFacts(issued),
      { label: words.voiding[kind].voids, value: number },
      { label: words.reason, value: words.reasons[reason] },
    ],
    rows: lines.map((line) => lineRow(line, language)),
    total: row(words.voiding[kind].total, amount, language),
  };
}
