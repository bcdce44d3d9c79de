import { largestPicture } from "#domain/file-limits.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { MultipartFile } from "@fastify/multipart";
import { Refusal } from "#contract/errors.ts";
import { type ImageError, type ImagesTaken, uploadImages } from "#contract/images.ts";
import { abortSignalOf } from "#server/http/abort-signal.ts";
import { forEachPart, shownFileName } from "#server/http/multipart-parts.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { readUpTo, withUploaded } from "#server/http/upload-files.ts";
import { noteProgress } from "#server/http/upload-progress.ts";
import { presentTaken, presentZip } from "./present-taken.ts";
import { takeZip, type ZipOptions, type ZipReport } from "./zip/take-zip.ts";

const largestZip = 2 * 1024 ** 3;

/** Takes pictures of cars: one by one, or many in an archive. */
export function imageUploadRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(
    app,
    uploadImages,
    async ({ query: { dryRun, batchId, uploadId }, signedIn, request, reply }) => {
      const actor = signedIn.account.id;
      const isDryRun = dryRun === "true";
      const { note, over } = noteProgress(database, uploadId, actor);
      try {
        return await takeParts(services, request, {
          actor,
          batchId,
          isDryRun,
          note,
          signal: abortSignalOf(reply),
        });
      } finally {
        await over();
      }
    },
    { isUpload: true },
  );
}

async function takeParts(
  services: Services,
  request: FastifyRequest,
  options: ZipOptions,
): Promise<ImagesTaken> {
  const results: Promise<{ file: string; url?: string; error?: ImageError }>[] = [];
  let report: ZipReport | undefined;
  await forEachPart(
    request,
    async (part) => {
      if (part.type !== "file") return;
      if (report || (part.fieldname === "file" && results.length))
        throw new Refusal("file_refused", "Send one ZIP file, or pictures, and not both.");
      if (part.fieldname === "file") {
        report = await takeZipPart(services, part, options);
        return;
      }
      if (part.fieldname !== "images")
        throw new Refusal(
          "file_refused",
          "Send pictures in the field images, or a ZIP file in the field file.",
        );
      const sent = await readUpTo(largestPicture, part.file);
      const taking = sent
        ? services.imageStore.takeIn(sent, options.actor)
        : Promise.resolve({ error: "too_large" } as const);
      const result = taking.then((taken) => ({ file: shownFileName(part.filename), ...taken }));
      result.catch(() => undefined);
      // No more than three files are in memory at once, however many are sent.
      await results.at(-2);
      results.push(result);
    },
    { fileSize: largestZip },
  );
  const language = readerLanguage(request);
  return report
    ? presentZip(report, options.isDryRun, language)
    : presentTaken(await Promise.all(results), language);
}

async function takeZipPart(
  { config, ...services }: Services,
  part: MultipartFile,
  options: ZipOptions,
): Promise<ZipReport> {
  if (!isZip(part.filename, part.mimetype))
    throw new Refusal("file_refused", "Please select a ZIP file containing images", {
      file: { code: "zip_wrong_type" },
    });
  return withUploaded(config.dataDir, part, (path) => takeZip(services, path, options));
}

/** Browsers on Windows have other names for it, or none: then the file's own name decides. */
function isZip(name: string | undefined, type: string): boolean {
  if (type === "application/zip") return true;
  return (
    /\.zip$/i.test(name ?? "") &&
    /^(application\/(x-zip(-compressed)?|octet-stream)|multipart\/x-zip)?$/i.test(type)
  );
}
