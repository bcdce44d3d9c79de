import type { MoneyDocumentKind } from "#domain/documents/documents.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import type { VoidReason } from "#domain/documents/void-reasons.ts";
import type { Cents } from "#domain/money.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import {
  commonFacts,
  type IssuedDocument,
  type ItemizedInstalment,
  itemised,
  row,
  sheet,
  taxRows,
} from "./sheets.ts";
import { documentWords } from "./words.ts";

export type VoidedDocument = {
  kind: MoneyDocumentKind;
  number: string;
  amount: Cents;
  taxes?: readonly TaxLine[];
  reason: VoidReason;
};

/** A document that voids another: its number, the reason, the lines of an invoice, the taxes of a receipt. */
export function voidSheet(
  issued: IssuedDocument,
  { kind, number, amount, taxes = [], reason }: VoidedDocument,
  instalment?: ItemizedInstalment,
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
    ...(instalment && itemised(issued, instalment)),
    ...taxRows(amount, taxes, language),
    total: row(words.voiding[kind].total, amount, language),
  };
}
