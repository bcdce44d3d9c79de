// Checks that no screen gives way to a failure while it has its data:
//   node scripts/look-at-lost-screens.mjs      part of `npm run lint` and `npm test`
// Data on the screen are read again every half a minute. A screen that returns a failure whenever its query has an
// error throws away what somebody has typed into it, and the uploads that are under way.
import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { filesOf } from "./files-of.mjs";

/** Whether a condition is an error and nothing else, as in `if (error)` or `if (list.error ?? other.error)`. */
function isErrorAlone(test) {
  if (test.type === "Identifier") return /^(is)?error$|Error$/i.test(test.name);
  if (test.type === "MemberExpression") return /^(is)?error$/i.test(test.property.name);
  return test.type === "LogicalExpression" && isErrorAlone(test.left) && isErrorAlone(test.right);
}

/** Whether a statement returns elements as the next thing it does. */
function returnsElements({ type, body, argument }) {
  if (type === "BlockStatement") return body.some(returnsElements);
  return type === "ReturnStatement" && argument?.type.startsWith("JSX");
}

function* nodesOf(node) {
  if (!node || typeof node !== "object") return;
  if (typeof node.type === "string") yield node;
  for (const value of Object.values(node)) yield* nodesOf(value);
}

/** The places in a file where a failure alone replaces the screen, as sentences. */
export function lostScreens(file, text) {
  // A field's error, for one, is no failure of a query.
  if (!text.includes("Query(")) return [];
  return [...nodesOf(parseSync(file, text, { preserveParens: false }).program)]
    .filter(
      ({ type, test, consequent }) =>
        type === "IfStatement" && isErrorAlone(test) && returnsElements(consequent),
    )
    .map(({ start }) => {
      const line = text.slice(0, start).split("\n").length;
      return `${file}:${line} shows a failure instead of data that are there: ask for the data first`;
    });
}

if (import.meta.filename === process.argv[1]) {
  const files = filesOf("src/web", [".tsx"]).filter((file) => !/\.test\.tsx$|paraglide/.test(file));
  const findings = files.flatMap((file) => lostScreens(file, readFileSync(file, "utf8")));
  for (const finding of findings) console.error(finding);
  console.log(`${files.length} files, ${findings.length} screens that a failure would take away`);
  if (findings.length) process.exit(1);
}
