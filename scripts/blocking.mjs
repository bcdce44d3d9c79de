// The blocking time of home, list and detail, by Lighthouse's mobile preset with the processor slowed down twice as
// much: a slow phone. Beside each, in the same run, a bare page with the same words and pictures, without a style or a
// script.
//   npm run blocking [-- --runs=5] [-- --write]     --write replaces the table of docs/performance.md
import { once } from "node:events";
import { createServer } from "node:http";
import { median } from "../bench/report.ts";
import { startDemonstration } from "../test/product.ts";
import { measuredTable } from "./measured-table.mjs";
import { measure, version } from "./run-lighthouse.mjs";

const runs = Number(/--runs=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 5);
const slowdown = 8;
const limit = 1.5;
/** Elements of the bare page, and elements without text for a reader. */
const kept = new Set("p h1 h2 h3 h4 h5 h6 ul ol li img picture source".split(" "));
const dropped = new Set("script style svg template".split(" "));

const { say, write } = measuredTable("blocking");
const product = await startDemonstration();
const bare = createServer((request, response) => void answerBare(request.url ?? "/", response));
try {
  bare.listen(0, "127.0.0.1");
  await once(bare, "listening");
  const [car] = await (await fetch(`${product.address}/api/cars?limit=1`)).json();
  say("| page | TBT (ms) | of the bare page (ms) | ratio | aim | |");
  say("|---|---|---|---|---|---|");
  for (const [name, path] of Object.entries({ home: "/", list: "/cars", detail: `/cars/${car.id}` })) {
    const addresses = [product.address + path, `http://127.0.0.1:${bare.address().port}${path}`];
    // The first visit makes pictures and fills caches, so only later visits count.
    for (const address of addresses) await measure(address, slowdown);
    const times = [[], []];
    for (let run = 0; run < runs; run++)
      for (const [at, address] of addresses.entries()) times[at].push((await measure(address, slowdown)).tbt);
    const [ours, theirs] = times.map(median);
    const isMet = ours <= limit * theirs;
    const ratio = theirs ? (ours / theirs).toFixed(2) : "–";
    say(
      `| ${name} | ${Math.round(ours)} | ${Math.round(theirs)} | ${ratio} | ≤ ${limit} | ${isMet ? "met" : "**missed**"} |`,
    );
  }
  if (process.argv.includes("--write"))
    write(
      `Medians of ${runs} runs of Lighthouse ${version} on its mobile preset, the processor slowed down ${slowdown} times, product and browser on the same two cores`,
    );
} finally {
  bare.close();
  await product.stop();
}

/** Answers with the words and pictures of the product's page at the same path. */
async function answerBare(path, response) {
  const page = await (await fetch(product.address + path)).text();
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><base href="${product.address}/"><title>Bare</title>${bareBody(page.slice(page.indexOf("<body")))}`,
  );
}

/** The elements of text and pictures; the others' own text stays, but for what is no text. */
function bareBody(body) {
  let [bare, inside] = ["", undefined];
  for (const piece of body.split("<").slice(1)) {
    const end = piece.indexOf(">");
    const [tag, text] = [piece.slice(0, end), piece.slice(end + 1)];
    const [name = ""] = tag.replace("/", "").split(/\s/);
    if (inside === undefined && dropped.has(name)) inside = name;
    else if (inside === undefined) bare += `${kept.has(name) ? `<${tag}>` : " "}${text}`;
    else if (tag === `/${inside}`) [bare, inside] = [`${bare}${text}`, undefined];
  }
  return bare;
}
