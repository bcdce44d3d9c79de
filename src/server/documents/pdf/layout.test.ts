import { PDFiumLibrary } from "@hyzyla/pdfium";
import { describe, expect, it } from "vitest";
import { agreementClauses } from "#domain/documents/agreement.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { drawSheet } from "./draw-sheet.ts";
import { compose } from "./fonts/compose.ts";

const at = new Date(Date.UTC(2026, 10, 22, 18));
const base: Sheet = {
  title: "Rental agreement",
  number: "A-2026-000001",
  language: "en",
  facts: [],
  rows: [],
  clauses: [],
  notes: [],
  footer: "Longbay",
};
const facts = {
  orderNumber: "LB-1001",
  renter: "José 李小龙",
  carId: "x",
  car: "Tesla Model 3 (2023)",
  pickupDate: "2026-12-01",
  pickupTime: "10:00",
  returnDate: "2027-03-01",
  returnTime: "10:00",
  total: 284_715,
  firstInstalment: 97_000,
  milesIncluded: 3000,
  extraMile: 25,
  coverage: "own",
} as const;

async function pagesOf(sheet: Sheet): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await drawSheet(sheet, at));
  const pages = [...document.pages()].map((page) => page.getText());
  document.destroy();
  library.destroy();
  return pages;
}

describe("a document's PDF", () => {
  it("a document's PDF has the same bytes for the same sheet", async () => {
    const sheet = { ...base, clauses: agreementClauses(facts) };
    expect((await drawSheet(sheet, at)).equals(await drawSheet(sheet, at))).toBe(true);
  });

  it("a full page goes on to another, and each shows its number", async () => {
    const clauses = Array.from({ length: 5 }, () => agreementClauses(facts)).flat();
    const pages = await pagesOf({ ...base, clauses });
    expect(pages.length).toBeGreaterThan(3);
    for (const [index, words] of pages.entries())
      expect(words).toContain(`A-2026-000001 · ${index + 1}/${pages.length}`);
    expect(pages.join("").match(/California law applies/g)).toHaveLength(5);
  });

  it("a line of Chinese never begins with closing punctuation", async () => {
    const pages = await pagesOf({ ...base, language: "zh", clauses: agreementClauses(facts) });
    const lines = pages.join("\n").split(/\r?\n/);
    expect(lines.length).toBeGreaterThan(40);
    for (const text of lines) expect(text).not.toMatch(/^[，。；：、）”]/);
  });

  it("a minus stays with its amount, however long the words before it are", async () => {
    const rows = Array.from({ length: 60 }, (_, words) => ({
      label: `${"a ".repeat(words)}· Longer-stay discount −$48.45 · 80% share`,
      value: "$1.00",
    }));
    const text = (await pagesOf({ ...base, rows })).join("\n");
    expect(text.match(/−\$48\.45/g)).toHaveLength(60);
    expect(text).not.toMatch(/−\s*\n/);
  });

  it("an apostrophe in a Latin word is no wider than a letter, and a Chinese quote is a full character", async () => {
    const widthOf = (text: string) =>
      compose(text, { weight: "regular", size: 100 }, 10_000).reduce((sum, { width }) => sum + width, 0);
    for (const [word, letters] of [
      ["haven’t", "havent"],
      ["renters’", "renters"],
      ["Ng’s", "Ngs"],
    ] as const)
      expect(widthOf(word) - widthOf(letters), word).toBeLessThan(30);
    expect(widthOf("‘车’") - widthOf("车")).toBe(200);
    expect((await pagesOf({ ...base, notes: ["Renters’ notes haven’t changed."] })).join("")).toContain(
      "Renters’ notes haven’t changed.",
    );
  });

  it("a sheet with hostile or very long words can be drawn", async () => {
    const words = hostileStrings.map((text) => text.slice(0, 400));
    const facts = [...words, "x".repeat(1000), "长".repeat(1000)].map((value) => ({ label: value, value }));
    expect((await drawSheet({ ...base, facts, notes: words }, at)).subarray(0, 5).toString()).toBe("%PDF-");
    expect(await pagesOf(base)).toHaveLength(1);
  });
});
