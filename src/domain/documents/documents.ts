import type { Cents } from "#domain/money.ts";

/**
 * Numbered documents of an order. A receipt is for money that came in or went back, an invoice for an instalment,
 * a statement for the whole account. A credit note voids an invoice, a reversal voids a receipt.
 */
export const orderDocumentKinds = [
  "agreement",
  "addendum",
  "invoice",
  "credit_note",
  "receipt",
  "receipt_reversal",
  "refund_receipt",
  "refund_reversal",
  "statement",
] as const;
export type OrderDocumentKind = (typeof orderDocumentKinds)[number];

/** The kind of document that voids a document about money: money that is due, came in or went back. */
export const voidingKinds = {
  invoice: "credit_note",
  receipt: "receipt_reversal",
  refund_receipt: "refund_reversal",
} as const satisfies Partial<Record<OrderDocumentKind, OrderDocumentKind>>;
export type MoneyDocumentKind = keyof typeof voidingKinds;

const prefixes: Record<OrderDocumentKind, string> = {
  agreement: "A",
  addendum: "D",
  invoice: "I",
  credit_note: "N",
  receipt: "R",
  receipt_reversal: "V",
  refund_receipt: "C",
  refund_reversal: "X",
  statement: "S",
};

/** "R-2026-000042": the kind, the year in which it was issued in Los Angeles, and its place in that year. */
export const documentNumber = (kind: OrderDocumentKind, year: number, place: number): string =>
  `${prefixes[kind]}-${year}-${String(place).padStart(6, "0")}`;

/** Whether a text can be the number of a document at all. */
export const isDocumentNumber = (text: string): boolean =>
  /^[A-Z]-\d{4}-\d{6,9}$/.test(text) && Object.values(prefixes).includes(text.slice(0, 1));

/** The documents to void, and the amount that a new document has to state. */
export type Amendment<T> = { voided: T[]; rest: Cents };

/**
 * Adjusts the documents about one thing to its true amount, `holds`. `standing` are the documents that aren't
 * voided, the oldest first. The newest is voided first, and no more than necessary.
 */
export function amendmentOf<T extends { amount: Cents }>(holds: Cents, standing: readonly T[]): Amendment<T> {
  let said = standing.reduce((sum, { amount }) => sum + amount, 0);
  const voided: T[] = [];
  for (const document of standing.toReversed()) {
    if (said <= holds) break;
    voided.push(document);
    said -= document.amount;
  }
  return { voided, rest: holds - said };
}

/** The longest name that a renter may sign with. */
export const longestSignature = 200;
export const longestAddress = 200;
