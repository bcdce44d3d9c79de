import { mkdir, opendir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "#contract/errors.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { keepFile, lookAtPlainFile, readPlainFile } from "#server/files/plain-files.ts";
import type { Services } from "#server/services.ts";

type Needed = Pick<Services, "config" | "imageStore" | "now">;

/** A place of their own: no route serves it, and the sweep of cars' pictures never looks there. */
const prefix = "documents/";
const folderOf = ({ config }: Needed): string => join(config.dataDir, "documents");
const fileOf = (services: Needed, contentId: string): string =>
  join(folderOf(services), `${contentId}.sealed`);
const keyOf = (contentId: string): string => `${prefix}${contentId}.sealed`;
const bucketOf = ({ imageStore }: Needed) => imageStore.storage?.bucket;

const headers = { "content-type": "application/octet-stream", "cache-control": "private, no-store" };

/** Keeps sealed bytes in the bucket where there is one, otherwise in the data folder; whole or not at all. */
export async function keepContent(services: Needed, contentId: string, sealed: Buffer): Promise<void> {
  const bucket = bucketOf(services);
  if (bucket) return bucket.put(keyOf(contentId), sealed, headers);
  await mkdir(folderOf(services), { recursive: true, mode: 0o700 });
  await keepFile(fileOf(services, contentId), sealed, services.now()).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw code === "ENOSPC" || code === "EDQUOT"
      ? new Refusal("storage_full", "There is no room left to keep documents.")
      : error;
  });
}

/** The folder first: what was kept before there was a bucket lies there until it has been moved. */
export const readContent = async (services: Needed, contentId: string): Promise<Buffer | undefined> =>
  (await readPlainFile(fileOf(services, contentId))) ?? (await bucketOf(services)?.get(keyOf(contentId)));

export async function removeContent(services: Needed, contentId: string): Promise<void> {
  await rm(fileOf(services, contentId), { force: true });
  await bucketOf(services)?.remove(keyOf(contentId));
}

export type ContentFound = { contentId: string; at: number; isInFolder: boolean };

/** All that is kept, wherever it lies, with when it was written. */
export async function* listContent(services: Needed): AsyncGenerator<ContentFound> {
  for await (const { name } of await opendir(folderOf(services)).catch(() => [])) {
    const contentId = name.slice(0, name.indexOf("."));
    const found = isUuid(contentId) && (await lookAtPlainFile(join(folderOf(services), name)));
    if (found) yield { contentId, at: found.at, isInFolder: true };
  }
  for await (const { key, at } of bucketOf(services)?.list(prefix) ?? []) {
    const contentId = key.slice(prefix.length, key.indexOf("."));
    if (isUuid(contentId) && key === keyOf(contentId)) yield { contentId, at, isInFolder: false };
  }
}

/** Brings what lies in the folder to the bucket, once there is one: other machines don't see the folder. */
export async function moveToBucket(services: Needed, contentId: string): Promise<void> {
  const bucket = bucketOf(services);
  const content = bucket && (await readPlainFile(fileOf(services, contentId)));
  if (!content) return;
  await bucket.put(keyOf(contentId), content, headers);
  await rm(fileOf(services, contentId), { force: true });
}
