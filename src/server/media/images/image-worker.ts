import { availableParallelism } from "node:os";
import { Refusal } from "#contract/errors.ts";
import type { ImageAudience } from "#domain/cars/image-addresses.ts";
import { minute } from "#domain/durations.ts";
import type { ImageError } from "#contract/images.ts";
import { isHeavy } from "./decode-cost.ts";
import { fairQueue } from "#server/media/pools/fair-turns.ts";
import {
  type WorkerAnswer,
  type ImageProcess,
  type ProcessOptions,
  type RecodedImage,
  startImageProcess,
} from "./image-process.ts";
import { busy, usualLimits } from "#server/media/pools/limits.ts";
import { imageUrl } from "#server/media/storage/names.ts";

export type { RecodedImage } from "./image-process.ts";

const main = new URL("./image-worker-main.ts", import.meta.url);
/** Two at least, so that one slow picture never stops all. Each needs some hundred megabytes at worst. */
const mostAtOnce = Math.max(2, Math.min(availableParallelism(), 4));
/** How long a process that is not needed stays. */
const rest = minute;

export type IngestedImage = { url: string } | { error: ImageError };

export type ImageWorker = {
  /**
   * Makes a picture of a file's bytes and stores it, in the turn of the sender `by`. Returns an error for a file that
   * isn't a picture. Throws a Refusal where the machine has no time, the disk is full or the storage is away.
   */
  takeIn: (bytes: Buffer, by?: string, audience?: ImageAudience) => Promise<IngestedImage>;
  /** Makes the same picture for a caller that stores it elsewhere. */
  recode: (bytes: Buffer, by?: string) => Promise<RecodedImage | { error: ImageError }>;
  close: () => Promise<void>;
};

/**
 * Decodes and encodes pictures from outside in other processes, which start when they are needed and take one
 * picture each at a time. A process that crashes, or is ended because it takes too long, harms no other picture.
 */
export function openImageWorker(
  options: Pick<ProcessOptions, "settings"> & Partial<ProcessOptions>,
): ImageWorker {
  const queue = fairQueue({ most: mostAtOnce });
  const processes = new Set<ImageProcess>();
  const idle: ImageProcess[] = [];
  let resting: NodeJS.Timeout | undefined;

  function start(): ImageProcess {
    const started = startImageProcess({ limits: usualLimits, main, ...options });
    processes.add(started);
    return started;
  }

  async function drop(one: ImageProcess): Promise<void> {
    await one.end();
    processes.delete(one);
  }

  const nextFit = (): ImageProcess => {
    const found = idle.pop();
    if (!found) return start();
    if (found.isFit) return found;
    void drop(found);
    return nextFit();
  };

  async function ask(bytes: Buffer, keptFor: ImageAudience | undefined): Promise<WorkerAnswer> {
    const worker = nextFit();
    const answer = await worker.ask(bytes, keptFor);
    if (worker.isFit) idle.push(worker);
    else void drop(worker);
    clearTimeout(resting);
    resting = setTimeout(() => {
      for (const spare of idle.splice(1)) void drop(spare);
    }, rest).unref();
    if (answer.isBusy) throw busy();
    return answer;
  }

  async function takeIn(bytes: Buffer, audience: ImageAudience): Promise<IngestedImage> {
    const { name, hash, error, failure, code } = await ask(bytes, audience);
    if (error) return { error: error };
    if (name && hash) return { url: imageUrl({ name, hash }) };
    if (code === "ENOSPC" || code === "EDQUOT")
      throw new Refusal("storage_full", "There's no space left to store photos.");
    if (code === "storage_unavailable") throw new Refusal(code, failure ?? "Photo storage isn't responding.");
    throw new Error(failure ?? "The picture could not be kept");
  }

  async function recode(bytes: Buffer): Promise<RecodedImage | { error: ImageError }> {
    const { recoded, error, failure } = await ask(bytes, undefined);
    if (error) return { error };
    if (recoded) return recoded;
    throw new Error(failure ?? "The picture could not be encoded");
  }

  return {
    takeIn: (bytes, by = "", audience = "public") =>
      queue(by, () => takeIn(bytes, audience), { isHeavy: isHeavy(bytes) }),
    recode: (bytes, by = "") => queue(by, () => recode(bytes), { isHeavy: isHeavy(bytes) }),
    async close() {
      clearTimeout(resting);
      await Promise.all([...processes].map(drop));
    },
  };
}
