import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// `:has()` that stands before any element at all: a browser then works out the style of the whole page for each
// element that comes or goes, wherever it is. A class name says whose it is: `[fieldset:has(:checked)>&]:hidden`.
it("names what is styled by what another element has", () => {
  const files = globSync("src/web/**/*.{css,tsx}");
  expect(files.length).toBeGreaterThan(300);
  const offending = files.filter((file) =>
    /\b(?:group|peer|in)-has-|:has\([^()]*\)\s+\*/.test(readFileSync(file, "utf8")),
  );
  expect(offending).toEqual([]);
});
