import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Language, languages } from "#domain/languages.ts";
import { changedLabels, specifiedLabels } from "#test/specification/labels.ts";

const wordsIn = (language: Language): Record<string, unknown> =>
  Object.assign(
    {},
    ...readdirSync(`messages/${language}`).map(
      (file) => JSON.parse(readFileSync(`messages/${language}/${file}`, "utf8")) as object,
    ),
  );
const words = Object.fromEntries(languages.map((language) => [language, wordsIn(language)]));

/** The text of a message (by its key) or of a server file at the place where the specification has these words. */
function wordsAt(place: string, said: string): unknown {
  if (place.includes("/")) return readFileSync(place, "utf8").includes(`"${said}"`) ? said : undefined;
  const [, zh, key = "", begins] = /^(zh )?(\w+)( begins)?$/.exec(place) ?? [];
  const text = words[zh ? "zh" : "en"]?.[key];
  // Our sentence may continue after the specified words, to say what became of the action.
  return begins && typeof text === "string" ? text.slice(0, said.length) : text;
}

/**
 * Both error catalogues as they were given. A mark behind each sentence names the message or file that says it.
 * The hash is that of the section without the marks: nobody can change the catalogue's text along with a message.
 */
const catalogues: [document: string, sentences: number, hash: string][] = [
  ["first", 31, "0d4ad7ff22f0118d803eeb442f983b8af4bf3a37def983bbe71b416c325b0faf"],
  ["second", 33, "818a5b5e1c56ce448a35ba4c0cd16b96c50f65a92b05c09d574913737629e7aa"],
];
const mark = /\[([^\]]+)\]\(([^)]+)\)/g;

describe.each(catalogues)("the error table, section 8 of the %s document", (document, count, hash) => {
  const marked = readFileSync(`test/specification/section-8-${document}.txt`, "utf8").replaceAll("\r", "");
  const sentences = [...marked.matchAll(mark)].map(([, said = "", place = ""]) => ({ said, place }));

  it("the error table is kept as it was given", () => {
    expect(createHash("sha256").update(marked.replaceAll(mark, "$1")).digest("hex")).toBe(hash);
    expect(sentences).toHaveLength(count);
  });

  it.each(sentences)("the error is word for word: $said", ({ said, place }) =>
    expect(wordsAt(place, said), place).toBe(said),
  );
});

describe("the labels and messages of both documents", () => {
  it.each(Object.entries(specifiedLabels))(
    "the labels and messages of %s are word for word",
    (_section, labels) => {
      expect(labels.map(([place, said]) => [place, wordsAt(place, said)])).toEqual(labels);
    },
  );

  it.each(changedLabels)(
    "the specified text $specified now reads $stands: $why",
    ({ specified, key, stands }) => {
      expect(wordsAt(key, stands)).toBe(stands);
      expect(stands).not.toBe(specified);
    },
  );
});
