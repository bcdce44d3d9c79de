import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { languages } from "#domain/languages.ts";
import { paymentProviders, type ProviderName, providerName } from "#domain/payments/providers.ts";
import { usualRetention } from "#domain/retention.ts";
import { formatDate } from "#domain/dates.ts";
import { legalDate } from "./legal-text.ts";
import { readPrivacy, readTerms } from "./read-legal.server.ts";

/** The texts in force from each date, by the beginning of their hash. Changed words need a new date and line. */
const held: Record<string, string> = {
  "2026-11-27": "f1b468cf7e7ad4ad",
  "2026-11-28": "193c6f26a721fd9f",
  "2026-11-29": "126283f2ace7f747",
  "2026-11-30": "c4ef9d7c4b849db1",
};

it("the terms and the privacy notice have the date of their last change", async () => {
  const texts = await Promise.all(
    languages.flatMap((language) => [
      readTerms(language, false),
      readTerms(language, true),
      readPrivacy(language, usualRetention),
      readPrivacy(language, usualRetention, ["stripe", "paypal"]),
    ]),
  );
  const words = texts.map(({ lead, sections }) => [lead, sections]);
  const hash = createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 16);
  expect(hash).toBe(held[legalDate.iso]);
});

it("the date of the legal texts is the same in both languages", () => {
  expect(legalDate).toMatchObject({ en: "November 30, 2026", zh: formatDate(legalDate.iso, "zh") });
});

it.each(languages)("the privacy notice names the providers that take payments (%s)", async (language) => {
  const named = async (paysOnline: readonly ProviderName[]) => {
    const words = JSON.stringify(await readPrivacy(language, usualRetention, paysOnline));
    return paymentProviders.filter((provider) => words.includes(providerName(provider)));
  };
  expect(await named([])).toEqual([]);
  expect(await named(["paypal"])).toEqual(["paypal"]);
  expect(await named(paymentProviders)).toEqual(paymentProviders);
});
