import pLimit from "p-limit";
import { Refusal } from "#contract/errors.ts";
import type { ImportBatch, UploadProgress } from "#contract/admin/imports.ts";
import type { FolderPreview, ZipError } from "#contract/images.ts";
import { mostImages } from "#domain/cars/car-rules.ts";
import { byName } from "#domain/cars/image-folders.ts";
import { addImages } from "#server/cars/add-images.ts";
import { carsOfRows, findImport, type RowCar } from "#server/imports/queries.ts";
import type { Services } from "#server/services.ts";
import { imageType } from "#server/files/image-type.ts";
import { type OpenZip, withZip } from "#server/media/zip/read-zip.ts";
import type { InvalidFile, ZipImage } from "#server/media/zip/zip-listing.ts";

/** The result of an archive, or of a dry run. */
export type ZipReport = {
  batch: ImportBatch;
  errors: InvalidFile[];
  cars: { row: number; carName: string; added: string[] }[];
  alreadyThere: number;
  preview: FolderPreview[];
};

export type ZipOptions = {
  actor: string;
  /** The import whose rows the folders name; by default the latest. */
  batchId: string | undefined;
  /** Looks what the archive holds, and writes nothing. */
  isDryRun: boolean;
  note: (progress: UploadProgress) => void;
  signal: AbortSignal;
};

type ZipServices = Pick<Services, "database" | "carFacts" | "imageStore">;
type Car = NonNullable<RowCar["car"]>;
type Folder = { row: number; car: Car; images: ZipImage[] };

/** Entries that are unpacked or being made pictures of at once. */
const mostAtOnce = 3;

/**
 * Takes the pictures of an archive whose folders are named by the row numbers of an import. A car is saved as soon
 * as its own pictures are ready: if an archive was stopped half way, sending it again continues, because the same
 * file is the same picture.
 */
export async function takeZip(services: ZipServices, path: string, options: ZipOptions): Promise<ZipReport> {
  const batch = await findImport(services.database, options.batchId);
  if (!batch)
    throw new Refusal(
      "import_not_found",
      options.batchId ? "There is no such import." : "There is no import yet. Import the CSV file first.",
      {
        file: { code: "no_import" },
      },
    );
  return withZip(path, async (zip) => {
    if (!zip.folders.size && !zip.errors.length)
      throw new Refusal("file_refused", "The ZIP file contains no photos in numbered folders.", {
        file: { code: "zip_empty" },
      });
    const { folders, errors } = await findCars(services, batch.id, zip);
    const report: ZipReport = {
      batch,
      errors: [...zip.errors, ...errors],
      cars: [],
      alreadyThere: 0,
      preview: [],
    };
    await (options.isDryRun
      ? look(zip, folders, report, options)
      : take(services, zip, folders, report, options));
    return report;
  });
}

/** Binds folders to cars, in the order of rows, the pictures of each in the order of their names. */
async function findCars(
  { database }: ZipServices,
  batchId: string,
  { folders }: OpenZip,
): Promise<{ folders: Folder[]; errors: InvalidFile[] }> {
  const bound = new Map(
    (await carsOfRows(database, batchId, [...folders.keys()])).map((found) => [found.row, found]),
  );
  const found: Folder[] = [];
  const errors: InvalidFile[] = [];
  for (const [row, all] of [...folders].toSorted(([a], [b]) => a - b)) {
    const car = bound.get(row)?.car;
    const images = all.toSorted(byName);
    if (car) found.push({ row, car, images: images.slice(0, mostImages) });
    const left: InvalidFile[] = car
      ? images.slice(mostImages).map(({ shown }) => ({ file: shown, error: "too_many_pictures" }))
      : [{ file: `${row}/`, error: bound.has(row) ? "car_gone" : "no_car" }];
    errors.push(...left);
  }
  return { folders: found, errors };
}

async function look(
  zip: OpenZip,
  folders: Folder[],
  report: ZipReport,
  { note, signal }: ZipOptions,
): Promise<void> {
  const total = count(folders);
  let done = 0;
  for (const { row, car, images } of folders) {
    let good = 0;
    for (const image of images) {
      signal.throwIfAborted();
      const error = errorIn(await zip.head(image));
      if (error) report.errors.push({ file: image.shown, error: error });
      else good++;
      note({ phase: "checking", done: ++done, total });
    }
    if (good)
      report.preview.push({
        row,
        carName: car.name,
        year: car.year,
        city: car.city,
        pictures: good,
        already: car.images,
      });
  }
}

function errorIn(head: { bytes: Buffer } | { error: ZipError }): ZipError | undefined {
  if ("error" in head) return head.error;
  if (head.bytes.length === 0) return "empty";
  return imageType(head.bytes) ? undefined : "not_a_picture";
}

async function take(
  services: ZipServices,
  zip: OpenZip,
  folders: Folder[],
  report: ZipReport,
  options: ZipOptions,
): Promise<void> {
  const { carFacts, imageStore: imageWorker } = services;
  const stopped = new AbortController();
  const stop = AbortSignal.any([stopped.signal, options.signal]);
  const turns = pLimit(mostAtOnce);
  const total = count(folders);
  let done = 0;
  const takeOne = async (image: ZipImage) => {
    stop.throwIfAborted();
    const entry = await zip.read(image);
    const taken = "error" in entry ? entry : await imageWorker.takeIn(entry.bytes, options.actor);
    options.note({ phase: "pictures", done: ++done, total });
    return { image, taken };
  };
  // All pictures are queued at once, so that no folder waits for the last picture of the one before.
  const taking = folders.map(({ images }) => Promise.all(images.map((image) => turns(takeOne, image))));
  for (const folder of taking) folder.catch(() => undefined);
  try {
    for (const [place, folder] of folders.entries())
      await saveFolder(services, folder, (await taking[place]) ?? [], report, options);
  } finally {
    stopped.abort();
    await Promise.allSettled(taking);
    if (report.cars.length) await carFacts.changed();
  }
}

type TakenImage = { image: ZipImage; taken: Awaited<ReturnType<ZipServices["imageStore"]["takeIn"]>> };

async function saveFolder(
  { database }: ZipServices,
  { row, car }: Folder,
  all: TakenImage[],
  report: ZipReport,
  { actor }: ZipOptions,
): Promise<void> {
  const files = new Map<string, string>();
  for (const { image, taken } of all) {
    if ("error" in taken) report.errors.push({ file: image.shown, error: taken.error });
    else files.set(taken.url, image.shown);
  }
  if (!files.size) return;
  const saved = await addImages(database, {
    id: car.id,
    images: [...files.keys()],
    actor,
    reason: `pictures for import ${report.batch.id}`,
  });
  if (!saved) return void report.errors.push({ file: `${row}/`, error: "car_gone" });
  for (const url of saved.left)
    report.errors.push({ file: files.get(url) ?? "", error: "too_many_pictures" });
  report.alreadyThere += saved.known.length;
  if (saved.added.length) report.cars.push({ row, carName: car.name, added: saved.added });
}

const count = (folders: readonly Folder[]): number =>
  folders.reduce((sum, { images }) => sum + images.length, 0);
