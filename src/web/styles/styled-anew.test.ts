import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// `:has()` without an element before it makes the browser style the whole page again whenever any element comes or
// goes. A class must name the element that has something: `[fieldset:has(:checked)>&]:hidden`.
it("no style depends on what another element contains", () => {
  const files = globSync("src/web/**/*.{css,tsx}");
  expect(files.length).toBeGreaterThan(300);
  const offending = files.filter((file) =>
    /\b(?:group|peer|in)-has-|:has\([^()]*\)\s+\*/.test(readFileSync(file, "utf8")),
  );
  expect(offending).toEqual([]);
});
