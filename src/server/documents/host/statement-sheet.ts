import { carNameIn } from "#domain/cars/brand-names.ts";
import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { formatDate, formatMonth, type IsoDate } from "#domain/dates.ts";
import type { Sheet, SheetRow } from "#domain/documents/sheet.ts";
import { issuerLines, type LegalParty } from "#domain/documents/parties.ts";
import type { Language } from "#domain/languages.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import {
  type HostStatement,
  isCredit,
  type StatementLine,
  statementSums,
} from "#domain/payouts/statements.ts";
import { statementWords } from "./words.ts";

/** A statement as its PDF is made of it. */
export function hostStatementSheet(
  statement: HostStatement,
  business: LegalParty,
  language: Language,
): Sheet {
  const words = statementWords[language];
  const row = (label: string, amount: Cents): SheetRow => ({ label, value: formatMoney(amount, language) });
  const sums = statementSums(statement.lines);
  const summary = (["shares", "charges", "takenBack", "owedLess", "payouts"] as const)
    .filter((name) => sums[name] !== 0)
    .map((name) => row(words[name], sums[name]));
  return {
    title: words.title,
    number: statement.number,
    language,
    issuer: issuerLines(business, language),
    facts: [
      { label: words.host, value: statement.host },
      { label: words.month, value: formatMonth(statement.month, language) },
      { label: words.issued, value: formatDate(statement.issuedOn, language) },
      row(words.opening, statement.opening),
      ...summary,
    ],
    rows: statement.lines.map((line) => row(lineLabel(line, language), line.amount)),
    total: row(words.closing, statement.closing),
    clauses: [],
    notes: words.notes,
    footer: words.footer,
  };
}

/** "Dec 4, 2026 · LB-1001 · Toyota Camry · Dec 1, 2026 – Jan 1, 2027 · Rental $900.00 · 80% share". */
function lineLabel(line: StatementLine, language: Language): string {
  const words = statementWords[language];
  const parts = [formatDate(line.on, language)];
  if (!isCredit(line)) {
    parts.push(whatOf(line, language));
    const more = line.rule === "payout" ? line.reference : line.reason;
    if (more) parts.push(more);
    return parts.join(" · ");
  }
  parts.push(line.orderNumber);
  if (line.car) parts.push(carNameIn(line.car, language));
  if (line.startsOn && line.endsOn) parts.push(daysLabel(line.startsOn, line.endsOn, language));
  for (const { kind, amount } of line.lines)
    parts.push(`${words.lines[kind]} ${formatMoney(amount, language)}`);
  if (line.rule === "share") parts.push(words.share(line.sharePercent));
  if (line.rule === "charge") parts.push(words.whole);
  if (line.rule === "take_back") parts.push(words.byHand);
  return parts.join(" · ");
}

const daysLabel = (from: IsoDate, until: IsoDate, language: Language): string =>
  `${formatDate(from, language)} – ${formatDate(until, language)}`;

function whatOf(line: StatementLine, language: Language): string {
  const words = statementWords[language];
  if (line.rule === "payout") return line.amount < 0 ? words.payout(line.name) : words.payoutBack(line.name);
  if (!isCredit(line)) return line.rule === "write_off" ? words.writtenOff : words.repaid;
  if (line.rule === "take_back") return words.byHand;
  return line.lines.map(({ kind }) => words.lines[kind]).join(", ");
}

/** A statement as a table for a program, in its language. Amounts are numbers, below zero what was taken back or paid out. */
export function hostStatementCsv(statement: HostStatement, language: Language): string {
  const words = statementWords[language];
  const { day, what, order, car, from, until, gross, ours, yours } = words.columns;
  const dollars = (amount: Cents): number => amount / 100;
  const balance = (name: string, amount: Cents) =>
    csvRow([null, name, null, null, null, null, null, null, dollars(amount)]);
  const rows = statement.lines.map((line) =>
    !isCredit(line)
      ? csvRow([line.on, whatOf(line, language), null, null, null, null, null, null, dollars(line.amount)])
      : csvRow([
          line.on,
          whatOf(line, language),
          line.orderNumber,
          carNameIn(line.car, language),
          line.startsOn,
          line.endsOn,
          dollars(line.gross),
          dollars(line.amount - line.gross),
          dollars(line.amount),
        ]),
  );
  return [
    csvRow([day, what, order, car, from, until, gross, ours, yours]),
    balance(words.opening, statement.opening),
    ...rows,
    balance(words.closing, statement.closing),
  ].join("");
}
