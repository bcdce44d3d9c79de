import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** Why a file became no picture. `heic`: an iPhone's format that could not be read here. */
export const pictureFaults = ["not_a_picture", "heic", "broken", "too_many_pixels", "too_large", "empty"] as const;
export type PictureFault = (typeof pictureFaults)[number];

/** What became of pictures that were sent: one by one for a car's page, or in numbered folders of a ZIP file for many cars. */
export const PicturesTaken = z.object({
  message: z.string(),
  imageUrls: z.array(z.string()),
  totalImages: z.number(),
  carsUpdated: z.number(),
  errors: z.number(),
  errorDetails: z.array(z.string()),
  results: z.array(z.object({ carName: z.string(), imagesAdded: z.number() })),
  /** The same as `errorDetails`, for programs. */
  faults: z.array(z.object({ file: z.string(), fault: z.enum(pictureFaults) })),
});
export type PicturesTaken = z.infer<typeof PicturesTaken>;

export const uploadImages = endpoint({
  method: "POST",
  path: "/api/admin/upload-images",
  summary: "Take pictures: several in the field `images`",
  tag: "Fleet",
  access: ["manage_cars", "upload_data"],
  response: PicturesTaken,
  status: 200,
});
