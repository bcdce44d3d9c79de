import { Refusal } from "#contract/errors.ts";
import type { PictureFault, PicturesTaken } from "#contract/images.ts";
import { faultSentences } from "./error-sentences.ts";
import type { ZipReport } from "./zip/take-zip.ts";
import type { FaultyFile } from "./zip/zip-listing.ts";

/** Errors of an archive that are named; all are counted. */
const mostNamed = 1000;

const detail = ({ file, fault }: FaultyFile): string => `${file} ${faultSentences[fault]}`;
const pictures = (count: number): string => (count === 1 ? "1 picture" : `${count} pictures`);
const errors = (count: number): string => (count === 1 ? "1 error" : `${count} errors`);
const cars = (count: number): string => (count === 1 ? "1 car" : `${count} cars`);

export function presentTaken(all: readonly { file: string; url?: string; fault?: PictureFault }[]): PicturesTaken {
  if (!all.length) throw new Refusal("file_refused", "Choose at least one picture.");
  const imageUrls = [...new Set(all.flatMap(({ url }) => url ?? []))];
  const faults = all.flatMap(({ file, fault }) => (fault ? [{ file, fault }] : []));
  return {
    message: faults.length ? `${imageUrls.length} pictures uploaded, ${faults.length} left out.` : `${imageUrls.length} pictures uploaded.`,
    imageUrls,
    totalImages: imageUrls.length,
    carsUpdated: 0,
    errors: faults.length,
    errorDetails: faults.map(detail),
    results: [],
    faults,
  };
}

/** `totalImages`, `carsUpdated` and `imageUrls` are what the cars have gained; all is nothing in a dry run. */
export function presentZip({ batch, faults, cars: updated, alreadyThere, preview }: ZipReport, dryRun: boolean): PicturesTaken {
  const imageUrls = updated.flatMap(({ added }) => added);
  const found = preview.reduce((sum, folder) => sum + folder.pictures, 0);
  const done = dryRun
    ? `${pictures(found)} for ${cars(preview.length)}, ${errors(faults.length)}. Nothing is written yet.`
    : `${pictures(imageUrls.length)} added to ${cars(updated.length)}, ${errors(faults.length)}.`;
  const named = faults.slice(0, mostNamed);
  return {
    message: alreadyThere ? `${done} The cars had ${pictures(alreadyThere)} already.` : done,
    imageUrls,
    totalImages: imageUrls.length,
    carsUpdated: updated.length,
    errors: faults.length,
    errorDetails: named.map(detail),
    results: updated.map(({ row, carName, added }) => ({ row, carName, imagesAdded: added.length })),
    faults: named,
    dryRun,
    batch,
    alreadyThere,
    preview,
  };
}
