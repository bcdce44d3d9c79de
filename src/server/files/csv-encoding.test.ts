import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findEncoding } from "./csv-encoding.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "longbay-encoding-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** How a file of such bytes is read: as which encoding, and as which text. */
async function read(bytes: Buffer) {
  const file = join(folder, "cars.csv");
  writeFileSync(file, bytes);
  const encoding = await findEncoding(file);
  return { encoding, text: encoding && new TextDecoder(encoding).decode(bytes) };
}

/** Every character that one byte of an encoding stands for. */
function bytesIn(encoding: string, text: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const places = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Buffer.from([...text].map((letter) => places.get(letter) ?? 0x3f));
}

it("a big file with line ends of an old Mac is read", async () => {
  const text = "a,豪华轿车\r".repeat(40_000);
  expect((await read(Buffer.from(text))).encoding).toBe("utf-8");
});

const western = [
  "Citroën C3 in Orléans",
  "Renée",
  "Agnès and Señor Muñoz",
  "José Peña, San José",
  "Françoise’s garçon",
  "Straße 4, Müller",
  "Søren Ångström",
  "CITROËN, ÉTÉ À ORLÉANS",
];
it.each(western)("the text %s is read as spreadsheets of a Mac and of Windows save it", async (text) => {
  const [mac, windows] = [bytesIn("macintosh", `${text}\n`), bytesIn("windows-1252", `${text}\n`)];
  expect(await read(mac)).toEqual({ encoding: "macintosh", text: `${text}\n` });
  expect(await read(windows)).toEqual({ encoding: "windows-1252", text: `${text}\n` });
});

it("the apostrophes that a Mac types by itself are read", async () => {
  const text = "One owner’s car, “as new” – doesn’t smoke\n";
  expect(await read(bytesIn("macintosh", text))).toEqual({ encoding: "macintosh", text });
});

it.each([
  "Bluetooth•CarPlay•GPS",
  "Bose™Audio",
  "One owner’s car – as new",
  "“Fast” • 40 €",
  "Škoda Žižek",
  "A wait… then – nothing™ else",
])("the punctuation of Windows is kept in %s", async (text) => {
  const bytes = bytesIn("windows-1252", `${text}\n`);
  expect(await read(bytes)).toEqual({ encoding: "windows-1252", text: `${text}\n` });
});

it.each([
  ["Japanese", Buffer.from("83678388835e0a", "hex")],
  ["Japanese of kanji", Buffer.from("938c8b9e2c91e58de30a", "hex")],
  ["Russian", bytesIn("windows-1251", "Иван Петров, тойота камри\n")],
])("a file in %s is refused rather than guessed", async (_language, bytes) => {
  expect((await read(bytes)).encoding).toBeUndefined();
});
