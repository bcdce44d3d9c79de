import { mkdir, opendir, rm } from "node:fs/promises";
import { join } from "node:path";
import { hour } from "#domain/durations.ts";
import { Refusal } from "#contract/errors.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { keepFile, lookAtPlainFile, readPlainFile } from "#server/files/plain-files.ts";
import type { Services } from "#server/services.ts";

type ContentServices = Pick<Services, "config" | "imageStore" | "now">;

/**
 * Folders of the data directory, and prefixes of the bucket: no route serves them, and the sweep of cars' pictures
 * never looks there. Each feature's content has a word of its own; a backup takes all of them.
 */
export const contentFolders = [
  "attachments",
  "car-papers",
  "conditions",
  "documents",
  "erasures",
  "order-documents",
] as const;
export type ContentFolder = (typeof contentFolders)[number];

const folderOf = ({ config }: ContentServices, place: ContentFolder): string => join(config.dataDir, place);
const fileOf = (services: ContentServices, place: ContentFolder, contentId: string): string =>
  join(folderOf(services, place), `${contentId}.sealed`);
const keyOf = (place: ContentFolder, contentId: string): string => `${place}/${contentId}.sealed`;
const bucketOf = ({ imageStore }: ContentServices) => imageStore.storage?.bucket;

export const contentHeaders = {
  "content-type": "application/octet-stream",
  "cache-control": "private, no-store",
};

/** Keeps sealed bytes in the bucket where there is one, otherwise in the data folder; whole or not at all. */
export async function keepContent(
  services: ContentServices,
  place: ContentFolder,
  contentId: string,
  sealed: Buffer,
): Promise<void> {
  const bucket = bucketOf(services);
  if (bucket) return bucket.put(keyOf(place, contentId), sealed, contentHeaders);
  await mkdir(folderOf(services, place), { recursive: true, mode: 0o700 });
  await keepFile(fileOf(services, place, contentId), sealed, services.now()).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw code === "ENOSPC" || code === "EDQUOT"
      ? new Refusal("storage_full", "There's no space left to store documents.")
      : error;
  });
}

/** The folder first: what was kept before there was a bucket is there until it has been moved. */
export const readContent = async (
  services: ContentServices,
  place: ContentFolder,
  contentId: string,
): Promise<Buffer | undefined> =>
  (await readPlainFile(fileOf(services, place, contentId))) ??
  (await bucketOf(services)?.get(keyOf(place, contentId)));

export async function removeContent(
  services: ContentServices,
  place: ContentFolder,
  contentId: string,
): Promise<void> {
  await rm(fileOf(services, place, contentId), { force: true });
  await bucketOf(services)?.remove(keyOf(place, contentId));
}

type ContentFound = { contentId: string; at: number; isInFolder: boolean };

/** Lists all stored content, in the folder and in the bucket, with the time when it was written. */
export async function* listContent(
  services: ContentServices,
  place: ContentFolder,
): AsyncGenerator<ContentFound> {
  for await (const { name } of await opendir(folderOf(services, place)).catch(() => [])) {
    const contentId = name.slice(0, name.indexOf("."));
    const found = isUuid(contentId) && (await lookAtPlainFile(join(folderOf(services, place), name)));
    if (found) yield { contentId, at: found.at, isInFolder: true };
  }
  for await (const { key, at } of bucketOf(services)?.list(`${place}/`) ?? []) {
    const contentId = key.slice(place.length + 1, key.indexOf("."));
    if (isUuid(contentId) && key === keyOf(place, contentId)) yield { contentId, at, isInFolder: false };
  }
}

/** Brings what lies in the folder to the bucket, once there is one: other machines don't see the folder. */
async function moveToBucket(
  services: ContentServices,
  place: ContentFolder,
  contentId: string,
): Promise<void> {
  const bucket = bucketOf(services);
  const content = bucket && (await readPlainFile(fileOf(services, place, contentId)));
  if (!content) return;
  await bucket.put(keyOf(place, contentId), content, contentHeaders);
  await rm(fileOf(services, place, contentId), { force: true });
}

/** How long content may wait for its row, in milliseconds. */
const onItsWay = hour;
const atOnce = 500;

/**
 * Removes content that never got a row, and moves the folder's content to the bucket once there is one. `findKnown`
 * says which contents have a row.
 */
export async function tidyContent(
  services: ContentServices,
  place: ContentFolder,
  findKnown: (contentIds: string[]) => Promise<string[]>,
): Promise<void> {
  let found: ContentFound[] = [];
  const tidy = async () => {
    const isKnown = new Set(await findKnown(found.map(({ contentId }) => contentId)));
    for (const { contentId, isInFolder } of found) {
      if (!isKnown.has(contentId)) await removeContent(services, place, contentId);
      else if (isInFolder) await moveToBucket(services, place, contentId);
    }
    found = [];
  };
  for await (const content of listContent(services, place)) {
    if (services.now() - content.at > onItsWay) found.push(content);
    if (found.length >= atOnce) await tidy();
  }
  if (found.length) await tidy();
}
