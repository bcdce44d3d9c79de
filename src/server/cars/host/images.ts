import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { invalidField, Refusal } from "#contract/errors.ts";
import type { ImageError } from "#contract/images.ts";
import { mostImages } from "#domain/cars/car-rules.ts";
import { leastPictures } from "#domain/cars/host/fields.ts";
import { ownImage } from "#domain/cars/image-addresses.ts";
import type { ListingState } from "#domain/cars/listing-states.ts";
import { dropImages } from "#server/cars/save-car.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { countFile } from "#server/http/file-quota.ts";
import { forEachPart, multipartOptions, shownFileName } from "#server/http/multipart-parts.ts";
import { readUpTo } from "#server/http/upload-files.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import type { Services } from "#server/services.ts";
import { findHostedCar, type HostedCar, imagesOf, stateOf } from "./queries.ts";
import { lockOwnCar, noteUnseen, notInState, reread, writeOwn } from "./save.ts";

type HostedCarKey = { id: string; hostId: string; seen?: string | undefined };

/** Stores uploaded pictures after those that the car has, each once. Throws a Refusal where there are too many. */
export async function addHostImages(
  services: Services,
  request: FastifyRequest,
  which: HostedCarKey,
): Promise<{ hosted: HostedCar; refused: { file: string; error: ImageError }[] }> {
  const results: Promise<{ file: string; url?: string; error?: ImageError }>[] = [];
  const own = await findHostedCar(services.database.db, which.id);
  if (!own) throw carNotFound();
  if (stateOf(own) === "retired") throw hasLeft();
  const room = mostImages - imagesOf(own).length;
  await forEachPart(request, async (part) => {
    if (part.type !== "file") return;
    if (part.fieldname !== "images") throw new Refusal("file_refused", "Send pictures in the field images.");
    // This check comes before a file is stored: a picture without room would stay until the sweep.
    if (results.length >= room) throw full();
    const sent = await readUpTo(multipartOptions.limits.fileSize, part.file);
    if (sent) await countFile(services, which.hostId, sent.length);
    const taking = sent
      ? services.imageStore.takeIn(sent, which.hostId, "host")
      : Promise.resolve({ error: "too_large" } as const);
    const result = taking.then((taken) => ({ file: shownFileName(part.filename), ...taken }));
    result.catch(() => undefined);
    // No more than three files are in memory at once, however many are sent.
    await results.at(-2);
    results.push(result);
  });
  const taken = await Promise.all(results);
  if (!taken.length) throw new Refusal("file_refused", "Choose at least one picture.");
  const addresses = taken.flatMap(({ url }) => url ?? []);
  const hosted = await changeImages(services, which, (images) => {
    const next = [...new Set([...images, ...addresses])];
    if (next.length > mostImages) throw full();
    return next;
  });
  const refused = taken.flatMap(({ file, error }) => (error ? [{ file, error }] : []));
  return { hosted, refused };
}

const full = () => new Refusal("file_refused", `A car can have at most ${mostImages} pictures.`);
const hasLeft = () => notInState("A car that has left can't be changed.");

/** Puts the pictures in another order: all of them, each once. */
export const orderHostImages = (
  services: Services,
  which: HostedCarKey,
  wanted: readonly string[],
): Promise<HostedCar> =>
  changeImages(services, which, (images) => {
    const isSame = wanted.length === images.length && images.every((image) => wanted.includes(image));
    if (!isSame) throw invalidField("images", "must be all of the car's pictures, each once");
    return [...wanted];
  });

/**
 * Takes a picture off a car, by its file's name. Throws a Refusal where the car has no such picture, and where a listed
 * car would be left with too few.
 */
export async function deleteHostImage(
  services: Services,
  which: HostedCarKey,
  name: string,
): Promise<HostedCar> {
  const dropped: string[] = [];
  const hosted = await changeImages(services, which, (images, state) => {
    dropped.push(...images.filter((image) => fileOf(image) === name || ownImage(image)?.name === name));
    if (!dropped.length) throw new Refusal("not_found", "The car has no such picture.");
    const left = images.filter((image) => !dropped.includes(image));
    if (state === "listed" && left.length < leastPictures)
      throw new Refusal(
        "pictures_needed",
        `A listed car needs at least ${leastPictures} photos. Add another photo first.`,
      );
    return left;
  });
  await dropImages(services, dropped);
  return hosted;
}

const fileOf = (image: string): string => image.slice(image.lastIndexOf("/") + 1);

/** Changes a car's pictures at once, a listed one's too, under its lock. */
export async function changeImages(
  services: Services,
  which: HostedCarKey,
  change: (images: string[], state: ListingState) => string[],
): Promise<HostedCar> {
  const changed = await services.database.transaction(async (tx) => {
    const hosted = await lockOwnCar(services, tx, which);
    const state = stateOf(hosted);
    if (state === "retired") throw hasLeft();
    const before = imagesOf(hosted);
    const after = change(before, state);
    if (JSON.stringify(before) === JSON.stringify(after)) return hosted;
    await writeImages(tx, hosted, after, which.hostId);
    await writeOwn(services, tx, hosted, hosted.car ? {} : { images: after });
    await noteUnseen(services, tx, hosted);
    return reread(tx, which.id);
  });
  if (changed.car) await services.carFacts.changed();
  return changed;
}

/** Writes a car's pictures, and who changed them. */
export async function writeImages(
  tx: Db,
  { own, car }: HostedCar,
  to: readonly string[],
  by: string,
): Promise<void> {
  if (!car) return;
  const images = [...to];
  await tx.update(cars).set({ images, updatedAt: new Date() }).where(eq(cars.id, own.id));
  await audit(tx, {
    actor: by,
    entity: "car",
    entityId: own.id,
    action: "updated",
    before: { images: car.images },
    after: { images },
  });
}
