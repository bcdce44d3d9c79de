// Checks that every regular expression of the product, its scripts and its tools takes time in proportion to the
// length of its text:
//   node scripts/look-at-patterns.mjs      part of `npm test`
// Anybody may send a quarter of a megabyte; a pattern whose time grows with the square of the
// length would stop the process for a minute.
import { readdirSync, readFileSync } from "node:fs";
import { check } from "recheck";
import { parseSync } from "vite";
import { filesOf } from "./files-of.mjs";

/** Patterns that may take longer, each with the reason why their text is short. */
const exempt = new Map([]);

const files = [
  ...["src", "tools", "bench"].flatMap((folder) => filesOf(folder, [".ts", ".tsx"])),
  ...filesOf("public", [".js"]),
  ...filesOf("scripts", [".mjs"]),
  ...readdirSync(".").filter((name) => name.endsWith(".config.ts")),
];
const isOurs = (file) => !/\.test\.tsx?$|[\\/]paraglide[\\/]|\.d\.ts$/.test(file);

const patterns = new Map();
const findings = [];
for (const file of files.filter(isOurs)) {
  const source = readFileSync(file, "utf8");
  for (const node of nodesOf(parseSync(file, source).program)) {
    if (node.type === "Literal" && node.regex)
      patterns.set(`/${node.regex.pattern}/${node.regex.flags}`, { ...node.regex, file });
    // A pattern that is built at run time can't be checked here.
    if (/^(New|Call)Expression$/.test(node.type) && node.callee.name === "RegExp")
      findings.push(`${file}: ${source.slice(node.start, node.end)} is made while it runs`);
  }
}

for (const [text, { pattern, flags, file }] of patterns) {
  if (exempt.has(text)) continue;
  const found = await look(pattern, flags);
  if (found) findings.push(`${file}: ${text} is ${found}`);
}
for (const text of exempt.keys())
  if (!patterns.has(text)) findings.push(`${text} is exempt and stands nowhere`);

for (const finding of findings) console.error(finding);
console.log(`${patterns.size} patterns, ${findings.length} at fault`);
process.exit(findings.length ? 1 : 0);

/**
 * What is wrong with a pattern, or undefined. If no automaton can decide, many strings are tried (the same in
 * every run) and timed: on a busy machine any pattern may be slow once, but a bad pattern is slow each time.
 */
async function look(pattern, flags) {
  let found;
  for (let times = 0; times < 3; times++) {
    const { status, complexity, error } = await check(pattern, flags, { timeout: 60_000, randomSeed: 1 });
    if (status === "safe") return undefined;
    found = `${complexity?.summary ?? status} ${error?.kind ?? ""}`;
  }
  return found;
}

/** Every node of a syntax tree. */
function* nodesOf(root) {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== "object" || node === null) continue;
    if (typeof node.type === "string") yield node;
    open.push(...Object.values(node));
  }
}
