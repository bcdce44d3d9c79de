import { mostImages } from "#domain/cars/car-rules.ts";
import { imageErrorWords } from "#web/admin/words/image-error-words.ts";
import { isTriedAgain } from "#web/files/is-file-refused.ts";
import { UploadRefused } from "#web/files/use-uploads.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { carErrorWords } from "./car-error-words.ts";

const refusals = new Map<string, () => string>([
  ["too_large", m.admin_image_error_large],
  ["unsupported_media_type", m.admin_image_error_type],
  ["files_spent", m.conversations_files_spent],
  // The pictures are checked one by one, so a refusal of the whole upload means that the car has no room for more.
  ["file_refused", () => m.host_pictures_most({ most: mostImages })],
]);

/** Why a picture of a car was not taken, for its host. */
export function pictureErrorWords(error: unknown): string {
  if (error instanceof UploadRefused) return refusedWords(error.reason);
  if (isTriedAgain(error)) return m.host_upload_cut();
  return refusals.get(failureCode(error))?.() ?? carErrorWords(error) ?? sessionErrorWords(error);
}

const refusedWords = (reason: string): string =>
  Object.entries(imageErrorWords).find(([name]) => name === reason)?.[1]() ?? m.admin_image_error_broken();
