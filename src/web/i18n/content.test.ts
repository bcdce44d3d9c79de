import { expect, test } from "vitest";
import { languages } from "#domain/languages.ts";
import { publicPaths } from "#domain/site/pages.ts";
import { allEntries } from "#web/faq/faq-entries.ts";
import { readFaq } from "#web/faq/read-faq.server.ts";
import { guide } from "#web/guide/guide-zh.server.ts";
import { readHosting } from "#web/hosting/read-hosting.server.ts";
import { readHow } from "#web/how-it-works/read-how.server.ts";
import type { Language } from "#domain/languages.ts";
import { usualRetention } from "#domain/retention.ts";
import { readPrivacy, readTerms } from "#web/legal/read-legal.server.ts";
import { textParts } from "#web/ui/linked-text.ts";

const contents = {
  faq: (language: Language) => readFaq(language, true),
  "faq without coverage": (language: Language) => readFaq(language, false),
  terms: readTerms,
  privacy: (language: Language) => readPrivacy(language, usualRetention),
  "privacy with providers": (language: Language) => readPrivacy(language, usualRetention, ["stripe"]),
  "how it works": (language: Language) => readHow(language, true),
  "how it works without coverage": (language: Language) => readHow(language, false),
  hosting: (language: Language) => readHosting(language, 20),
};

/** A content without its words: lists and records by their lengths and names, ids as they are. */
function shapeOf(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((part) => shapeOf(part));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part, key)]));
  return name === "id" ? value : typeof value;
}

function textsOf(value: unknown, name = ""): string[] {
  if (typeof value === "string") return name === "id" ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Array.isArray(value)
    ? value.flatMap((part) => textsOf(part))
    : Object.entries(value).flatMap(([key, part]) => textsOf(part, key));
}

const figures = (texts: string[]): string[] =>
  [...texts.join(" ").matchAll(/\$\d[\d,.]*\d|\d+%/g)].map(([figure]) => figure).toSorted();

test.each(Object.entries(contents))("%s says the same things in both languages", async (_name, read) => {
  const [en, zh] = await Promise.all([read("en"), read("zh")]);
  expect(shapeOf(zh)).toEqual(shapeOf(en));
  expect(figures(textsOf(zh))).toEqual(figures(textsOf(en)));
  expect(textsOf(en).filter((text) => /\p{Script=Han}/u.test(text))).toEqual([]);
  expect(textsOf(zh).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
});

test("links in long content lead to our pages, to parts of the guide, or to https addresses", async () => {
  const all = await Promise.all(
    languages.flatMap((language) => Object.values(contents).map((read) => read(language))),
  );
  const targets = [...all, guide].flatMap((content) =>
    textsOf(content).flatMap((text) => textParts(text).flatMap(({ to }) => to ?? [])),
  );
  expect(targets.length).toBeGreaterThan(30);
  const paths = targets.filter((target) => target.startsWith("/")).map((target) => target.replace(/#.*/, ""));
  expect(paths.filter((path) => !publicPaths.some((page) => page === path))).toEqual([]);
  expect(targets.filter((target) => !/^(\/|#|https:\/\/[a-z0-9.-]+$)/.test(target))).toEqual([]);
});

test("the questions state the specification's figures in both languages", async () => {
  for (const language of languages) {
    const entries = allEntries(await readFaq(language, true));
    expect(entries).toHaveLength(14);
    const text = entries.map(({ answer }) => answer).join(" ");
    const spoken = [
      "21",
      "2–3",
      "1–2",
      "24",
      "1,000–1,200",
      "$20–",
      "$35",
      "3–5",
      "$0.25",
      "9",
      "8",
      "7",
      "4",
      "$200",
      "$59",
      "$109",
      "2",
    ];
    for (const figure of spoken) expect(text, `${figure} in ${language}`).toContain(figure);
  }
});
