import type { FastifyInstance } from "fastify";
import {
  type CarMoved,
  type PictureStorage,
  getPictureStorage,
  moveToStorage,
} from "#contract/admin/storage.ts";
import { Refusal } from "#contract/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { noteProgress } from "#server/http/upload-progress.ts";
import type { MasterFound } from "#server/media/storage/storage-backends.ts";
import { moveImages } from "#server/media/storage/move.ts";
import { findCarsShowing, type ShownBy } from "#server/cars/image-queries.ts";
import { databaseJobClaims } from "#server/media/storage/job-claims.ts";

/** Beyond this many, counting the storage would take longer than anybody waits. */
const mostCounted = 20_000;

/** Where uploaded pictures are, and the way from this server's folder to a storage. */
export function storageRoutes(app: FastifyInstance, services: Services): void {
  const { database, imageStore } = services;
  const turns = databaseJobClaims(database);

  serve(app, getPictureStorage, () => lookAtStorage(services));

  serve(app, moveToStorage, async ({ query, signedIn }) => {
    const { storage } = imageStore;
    if (!storage) {
      throw new Refusal(
        "storage_not_set",
        "No cloud storage is set up. Set STORAGE_URL to s3://KEY:SECRET@BUCKET?endpoint=…&region=… and start the server again.",
      );
    }
    const { note, over } = noteProgress(database, query.uploadId, signedIn.account.id);
    try {
      const moved = await turns.unlessBusy("moving pictures", () =>
        moveImages(imageStore, storage.bucket, (done, total) => note({ phase: "pictures", done, total })),
      );
      if (!moved)
        throw new Refusal(
          "move_under_way",
          "The photos are already being moved. Please wait until that's done.",
        );
      const cars = moved.size ? await findCarsShowing(database, [...moved.keys()]) : [];
      const message = moved.size
        ? `Pictures moved to the cloud: ${moved.size}. Cars: ${cars.length}.`
        : "All pictures are in the cloud already.";
      return {
        message,
        totalImages: moved.size,
        totalCars: cars.length,
        results: cars.map((car) => present(car, moved)),
      };
    } finally {
      await over();
    }
  });
}

function present({ year, name, city, names, row }: ShownBy, moved: ReadonlyMap<string, string>): CarMoved {
  const imageUrls = names.flatMap((name) => moved.get(name) ?? []);
  return {
    carInfo: `${year} ${name}, ${city}`,
    csvRowNumber: row,
    folderName: row === null ? "" : String(row),
    imagesUploaded: imageUrls.length,
    imageUrls,
  };
}

async function lookAtStorage({ imageStore, log }: Services): Promise<PictureStorage> {
  const { storage } = imageStore;
  const [folder, bucket] = imageStore.homes;
  const here = await stockOf(folder.list());
  if (!storage || !bucket)
    return { isSet: false, bucket: null, host: null, isAnswering: false, here, there: null };
  const there = await stockOf(bucket.list()).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ err: error }, "the storage could not be counted");
    return null;
  });
  const { bucket: name, address } = storage.settings;
  return { isSet: true, bucket: name, host: new URL(address).host, isAnswering: there !== null, here, there };
}

async function stockOf(list: AsyncIterable<MasterFound>): Promise<PictureStorage["here"]> {
  const stock = { count: 0, bytes: 0, isMore: false };
  for await (const { bytes } of list) {
    if (stock.count === mostCounted) return { ...stock, isMore: true };
    stock.count++;
    stock.bytes += bytes;
  }
  return stock;
}
