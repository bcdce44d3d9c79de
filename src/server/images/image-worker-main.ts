import { availableParallelism, constants, setPriority } from "node:os";
import sharp from "sharp";
import { openBucket } from "./storage/bucket.ts";
import { fleetDir } from "./fleet-dir.ts";
import { openImageStore, type ImageStore } from "./storage/store.ts";
import { ImageRefused, makeMaster, recode } from "./ingest.ts";
import type { Variant } from "./variants.ts";
import type { StorageTrouble, WorkshopSettings } from "./image-worker.ts";

// A process of its own, forked by the server, which first tells it where pictures are kept: whatever a
// stranger's file does to a decoder, it does here; and it takes only the time that the site leaves. It ends
// with the server however that ends.
process.on("disconnect", () => process.exit());
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Nothing that passes here is looked at twice.
sharp.cache(false);
const memoryBytes = 1;

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
let active = 0;
let isMakingLater = false;

type Message = { settings: WorkshopSettings } | { id: number; bytes: Uint8Array; isKept: boolean };

process.on("message", (message: Message) => {
  if ("settings" in message) return open(message.settings);
  const { id, bytes, isKept } = message;
  active++;
  void answer(id, Buffer.from(bytes), isKept).finally(() => {
    active--;
    void makeLater();
  });
});

function open({ dataDir, storage }: WorkshopSettings): void {
  const onTrouble = (trouble: unknown) => process.send?.({ trouble } satisfies StorageTrouble);
  const bucket = storage && openBucket(storage, { onTrouble });
  opening.resolve(
    openImageStore({ fleetDir, dataDir, bucket, memoryBytes, encodersAtOnce: availableParallelism() }),
  );
}

async function answer(id: number, bytes: Buffer, isKept: boolean): Promise<void> {
  try {
    if (!isKept) {
      process.send?.({ id, recoded: await recode(bytes) });
      return;
    }
    const store = await opening.promise;
    const { name, content } = await makeMaster(bytes);
    const hash = await store.keepMaster(name, content);
    for (const variant of atOnce) await store.variant(name, hash, variant);
    waiting.push(...later.map((variant) => ({ name, hash, variant })));
    process.send?.({ id, name, hash });
  } catch (error) {
    if (error instanceof ImageRefused) process.send?.({ id, fault: error.fault });
    else
      process.send?.({
        id,
        failure: error instanceof Error ? error.message : String(error),
        code: codeOf(error),
      });
  }
}

/**
 * AVIF costs most by far: it is made while nobody waits for anything else. A variant that is asked for before
 * is made then.
 */
async function makeLater(): Promise<void> {
  if (isMakingLater) return;
  isMakingLater = true;
  const store = await opening.promise;
  const next = () => (active ? undefined : waiting.shift());
  for (let job = next(); job; job = next()) {
    await store.variant(job.name, job.hash, job.variant).catch(() => undefined);
  }
  isMakingLater = false;
}

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
