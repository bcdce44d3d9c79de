import { readFileSync, writeFileSync } from "node:fs";

/** Replaces what stands between a page's marks `<!-- name: begin -->` and `<!-- name: end -->`, which stand alone on their lines. */
export function writeBetween(file, name, text) {
  const page = readFileSync(file, "utf8");
  const [begin, end] = [`<!-- ${name}: begin -->\n`, `\n<!-- ${name}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for ${name}`);
  writeFileSync(file, page.slice(0, from + begin.length) + text + page.slice(to));
}
