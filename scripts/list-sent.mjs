// npm run list-sent: lists the parts of a first visit's script, in kilobytes of brotli, from the build. A file's
// bytes are divided among its modules by their length. With --write it replaces the table in docs/performance.md.
import { readFileSync, statSync } from "node:fs";
import { measuredTable } from "./measured-table.mjs";

const manifest = JSON.parse(readFileSync("build/manifest.json", "utf8"));
const modules = JSON.parse(readFileSync("build/modules.json", "utf8"));
const entries = ["src/web/entry.client.tsx", "src/web/root.tsx", "src/web/home/home-page.tsx"];

/** The purpose of a module: the first one whose pattern fits. */
const purposes = [
  ["React and its DOM: draws and keeps every screen", /node_modules\/(react|react-dom|scheduler)\//],
  [
    "React Router: addresses, loaders, forms, moving between pages without loading them anew",
    /node_modules\/(react-router|cookie|set-cookie-parser|turbo-stream)\//,
  ],
  ["Checks of what is typed and answered (zod/mini)", /node_modules\/zod\//],
  ["Other libraries", /node_modules\//],
  ["Words of both languages that these screens say", /paraglide\//],
  ["The contract: what the API is asked and answers", /src\/contract\//],
  ["The rules: prices, dates, lengths of rentals, brands, pages", /src\/domain\//],
  ["The home page: hero, search, cars, cities, questions", /src\/web\/home\//],
  [
    "Header, menus, footer, page titles, language and sign-in state",
    /src\/web\/(layout|session|i18n)\/|src\/web\/[^/]+$/,
  ],
  ["Cars: cards, pictures, ratings, chosen dates", /src\/web\/cars\//],
  ["Dialogs, fields, toasts, icons, dates and money as they are shown", /src\/web\/ui\//],
  ["Other screens' parts that the home page shows", /src\/web\//],
  ["What the bundler adds", /./],
];

function files(key, found = new Set()) {
  if (found.has(key)) return found;
  found.add(key);
  for (const next of manifest[key].imports ?? []) files(next, found);
  return found;
}
const keyOf = (source) => Object.keys(manifest).find((name) => name.split("?")[0] === source);
const sent = new Set(entries.flatMap((source) => [...files(keyOf(source))]).map((key) => manifest[key].file));

const sums = new Map(purposes.map(([purpose]) => [purpose, 0]));
for (const file of sent) {
  const small =
    statSync(`build/client/${file}.br`, { throwIfNoEntry: false }) ?? statSync(`build/client/${file}`);
  const lengths = Object.entries(modules[file] ?? {});
  const whole = lengths.reduce((sum, [, length]) => sum + length, 0) || 1;
  for (const [id, length] of lengths) {
    const [purpose] = purposes.find(([, pattern]) => pattern.test(id));
    sums.set(purpose, sums.get(purpose) + (small.size * length) / whole);
  }
}
const total = [...sums.values()].reduce((sum, bytes) => sum + bytes, 0);
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
const table = measuredTable("sent");
table.say("| what for | kB |");
table.say("|---|---|");
for (const [purpose, bytes] of sums) if (bytes > 50) table.say(`| ${purpose} | ${kilobytes(bytes)} |`);
table.say(`| **all, in ${sent.size} files** | **${kilobytes(total)}** |`);
if (process.argv.includes("--write"))
  table.write(
    "The home page's script, by `npm run list-sent`, each file's brotli shared out by the length of its modules",
  );
