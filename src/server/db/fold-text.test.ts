import { afterAll, beforeAll, expect, it } from "vitest";
import { foldText } from "#domain/fold-text.ts";
import { foldedHan, foldedLetters } from "#domain/folded-letters.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { names } from "#test/names.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const foldedByDatabase = async (texts: string[]): Promise<string[]> => {
  const rows = await test.services.database.rows<{ text: string }>(
    "select folded(one) as text from unnest($1::text[]) with ordinality as typed(one, at) order by at",
    [texts],
  );
  return rows.map(({ text }) => text);
};

it("folds a text for a search by one rule in the domain and in the database", async () => {
  const letters = [foldedLetters, foldedHan].flatMap(({ from, to }) => [from, to]);
  const europe = String.fromCodePoint(...Array.from({ length: 0x250 }, (_, at) => at + 1));
  const phones = [
    "＋１（４１５）５５５－０１００",
    "+1 (415) 555-0100",
    "\u202a+1 650 555 0199\u202c",
    "٤١٥٥٥٥٠١٠٠",
  ];
  const hostile = hostileStrings.filter((text) => text.isWellFormed() && !text.includes("\0"));
  const texts = [
    ...letters,
    ...names,
    ...phones,
    ...hostile,
    europe,
    "Stra\u00dfe Æsir œuvre Þór",
    "O´Brien",
  ];
  expect(await foldedByDatabase(texts)).toEqual(texts.map(foldText));
});

it("changes no folded text, so that a stored text and a search match however often each is folded", () => {
  for (const text of [...names, foldedHan.from, foldedLetters.from])
    expect(foldText(foldText(text))).toBe(foldText(text));
});
