import { readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const spoken =
  /^(messages\/(en|zh)\/|src\/web\/.*-(en|zh)\.ts$|src\/server\/.*(emails|words|words-en|words-zh|to-renter|to-admin)\.ts$|src\/domain\/documents\/.*-(en|zh)\.ts$)/;
const inQuotes = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** Texts of a file that are sentences or Chinese, not names: without keys, comments and placeholders. */
const sentences = (file: string, text: string): string[] =>
  file.endsWith(".json")
    ? [...text.matchAll(/: ("(?:[^"\\\n]|\\.)*")/g)].map(([, value = ""]) => value)
    : (text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|^(import|export) .* from .*$/gm, "").match(inQuotes) ?? [])
        .map((part) => part.replaceAll(/\$\{[^}]*\}|\]\([^)]*\)/g, " "))
        .filter((part) => /\p{Script=Han}| /u.test(part));

/** A "letter" of the alphabet is allowed; one for an email isn't. */
const withoutAlphabet = (text: string) =>
  text.replaceAll(/two-letter|\bletters?,? (?=and\b|or\b|numbers)/gi, "");

it("the words on screen avoid the words that docs/words.md sets aside", async () => {
  const rows = (await readFile(new URL("docs/words.md", root), "utf8")).matchAll(/^\| [^|`]+ \|(.*)\|$/gm);
  const unwanted = [...rows].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, w = ""]) => w),
  );
  expect(unwanted.length).toBeGreaterThan(25);
  const isIn = unwanted.map(
    (word) => new RegExp(/[a-z]/.test(word) ? `(?<![\\w{.])${word}(?![\\w}])` : word, "i"),
  );

  const files = (
    await Promise.all(
      ["messages", "src"].map(async (folder) =>
        (await readdir(new URL(folder, root), { recursive: true })).map((file) => `${folder}/${file}`),
      ),
    )
  )
    .flat()
    .filter((file) => spoken.test(file) && /\.(json|ts)$/.test(file) && !/paraglide|\.test\./.test(file));
  expect(files.length).toBeGreaterThan(60);

  const found: string[] = [];
  for (const file of files)
    for (const text of sentences(file, await readFile(new URL(file, root), "utf8")))
      if (isIn.some((pattern) => pattern.test(withoutAlphabet(text)))) found.push(`${file}: ${text}`);
  expect(found).toEqual([]);
});
