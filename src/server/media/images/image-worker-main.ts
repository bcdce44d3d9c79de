import { constants, setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import type { ImageAudience } from "#domain/cars/image-addresses.ts";
import { openBucket } from "#server/media/storage/bucket.ts";
import { fleetDir } from "./fleet-dir.ts";
import { openImageStore, type ImageStore } from "#server/media/storage/store.ts";
import { holdToLimits } from "#server/media/pools/limits.ts";
import { ImageRefused, makeMaster, recode } from "./ingest.ts";
import type { Variant } from "./variants.ts";
import type { ImageJob, ImageNotice, ImageWorkerSettings, WorkerAnswer } from "./image-process.ts";
import type { ProcessMessage } from "#server/media/pools/worker-process.ts";

// A process of its own, forked by the server, which first sends it the settings of the storage. A stranger's file
// can harm a decoder only here, and the process takes only the time that the site leaves. It ends with the server,
// however the server ends.
process.on("disconnect", () => process.exit());
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Every file is decoded once: a cache would only take memory.
sharp.cache(false);
const memoryBytes = 1;
/** Two, so that a variant that somebody waits for doesn't wait behind variants that are prepared. */
const encodersAtOnce = 2;

const megabyte = 1024 * 1024;
/** A HEIC picture of 48 million pixels needs 600 MB in all, by far the most of all pictures that we accept. */
const mostMemory = 900 * megabyte;
/** Decoders don't free all of their memory; an idle process has some 150 MB. */
const mostKept = 250 * megabyte;
const limits = holdToLimits(mostMemory);

const opening = Promise.withResolvers<ImageStore>();
const atOnce: readonly Variant[] = [
  { width: 480, format: "webp" },
  { width: 780, format: "webp" },
  { width: 780, format: "jpg" },
];
const later: readonly Variant[] = [
  { width: 480, format: "avif" },
  { width: 780, format: "avif" },
];
const waiting: { name: string; hash: string; variant: Variant }[] = [];
/** Milliseconds. */
const quiet = 500;
let active = 0;
let isMakingLater = false;

const sendToParent = (message: ProcessMessage<WorkerAnswer, ImageNotice>) => process.send?.(message);

process.on("message", (message: { settings: ImageWorkerSettings } | ImageJob) => {
  if ("settings" in message) return open(message.settings);
  const { bytes, keptFor, mostTime } = message;
  active++;
  limits.begin(mostTime);
  void answer(Buffer.from(bytes), keptFor).finally(() => {
    active--;
    void makeLater();
  });
});

function open({ dataDir, storage }: ImageWorkerSettings): void {
  const onTrouble = (trouble: unknown) => sendToParent({ notice: { trouble } });
  const bucket = storage && openBucket(storage, { onTrouble });
  opening.resolve(openImageStore({ fleetDir, dataDir, bucket, memoryBytes, encodersAtOnce }));
}

async function answer(bytes: Buffer, keptFor: ImageAudience | undefined): Promise<void> {
  await limits.watching;
  const made = await (keptFor ? keep(bytes, keptFor) : recode(bytes).then((recoded) => ({ recoded }))).catch(
    answerOf,
  );
  limits.over();
  sendToParent({ ...made, isSpent: process.memoryUsage.rss() > mostKept });
}

async function keep(bytes: Buffer, audience: ImageAudience): Promise<WorkerAnswer> {
  const store = await opening.promise;
  const { name, content } = await makeMaster(bytes, audience);
  limits.over();
  sendToParent({ notice: "read" });
  const hash = await store.keepMaster(name, content);
  for (const variant of atOnce) await store.variant(name, hash, variant);
  waiting.push(...later.map((variant) => ({ name, hash, variant })));
  return { name, hash };
}

const answerOf = (error: unknown): WorkerAnswer =>
  error instanceof ImageRefused
    ? { error: error.code }
    : { failure: error instanceof Error ? error.message : String(error), ...codeOf(error) };

/**
 * Makes the AVIF variants, by far the most costly ones, while nobody waits for other work. If somebody wants such
 * a variant earlier, it is made at that moment.
 */
async function makeLater(): Promise<void> {
  if (isMakingLater) return;
  isMakingLater = true;
  // If there are many pictures, the next one comes within this pause.
  await wait(quiet);
  const store = await opening.promise;
  const next = () => (active ? undefined : waiting.shift());
  for (let job = next(); job; job = next()) {
    await store.variant(job.name, job.hash, job.variant).catch(() => undefined);
  }
  isMakingLater = false;
}

const codeOf = (error: unknown): Pick<WorkerAnswer, "code"> =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? { code: error.code } : {};
