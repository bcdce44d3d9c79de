import { execFile } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import { finished, pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import sharp from "sharp";
import { ZipFile } from "yazl";
import type { ImagesTaken } from "#contract/images.ts";
import { type Product, startProduct } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { signIn, withAdmin } from "./admin.ts";
import { fillCars } from "./fill.ts";
import { milliseconds, memoryRow, type Row } from "./report.ts";

/** The number of rows in the demonstration's own import. */
const cars = 144;
const allowedMilliseconds = 200;
const allowedMegabytes = 500;

/**
 * Measures an archive of photographs: its time beside the bare encoder's for the same pictures, and how fast the
 * site answers in the meantime.
 */
export async function measureZip(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const count = isQuick ? 60 : 1000;
  const folder = await mkdtemp(join(tmpdir(), "longbay-bench-"));
  const product = await startProduct({
    DATABASE_URL: await fillCars(cluster, 1000),
    DATA_DIR: folder,
    ...withAdmin,
  });
  try {
    const photographs = await Promise.all(Array.from({ length: 12 }, (_, n) => photograph(n)));
    for (const [n, content] of photographs.entries()) await writeFile(join(folder, `${n}.jpg`), content);
    const path = join(folder, "photographs.zip");
    await pack(path, photographs, count);
    const token = await signIn(product);
    endPreparing(product);
    const idle = await percentileWhile(product, pause(isQuick ? 1000 : 5000));
    const memory = watchMemory(product);
    const before = cpus();
    const begun = performance.now();
    const sending = send(product, token, path);
    const busy = await percentileWhile(product, sending);
    const seconds = (performance.now() - begun) / 1000;
    const cores = coresBusy(before, cpus());
    const megabytes = memory();
    const { totalImages, errors } = await sending;
    if (totalImages !== count || errors)
      throw new Error(`${totalImages} pictures were taken, ${errors} were not`);
    await product.stop();
    const bare = await bareSeconds(folder, isQuick ? 24 : 100, count);
    const all = cpus().length;
    return [
      {
        what: `${count} photographs of 2 megapixels`,
        ours: showSeconds(seconds),
        bare: `encoder: ${showSeconds(bare)}`,
        ratio: bare / seconds,
        aim: 0.7,
        isAtLeast: true,
      },
      {
        what: "cores busy meanwhile",
        ours: cores.toFixed(2),
        bare: String(all),
        ratio: cores / all,
        aim: 0.85,
        isAtLeast: true,
      },
      {
        what: `95th percentile of /api/cars meanwhile (${milliseconds(idle)} when idle)`,
        ours: milliseconds(busy),
        bare: milliseconds(allowedMilliseconds),
        ratio: busy / allowedMilliseconds,
        aim: 1,
        isAtLeast: false,
      },
      memoryRow("memory over idle meanwhile, all our processes", megabytes, allowedMegabytes),
    ];
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const showSeconds = (value: number): string => `${value.toFixed(1)} s`;

/** A picture that is as hard to encode as a photograph: soft shapes with a sensor's grain. */
async function photograph(number: number): Promise<Buffer> {
  const [width, height] = [1620, 1240];
  const grain = (sigma: number, w: number, h: number) =>
    sharp({
      create: {
        width: w,
        height: h,
        channels: 3,
        background: "grey",
        noise: { type: "gaussian", mean: 128, sigma },
      },
    })
      .png()
      .toBuffer();
  const shapes = await sharp(await grain(60, 27 + number, 20))
    .resize(width, height, { fit: "fill", kernel: "cubic" })
    .png()
    .toBuffer();
  return sharp(shapes)
    .composite([{ input: await grain(14, width, height), blend: "soft-light" }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** Another file with the same picture: it contains a comment. */
const renamed = (jpeg: Buffer, number: number): Buffer => {
  const comment = Buffer.from(`photograph ${number}`);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
    comment,
    jpeg.subarray(2),
  ]);
};

async function pack(path: string, photographs: Buffer[], count: number): Promise<void> {
  const zip = new ZipFile();
  for (let n = 0; n < count; n++) {
    zip.addBuffer(
      renamed(photographs[n % photographs.length] ?? Buffer.alloc(0), n),
      `${2 + (n % cars)}/IMG_${n}.jpg`,
      { compress: false },
    );
  }
  zip.end();
  await finished(zip.outputStream.pipe(createWriteStream(path)));
}

/** Sends the archive without `fetch`, which waits at most five minutes for an answer. */
async function send({ address }: Product, token: string, path: string): Promise<ImagesTaken> {
  const sending = request(`${address}/api/admin/upload-images`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "multipart/form-data; boundary=end-of-part",
    },
  });
  const answering = once(sending, "response") as Promise<[IncomingMessage]>;
  sending.write(
    '--end-of-part\r\ncontent-disposition: form-data; name="file"; filename="photographs.zip"\r\ncontent-type: application/zip\r\n\r\n',
  );
  await pipeline(createReadStream(path), sending, { end: false });
  sending.end("\r\n--end-of-part--\r\n");
  const [answer] = await answering;
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${said}`);
  return JSON.parse(said) as ImagesTaken;
}

/** Calls the catalogue, one time after another, while the work runs. */
async function percentileWhile({ address }: Product, work: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const progress = { isOver: false };
  const over = work.finally(() => (progress.isOver = true));
  // The failure of `over` is handled below; this line only keeps it from counting as unhandled until then.
  over.catch(() => undefined);
  while (!progress.isOver) {
    const begun = performance.now();
    await (await fetch(`${address}/api/cars`)).arrayBuffer();
    times.push(performance.now() - begun);
    await pause(20);
  }
  await over;
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/**
 * Ends the process in which a new product prepares its fleet's pictures for minutes: it would be measured, too.
 */
function endPreparing({ process: { pid } }: Product): void {
  for (const child of childrenOf(pid ?? 0)) process.kill(child);
}

/** The largest number of megabytes of the product and its children, less their present number. */
function watchMemory({ process: { pid } }: Product): () => number {
  const now = () =>
    [pid ?? 0, ...childrenOf(pid ?? 0)].reduce((sum, each) => sum + residentKilobytes(each), 0) / 1024;
  const idle = now();
  let most = idle;
  const watching = setInterval(() => (most = Math.max(most, now())), 100);
  return () => {
    clearInterval(watching);
    return most - idle;
  };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

function residentKilobytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0; // it has just ended
  }
}

/** The number of busy cores, on average between two readings of all cores. */
function coresBusy(before: ReturnType<typeof cpus>, after: ReturnType<typeof cpus>): number {
  return after.reduce((sum, { times }, place) => {
    const start = before[place]?.times;
    if (!start) return sum;
    const idle = times.idle - start.idle;
    const total = Object.values(times).reduce((a, b) => a + b) - Object.values(start).reduce((a, b) => a + b);
    return sum + (total - idle) / Math.max(total, 1);
  }, 0);
}

/** The seconds of the bare encoder for the same pictures, estimated from a sample. */
async function bareSeconds(folder: string, sample: number, count: number): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "bench/bare-encoder.ts",
    folder,
    String(sample),
  ]);
  return Number(stdout) * (count / sample);
}
