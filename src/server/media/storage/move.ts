import pLimit from "p-limit";
import { Refusal } from "#contract/errors.ts";
import { sha256Of } from "#server/media/sha256.ts";
import type { Bucket } from "./bucket.ts";
import { keyOf, imageHeaders } from "./storage-backends.ts";
import { imageUrl } from "./names.ts";
import type { ImageStore } from "./store.ts";
import { hashOfContent } from "./manifest.ts";

const atOnce = 4;

/** Addresses of pictures by their names. */
type MovedContents = Map<string, string>;

/**
 * Moves every picture of the folder to the bucket: copies it, checks the copy, and only then removes it from the
 * folder. A reader finds the picture at any time, in the folder or in the bucket. If the move stops half way and
 * runs again, it doesn't send pictures again that are in the bucket already.
 */
export async function moveImages(
  { homes: [folder] }: Pick<ImageStore, "homes">,
  bucket: Bucket,
  onProgress: (done: number, total: number) => void,
): Promise<MovedContents> {
  const names: string[] = [];
  for await (const { name } of folder.list()) names.push(name);
  const moved: MovedContents = new Map();
  const turns = pLimit(atOnce);
  let failure: unknown;

  const move = async (name: string): Promise<void> => {
    // After one failure the others are not begun: the storage is away, or the disk is broken.
    if (failure !== undefined) return;
    try {
      const content = await folder.read(name);
      if (content) {
        await copy(bucket, keyOf(name), content);
        await folder.remove(name);
        moved.set(name, imageUrl({ name, hash: hashOfContent(content) }));
      }
      onProgress(moved.size, names.length);
    } catch (error) {
      failure ??= error;
    }
  };
  await turns.map(names, move);
  if (failure === undefined) return moved;
  if (!(failure instanceof Refusal)) throw failure;
  throw new Refusal(
    failure.code,
    `${failure.message} ${moved.size} of ${names.length} ${names.length === 1 ? "picture was" : "pictures were"} moved; the others are where they were, and can be moved later.`,
  );
}

async function copy(bucket: Bucket, key: string, content: Buffer): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    const found = await bucket.head(key);
    return found?.bytes === content.length && found.sha256 === sha256Of(content);
  };
  if (await isThere()) return;
  await bucket.put(key, content, imageHeaders);
  if (!(await isThere()))
    throw new Refusal("storage_unavailable", "The storage took a picture but doesn't have all of it.");
}
