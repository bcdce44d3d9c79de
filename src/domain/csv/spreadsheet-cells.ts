/**
 * The beginnings that a spreadsheet takes for a formula, also after spaces and quotes, and in full width. Real
 * numbers are written as numbers.
 */
const formula = /^[\s'"\u3000]*[=+\-@\t\r＝＋－＠]/;

/**
 * A person's text as a cell that a spreadsheet shows and never runs: an apostrophe goes before a text that looks
 * like a formula.
 */
export const spreadsheetText = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text of such a cell, without the apostrophe. */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;

/** Money as in the API. It isn't a formula, and a spreadsheet sums it up only if it stays a number. */
const money = /^-?\d+\.\d{2}$/;

/** A cell by RFC 4180. Numbers and money stay as they are; words are made harmless. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number" || money.test(value)) return String(value);
  const text = spreadsheetText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvRow = (values: (string | number | null)[]): string => `${values.map(csvCell).join(",")}\r\n`;
