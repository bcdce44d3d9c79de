/**
 * Numbered documents of an order. A receipt is of money that came or went back, an invoice of an instalment, a statement
 * of the whole account.
 */
export const orderDocumentKinds = [
  "agreement",
  "addendum",
  "invoice",
  "receipt",
  "refund_receipt",
  "statement",
] as const;
export type OrderDocumentKind = (typeof orderDocumentKinds)[number];

const prefixes: Record<OrderDocumentKind, string> = {
  agreement: "A",
  addendum: "D",
  invoice: "I",
  receipt: "R",
  refund_receipt: "C",
  statement: "S",
};

/** "R-2026-000042": the kind, the year in which it was issued in Los Angeles, and its place in that year. */
export const documentNumber = (kind: OrderDocumentKind, year: number, place: number): string =>
  `${prefixes[kind]}-${year}-${String(place).padStart(6, "0")}`;

/** Whether a text can be the number of a document at all. */
export const isDocumentNumber = (text: string): boolean => /^[ADIRCS]-\d{4}-\d{6,9}$/.test(text);

/** A name as it is compared: case, spaces and the width of letters don't tell people apart. */
const plainName = (name: string): string =>
  name.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean).join(" ");

/** Whether an agreement is signed with the renter's own name. */
export const isSameName = (typed: string, name: string): boolean => plainName(typed) === plainName(name);

/** The longest name that a renter may sign with. */
export const longestSignature = 200;
