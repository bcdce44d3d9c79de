import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { keepFile, lookAtPlainFile, readPlainFile } from "#server/files/plain-files.ts";
import { makeVariant, type Variant } from "#server/media/images/variants.ts";
import { imageFile, type ImageName } from "./names.ts";

export type Master = { readonly content: Buffer; readonly hash: string };

type VariantKeeperOptions = {
  /** The folder of variants that were made. */
  keptIn: string;
  /** The folder with the prepared variants of a drawing; undefined for an uploaded master. */
  preparedIn: (name: string) => string | undefined;
  readMaster: (name: string) => Promise<Master | undefined>;
  memoryBytes: number;
  encodersAtOnce: number;
  onUnkept: ((error: unknown, file: string) => void) | undefined;
};

const masterOf = (file: string): string => file.slice(0, file.indexOf("."));

/** Makes variants of masters, each once, and keeps them in a folder, the latest also in memory. */
export function variantKeeper({
  keptIn,
  preparedIn,
  readMaster,
  memoryBytes,
  encodersAtOnce,
  onUnkept,
}: VariantKeeperOptions) {
  const cache = new LRUCache<string, Buffer>({
    maxSize: memoryBytes,
    sizeCalculation: (content) => content.length,
  });
  const underWay = new Map<string, Promise<Buffer | undefined>>();
  const encodeInTurn = pLimit(encodersAtOnce);

  async function make(
    name: string,
    hash: string,
    variant: Variant,
    file: string,
  ): Promise<Buffer | undefined> {
    const prepared = preparedIn(name);
    const before =
      (prepared === undefined ? undefined : await readPlainFile(join(prepared, file))) ??
      (await readPlainFile(join(keptIn, file)));
    if (before) return before;
    const master = await readMaster(name);
    if (master?.hash !== hash) return undefined;
    const content = await encodeInTurn(() => makeVariant(master.content, variant));
    await keepFile(join(keptIn, file), content).catch((error: unknown) => onUnkept?.(error, file));
    return content;
  }

  async function variant(name: string, hash: string, wanted: Variant): Promise<Buffer | undefined> {
    const file = imageFile({ name, hash, variant: wanted });
    const content = cache.get(file);
    if (content) return content;
    const shared = underWay.get(file);
    if (shared) return shared;
    const made = make(name, hash, wanted, file).finally(() => underWay.delete(file));
    underWay.set(file, made);
    const result = await made;
    if (result) cache.set(file, result);
    return result;
  }

  /** Removes the variants of these masters. */
  async function remove(isGone: (name: string) => boolean): Promise<void> {
    for (const file of await readdir(keptIn)) {
      if (!isGone(masterOf(file))) continue;
      cache.delete(file);
      await rm(join(keptIn, file), { force: true });
    }
  }

  return {
    variant,
    remove,
    isMade: async (image: ImageName): Promise<boolean> =>
      (await lookAtPlainFile(join(keptIn, imageFile(image)))) !== undefined,
    /** The names of the masters that variants are kept of, once for each variant. */
    masters: async (): Promise<string[]> => (await readdir(keptIn)).map(masterOf),
  };
}
