import { mkdir, opendir } from "node:fs/promises";
import { join } from "node:path";
import { isUuid } from "#server/db/is-uuid.ts";
import { keepFile, lookAtPlainFile, readPlainFile } from "#server/files/plain-files.ts";
import { contentFolders, contentHeaders } from "#server/media/sealed/content.ts";
import { type Bucket, openBucket } from "#server/media/storage/bucket.ts";
import { imageFile, parseImageName } from "#server/media/storage/names.ts";
import { imageHeaders } from "#server/media/storage/storage-backends.ts";
import type { Config } from "#server/config.ts";

/** Uploaded pictures and sealed content, by the keys that they have in a bucket, wherever they are. */
export type KeptFiles = {
  /** All files, each with the time it was written, in milliseconds since 1970. */
  list: () => AsyncGenerator<{ key: string; at: number }>;
  /** Undefined for a file that is gone by now. */
  read: (key: string) => Promise<Buffer | undefined>;
  keep: (key: string, content: Buffer) => Promise<void>;
};

const pictures = "pictures";
const places = [pictures, ...contentFolders];

/** Whether a key has the form of our own keys: a restore writes no file of a backup under another name. */
export function isKeptFile(key: string): boolean {
  const [place = "", file = "", ...more] = key.split("/");
  if (more.length > 0) return false;
  if (place === pictures) {
    const name = parseImageName(file)?.name;
    return name !== undefined && file === imageFile({ name });
  }
  const id = file.slice(0, file.indexOf("."));
  return contentFolders.some((folder) => folder === place) && isUuid(id) && file === `${id}.sealed`;
}

export function openKeptFiles({ dataDir, storage }: Pick<Config, "dataDir" | "storage">): KeptFiles {
  const bucket: Bucket | undefined = storage && openBucket(storage);
  const folderOf = (place: string) =>
    place === pictures ? join(dataDir, pictures, "masters") : join(dataDir, place);
  const fileOf = (key: string) => {
    const [place = "", file = ""] = key.split("/");
    return join(folderOf(place), file);
  };
  return {
    async *list() {
      for (const place of places) {
        for await (const { name } of await opendir(folderOf(place)).catch(() => [])) {
          const key = `${place}/${name}`;
          const found = isKeptFile(key) && (await lookAtPlainFile(fileOf(key)));
          if (found) yield { key, at: found.at };
        }
        for await (const { key, at } of bucket?.list(`${place}/`) ?? [])
          if (isKeptFile(key) && !(await lookAtPlainFile(fileOf(key)))) yield { key, at };
      }
    },
    // A file that is moved to the bucket meanwhile is in the bucket before it is gone here.
    read: async (key) => (await readPlainFile(fileOf(key))) ?? (await bucket?.get(key)),
    async keep(key, content) {
      const [place = ""] = key.split("/");
      if (bucket) return bucket.put(key, content, place === pictures ? imageHeaders : contentHeaders);
      await mkdir(folderOf(place), { recursive: true, mode: 0o700 });
      await keepFile(fileOf(key), content);
    },
  };
}
