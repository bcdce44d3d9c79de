import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { defaultLanguage, languageFrom, languages, locales } from "./languages.ts";
import { orderNumber, promoCode, promoCodeBytes } from "./orders/order-numbers.ts";
import { isPickupTime } from "./booking/pickup-times.ts";
import { isPlainText, textLength, trimmed } from "./plain-text.ts";

describe("isPlainText", () => {
  it.each([
    "",
    "plain",
    "two\nlines",
    "two\r\nlines",
    "a\ttab",
    "长湾月租",
    "🚗🏽",
    "é",
    "e\u0301",
    "\u200d",
    "\u202e",
  ])("the text %j is plain", (text) => {
    expect(isPlainText(text)).toBe(true);
  });

  it.each([
    "\u0000",
    "a\u0000b",
    "\u0008",
    "\u000b",
    "\u001b[31m",
    "\u007f",
    "\ud800",
    "a\udc00",
    "\udc00\ud800",
  ])("the text %j is not plain", (text) => {
    expect(isPlainText(text)).toBe(false);
  });
});

it.each([
  ["", 0],
  ["车", 1],
  ["🚗", 1],
  ["🚗🚗a", 3],
])("the length of %j is %d", (text, length) => {
  expect(textLength(text)).toBe(length);
});

it.each([
  [" a b\n", "a b"],
  ["\u3000车\u200b", "车"],
  ["\ufeff\u200b\u2060", ""],
  ["\u202ea", "\u202ea"],
  ["👩\u200d🚗", "👩\u200d🚗"],
])("the text %j is trimmed to %j", (text, expected) => {
  expect(trimmed(text)).toBe(expected);
});

describe("isPickupTime", () => {
  it.each(["09:00", "10:00", "19:59", "20:00"])("the pickup time %s is accepted", (text) => {
    expect(isPickupTime(text)).toBe(true);
  });

  it.each(["", "08:59", "20:01", "9:00", "09:60", "24:00", "10:00:00", "10:00 ", "1O:00", "１０:00", "noon"])(
    "the pickup time %j is refused",
    (text) => {
      expect(isPickupTime(text)).toBe(false);
    },
  );
});

describe("languageFrom", () => {
  it.each(languages)("the language %s is recognized", (language) => {
    expect(languageFrom(language)).toBe(language);
    expect(Intl.getCanonicalLocales(locales[language])).toEqual([locales[language]]);
  });

  it.each([undefined, null, "", "EN", "en-US", "zh-CN", "fr", "__proto__", 1, {}, ["en"]])(
    "the value %j is no language",
    (value) => {
      expect(languageFrom(value)).toBeUndefined();
    },
  );

  it("the default language is English", () => {
    expect(defaultLanguage).toBe("en");
  });
});

describe("orderNumber", () => {
  it("an order number has only letters and digits that are clear over the telephone", () => {
    for (let byte = 0; byte < 256; byte++)
      expect(orderNumber(new Uint8Array(8).fill(byte))).toMatch(
        /^LB-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/,
      );
  });

  it("an order number depends on every byte", () => {
    const numbers = Array.from({ length: 8 }, (_, place) => orderNumber(new Uint8Array(8).with(place, 7)));
    expect(new Set([orderNumber(new Uint8Array(8)), ...numbers]).size).toBe(9);
  });
});

describe("promoCode", () => {
  it("a promo code is clear over the telephone and holds more than sixty bits", () => {
    for (let byte = 0; byte < 256; byte++)
      expect(promoCode(new Uint8Array(promoCodeBytes).fill(byte))).toMatch(
        /^BAY-[2-9A-HJKMNP-TV-Z]{7}-[2-9A-HJKMNP-TV-Z]{7}$/,
      );
    // The likeliest letter comes from 9 of 256 bytes.
    expect(promoCodeBytes * Math.log2(256 / 9)).toBeGreaterThan(60);
  });

  it("a promo code depends on every byte", () => {
    const codes = Array.from({ length: promoCodeBytes }, (_, place) =>
      promoCode(new Uint8Array(promoCodeBytes).with(place, 7)),
    );
    expect(new Set([promoCode(new Uint8Array(promoCodeBytes)), ...codes]).size).toBe(promoCodeBytes + 1);
  });
});
describe("the words on screen", () => {
  const root = new URL("../../", import.meta.url);
  const spoken =
    /^(messages\/(en|zh)\/|src\/web\/.*-(en|zh)\.ts$|src\/server\/.*(emails|words|words-en|words-zh|to-renter|to-admin)\.ts$|src\/domain\/documents\/.*-(en|zh)\.ts$)/;
  const inQuotes = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

  /** Texts of a file that are sentences or Chinese, not names: without keys, comments and placeholders. */
  const sentences = (file: string, text: string): string[] =>
    file.endsWith(".json")
      ? [...text.matchAll(/: ("(?:[^"\\\n]|\\.)*")/g)].map(([, value = ""]) => value)
      : (
          text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|^(import|export) .* from .*$/gm, "").match(inQuotes) ??
          []
        )
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

  it.each(languages)("every message has one name in %s", async (language) => {
    const folder = new URL(`messages/${language}/`, root);
    const files = await Promise.all(
      (await readdir(folder)).map((file) => readFile(new URL(file, folder), "utf8")),
    );
    const keys = files.flatMap((text) => [...text.matchAll(/^ {2}"(\w+)":/gm)].map(([, key = ""]) => key));
    expect(keys.length).toBeGreaterThan(1_000);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  const counted = /\{(count|total|days|rows|years|tries)\} (?:[a-z]+ )?[a-z]+s\b/;
  /** Beginnings of messages whose count is never one: by a rule's number, or because a screen shows several. */
  const neverOne = [
    [
      "cars_card_min",
      "cars_chip",
      "cars_stay",
      "cars_feature_seats",
      "car_min",
      "car_total_for",
      "admin_cars_days",
    ],
    [
      "request_",
      "wizard_insurance_for_days",
      "wizard_too_many",
      "order_error_",
      "changes_extension_",
      "changes_early_lead",
      "papers_private",
      "reviews_form_",
    ],
    ["admin_alerts_all", "admin_upload_preview", "admin_zip_preview", "admin_cloud_shown", "admin_pay_"],
    ["conversations_too_long", "checkout_error_cvv", "email_subscription_confirm_ends"],
    [
      "car_benefit_extend",
      "car_pick_long_car",
      "drivers_error_full",
      "host_reviews_none",
      "order_phase_completed",
      "subscriptions_link_text",
    ],
  ].flat();

  it("an English message with a count has a singular", async () => {
    const folder = new URL("messages/en/", root);
    const files = await Promise.all(
      (await readdir(folder)).map((file) => readFile(new URL(file, folder), "utf8")),
    );
    const all = new Map(files.flatMap((text) => Object.entries(JSON.parse(text) as Record<string, unknown>)));
    expect(all.size).toBeGreaterThan(1000);
    const withoutSingular = [...all].filter(
      ([key, text]) =>
        typeof text === "string" &&
        counted.test(text) &&
        !neverOne.some((beginning) => key.startsWith(beginning)) &&
        !all.has(`${key.replace(/_(?:other|many|several)$/, "")}_one`),
    );
    expect(withoutSingular.map(([key, text]) => `${key}: ${String(text)}`)).toEqual([]);
  });
});
