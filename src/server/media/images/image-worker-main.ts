import { constants, setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import type { ImageAudience } from "#domain/cars/image-addresses.ts";
import { openBucket } from "#server/media/storage/bucket.ts";
import { fleetDir } from "./fleet-dir.ts";
import { openImageStore, type ImageStore } from "#server/media/storage/store.ts";
import { holdToLimits } from "./limits.ts";
import { ImageRefused, makeMaster, recode } from "./ingest.ts";
import type { Variant } from "./variants.ts";
import type { WorkerAnswer, FileRead, StorageTrouble, ImageWorkerSettings } from "./image-process.ts";

// A process of its own, forked by the server, which first tells it where pictures are kept: whatever a
// stranger's file does to a decoder, it does here; and it takes only the time that the site leaves. It ends
// with the server however that ends.
process.on("disconnect", () => process.exit());
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Every file is decoded once: a cache would only take memory.
sharp.cache(false);
const memoryBytes = 1;
/** A variant that somebody asks for doesn't wait behind those that are prepared. */
const encodersAtOnce = 2;

const megabyte = 1024 * 1024;
/** A HEIC picture of 48 million pixels takes it to 600 MB, by far the most of all that we take. */
const mostMemory = 900 * megabyte;
/** Decoders keep memory that they had; an idle process has some 150 MB. */
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

type Message =
  | { settings: ImageWorkerSettings }
  | { bytes: Uint8Array; keptFor: ImageAudience | undefined; mostTime: number };
const sendToParent = (message: WorkerAnswer | StorageTrouble | FileRead) => process.send?.(message);

process.on("message", (message: Message) => {
  if ("settings" in message) return open(message.settings);
  const { bytes, keptFor, mostTime } = message;
  active++;
  limits.begin(mostTime);
  void answer(Buffer.from(bytes), keptFor).finally(() => {
    limits.over();
    active--;
    void makeLater();
  });
});

function open({ dataDir, storage }: ImageWorkerSettings): void {
  const onTrouble = (trouble: unknown) => sendToParent({ trouble });
  const bucket = storage && openBucket(storage, { onTrouble });
  opening.resolve(openImageStore({ fleetDir, dataDir, bucket, memoryBytes, encodersAtOnce }));
}

async function answer(bytes: Buffer, keptFor: ImageAudience | undefined): Promise<void> {
  await limits.watching;
  const made = await (keptFor ? keep(bytes, keptFor) : recode(bytes).then((recoded) => ({ recoded }))).catch(
    answerOf,
  );
  sendToParent({ ...made, isSpent: process.memoryUsage.rss() > mostKept });
}

async function keep(bytes: Buffer, audience: ImageAudience): Promise<WorkerAnswer> {
  const store = await opening.promise;
  const { name, content } = await makeMaster(bytes, audience);
  limits.over();
  sendToParent({ isRead: true });
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
 * AVIF costs most by far: it is made while nobody waits for anything else. A variant that is asked for before
 * is made then.
 */
async function makeLater(): Promise<void> {
  if (isMakingLater) return;
  isMakingLater = true;
  // The next picture of many comes at once.
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
