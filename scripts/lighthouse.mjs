// Lighthouse's results for the public pages, on its mobile preset: medians of several runs, as a table.
//   npm run lighthouse [-- --runs=5] [-- --write]     --write replaces the table of docs/performance.md
import { median } from "../bench/report.ts";
import { startDemonstration } from "../test/product.ts";
import { measuredTable } from "./measured-table.mjs";
import { measure, version } from "./run-lighthouse.mjs";

const runs = Number(/--runs=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 3);
const languages = ["en", "zh"];

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
