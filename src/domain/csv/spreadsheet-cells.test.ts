import { describe, expect, it } from "vitest";
import { csvCell, csvRow, spreadsheetText } from "./spreadsheet-cells.ts";

describe("a cell of a spreadsheet", () => {
  it.each([
    "=1+1",
    "+1",
    "-1+2",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "  =1",
    '"=1',
    "'=1",
    "＝1",
    "＋1",
    "－1",
    "＠a",
    "\u3000=1",
    "\n=HYPERLINK(1)",
  ])("a spreadsheet cell never runs %j", (text) => {
    expect(spreadsheetText(text)).toBe(`'${text}`);
  });

  it.each(["Wei Lin", "1+1", "a=b", "wei@example.com", "", "魏琳", "(415) 555-0100"])(
    "a spreadsheet cell keeps %j as it is",
    (text) => {
      expect(spreadsheetText(text)).toBe(text);
    },
  );

  it("an amount below zero stays a number in a spreadsheet, unlike any other text with a sign", () => {
    expect(csvRow(["-95.85", "12.00", "-1234567.00"])).toBe("-95.85,12.00,-1234567.00\r\n");
    for (const text of ["-95.85+1", "-95.8", "+95.85", "-95.85 "]) expect(csvCell(text)).toBe(`'${text}`);
  });

  it("a spreadsheet cell is quoted by RFC 4180, and numbers stay numbers", () => {
    expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
    expect(csvCell("two\nlines")).toBe('"two\nlines"');
    expect([csvCell(-3.5), csvCell(null), csvCell("")]).toEqual(["-3.5", "", ""]);
    expect(csvRow(["a", 1, null, "=x"])).toBe("a,1,,'=x\r\n");
  });
});
