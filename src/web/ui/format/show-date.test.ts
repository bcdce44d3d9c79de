import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("only showDate writes a date in the reader's language", () => {
  const files = globSync("src/web/**/*.{ts,tsx}").filter((file) => !/show-date|paraglide/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((file) =>
    /\bformatDate\([^;{}]*currentLanguage\(\)/.test(readFileSync(file, "utf8")),
  );
  expect(found).toEqual([]);
});
