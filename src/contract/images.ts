import * as z from "zod/mini";
import { folderErrors } from "#domain/cars/image-folders.ts";
import { endpoint } from "./endpoint.ts";
import { unlessEmpty, Uuid } from "./fields.ts";
import { ImportBatch } from "./admin/imports.ts";

/** Why a file did not become a picture. `heic`: an iPhone's format that could not be read here. */
export const imageErrors = [
  "not_a_picture",
  "heic",
  "broken",
  "too_many_pixels",
  "takes_too_long",
  "too_large",
  "empty",
] as const;
export type ImageError = (typeof imageErrors)[number];

/** Why a file in a ZIP file, or a whole folder of it, did not become pictures. */
export const zipErrors = [
  ...imageErrors,
  ...folderErrors,
  "name_too_long",
  "link",
  "encrypted",
  "unknown_packing",
  "packed_too_much",
  "no_car",
  "car_gone",
  "too_many_pictures",
] as const;
export type ZipError = (typeof zipErrors)[number];

/** A numbered folder, its car, how many pictures the folder has, and how many of them the car has already. */
const FolderPreview = z.object({
  row: z.number(),
  carName: z.string(),
  year: z.number(),
  city: z.string(),
  pictures: z.number(),
  already: z.number(),
});
export type FolderPreview = z.infer<typeof FolderPreview>;

/**
 * The result of an upload of pictures: one by one for a car's page, or in numbered folders of a ZIP file for many
 * cars. In a dry run: the result that it would have.
 */
export const ImagesTaken = z.object({
  message: z.string(),
  imageUrls: z.array(z.string()),
  totalImages: z.number(),
  carsUpdated: z.number(),
  /** The number of all errors. If there are very many, `errorDetails` and `faults` don't list all of them. */
  errors: z.number(),
  errorDetails: z.array(z.string()),
  results: z.array(z.object({ carName: z.string(), imagesAdded: z.number(), row: z.optional(z.number()) })),
  /** The same as `errorDetails`, for programs. */
  faults: z.array(z.object({ file: z.string(), fault: z.enum(zipErrors) })),
  /**
   * For a ZIP file: whether it was only checked, the import whose rows its folders are, and how many of its
   * pictures the cars had already.
   */
  dryRun: z.optional(z.boolean()),
  batch: z.optional(ImportBatch),
  alreadyThere: z.optional(z.number()),
  preview: z.optional(z.array(FolderPreview)),
});
export type ImagesTaken = z.infer<typeof ImagesTaken>;

export const uploadImages = endpoint({
  method: "POST",
  path: "/api/admin/upload-images",
  summary:
    "Take pictures: several in the field `images`, or in `file` a ZIP of folders numbered as the rows of an import, the latest unless `batchId` names one; with `dryRun=true` only look",
  tag: "Admin: images",
  access: ["manage_cars", "upload_data"],
  query: z.object({
    dryRun: unlessEmpty(z.enum(["true", "false"])),
    batchId: unlessEmpty(Uuid),
    uploadId: unlessEmpty(Uuid),
  }),
  response: ImagesTaken,
  status: 200,
});
