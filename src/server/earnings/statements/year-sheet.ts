import { carNameIn } from "#domain/cars/brand-names.ts";
import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { formatDate, formatMonth, type IsoDate } from "#domain/dates.ts";
import { issuerLines, type LegalParty } from "#domain/documents/parties.ts";
import type { Sheet, SheetRow } from "#domain/documents/sheet.ts";
import type { Language } from "#domain/languages.ts";
import { type Cents, formatMoney, wireMoney } from "#domain/money.ts";
import { sumOfYear, type YearOfHost } from "./queries.ts";
import { statementWords } from "./words.ts";

type Row = { name: string; gross: Cents; net: Cents; payouts: Cents | null };
type Year = { year: number; host: string; on: IsoDate; sums: YearOfHost };

/** The cars of a year, by their names in a language. */
const carRows = ({ cars }: YearOfHost, language: Language): Row[] =>
  cars.map(({ name, gross, net }) => ({
    name: name ? carNameIn(name, language) : statementWords[language].year.noCar,
    gross,
    net,
    payouts: null,
  }));

/** The sheet of a host's year, from which its PDF is drawn: the sums on a day, without a number of its own. */
export function hostYearSheet(
  { year, host, on, sums }: Year,
  business: LegalParty,
  language: Language,
): Sheet {
  const words = statementWords[language];
  const money = (amount: Cents) => formatMoney(amount, language);
  const [gross, net] = [sumOfYear(sums, "gross"), sumOfYear(sums, "net")];
  const row = (of: Row): SheetRow => ({
    label: [
      of.name,
      `${words.columns.gross} ${money(of.gross)}`,
      `${words.columns.ours} ${money(of.net - of.gross)}`,
      ...(of.payouts ? [`${words.payouts} ${money(of.payouts)}`] : []),
    ].join(" · "),
    value: money(of.net),
  });
  return {
    title: words.year.title,
    number: String(year),
    language,
    issuer: issuerLines(business, language),
    facts: [
      { label: words.host, value: host },
      { label: words.year.year, value: String(year) },
      { label: words.year.asOf, value: formatDate(on, language) },
      { label: words.columns.gross, value: money(gross) },
      { label: words.columns.ours, value: money(net - gross) },
      { label: words.payouts, value: money(sumOfYear(sums, "payouts")) },
    ],
    // The rows add up to the total; the notes below have the same money by car.
    rows: sums.months.map(({ month, ...one }) => row({ name: formatMonth(month, language), ...one })),
    total: { label: words.columns.yours, value: money(net) },
    clauses: [],
    notes: [
      ...carRows(sums, language)
        .map(row)
        .map(({ label, value }) => `${words.year.byCar}: ${label} · ${words.columns.yours} ${value}`),
      ...words.year.notes,
    ],
    footer: words.footer,
  };
}

/**
 * A host's year as a CSV table: each month as "2026-12", then each car. Amounts are numbers with two decimals.
 * Months and cars have the same money; the first column says which a row is.
 */
export function hostYearCsv(sums: YearOfHost, language: Language): string {
  const { year, columns, payouts } = statementWords[language];
  const row = (by: string, { name, gross, net, payouts }: Row) =>
    csvRow([
      by,
      name,
      wireMoney(gross),
      wireMoney(net - gross),
      wireMoney(net),
      payouts === null ? null : wireMoney(payouts),
    ]);
  return [
    csvRow([year.summedBy, year.name, columns.gross, columns.ours, columns.yours, payouts]),
    ...sums.months.map(({ month, ...one }) => row(year.byMonth, { name: month, ...one })),
    ...carRows(sums, language).map((one) => row(year.byCar, one)),
  ].join("");
}
