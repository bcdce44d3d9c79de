import pg from "pg";

/** A value within a statement that takes no parameters, such as COPY. */
export const literal = (text: string): string => pg.escapeLiteral(text);

/** A length of time as SQL. */
export const interval = (milliseconds: number): string => `interval '${milliseconds / 1000} seconds'`;

/**
 * What a formula, or what may stand before one, begins with. Looked at first, since it costs a tenth of the
 * whole expression.
 */
const suspicious = literal("=+-@＝＋－＠'\"\u3000 \t\r\n\v\f");

/**
 * With a digit, or anything from capital A to what comes before CJK, by bytes; or empty: nearly every cell,
 * told apart for next to nothing.
 */
function beginsPlainly(column: string): string {
  const bytes = `(${column}) collate "C"`;
  return `${bytes} >= '0' and ${bytes} < '\u3000' and (${bytes} >= 'A' or ${bytes} < ':') or ${column} = ''`;
}

/**
 * A column as a cell that no spreadsheet takes for a formula: an apostrophe before what begins, after spaces
 * and quotes, with = + - @, their full-width sisters, a tab or a carriage return.
 */
export const spreadsheetCell = (column: string): string =>
  `case when ${beginsPlainly(column)} then ${column}
     when strpos(${suspicious}, left(${column}, 1)) > 0 and ${column} ~ ${literal("^[\\s'\"\u3000]*[=+\\-@\\t\\r＝＋－＠]")} then '''' || ${column} else ${column} end`;
