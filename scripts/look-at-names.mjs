// Checks that identifiers use the usual words of the field, and that types are named for things:
//   node scripts/look-at-names.mjs      part of `npm run lint` and `npm test`
// A search for either name misses a thing that has two names, so unusual words that were used before are refused.
import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { filesOf } from "./files-of.mjs";

/** Words in identifiers that are refused, each with the word to use instead. */
const words = new Map([
  ["fault", "error"],
  ["faults", "errors"],
  ["proved", "confirmed"],
  ["unproved", "unconfirmed"],
  ["told", "summary, sent or announced"],
  ["telling", "kind of email"],
  ["tellings", "kinds of email"],
  ["deed", "action"],
  ["deeds", "actions"],
  ["prove", "confirm"],
  ["wish", "filter or choice"],
  ["wished", "named or chosen"],
  ["wishes", "filters or choices"],
  ["sought", "searched"],
  ["workshop", "imageWorker"],
  ["postman", "mailer"],
  ["untold", "unmailed, unsaved or absent"],
  ["hot", "cached"],
  ["catalogue", "cars or carFacts"],
  ["cloud", "storage"],
]);

/** Whole identifiers that are refused, each with the name to use instead. */
const names = new Map([
  ["tellPage", "setPageHeaders"],
  ["hotAnswer", "cachedResponse"],
  ["isPaidFor", "isBilled"],
  ["goesOn", "isActive"],
  ["inTurn", "what it makes wait: queue, claimed"],
  ["placeOf", "what kind of place: key, column, rank"],
  ["FleetCar", "AdminCar"],
]);

/** Type names that are refused: they say what happened to a thing, but not which thing it is. */
const types = new Set([
  "About",
  "Begun",
  "Due",
  "Found",
  "Held",
  "Kept",
  "Known",
  "Left",
  "Made",
  "Open",
  "Said",
  "Sent",
  "Shown",
  "Silent",
  "Told",
  "Which",
]);

/** The names of types that are one participle, as `Booked` or `Choosing`, are refused too, but for nouns. */
const isParticiple = (name) => /^[A-Z][a-z]+(?:ed|en|ing)$/.test(name) && !nouns.has(name);
const nouns = new Set([
  "Drawing",
  "Encoding",
  "Finding",
  "Lettering",
  "Opening",
  "Outing",
  "Posting",
  "Reading",
  "Ruling",
  "Setting",
]);

/** Names in answers of the API: they stay, because programs read them. */
const onTheWire = new Set(["fault", "faults"]);

const wordsOf = (name) =>
  name
    .replace(/([a-z\d])(?=[A-Z])/g, "$1 ")
    .toLowerCase()
    .split(/[^a-z\d]+/);

/** Every identifier that a file declares, with whether it is a type. */
function* declared(node) {
  if (!node || typeof node !== "object") return;
  if (Array.isArray(node)) {
    for (const one of node) yield* declared(one);
    return;
  }
  if (/^TS(TypeAlias|Interface)Declaration$/.test(node.type)) yield { ...node.id, isType: true };
  else if (/^(VariableDeclarator|FunctionDeclaration|ClassDeclaration)$/.test(node.type))
    yield* patternNames(node.id);
  else if (
    /^(Property|PropertyDefinition|TSPropertySignature|TSMethodSignature|MethodDefinition)$/.test(node.type)
  )
    yield { ...node.key, isKey: true };
  if (Array.isArray(node.params)) yield* patternNames(node.params);
  if (node.type === "CatchClause") yield* patternNames(node.param);
  for (const value of Object.values(node)) if (value && typeof value === "object") yield* declared(value);
}

function* patternNames(pattern) {
  if (!pattern) return;
  if (Array.isArray(pattern)) for (const one of pattern) yield* patternNames(one);
  else if (pattern.type === "Identifier") yield pattern;
  else if (pattern.type === "ObjectPattern")
    for (const one of pattern.properties) yield* patternNames(one.value ?? one.argument);
  else if (pattern.type === "ArrayPattern") yield* patternNames(pattern.elements);
  else yield* patternNames(pattern.left ?? pattern.argument ?? pattern.parameter);
}

/** The reason why an identifier is refused, or undefined. */
export function refusalOfName({ name, isType, isKey }) {
  if (names.has(name)) return `is called ${names.get(name)}`;
  if (isType && (types.has(name) || isParticiple(name))) return "names no thing: say of what";
  if (isKey && onTheWire.has(name)) return undefined;
  const word = wordsOf(name).find((one) => words.has(one));
  return word && `says "${word}" for ${words.get(word)}`;
}

/** The refused identifiers in a file's text, as sentences. */
export function refusedNames(file, text) {
  const findings = new Set();
  for (const one of declared(parseSync(file, text).program)) {
    if (typeof one.name !== "string") continue;
    const why = refusalOfName(one);
    if (why) findings.add(`${file}: ${one.name} ${why}`);
  }
  return [...findings];
}

if (import.meta.filename === process.argv[1]) {
  const files = ["src", "test", "bench", "tools"]
    .flatMap((folder) => filesOf(folder, [".ts", ".tsx"]))
    .filter((file) => !/paraglide/.test(file));
  const findings = files.flatMap((file) => refusedNames(file, readFileSync(file, "utf8")));
  for (const file of files) {
    const word = wordsOf(file).find((one) => words.has(one));
    if (word) findings.push(`${file}: its name says "${word}" for ${words.get(word)}`);
  }
  for (const file of filesOf("messages/en", [".json"]))
    for (const key of Object.keys(JSON.parse(readFileSync(file, "utf8")))) {
      const why = refusalOfName({ name: key });
      if (why) findings.push(`${file}: ${key} ${why}`);
    }
  for (const finding of findings) console.error(finding);
  console.log(`${files.length} files, ${findings.length} names that are not the field's`);
  if (findings.length) process.exit(1);
}
