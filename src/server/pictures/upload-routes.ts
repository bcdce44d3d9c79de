import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { type PictureFault, type PicturesTaken, uploadImages } from "#contract/pictures.ts";
import { forEachPart, shownFileName } from "#server/multipart-parts.ts";
import { serve } from "#server/serve.ts";
import type { Services } from "#server/services.ts";

const sentences: Record<PictureFault, string> = {
  not_a_picture: "is not a JPEG, PNG, WebP, AVIF or HEIC picture",
  heic: "is a HEIC picture that can't be read: save it as JPEG and upload that",
  broken: "is broken or cut off",
  too_many_pixels: "has more than 50 million pixels",
  too_large: "is larger than 20 MB",
  empty: "is empty",
};

/** Takes pictures of cars. */
export function pictureUploadRoutes(app: FastifyInstance, { pictures }: Services): void {
  serve(
    app,
    uploadImages,
    async ({ request }) => {
      const results: Promise<{ file: string; url?: string; fault?: PictureFault }>[] = [];
      await forEachPart(request, async (part) => {
        if (part.type !== "file") return;
        if (part.fieldname !== "images") throw new Refusal("file_refused", "Send pictures in the field images.");
        const sent = await part.toBuffer();
        const taking = part.file.truncated ? Promise.resolve({ fault: "too_large" } as const) : pictures.takeIn(sent);
        const result = taking.then((taken) => ({ file: shownFileName(part.filename), ...taken }));
        result.catch(() => undefined);
        // No more than three files are in memory at once, however many are sent.
        await results.at(-2);
        results.push(result);
      });
      return presentTaken(await Promise.all(results));
    },
    { isUpload: true },
  );
}

function presentTaken(all: readonly { file: string; url?: string; fault?: PictureFault }[]): PicturesTaken {
  if (!all.length) throw new Refusal("file_refused", "Choose at least one picture.");
  const imageUrls = [...new Set(all.flatMap(({ url }) => url ?? []))];
  const faults = all.flatMap(({ file, fault }) => (fault ? [{ file, fault }] : []));
  return {
    message: faults.length ? `${imageUrls.length} pictures uploaded, ${faults.length} left out.` : `${imageUrls.length} pictures uploaded.`,
    imageUrls,
    totalImages: imageUrls.length,
    carsUpdated: 0,
    errors: faults.length,
    errorDetails: faults.map(({ file, fault }) => `${file} ${sentences[fault]}`),
    results: [],
    faults,
  };
}
