import { carNameIn } from "#domain/cars/brand-names.ts";
import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { formatDate, formatMonth, type IsoDate } from "#domain/dates.ts";
import type { Sheet, SheetRow } from "#domain/documents/sheet.ts";
import { issuerLines, type LegalParty } from "#domain/documents/parties.ts";
import type { Language } from "#domain/languages.ts";
import { type Cents, formatMoney, wireMoney } from "#domain/money.ts";
import {
  type HostStatement,
  isCredit,
  type StatedBalance,
  type StatedCredit,
  type StatedPayout,
  type StatementLine,
  statementSums,
} from "#domain/payouts/statements.ts";
import { statementWords } from "./words.ts";

/** The sheet of a host's statement, from which its PDF is drawn. */
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
    parts.push(balanceOf(line, language));
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

/** A payout with the bank's reference, or what was done to the balance by hand with its reason. */
function balanceOf(line: StatedPayout | StatedBalance, language: Language): string {
  const words = statementWords[language];
  if (line.rule !== "payout") return joined(nameOf(line, words), line.reason);
  return joined((line.amount < 0 ? words.payout : words.payoutBack)(line.name), line.reference);
}

function nameOf({ rule, amount }: StatedBalance, words: (typeof statementWords)[Language]): string {
  if (rule === "repayment") return words.repaid;
  return amount < 0 ? words.writeOffEnded : words.writtenOff;
}

const joined = (name: string, more: string): string => (more ? `${name} · ${more}` : name);

function whatOf(line: StatedCredit, language: Language): string {
  const words = statementWords[language];
  if (line.rule === "take_back") return words.byHand;
  return line.lines.map(({ kind }) => words.lines[kind]).join(", ");
}

/**
 * A statement as a CSV table, in a language. Amounts are numbers with two decimals; sums that were taken back or
 * paid out are below zero.
 */
export function hostStatementCsv(statement: HostStatement, language: Language): string {
  const words = statementWords[language];
  const { day, what, order, car, from, until, gross, ours, yours } = words.columns;
  const balance = (name: string, amount: Cents) =>
    csvRow([null, name, null, null, null, null, null, null, wireMoney(amount)]);
  const rows = statement.lines.map((line) =>
    !isCredit(line)
      ? csvRow([
          line.on,
          balanceOf(line, language),
          null,
          null,
          null,
          null,
          null,
          null,
          wireMoney(line.amount),
        ])
      : csvRow([
          line.on,
          whatOf(line, language),
          line.orderNumber,
          carNameIn(line.car, language),
          line.startsOn,
          line.endsOn,
          wireMoney(line.gross),
          wireMoney(line.amount - line.gross),
          wireMoney(line.amount),
        ]),
  );
  return [
    csvRow([day, what, order, car, from, until, gross, ours, yours]),
    balance(words.opening, statement.opening),
    ...rows,
    balance(words.closing, statement.closing),
  ].join("");
}
