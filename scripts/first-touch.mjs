// Measures how soon a visitor sees the effect of the first taps: from the finger to the next paint (event timing,
// the basis of INP), with a processor slowed down four times, as in Lighthouse's mobile preset.
//   npm run first-touch [-- --runs=5] [-- --write]     --write replaces the table of docs/performance.md
import { chromium } from "@playwright/test";
import { median } from "../bench/report.ts";
import { startDemonstration } from "../test/product.ts";
import { measuredTable } from "./measured-table.mjs";

const runs = Number(/--runs=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 3);
const only = /--only=(\S+)/.exec(process.argv.join(" "))?.[1];
const slowdown = 4;
/** Bytes a second and milliseconds: Lighthouse's "slow 4G", and a third of it. */
const networks = {
  mobile: { throughput: (1_638_400 / 8) * 0.9, latency: 150 },
  slow: { throughput: 400_000 / 8, latency: 400 },
};
/**
 * At once: the page has just been drawn, and no part of the application has been fetched. Later: everything that
 * is fetched ahead has arrived.
 */
const moments = ["at once", "later"];

const { say, write } = measuredTable("first touch");

const product = await startDemonstration();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  const [car] = await (await fetch(`${product.address}/api/cars?limit=1`)).json();
  const pages = { home: "/", list: "/cars", detail: `/cars/${car.id}`, plans: "/pricing-tiers", FAQ: "/faq" };
  say(
    "| page | network | first tap at once | second tap | first tap later | second tap | fetched ahead (kB) | takes over after (ms) |",
  );
  say("|---|---|---|---|---|---|---|---|");
  for (const [name, path] of Object.entries(pages)) {
    if (only && only !== name) continue;
    for (const [network, line] of Object.entries(networks)) {
      const cells = [];
      let last;
      for (const moment of moments) {
        const results = [];
        for (let run = 0; run < runs; run++) results.push(await touch(path, line, moment));
        cells.push(...["first", "second"].map((key) => `${median(results.map((result) => result[key]))} ms`));
        last = results;
      }
      say(
        `| ${name} | ${network} | ${cells.join(" | ")} | ${(median(last.map(({ ahead }) => ahead)) / 1000).toFixed(0)} | ${median(last.map(({ awake }) => awake))} |`,
      );
    }
  }
  if (process.argv.includes("--write")) write(`Medians of ${runs} visits each`);
} finally {
  await browser.close();
  await product.stop();
}

/** One visit by a new visitor, who taps the menu twice, half a second apart. */
async function touch(path, { throughput, latency }, moment) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      globalThis.touches = [];
      new PerformanceObserver((list) => {
        for (const { interactionId, duration, startTime } of list.getEntries())
          if (interactionId) globalThis.touches.push({ interactionId, duration, startTime });
      }).observe({ type: "event", durationThreshold: 16, buffered: true });
      addEventListener("longbay:ready", () => (globalThis.awakeAt = performance.now()));
    });
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.goto(product.address + path, { waitUntil: moment === "later" ? "load" : "domcontentloaded" });
    if (moment === "later")
      await page.waitForFunction(() => !document.querySelector('link[data-app][rel="prefetch-later"]'));
    if (moment === "later") await page.waitForLoadState("networkidle");
    const ahead = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .reduce((sum, { name, encodedBodySize }) => sum + (name.endsWith(".js") ? encodedBodySize : 0), 0),
    );
    const summary = await page.locator("header details.menu:not(.account-menu) > summary").boundingBox();
    const tap = async () => {
      const at = await page.evaluate(() => performance.now());
      await page.touchscreen.tap(summary.x + summary.width / 2, summary.y + summary.height / 2);
      return at;
    };
    const firstAt = await tap();
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    const secondAt = await tap();
    await page.waitForFunction(() => "awakeAt" in globalThis, undefined, { timeout: 60_000 });
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    const { touches, awakeAt } = await page.evaluate(() => ({
      touches: globalThis.touches,
      awakeAt: globalThis.awakeAt,
    }));
    const slowest = (from, until) =>
      Math.max(
        0,
        ...touches
          .filter(({ startTime }) => startTime >= from && startTime < until)
          .map(({ duration }) => duration),
      );
    return {
      first: slowest(firstAt, secondAt),
      second: slowest(secondAt, Infinity),
      ahead,
      awake: Math.round(awakeAt - firstAt),
    };
  } finally {
    await context.close();
  }
}
