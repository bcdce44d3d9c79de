// Lighthouse's results for the public pages, on its mobile preset: medians of several runs, as a table. Lighthouse
// is 110 MB, so it is only fetched the first time, into a folder that git ignores.
//   npm run lighthouse [-- --runs=5] [-- --write]     --write replaces the table of docs/performance.md
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { median } from "../bench/report.ts";
import { startDemonstration } from "../test/product.ts";
import { measuredTable } from "./measured-table.mjs";

const version = "13.5.0";
const folder = resolve(".cache/lighthouse");
const runs = Number(/--runs=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 3);
const chrome =
  ["CHROMIUM_PATH", "CHROME_PATH"].map((name) => process.env[name]).find(Boolean) ?? "/usr/bin/chromium";
const chromeFlags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
const languages = ["en", "zh"];

const moduleOf = (path) => import(pathToFileURL(join(folder, "node_modules", path)).href);

if (!existsSync(join(folder, "node_modules/lighthouse/core/index.js"))) {
  mkdirSync(folder, { recursive: true });
  const done = spawnSync(
    "npm",
    ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, `lighthouse@${version}`],
    { stdio: "inherit" },
  );
  if (done.status !== 0) throw new Error("Lighthouse could not be fetched");
}
const [{ default: lighthouse }, { launch }] = await Promise.all([
  moduleOf("lighthouse/core/index.js"),
  moduleOf("chrome-launcher/dist/index.js"),
]);

const { say, write } = measuredTable("lighthouse");
const product = await startDemonstration();
try {
  const [car] = await (await fetch(`${product.address}/api/cars?limit=1`)).json();
  const pages = { home: "/", list: "/cars", detail: `/cars/${car.id}`, FAQ: "/faq" };
  say(
    "| page | performance | accessibility | best practices | SEO | LCP (s) | TBT (ms) | CLS | script (kB) |",
  );
  say("|---|---|---|---|---|---|---|---|---|");
  for (const [name, path] of Object.entries(pages)) {
    for (const language of languages) {
      const address = `${product.address}${path}?lang=${language}`;
      // The first visit makes pictures and fills caches, so only later visits count.
      await measure(address);
      const results = [];
      for (let run = 0; run < runs; run++) results.push(await measure(address));
      const middle = (key) => median(results.map((result) => result[key]));
      const scores = ["performance", "accessibility", "best-practices", "seo"].map((key) =>
        Math.round(middle(key) * 100),
      );
      const times = [
        (middle("lcp") / 1000).toFixed(2),
        Math.round(middle("tbt")),
        middle("cls").toFixed(3),
        (middle("script") / 1000).toFixed(1),
      ];
      say(`| ${name}, ${language} | ${[...scores, ...times].join(" | ")} |`);
      for (const finding of new Set(results.flatMap(({ findings }) => findings)))
        console.error(`  ${name}, ${language}: ${finding}`);
    }
  }
  if (process.argv.includes("--write"))
    write(
      `Medians of ${runs} runs of Lighthouse ${version} on its mobile preset, the product and the browser on the same two cores`,
    );
} finally {
  await product.stop();
}

/**
 * One run in a browser of its own. Lighthouse sometimes makes a trace without a beginning; then the run is
 * repeated.
 */
async function measure(address, attempts = 3) {
  const result = await measureOnce(address);
  return Number.isNaN(result.lcp) && attempts > 1 ? measure(address, attempts - 1) : result;
}

async function measureOnce(address) {
  const browser = await launch({ chromePath: chrome, chromeFlags });
  try {
    const { lhr } = await lighthouse(address, { port: browser.port, output: "json", logLevel: "error" });
    const value = (id) => lhr.audits[id]?.numericValue ?? Number.NaN;
    const scripts = (lhr.audits["network-requests"]?.details?.items ?? []).filter(
      ({ resourceType }) => resourceType === "Script",
    );
    const judged = ["accessibility", "best-practices", "seo"].flatMap(
      (category) => lhr.categories[category].auditRefs,
    );
    return {
      ...Object.fromEntries(Object.entries(lhr.categories).map(([key, { score }]) => [key, score ?? 0])),
      lcp: value("largest-contentful-paint"),
      tbt: value("total-blocking-time"),
      cls: value("cumulative-layout-shift"),
      script: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
      findings: judged.flatMap(({ id, weight }) =>
        weight > 0 && lhr.audits[id]?.score !== null && lhr.audits[id].score < 1
          ? [`${id}: ${lhr.audits[id].title}`]
          : [],
      ),
    };
  } finally {
    await browser.kill();
  }
}
