import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { orderStatuses } from "#domain/orders/lifecycle.ts";

const web = "src/web";
const read = (file: string): string => readFileSync(file, "utf8");

function fileOf(from: string, specifier: string): string | undefined {
  const path = specifier.startsWith("#web/")
    ? join(web, specifier.slice("#web/".length))
    : specifier.startsWith(".")
      ? join(dirname(from), specifier)
      : "";
  return existsSync(path) && /\.(tsx?|css)$/.test(path) ? path : undefined;
}

const atOnceOrLater = /(?:from|import\(?)\s*"([^"]+)"/g;
const atOnce = /(?:from|import)\s+"([^"]+)"/g;

/** Every file that a page imports, at once or later; with the pattern `atOnce`, only those at once. */
function reachedFrom(starts: readonly string[], imports = atOnceOrLater): string[] {
  const reached = new Set<string>();
  const next = [...starts];
  for (let file = next.pop(); file; file = next.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, specifier = ""] of read(file).matchAll(imports)) {
      const found = fileOf(file, specifier);
      if (found) next.push(found);
    }
  }
  return [...reached];
}

/** The stylesheets that style each class. */
const styledIn = new Map<string, string[]>();
for (const file of globSync("src/web/**/*.css").filter((one) => !one.endsWith(".module.css")))
  for (const [, name = ""] of read(file)
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .matchAll(/\.([a-z][\w-]*)/g))
    styledIn.set(name, [...(styledIn.get(name) ?? []), file]);

/** The classes that a file writes as plain text: `className="a b"`, or in quotes within braces. */
function classesOf(file: string): string[] {
  const written = read(file).matchAll(/className=(?:"([^"]+)"|\{([^{}]+)\}|\{`([^`]+)`\})/g);
  return [...written].flatMap(([, plain, code = "", template = ""]) => {
    const texts = plain
      ? [plain]
      : [template, ...[...code.matchAll(/"([^"]*)"/g)].map(([, one = ""]) => one)];
    return texts.flatMap((text) => text.replaceAll(/\$\{[^}]*\}/g, " ").split(/\s+/)).filter(Boolean);
  });
}

const routes = read(join(web, "routes.ts"));
const pages = [...routes.matchAll(/"\.\/([^"]+-page\.tsx)"/g)].map(([, path = ""]) => path);
/** The last layout that comes before the page in routes.ts. */
const layoutsOf = (page: string): string[] =>
  [...routes.slice(0, routes.indexOf(`"./${page}"`)).matchAll(/layout\(\s*"\.\/([^"]+)"/g)]
    .map(([, path = ""]) => path)
    .slice(-1);

/** Files in which words look like class names but are none of our classes. */
const others = new Set(["src/web/dev/parts.tsx"]);

// A page opened by its address has only its own stylesheets: a class styled only by another page is bare there.
it("every class of a page has its style sheet imported by the page", () => {
  expect(pages.length).toBeGreaterThan(60);
  const bare = new Set<string>();
  for (const page of pages) {
    const files = reachedFrom([page, "root.tsx", ...layoutsOf(page)].map((path) => join(web, path)));
    for (const file of files.filter((one) => one.endsWith(".tsx") && !others.has(one)))
      for (const name of classesOf(file)) {
        const sheets = styledIn.get(name);
        if (sheets && !sheets.some((sheet) => files.includes(sheet))) bare.add(`${name} in ${file}`);
      }
  }
  expect([...bare]).toEqual([]);
});

// Screens write `badge-${status}`, which no compiler reads.
it("every status of an order has its badge on every page", () => {
  const bare = orderStatuses.filter(
    (status) => !styledIn.get(`badge-${status}`)?.includes("src/web/styles/surfaces.css"),
  );
  expect(bare).toEqual([]);
});

// The modules that every page shares are loaded before the root's styles, which set the order of the layers: a
// stylesheet that such a module imports would change that order.
it("shared modules import no style sheet", () => {
  const shared = globSync("src/web/{ui,layout,session,i18n}/**/*.{ts,tsx}");
  expect(shared.length).toBeGreaterThan(100);
  expect(shared.filter((file) => /^import "[^"]+\.css";/m.test(read(file)))).toEqual([]);
});

// The server also draws parts that load later, but it links only the stylesheets that the page imports at once.
it("a server-rendered page imports all its style sheets at once", () => {
  const drawn = pages.filter((page) =>
    /export (?:async )?(?:function|const) loader/.test(read(join(web, page))),
  );
  expect(drawn.length).toBeGreaterThan(8);
  const late = drawn.flatMap((page) => {
    const own = [page, "root.tsx"].map((path) => join(web, path));
    const known = new Set(reachedFrom(own, atOnce));
    return reachedFrom(own)
      .filter((file) => file.endsWith(".css") && !known.has(file))
      .map((file) => `${file} on ${page}`);
  });
  expect(late).toEqual([]);
});
