import { Refusal } from "#contract/errors.ts";
import type { ImageError, ImagesTaken } from "#contract/images.ts";
import type { Language } from "#domain/languages.ts";
import { errorSentences } from "./error-sentences.ts";
import type { ZipReport } from "./zip/take-zip.ts";
import type { InvalidFile } from "#server/media/zip/zip-listing.ts";

/** Errors of an archive that are named; all are counted. */
const mostNamed = 1000;

const detailIn =
  (language: Language) =>
  ({ file, error: code }: InvalidFile): string =>
    language === "en" ? `${file} ${errorSentences.en[code]}` : `${file}：${errorSentences[language][code]}`;
const pictures = (count: number): string => (count === 1 ? "1 picture" : `${count} pictures`);
const errors = (count: number): string => (count === 1 ? "1 error" : `${count} errors`);
const cars = (count: number): string => (count === 1 ? "1 car" : `${count} cars`);

/** A file's error as the API names it: `fault`, because `errors` is the count of errors there. */
const onTheWire = <E>({ file, error }: { file: string; error: E }) => ({ file, fault: error });

export function presentTaken(
  all: readonly { file: string; url?: string; error?: ImageError }[],
  language: Language,
): ImagesTaken {
  if (!all.length) throw new Refusal("file_refused", "Choose at least one picture.");
  const imageUrls = [...new Set(all.flatMap(({ url }) => url ?? []))];
  const refused = all.flatMap(({ file, error: code }) => (code ? [{ file, error: code }] : []));
  return {
    message: refused.length
      ? `${pictures(imageUrls.length)} uploaded, ${refused.length} left out.`
      : `${pictures(imageUrls.length)} uploaded.`,
    imageUrls,
    totalImages: imageUrls.length,
    carsUpdated: 0,
    errors: refused.length,
    errorDetails: refused.map(detailIn(language)),
    results: [],
    faults: refused.map(onTheWire),
  };
}

/**
 * `totalImages`, `carsUpdated` and `imageUrls` are what the cars have gained; all is nothing in a dry run.
 */
export function presentZip(
  { batch, errors: refused, cars: updated, alreadyThere, preview }: ZipReport,
  dryRun: boolean,
  language: Language,
): ImagesTaken {
  const imageUrls = updated.flatMap(({ added }) => added);
  const found = preview.reduce((sum, folder) => sum + folder.pictures, 0);
  const done = dryRun
    ? `${pictures(found)} for ${cars(preview.length)}, ${errors(refused.length)}. Nothing is written yet.`
    : `${pictures(imageUrls.length)} added to ${cars(updated.length)}, ${errors(refused.length)}.`;
  const named = refused.slice(0, mostNamed);
  return {
    message: alreadyThere ? `${done} The cars had ${pictures(alreadyThere)} already.` : done,
    imageUrls,
    totalImages: imageUrls.length,
    carsUpdated: updated.length,
    errors: refused.length,
    errorDetails: named.map(detailIn(language)),
    results: updated.map(({ row, carName, added }) => ({ row, carName, imagesAdded: added.length })),
    faults: named.map(onTheWire),
    dryRun,
    batch,
    alreadyThere,
    preview,
  };
}
