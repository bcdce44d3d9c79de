import { carNameIn } from "#domain/cars/brand-names.ts";
import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { formatDate, formatMonth, type IsoDate } from "#domain/dates.ts";
import { issuerLines, type LegalParty } from "#domain/documents/parties.ts";
import type { Sheet, SheetRow } from "#domain/documents/sheet.ts";
import type { Language } from "#domain/languages.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import { sumOfYear, type YearOfHost } from "./queries.ts";
import { statementWords } from "./words.ts";

type Row = { name: string; gross: Cents; net: Cents; payouts: Cents | null };
type Year = { year: number; host: string; on: IsoDate; sums: YearOfHost };

/** The months of a year and its cars, by their names in a language. */
const rowsOf = ({ months, cars }: YearOfHost, language: Language): Record<"months" | "cars", Row[]> => ({
  months: months.map(({ month, ...sums }) => ({ name: formatMonth(month, language), ...sums })),
  cars: cars.map(({ name, gross, net }) => ({
    name: name ? carNameIn(name, language) : statementWords[language].year.noCar,
    gross,
    net,
    payouts: null,
  })),
});

/** A host's year as its PDF is made of it: sums of a day, which have no number of their own. */
export function hostYearSheet(
  { year, host, on, sums }: Year,
  business: LegalParty,
  language: Language,
): Sheet {
  const words = statementWords[language];
  const money = (amount: Cents) => formatMoney(amount, language);
  const { months, cars } = rowsOf(sums, language);
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
    // Rows sum to the total: the same money by car stands below.
    rows: months.map(row),
    total: { label: words.columns.yours, value: money(net) },
    clauses: [],
    notes: [
      ...cars
        .map(row)
        .map(({ label, value }) => `${words.year.byCar}: ${label} · ${words.columns.yours} ${value}`),
      ...words.year.notes,
    ],
    footer: words.footer,
  };
}

/** The same as a table for a program. Amounts are numbers. */
export function hostYearCsv(sums: YearOfHost, language: Language): string {
  const words = statementWords[language];
  const { months, cars } = rowsOf(sums, language);
  const dollars = (amount: Cents | null) => (amount === null ? null : amount / 100);
  const row = (by: string, { name, gross, net, payouts }: Row) =>
    csvRow([by, name, dollars(gross), dollars(net - gross), dollars(net), dollars(payouts)]);
  return [
    csvRow([
      "",
      words.year.name,
      words.columns.gross,
      words.columns.ours,
      words.columns.yours,
      words.payouts,
    ]),
    ...months.map((one) => row(words.year.byMonth, one)),
    ...cars.map((one) => row(words.year.byCar, one)),
  ].join("");
}
