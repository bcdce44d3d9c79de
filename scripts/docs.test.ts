import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const pages = ["README.md", ...globSync("docs/**/*.md")];
const linked = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g;

/** What a page leads to, as paths of this repository. */
const linksOf = (page: string): string[] =>
  [...readFileSync(page, "utf8").matchAll(linked)].map(([, link = ""]) => join(dirname(page), link));

describe("the docs", () => {
  it.each(pages)("lead from %s to files that are there", (page) => {
    expect(linksOf(page).filter((path) => !existsSync(path))).toEqual([]);
  });

  it("name a file for most of what is promised", () => {
    expect(linksOf("docs/shown.md").length).toBeGreaterThan(60);
  });
});
