import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { day } from "#domain/durations.ts";
import type { Bucket } from "./bucket.ts";
import {
  bucketBackend,
  folderBackend,
  type StorageBackend,
  type MasterFound,
  slack,
} from "./storage-backends.ts";
import { hashOfContent, readManifest, type ImageManifest } from "./manifest.ts";
import { imageFile, type ImageName } from "./names.ts";
import { type Master, variantKeeper } from "./variant-keeper.ts";
import { lookAtPlainFile, readPlainFile } from "#server/files/plain-files.ts";
import type { Variant } from "#server/media/images/variants.ts";

export type ImageStore = {
  /** The known facts about the fleet's drawings. */
  readonly manifest: ImageManifest;
  /**
   * Where uploaded masters live: the folder first, because looking there costs nothing, and then the bucket,
   * if there is one.
   */
  readonly homes: readonly [folder: StorageBackend, bucket?: StorageBackend];
  /** The master of that name, drawn or uploaded. */
  read(name: string): Promise<Master | undefined>;
  /** The current hash of a master, with as little reading as possible. */
  hashOf(name: string): Promise<string | undefined>;
  /** A variant of the master with that hash, made when it is first asked for and then kept. */
  variant(name: string, hash: string, variant: Variant): Promise<Buffer | undefined>;
  /** Whether a picture's variant was made before, whatever became of its master. */
  isMade(image: ImageName): Promise<boolean>;
  /**
   * Stores an uploaded master, and returns its hash. If a master of that name is there already, it stays and is
   * renewed.
   */
  keepMaster(name: string, content: Buffer): Promise<string>;
  /**
   * Sets a master's age back to zero, as if it had just been stored, and returns its hash; undefined where there
   * is no such master.
   */
  renew(name: string): Promise<string | undefined>;
  /**
   * Removes an uploaded master and all of its variants, unless it was stored or renewed lately. Returns whether it
   * did. Drawings stay.
   */
  removeOld(name: string): Promise<boolean>;
  /** Takes away what was made of masters that are gone: another process may have removed them. */
  tidy(): Promise<void>;
};

export type ImageStoreOptions = {
  /**
   * Holds `pictures/`, `pictures.json` and `prepared/`: the masters, their list, and the sizes of them that
   * most visitors ask for.
   */
  readonly fleetDir: string;
  /**
   * The data folder. Its `pictures/masters/` holds uploaded masters, `pictures/variants/` the variants that were
   * made.
   */
  readonly dataDir: string;
  /** Where uploads are kept instead of the folder. Masters in the folder are still found. */
  readonly bucket?: Bucket | undefined;
  readonly memoryBytes?: number;
  /** How many variants are encoded at once: one, unless the process does nothing else. */
  readonly encodersAtOnce?: number;
  readonly now?: () => number;
  /** Told of a variant that couldn't be kept; it is answered all the same and made again next time. */
  readonly onUnkept?: (error: unknown, file: string) => void;
};

const MEMORY = 32 * 1024 * 1024;

/** Whether a master is older than a day: the car of a younger picture may not have been saved yet. */
export const isOld = ({ at }: MasterFound, now: number): boolean => now - at > day + slack;

export async function openImageStore(options: ImageStoreOptions): Promise<ImageStore> {
  const {
    fleetDir,
    dataDir,
    bucket,
    memoryBytes = MEMORY,
    encodersAtOnce = 1,
    now = Date.now,
    onUnkept,
  } = options;
  const drawn = join(fleetDir, "pictures");
  const uploaded = join(dataDir, "pictures", "masters");
  const kept = join(dataDir, "pictures", "variants");
  await Promise.all([mkdir(uploaded, { recursive: true }), mkdir(kept, { recursive: true })]);
  sharp.concurrency(1); // encoding must leave the processor to the site
  sharp.cache(false); // each variant is encoded once
  const manifest = await readManifest(join(fleetDir, "pictures.json"));
  const folder = folderBackend(uploaded, now);
  const homes: ImageStore["homes"] = bucket ? [folder, bucketBackend(bucket, now)] : [folder];

  /** Returns the answer of the first home that has one. */
  async function first<T>(look: (home: StorageBackend) => Promise<T | undefined>): Promise<T | undefined> {
    for (const home of homes) {
      const found = home && (await look(home));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async function read(name: string): Promise<Master | undefined> {
    const content = manifest.has(name)
      ? await readPlainFile(join(drawn, imageFile({ name })))
      : await first((home) => home.read(name));
    return content && { content, hash: hashOfContent(content) };
  }

  const hashOf = async (name: string): Promise<string | undefined> =>
    manifest.get(name)?.hash ?? first((home) => home.hashOf(name));

  const variants = variantKeeper({
    keptIn: kept,
    preparedIn: (name) => (manifest.has(name) ? join(fleetDir, "prepared") : undefined),
    readMaster: read,
    memoryBytes,
    encodersAtOnce,
    onUnkept,
  });

  async function renew(name: string): Promise<string | undefined> {
    if (manifest.has(name)) return hashOf(name);
    for (const home of homes) await home?.renew(name);
    // Asks the home itself, not remembered hashes: a caller is about to rely on the master.
    return (await first((home) => home.find(name))) && hashOf(name);
  }

  async function keepMaster(name: string, content: Buffer): Promise<string> {
    const before = await renew(name);
    if (before !== undefined) return before;
    await (homes[1] ?? folder).keep(name, content);
    return hashOfContent(content);
  }

  async function removeOld(name: string): Promise<boolean> {
    if (manifest.has(name)) return false;
    for (const home of homes) {
      const found = await home?.find(name);
      if (found && !isOld(found, now())) return false;
    }
    for (const home of homes) await home?.remove(name);
    await variants.remove((of) => of === name);
    return true;
  }

  async function tidy(): Promise<void> {
    // Lists variants before masters, so that a master that is added meanwhile is in the list of masters.
    const made = new Set((await variants.masters()).filter((name) => !manifest.has(name)));
    for (const home of homes) {
      if (made.size && home) for await (const { name } of home.list()) made.delete(name);
    }
    if (made.size) await variants.remove((name) => made.has(name));
    for (const place of [uploaded, kept]) await removeParts(place, now() - day);
  }

  return {
    manifest,
    homes,
    read,
    hashOf,
    variant: variants.variant,
    isMade: variants.isMade,
    keepMaster,
    renew,
    removeOld,
    tidy,
  };
}

/** Removes the half-written files of processes that were killed. */
async function removeParts(folder: string, before: number): Promise<void> {
  for (const file of await readdir(folder)) {
    if (!file.endsWith(".part")) continue;
    const found = await lookAtPlainFile(join(folder, file));
    if (found && found.at < before) await rm(join(folder, file), { force: true });
  }
}
