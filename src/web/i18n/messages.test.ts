import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);
/** Every text of every message: one text, or several where the wording depends on a number. */
async function readMessages(language: string): Promise<Record<string, string[]>> {
  const folder = new URL(`messages/${language}/`, root);
  const files = await readdir(folder);
  const whole = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(new URL(file, folder), "utf8"))),
  );
  const { $schema: _, ...messages } = Object.assign({}, ...whole) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === "string" ? [message] : variants(message),
    ]),
  );
}

/** The keys of each file of a language. */
async function keysByFile(language: string): Promise<Record<string, string[]>> {
  const folder = new URL(`messages/${language}/`, root);
  const files = await readdir(folder);
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [
        file,
        Object.keys(JSON.parse(await readFile(new URL(file, folder), "utf8"))).filter(
          (key) => key !== "$schema",
        ),
      ]),
    ),
  );
}

const variants = (message: unknown): string[] =>
  [message]
    .flat()
    .flatMap((part) =>
      (typeof part === "object" && part !== null && "match" in part
        ? Object.values(part.match ?? {})
        : []
      ).map(String),
    );

const en = await readMessages("en");
const zh = await readMessages("zh");

/** Messages that files of a room use. */
async function usedIn(room: string): Promise<Set<string | undefined>> {
  const folder = new URL(`src/${room}/`, root);
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/paraglide|\.test\.tsx?$/.test(file),
  );
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
  return new Set(sources.flatMap((text) => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)));
}

/** The names of the values in a message: "From {price}" has price. */
const values = (texts: string[] = []): string[] =>
  [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name))),
  ].toSorted();

/** Words that are the same in every language. */
const names = new Set(["PayPal"]);

test("every message exists in both languages", () => {
  expect(Object.keys(zh).toSorted()).toEqual(Object.keys(en).toSorted());
});

test("a message is in one file, the same in both languages, and the build includes that file", async () => {
  const [inEnglish, inChinese] = await Promise.all(["en", "zh"].map((language) => keysByFile(language)));
  expect(inChinese).toEqual(inEnglish);
  const all = Object.values(inEnglish ?? {}).flat();
  expect(all.length).toBe(new Set(all).size);
  const known = async (project: string): Promise<string[]> => {
    const settings = JSON.parse(await readFile(new URL(`${project}/settings.json`, root), "utf8"));
    return settings["plugin.inlang.messageFormat"].pathPattern;
  };
  const files = Object.keys(inEnglish ?? {}).map((file) => `./messages/{locale}/${file}`);
  const ofEmails = "./messages/{locale}/emails.json";
  expect((await known("project.inlang")).toSorted()).toEqual(
    files.filter((file) => file !== ofEmails).toSorted(),
  );
  // No page has the messages of emails, and no email has the messages of pages.
  expect(await known("emails.inlang")).toEqual([ofEmails]);
});

test("no message is empty", () => {
  const empty = [...Object.entries(en), ...Object.entries(zh)].filter(
    ([, texts]) => texts.length === 0 || texts.some((text) => text.trim() === ""),
  );
  expect(empty).toEqual([]);
});

test("a message takes the same values in both languages", () => {
  const differing = Object.keys(en).filter((key) => String(values(en[key])) !== String(values(zh[key])));
  expect(differing).toEqual([]);
});

test("every message is used, email messages by the server and all others by pages", async () => {
  const [web, server, gotrue] = await Promise.all(["web", "server", "gotrue"].map((room) => usedIn(room)));
  const isUsed = (key: string) =>
    key.startsWith("email_") ? server?.has(key) || gotrue?.has(key) : web?.has(key);
  expect(Object.keys(en).filter((key) => !isUsed(key))).toEqual([]);
});

test("messages for emails begin with email_, and no others do", async () => {
  const files = Object.entries(await keysByFile("en"));
  const named = files.flatMap(([file, keys]) =>
    keys.filter((key) => key.startsWith("email_") !== (file === "emails.json")),
  );
  expect(named).toEqual([]);
});

test("a Chinese message is in Chinese, unless the word is the same everywhere", () => {
  const latin = Object.entries(zh).filter(
    ([key, [text = ""]]) =>
      text === en[key]?.[0] && !names.has(text) && /[a-z]{4}/i.test(text.replace(/\{\w+\}/g, "")),
  );
  expect(latin).toEqual([]);
});

test("no English message has Chinese text, except the language switch", () => {
  const han = Object.keys(en).filter((key) => /\p{Script=Han}/u.test(en[key]?.join("") ?? ""));
  expect(han).toEqual(["layout_other_language", "layout_other_language_title"]);
});

test("the brand's name is written in one file only", async () => {
  const files = (await readdir(new URL("src/", root), { recursive: true })).filter(
    (file) => /\.(tsx?|sql|css)$/.test(file) && !/paraglide|\.test\.tsx?$/.test(file),
  );
  const messageFiles = (await readdir(new URL("messages/", root), { recursive: true }))
    .filter((file) => file.endsWith(".json"))
    .map((file) => `messages/${file}`);
  const named: string[] = [];
  for (const file of [...files.map((file) => `src/${file}`), ...messageFiles]) {
    const text = (await readFile(new URL(file, root), "utf8")).replace(
      /"Longbay (Sans|Sans Han|Fallback)"/g,
      "",
    );
    if (/Longbay|长湾/.test(text)) named.push(file);
  }
  expect(files.length).toBeGreaterThan(500);
  expect(messageFiles.length).toBeGreaterThan(20);
  expect(named).toEqual(["src/domain/brand.ts"]);
});
