import { readFileSync, writeFileSync } from "node:fs";

const page = "docs/performance.md";

/**
 * A table that is printed line by line while the measurement runs, and then replaces its former figures in
 * docs/performance.md.
 */
export function measuredTable(name) {
  const lines = [];
  return {
    say: (line) => {
      console.log(line);
      lines.push(line);
    },
    /** `how` says in a sentence how it was measured. */
    write: (how) =>
      writeBetween(page, name, `${how}; ${new Date().toISOString().slice(0, 10)}.\n\n${lines.join("\n")}`),
  };
}

/**
 * Replaces the text between a page's marks `<!-- name: begin -->` and `<!-- name: end -->`, each of which has a
 * line of its own.
 */
function writeBetween(file, name, text) {
  const whole = readFileSync(file, "utf8");
  const [begin, end] = [`<!-- ${name}: begin -->\n`, `\n<!-- ${name}: end -->`];
  const [from, to] = [whole.indexOf(begin), whole.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for ${name}`);
  writeFileSync(file, whole.slice(0, from + begin.length) + text + whole.slice(to));
}
