// The limit for a comparison: makes the masters and variants of the photographs in a folder with nothing but the
// encoder, one per core at a time, with the priority that the product uses. Prints the seconds for the given
// number of photographs.
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, constants, setPriority } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import pLimit from "p-limit";
import sharp from "sharp";
import { makeMaster } from "#server/media/images/ingest.ts";
import { makeVariant } from "#server/media/images/variants.ts";

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
const [folder = ".", count = "1"] = process.argv.slice(2);
const photographs = readdirSync(folder)
  .filter((file) => file.endsWith(".jpg"))
  .map((file) => readFileSync(join(folder, file)));
const turns = pLimit(availableParallelism());
const begun = performance.now();
const making = Array.from({ length: Number(count) }, (_, n) =>
  turns(async () => {
    const { content } = await makeMaster(photographs[n % photographs.length] ?? Buffer.alloc(0));
    await makeVariant(content, { width: 480, format: "webp" });
    await makeVariant(content, { width: 780, format: "webp" });
    await makeVariant(content, { width: 780, format: "jpg" });
  }),
);
await Promise.all(making);
process.stdout.write(String((performance.now() - begun) / 1000));
