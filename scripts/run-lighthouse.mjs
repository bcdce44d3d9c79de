// Runs Lighthouse on its mobile preset. It is 110 MB, so it is only fetched the first time, into a folder that git
// ignores.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const version = "13.5.0";
const folder = resolve(".cache/lighthouse");
const chrome =
  ["CHROMIUM_PATH", "CHROME_PATH"].map((name) => process.env[name]).find(Boolean) ?? "/usr/bin/chromium";
const chromeFlags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];

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
const [{ default: lighthouse }, { throttling }, { launch }] = await Promise.all([
  moduleOf("lighthouse/core/index.js"),
  moduleOf("lighthouse/core/config/constants.js"),
  moduleOf("chrome-launcher/dist/index.js"),
]);

/**
 * One run in a browser of its own, on a processor that is slowed down `slowdown` times (4 is the preset's). Lighthouse
 * sometimes makes a trace without a beginning; then the run is repeated.
 */
export async function measure(address, slowdown = 4, attempts = 3) {
  const result = await measureOnce(address, slowdown);
  return Number.isNaN(result.lcp) && attempts > 1 ? measure(address, slowdown, attempts - 1) : result;
}

async function measureOnce(address, slowdown) {
  const browser = await launch({ chromePath: chrome, chromeFlags });
  try {
    const { lhr } = await lighthouse(
      address,
      { port: browser.port, output: "json", logLevel: "error" },
      {
        extends: "lighthouse:default",
        settings: { throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown } },
      },
    );
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
