/**
 * What a spreadsheet takes for a formula, after spaces and quotes, and in full width too. Their own numbers
 * stay numbers.
 */
const formula = /^[\s'"\u3000]*[=+\-@\t\r＝＋－＠]/;

/**
 * Words from a person as a cell that is read and never run: an apostrophe goes before what would be a
 * formula.
 */
export const spreadsheetText = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** What such a cell says: without the apostrophe that was put before it. */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;

/** Money in the wire's form. It runs nothing, and a spreadsheet sums it up only as the number that it is. */
const money = /^-?\d+\.\d{2}$/;

/** A cell by RFC 4180. Numbers and money stay as they are; words are made harmless. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number" || money.test(value)) return String(value);
  const text = spreadsheetText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvRow = (values: (string | number | null)[]): string => `${values.map(csvCell).join(",")}\r\n`;
