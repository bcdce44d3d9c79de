import { balanceName, type Movement, statementLines } from "#domain/documents/statement.ts";
import { type AgreementFacts, agreementClauses } from "#domain/documents/agreement.ts";
import type { Sheet, SheetRow } from "#domain/documents/sheet.ts";
import {
  carLabel,
  coverLabel,
  issuerLines,
  type LegalParty,
  periodLabel,
  type RentalFacts,
} from "#domain/documents/parties.ts";
import { dateInLosAngeles, daysBetween, formatDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { formatMoment } from "#domain/local-time.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import { type InstalmentLine, mergedTaxes, sumOf } from "#domain/pricing/instalments.ts";
import { recordedMethods } from "#domain/payments/payments.ts";
import { taxLabel } from "#domain/pricing/tax-rates.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import type { InstalmentRow, PaymentRow, RefundRow } from "#server/ledger/queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { documentWords } from "./words.ts";

/** An issued document: its order, its number, and when it is issued (milliseconds since 1970). */
export type IssuedDocument = {
  order: Pick<OrderRow, "language" | "orderNumber" | "customerName" | "carName">;
  number: string;
  at: number;
  business: LegalParty;
  rental: RentalFacts;
};

/** An instalment as it fell due, line by line. */
export function invoiceSheet(
  issued: IssuedDocument,
  instalment: Pick<InstalmentRow, "startsOn" | "endsOn" | "dueOn" | "lines" | "amount">,
): Sheet {
  const { language } = issued.order;
  const words = documentWords[language];
  const { startsOn, endsOn, dueOn, amount } = instalment;
  return {
    ...sheet(issued, words.invoice),
    facts: [
      ...commonFacts(issued),
      ...rentalRows(issued),
      ...(startsOn < endsOn ? [{ label: words.period, value: periodLabel(startsOn, endsOn, language) }] : []),
      { label: words.due, value: formatDate(dueOn, language) },
    ],
    ...itemised(issued, instalment),
    total: row(words.total, amount, language),
  };
}

/** The days that a line is for, and the price of a day if the line is priced by the day; empty for other lines. */
function quantity({ kind, amount }: InstalmentLine, days: number, issued: IssuedDocument): string {
  const { order, rental } = issued;
  if (days <= 0 || amount <= 0 || (kind !== "rental" && kind !== "insurance")) return "";
  const words = documentWords[order.language];
  if (kind === "rental") return words.days(days);
  const { dailyInsurance: price } = rental;
  return price !== null && price * days === amount
    ? words.daysAt(days, formatMoney(price, order.language))
    : "";
}

/** Money that came in, with the taxes within it, and what was left to pay of the order then. */
export function receiptSheet(
  issued: IssuedDocument,
  { method, reference, paidOn, amount }: Pick<PaymentRow, "method" | "reference" | "paidOn" | "amount">,
  { taxes = [], left }: { taxes?: readonly TaxLine[]; left?: Cents } = {},
): Sheet {
  const { language } = issued.order;
  const words = documentWords[language];
  const known = recordedMethods.find((one) => one === method);
  return {
    ...sheet(issued, words.receipt),
    facts: [
      ...commonFacts(issued),
      ...(paidOn ? [{ label: words.paidOn, value: formatDate(paidOn, language) }] : []),
      { label: words.method, value: known ? words.methods[known] : method },
      ...(reference ? [{ label: words.reference, value: reference }] : []),
    ],
    ...taxRows(amount, taxes, language),
    total: row(words.paid, amount, language),
    notes: left === undefined ? [] : [words.leftAfter(formatMoney(left, language))],
  };
}

/** A refund that was paid out, with the taxes within it. */
export function refundSheet(
  issued: IssuedDocument,
  { paidOn, amount, reference }: RefundRow,
  taxes: readonly TaxLine[] = [],
): Sheet {
  const { language } = issued.order;
  const words = documentWords[language];
  return {
    ...sheet(issued, words.refund),
    facts: [
      ...commonFacts(issued),
      ...(paidOn ? [{ label: words.refundedOn, value: formatDate(paidOn, language) }] : []),
      ...(reference ? [{ label: words.reference, value: reference }] : []),
    ],
    ...taxRows(amount, taxes, language),
    total: row(words.refunded, amount, language),
  };
}

/** The days that a sum is for, without the last one, and the lines of the sum. */
export type ItemizedInstalment = Pick<InstalmentRow, "startsOn" | "endsOn"> & {
  lines: readonly InstalmentLine[];
};

/** The rows of a sum, line by line. */
export function itemised(
  issued: IssuedDocument,
  { startsOn, endsOn, lines }: ItemizedInstalment,
): Pick<Sheet, "rows" | "taxes"> {
  const taxes = mergedTaxes(lines);
  const days = daysBetween(startsOn, endsOn);
  const rows = lines.map((line) => {
    const { label, value } = lineRow(line, issued.order.language);
    return { label: label + quantity(line, days, issued), value };
  });
  return { rows, ...(taxes.length > 0 && { taxes }) };
}

/** Rows for a sum without its taxes and for each tax by its name; none if the sum has no taxes. */
export const taxRows = (
  amount: Cents,
  taxes: readonly TaxLine[],
  language: Language,
): Pick<Sheet, "taxes"> & Partial<Pick<Sheet, "rows">> =>
  taxes.length === 0
    ? {}
    : {
        rows: [
          row(documentWords[language].beforeTaxes, amount - sumOf(taxes), language),
          ...taxes.map((line) => lineRow(line, language)),
        ],
        taxes: [...taxes],
      };

/** What is still to be paid out of an order's refunds, and how much of it is money that was overpaid. */
export type OpenRefunds = { open: Cents; ofBalance: Cents };

/** What an order's renter has owed, paid and got back until now, and what that leaves. */
export function statementSheet(
  issued: IssuedDocument,
  movements: readonly Movement[],
  { open, ofBalance }: OpenRefunds,
  { billed, refunded }: StatedTaxes = { billed: [], refunded: [] },
): Sheet {
  const { language } = issued.order;
  const words = documentWords[language];
  const lines = statementLines(movements);
  const balance = sumOf(lines);
  return {
    ...sheet(issued, words.statement),
    facts: commonFacts(issued),
    rows: lines.map(({ postedOn, entry, amount }) =>
      row(`${formatDate(postedOn, language)} · ${words.entries[entry]}`, amount, language),
    ),
    total: row(words.balances[balanceName(balance, ofBalance)], Math.abs(balance), language),
    notes: [
      words.entriesNote,
      ...taxNotes(words.taxesBilled, billed, language),
      ...taxNotes(words.taxesRefunded, refunded, language),
      ...(open > 0 ? [words.openRefunds(formatMoney(open, language))] : []),
    ],
  };
}

/** The taxes within instalments that are billed and valid, and within refunds that were paid out. */
export type StatedTaxes = { billed: readonly InstalmentLine[]; refunded: readonly InstalmentLine[] };

const taxNotes = (label: string, taxes: readonly InstalmentLine[], language: Language): string[] =>
  taxes.map((line) => {
    const { label: name, value } = lineRow(line, language);
    return `${label} · ${name}: ${value}`;
  });

export type SignedAgreement = {
  facts: AgreementFacts;
  name: string;
  address: string;
  at: number;
  textHash: string;
};

/** The agreement as it was accepted, in both languages, with who, when, and the hash of the text. */
export function agreementSheet(
  issued: IssuedDocument,
  { facts, name, address, at, textHash }: SignedAgreement,
): Sheet {
  const { language } = issued.order;
  const words = documentWords[language];
  const moment = (date: string, time: string) => `${formatDate(date, language)} ${time}`;
  return {
    ...sheet(issued, words.agreement),
    facts: [
      { label: words.order, value: facts.orderNumber },
      { label: words.renter, value: partyLabel(facts.renter, address) },
      ...driverRows(facts.drivers ?? [], language),
      { label: words.car, value: carLabel(facts.car, facts.parties ?? {}, language) },
      ...placeRows(facts.parties?.place ?? "", language),
      { label: words.pickup, value: moment(facts.pickupDate, facts.pickupTime) },
      { label: words.return, value: moment(facts.returnDate, facts.returnTime) },
    ],
    total: row(words.total, facts.total, language),
    clauses: agreementClauses(facts),
    notes: [
      `${words.acceptedBy}: ${name}`,
      `${words.acceptedAt}: ${formatMoment(at, language)}`,
      `${words.textHash}: ${textHash}`,
    ],
  };
}

export const sheet = ({ order: { language }, number, business }: IssuedDocument, title: string): Sheet => ({
  title,
  number,
  language,
  facts: [],
  rows: [],
  clauses: [],
  notes: [],
  footer: documentWords[language].footer,
  issuer: issuerLines(business, language),
});

/** The rows of an invoice about its rental. */
function rentalRows({ order: { language }, rental }: IssuedDocument): SheetRow[] {
  const words = documentWords[language];
  const { drivers, place, cover, pickupDate, returnDate } = rental;
  return [
    ...driverRows(drivers, language),
    ...placeRows(place, language),
    { label: words.rental, value: periodLabel(pickupDate, returnDate, language) },
    { label: words.cover, value: coverLabel(cover, language) },
  ];
}

const driverRows = (drivers: readonly string[], language: Language): SheetRow[] =>
  drivers.map((name) => ({ label: documentWords[language].driver, value: name }));
const placeRows = (place: string, language: Language): SheetRow[] =>
  place === "" ? [] : [{ label: documentWords[language].place, value: place }];
const partyLabel = (name: string, address: string): string => (address === "" ? name : `${name}\n${address}`);

export function commonFacts({ order, at, rental }: IssuedDocument): SheetRow[] {
  const { language } = order;
  const words = documentWords[language];
  return [
    { label: words.issued, value: formatDate(dateInLosAngeles(at), language) },
    { label: words.order, value: order.orderNumber },
    { label: words.renter, value: partyLabel(order.customerName, rental.renterAddress) },
    ...(order.carName ? [{ label: words.car, value: carLabel(order.carName, rental, language) }] : []),
  ];
}

/** A line of an invoice or a credit note; a tax has its own name. */
const lineRow = ({ kind, amount, tax }: InstalmentLine, language: Language): SheetRow =>
  row(tax ? taxLabel(tax, language) : documentWords[language].lines[kind], amount, language);

export const row = (label: string, amount: Cents, language: Language): SheetRow => ({
  label,
  value: formatMoney(amount, language),
});
