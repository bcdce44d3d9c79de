import pg from "pg";

/** A value within a statement that takes no parameters, such as COPY. */
export const literal = (text: string): string => pg.escapeLiteral(text);

/**
 * A column as a cell that no spreadsheet takes for a formula: an apostrophe before what begins, after spaces and quotes, with = + - @,
 * their full-width sisters, a tab or a carriage return.
 */
export const spreadsheetCell = (column: string): string =>
  `case when ${column} ~ ${literal("^[\\s'\"\u3000]*[=+\\-@\\t\\r＝＋－＠]")} then '''' || ${column} else ${column} end`;
