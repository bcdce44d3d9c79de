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

it("the domain and the database fold a text for a search in the same way", async () => {
  const letters = [foldedLetters, foldedHan].flatMap(({ from, to }) => [from, to]);
  const europe = String.fromCodePoint(...Array.from({ length: 0x250 }, (_, at) => at + 1));
  const phones = [
    "＋１（４１５）５５５－０１００",
    "+1 (415) 555-0100",
    "\u202a+1 650 555 0199\u202c",
    "٤١٥٥٥٥٠١٠٠",
  ];
  const hostile = hostileStrings.filter((text) => text.isWellFormed() && !text.includes("\0"));
  // A letter alone, beside one that is folded, and beside Chinese.
  const alone = [...letters.join("")].flatMap((letter) => [letter, `É${letter}`, `車${letter}`]);
  const texts = [
    ...letters,
    ...alone,
    ...names,
    ...phones,
    ...hostile,
    europe,
    "Stra\u00dfe Æsir œuvre Þór",
    "O´Brien",
  ];
  expect(await foldedByDatabase(texts)).toEqual(texts.map(foldText));
});

it("a folded text stays the same when it is folded again", () => {
  for (const text of [...names, foldedHan.from, foldedLetters.from])
    expect(foldText(foldText(text))).toBe(foldText(text));
});
