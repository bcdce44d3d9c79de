import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const pages = ["README.md", ...globSync("docs/**/*.md")];
const linked = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g;

/** The files that a page's links lead to, as paths of this repository. */
const linksOf = (page: string): string[] =>
  [...readFileSync(page, "utf8").matchAll(linked)].map(([, link = ""]) => join(dirname(page), link));

/** What the oldest Node that `engines` allows doesn't have. */
const newerThanNode20 = /\bglobSync\b|import\.meta\.main\b|from "[^"]+\.ts"/;

it("a script that its header runs on plain node needs nothing newer than Node 20", () => {
  const scripts = globSync("scripts/*.mjs").map((path) => readFileSync(path, "utf8"));
  const plain = scripts.filter((text) => /^\/\/ +node scripts\//m.test(text));
  expect(plain.length).toBeGreaterThan(2);
  expect(plain.filter((text) => newerThanNode20.test(text))).toEqual([]);
});

describe("the docs", () => {
  it.each(pages)("the links of %s lead only to files that exist", (page) => {
    expect(linksOf(page).filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(["docs/joining.md", "docs/architecture.md"])("%s names only existing files", (page) => {
    const named = [...readFileSync(page, "utf8").matchAll(/`([\w.*<>…-]+(?:\/[\w.*<>…-]+)+\.\w+)`/g)].flatMap(
      ([, path = ""]) => (/[<…*]/.test(path) ? [] : [path]),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !existsSync(path) && !existsSync(join("src", path)))).toEqual([]);
  });

  it("the page of promises links to a file for most of them", () => {
    expect(linksOf("docs/shown.md").length).toBeGreaterThan(60);
  });
});
