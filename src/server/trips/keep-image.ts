import { readFile } from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { largestPicture } from "#domain/file-limits.ts";
import type { ConditionSlot } from "#domain/trips/condition.ts";
import { conditionImages } from "#server/db/schema/condition.ts";
import type { Db } from "#server/db/open-database.ts";
import { documentRefused, queuePicture } from "#server/media/sealed/make-picture.ts";
import { keepContent, removeContent } from "#server/media/sealed/content.ts";
import { sealContent } from "#server/media/sealed/sealing.ts";
import { forEachPart, isLargerThan } from "#server/http/multipart-parts.ts";
import { keepUpload, type KeptUpload } from "#server/http/upload-files.ts";
import type { Services } from "#server/services.ts";
import { conditionsPlace } from "./place.ts";
import { findRecord, type RecordWithImages } from "./queries.ts";
import { sha256Of } from "#server/media/sha256.ts";

type ImagePlace = { orderId: string; recordId: string; slot: ConditionSlot; by: string };

/** Keeps the image of one slot that a request carries. Throws a Refusal. */
export async function keepImage(
  services: Services,
  request: FastifyRequest,
  place: ImagePlace,
): Promise<RecordWithImages> {
  await openRecord(services.database.db, place);
  const upload = await receive(services, request);
  try {
    return await queuePicture(place.by, async () => keepBytes(services, await readFile(upload.path), place));
  } finally {
    await upload.drop();
  }
}

/**
 * Keeps the image of one slot: re-encoded without the place it was taken at, its time kept beside it, and sealed. The
 * same file again is the same image; another file replaces it until the record is finished. Throws a Refusal.
 */
export async function keepBytes(
  services: Services,
  bytes: Buffer,
  place: ImagePlace,
): Promise<RecordWithImages> {
  const uploadHash = sha256Of(bytes);
  const known = await openRecord(services.database.db, place);
  const isSame = (found: RecordWithImages) =>
    found.images.some((image) => image.slot === place.slot && image.uploadHash === uploadHash);
  if (isSame(known)) return known;
  const made = await services.imageStore.recode(bytes, place.by);
  if ("error" in made) throw documentRefused(made.error);
  const contentId = crypto.randomUUID();
  await keepContent(services, conditionsPlace, contentId, sealContent(services, contentId, made.content));
  return keepRow(services, place, {
    contentId,
    uploadHash,
    storedHash: sha256Of(made.content),
    takenAt: made.takenAt ?? null,
    width: made.width,
    height: made.height,
  });
}

type StoredImage = Pick<
  typeof conditionImages.$inferInsert,
  "contentId" | "uploadHash" | "storedHash" | "takenAt" | "width" | "height"
>;

async function keepRow(services: Services, place: ImagePlace, made: StoredImage): Promise<RecordWithImages> {
  const { replaced, found } = await services.database.transaction(async (tx) => {
    const { images } = await openRecord(tx, place, "update");
    const image = { ...made, uploadedAt: new Date(services.now()) };
    await tx
      .insert(conditionImages)
      .values({ recordId: place.recordId, slot: place.slot, ...image })
      .onConflictDoUpdate({ target: [conditionImages.recordId, conditionImages.slot], set: image });
    return {
      replaced: images.find(({ slot }) => slot === place.slot)?.contentId,
      found: await openRecord(tx, place),
    };
  });
  // If this removal fails, the hour's job removes the file.
  if (replaced) await removeContent(services, conditionsPlace, replaced).catch(() => undefined);
  return found;
}

/** A record that its maker may still change. Throws a Refusal. */
async function openRecord(
  db: Db,
  { orderId, recordId, by }: ImagePlace,
  lock?: "update",
): Promise<RecordWithImages> {
  const found = await findRecord(db, orderId, recordId, lock);
  if (found?.record.madeBy !== by) throw recordNotFound();
  if (found.record.finishedAt)
    throw new Refusal(
      "record_finished",
      "This record is finished. Add another one for anything it left out.",
    );
  return found;
}

export const recordNotFound = (): Refusal => notFound("condition_record_not_found");

/** The file of a form, on disk and not in memory. Throws a Refusal for a body that isn't such a form. */
async function receive(services: Services, request: FastifyRequest): Promise<KeptUpload> {
  if (isLargerThan(request, largestPicture)) throw documentRefused("too_large");
  let upload: KeptUpload | undefined;
  try {
    await forEachPart(
      request,
      async (part) => {
        if (part.type === "field") return;
        if (part.fieldname !== "file" || upload)
          throw new Refusal("file_refused", "Send one file in the file field.");
        upload = await keepUpload(services.config.dataDir, part);
      },
      { fileSize: largestPicture, files: 1, parts: 5 },
    );
    if (!upload) throw new Refusal("file_refused", "Send one file in the file field.");
    if (upload.isTruncated) throw documentRefused("too_large");
    return upload;
  } catch (error) {
    await upload?.drop();
    throw error;
  }
}
