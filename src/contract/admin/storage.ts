import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { unlessEmpty, Uuid } from "#contract/fields.ts";

/** Pictures in one place. `isMore`: there are more than were counted. */
const Stock = z.object({ count: z.number(), bytes: z.number(), isMore: z.boolean() });

/** Where uploaded pictures are stored. */
export const PictureStorage = z.object({
  /** Whether a storage is set up at all. */
  isSet: z.boolean(),
  /** The bucket and the host name of the storage; never a key. */
  bucket: z.nullable(z.string()),
  host: z.nullable(z.string()),
  isAnswering: z.boolean(),
  /** Pictures in this server's folder, not moved yet. */
  here: Stock,
  /** Pictures in the storage; null where the storage doesn't answer. */
  there: z.nullable(Stock),
});
export type PictureStorage = z.infer<typeof PictureStorage>;

/**
 * One car whose pictures were moved. The row is the car's row in the latest file of cars that has it; the folder
 * is the same in a ZIP file.
 */
export const CarMoved = z.object({
  carInfo: z.string(),
  csvRowNumber: z.nullable(z.number()),
  folderName: z.string(),
  imagesUploaded: z.number(),
  imageUrls: z.array(z.string()),
});
export type CarMoved = z.infer<typeof CarMoved>;

export const ImagesMoved = z.object({
  message: z.string(),
  /** The number of moved pictures, each counted once, whether or not a car already shows it. */
  totalImages: z.number(),
  totalCars: z.number(),
  results: z.array(CarMoved),
});
export type ImagesMoved = z.infer<typeof ImagesMoved>;

const common = { tag: "Admin: images", access: ["manage_cars", "upload_data"], status: 200 } as const;

export const getPictureStorage = endpoint({
  ...common,
  method: "GET",
  path: "/api/admin/cloud-storage",
  summary: "Where uploaded pictures are kept, and whether the storage answers",
  response: PictureStorage,
});
export const moveToStorage = endpoint({
  ...common,
  method: "POST",
  path: "/api/admin/upload-to-cloud",
  summary:
    "Move the pictures of this server's folder to the storage that STORAGE_URL names. Safe to repeat; its progress is at /api/admin/uploads/:id",
  query: z.object({ uploadId: unlessEmpty(Uuid) }),
  response: ImagesMoved,
});
