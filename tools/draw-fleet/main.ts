// Draws the pictures that the fleet needs and lacks, writes the list of all of them, and prepares the sizes that most visitors ask for.
//   node tools/draw-fleet/main.ts            delete a picture to have it drawn anew
import { fork } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { draw, ordersFor, readFleet, type Order } from "./drawings.ts";
import { writeManifest } from "./manifest.ts";
import { prepareSizes } from "./prepare.ts";
import { encoded, rasterised } from "./raster.ts";

const fleetFolder = fileURLToPath(new URL("../../fleet", import.meta.url));
const folder = join(fleetFolder, "pictures");
const fileOf = (name: string) => join(folder, `${name}.webp`);

const share = process.argv[2];
if (share) await drawShare(share);
else await drawAll();

async function drawAll(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const missing = missingOrders();
  const started = Date.now();
  const workers = Math.min(availableParallelism(), 2, missing.length);
  await Promise.all(Array.from({ length: workers }, (_, i) => work(`${i}/${workers}`)));
  const { count, bytes } = await writeManifest(folder, join(fleetFolder, "pictures.json"));
  const prepared = await prepareSizes(folder, join(fleetFolder, "prepared"));
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  console.log(
    `${missing.length} drawn in ${minutes} min; ${count} pictures, ${(bytes / 1e6).toFixed(1)} MB; ${prepared} sizes prepared anew`,
  );
}

function missingOrders(): Order[] {
  return ordersFor(readFleet(join(fleetFolder, "fleet.csv"))).filter(({ name }) => !existsSync(fileOf(name)));
}

function work(part: string): Promise<void> {
  return new Promise((resolve, reject) => {
    fork(fileURLToPath(import.meta.url), [part]).on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`drawing part ${part} failed`)),
    );
  });
}

/** Every n-th of the missing pictures, from the i-th on, for "i/n". */
async function drawShare(part: string): Promise<void> {
  const [first = 0, step = 1] = part.split("/").map(Number);
  sharp.concurrency(1);
  for (const order of missingOrders().filter((_, i) => i % step === first)) {
    const file = await encoded(await rasterised(draw(order)));
    // The file first has another name: a file with the picture's own name is always complete.
    await writeFile(`${fileOf(order.name)}.part`, file);
    await rename(`${fileOf(order.name)}.part`, fileOf(order.name));
    console.log(order.name, `${Math.round(file.length / 1000)} kB`);
  }
}
