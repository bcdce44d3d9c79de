import { opendir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { hour, minute } from "#domain/durations.ts";
import type { Bucket } from "./bucket.ts";
import { hashOfContent } from "./manifest.ts";
import { parseImageName, imageFile } from "./names.ts";
import { absent, keepFile, lookAtPlainFile, readPlainFile } from "#server/files/plain-files.ts";

/** `at`: when it was taken in or last renewed, in milliseconds since 1970. */
export type MasterFound = { name: string; bytes: number; at: number };

/** A place where uploaded masters live. */
export type StorageBackend = {
  read: (name: string) => Promise<Buffer | undefined>;
  /** The hash of the master with that name, with as little reading as possible. */
  hashOf: (name: string) => Promise<string | undefined>;
  find: (name: string) => Promise<MasterFound | undefined>;
  keep: (name: string, content: Buffer) => Promise<void>;
  /** Sets the age of a stored master back to zero, as if it had just been uploaded. */
  renew: (name: string) => Promise<void>;
  remove: (name: string) => Promise<void>;
  list: () => AsyncGenerator<MasterFound>;
};

const remembered = 10_000;

export function folderBackend(folder: string, now: () => number): StorageBackend {
  const fileOf = (name: string) => join(folder, imageFile({ name }));
  /** A hash counts as long as the state of its file is the same. */
  const hashes = new LRUCache<string, { state: string; hash: string }>({ max: remembered });
  const read = (name: string) => readPlainFile(fileOf(name));
  const find = async (name: string): Promise<MasterFound | undefined> => {
    const file = await lookAtPlainFile(fileOf(name));
    return file && { name, bytes: file.bytes, at: file.at };
  };

  return {
    read,
    find,
    async hashOf(name) {
      const { state } = (await lookAtPlainFile(fileOf(name))) ?? {};
      if (state === undefined) return undefined;
      const known = hashes.get(name);
      if (known?.state === state) return known.hash;
      const content = await read(name);
      if (!content) return undefined;
      const hash = hashOfContent(content);
      hashes.set(name, { state, hash });
      return hash;
    },
    keep: (name, content) => keepFile(fileOf(name), content, now()),
    renew: (name) => utimes(fileOf(name), new Date(now()), new Date(now())).catch(absent),
    remove: (name) => rm(fileOf(name), { force: true }),
    async *list() {
      for await (const entry of await opendir(folder)) {
        const name = parseImageName(entry.name)?.name;
        const found = name !== undefined && entry.name === imageFile({ name }) && (await find(name));
        if (found) yield found;
      }
    },
  };
}

const prefix = "pictures/";
export const keyOf = (name: string): string => prefix + imageFile({ name });
export const imageHeaders = {
  "content-type": "image/webp",
  "cache-control": "public, max-age=31536000, immutable",
};

/** How long a remembered hash of a master counts, in milliseconds: another process may have removed the master. */
const believed = 5 * minute;
/**
 * An object's time changes only if the object is written again, so renewing leaves younger objects as they are.
 * The sweep adds this time.
 */
export const slack = hour;

export function bucketBackend(bucket: Bucket, now: () => number): StorageBackend {
  const hashes = new LRUCache<string, { hash: string; until: number }>({ max: remembered });
  const remember = (name: string, hash: string): string => {
    hashes.set(name, { hash, until: now() + believed });
    return hash;
  };
  const read = async (name: string): Promise<Buffer | undefined> => {
    const content = await bucket.get(keyOf(name));
    if (content) remember(name, hashOfContent(content));
    else hashes.delete(name);
    return content;
  };
  const find = async (name: string): Promise<MasterFound | undefined> => {
    const found = await bucket.head(keyOf(name));
    return found && { name, bytes: found.bytes, at: found.at };
  };

  /** Asks the storage again; while the storage is away, returns the hash that is known from before. */
  const lookAgain = (name: string, known: string | undefined) =>
    bucket.head(keyOf(name)).catch((error: unknown) => {
      if (known !== undefined) return known;
      throw error;
    });

  return {
    read,
    find,
    async hashOf(name) {
      const known = hashes.get(name);
      if (known && now() < known.until) return known.hash;
      const found = await lookAgain(name, known?.hash);
      if (typeof found === "string") return found;
      if (!found) {
        hashes.delete(name);
        return undefined;
      }
      if (found.sha256 !== undefined) return remember(name, found.sha256.slice(0, 8));
      const content = await read(name);
      return content && hashOfContent(content);
    },
    async keep(name, content) {
      await bucket.put(keyOf(name), content, imageHeaders);
      remember(name, hashOfContent(content));
    },
    async renew(name) {
      const found = await find(name);
      if (!found || now() - found.at < slack) return;
      // The stored bytes are copied as they are: addresses carry their hash, and a new encoding could change them.
      const content = await bucket.get(keyOf(name));
      if (content) await bucket.put(keyOf(name), content, imageHeaders);
    },
    async remove(name) {
      await bucket.remove(keyOf(name));
      hashes.delete(name);
    },
    async *list() {
      for await (const { key, bytes, at } of bucket.list(prefix)) {
        const name = parseImageName(key.slice(prefix.length))?.name;
        if (name !== undefined && key === keyOf(name)) yield { name, bytes, at };
      }
    },
  };
}
