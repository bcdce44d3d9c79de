import pg from "pg";

/** A value within a statement that takes no parameters, such as COPY. */
export const literal = (text: string): string => pg.escapeLiteral(text);

/** A length of time as SQL. */
export const interval = (milliseconds: number): string => `interval '${milliseconds / 1000} seconds'`;

/**
 * The characters that a formula begins with, or that may come before a formula. They are tested first, since this
 * costs a tenth of the whole expression.
 */
const suspicious = literal("=+-@＝＋－＠'\"\u3000 \t\r\n\v\f");

/**
 * Whether a text is empty, or begins with a digit or a byte between capital A and the CJK characters. This is true
 * of nearly every cell, and costs next to nothing to find out.
 */
function beginsPlainly(column: string): string {
  const bytes = `(${column}) collate "C"`;
  return `${bytes} >= '0' and ${bytes} < '\u3000' and (${bytes} >= 'A' or ${bytes} < ':') or ${column} = ''`;
}

/**
 * A column as a cell that no spreadsheet takes for a formula: it gets an apostrophe in front where it begins,
 * after spaces and quotes, with = + - @, their full-width forms, a tab or a carriage return.
 */
export const spreadsheetCell = (column: string): string =>
  `case when ${beginsPlainly(column)} then ${column}
     when strpos(${suspicious}, left(${column}, 1)) > 0 and ${column} ~ ${literal("^[\\s'\"\u3000]*[=+\\-@\\t\\r＝＋－＠]")} then '''' || ${column} else ${column} end`;
