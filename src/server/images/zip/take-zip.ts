import pLimit from "p-limit";
import { Refusal } from "#contract/errors.ts";
import type { ImportBatch, UploadProgress } from "#contract/admin/imports.ts";
import type { FolderPreview, ZipFault } from "#contract/images.ts";
import { mostImages } from "#domain/cars/car-rules.ts";
import { byName } from "#domain/cars/image-folders.ts";
import { addPictures } from "#server/cars/admin-queries.ts";
import { carsOfRows, findImport, type RowCar } from "#server/imports/queries.ts";
import type { Services } from "#server/services.ts";
import { pictureType } from "#server/images/image-type.ts";
import { type OpenZip, withZip } from "./read-zip.ts";
import type { FaultyFile, ZipPicture } from "./zip-listing.ts";

/** What became of an archive, or would become. */
export type ZipReport = {
  batch: ImportBatch;
  faults: FaultyFile[];
  cars: { row: number; carName: string; added: string[] }[];
  alreadyThere: number;
  preview: FolderPreview[];
};

export type ZipOptions = {
  actor: string;
  /** Whose rows the folders are; the latest import without it. */
  batchId: string | undefined;
  /** Looks what the archive holds, and writes nothing. */
  isDryRun: boolean;
  note: (progress: UploadProgress) => void;
  signal: AbortSignal;
};

type Needed = Pick<Services, "database" | "catalogue" | "pictures">;
type Car = NonNullable<RowCar["car"]>;
type Folder = { row: number; car: Car; pictures: ZipPicture[] };

/** Entries that are unpacked or being made pictures of at once. */
const mostAtOnce = 3;

/**
 * Takes the pictures of an archive whose folders carry the row numbers of an import. A car is saved as soon as its own pictures are
 * there: an archive that was stopped half way and is sent again goes on where it was, because the same file is the same picture.
 */
export async function takeZip(services: Needed, path: string, options: ZipOptions): Promise<ZipReport> {
  const batch = await findImport(services.database, options.batchId);
  if (!batch)
    throw new Refusal("import_not_found", options.batchId ? "There is no such import." : "There is no import yet. Import the CSV file first.", {
      file: { code: "no_import" },
    });
  return withZip(path, async (zip) => {
    if (!zip.folders.size && !zip.faults.length)
      throw new Refusal("file_refused", "The ZIP file holds no pictures in numbered folders.", { file: { code: "zip_empty" } });
    const { folders, faults } = await findCars(services, batch.id, zip);
    const report: ZipReport = { batch, faults: [...zip.faults, ...faults], cars: [], alreadyThere: 0, preview: [] };
    await (options.isDryRun ? look(zip, folders, report, options) : take(services, zip, folders, report, options));
    return report;
  });
}

/** Binds folders to cars, in the order of rows, the pictures of each in the order of their names. */
async function findCars({ database }: Needed, batchId: string, { folders }: OpenZip): Promise<{ folders: Folder[]; faults: FaultyFile[] }> {
  const bound = new Map((await carsOfRows(database, batchId, [...folders.keys()])).map((found) => [found.row, found]));
  const found: Folder[] = [];
  const faults: FaultyFile[] = [];
  for (const [row, all] of [...folders].toSorted(([a], [b]) => a - b)) {
    const car = bound.get(row)?.car;
    const pictures = all.toSorted(byName);
    if (car) found.push({ row, car, pictures: pictures.slice(0, mostImages) });
    const left: FaultyFile[] = car
      ? pictures.slice(mostImages).map(({ shown }) => ({ file: shown, fault: "too_many_pictures" }))
      : [{ file: `${row}/`, fault: bound.has(row) ? "car_gone" : "no_car" }];
    faults.push(...left);
  }
  return { folders: found, faults };
}

async function look(zip: OpenZip, folders: Folder[], report: ZipReport, { note, signal }: ZipOptions): Promise<void> {
  const total = count(folders);
  let done = 0;
  for (const { row, car, pictures } of folders) {
    let good = 0;
    for (const picture of pictures) {
      signal.throwIfAborted();
      const fault = faultIn(await zip.head(picture));
      if (fault) report.faults.push({ file: picture.shown, fault });
      else good++;
      note({ phase: "checking", done: ++done, total });
    }
    if (good) report.preview.push({ row, carName: car.name, year: car.year, city: car.city, pictures: good, already: car.pictures });
  }
}

function faultIn(head: { bytes: Buffer } | { fault: ZipFault }): ZipFault | undefined {
  if ("fault" in head) return head.fault;
  if (head.bytes.length === 0) return "empty";
  return pictureType(head.bytes) ? undefined : "not_a_picture";
}

async function take(services: Needed, zip: OpenZip, folders: Folder[], report: ZipReport, options: ZipOptions): Promise<void> {
  const { catalogue, pictures: workshop } = services;
  const stopped = new AbortController();
  const stop = AbortSignal.any([stopped.signal, options.signal]);
  const turns = pLimit(mostAtOnce);
  const total = count(folders);
  let done = 0;
  const takeOne = async (picture: ZipPicture) => {
    stop.throwIfAborted();
    const entry = await zip.read(picture);
    const taken = "fault" in entry ? entry : await workshop.takeIn(entry.bytes);
    options.note({ phase: "pictures", done: ++done, total });
    return { picture, taken };
  };
  // All are given their turn at once, so that no folder waits for the last picture of the one before.
  const taking = folders.map(({ pictures }) => Promise.all(pictures.map((picture) => turns(takeOne, picture))));
  for (const folder of taking) folder.catch(() => undefined);
  try {
    for (const [place, folder] of folders.entries()) await saveFolder(services, folder, (await taking[place]) ?? [], report, options);
  } finally {
    stopped.abort();
    await Promise.allSettled(taking);
    if (report.cars.length) await catalogue.changed();
  }
}

type TakenPicture = { picture: ZipPicture; taken: Awaited<ReturnType<Needed["pictures"]["takeIn"]>> };

async function saveFolder({ database }: Needed, { row, car }: Folder, all: TakenPicture[], report: ZipReport, { actor }: ZipOptions): Promise<void> {
  const files = new Map<string, string>();
  for (const { picture, taken } of all) {
    if ("fault" in taken) report.faults.push({ file: picture.shown, fault: taken.fault });
    else files.set(taken.url, picture.shown);
  }
  if (!files.size) return;
  const saved = await addPictures(database, { id: car.id, images: [...files.keys()], actor, reason: `pictures for import ${report.batch.id}` });
  if (!saved) return void report.faults.push({ file: `${row}/`, fault: "car_gone" });
  for (const url of saved.left) report.faults.push({ file: files.get(url) ?? "", fault: "too_many_pictures" });
  report.alreadyThere += saved.known.length;
  if (saved.added.length) report.cars.push({ row, carName: car.name, added: saved.added });
}

const count = (folders: readonly Folder[]): number => folders.reduce((sum, { pictures }) => sum + pictures.length, 0);
