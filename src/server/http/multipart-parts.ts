import type { Multipart } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { largestPicture } from "#domain/file-limits.ts";
import { withoutCardNumbers } from "#domain/people/card-numbers.ts";
import { refuseCardNumbers } from "./card-guard.ts";

/** The limits of a form with files, unless a route sets others. A file that is too large is cut off and marked. */
export const multipartOptions = {
  limits: { fileSize: largestPicture, files: 30, fields: 10, parts: 40, headerPairs: 50 },
  throwFileSizeLimit: false,
};

/** The most bytes of a form besides its one file. */
const mostBeside = 64 * 1024;

/** Whether a form says that it has more than a file of this size: it is refused before it is read. */
export const isLargerThan = (request: FastifyRequest, fileSize: number): boolean =>
  Number(request.headers["content-length"] ?? 0) > fileSize + mostBeside;

/**
 * Works on the parts of a form with files, one after the other. A body that isn't such a form, or ends in the middle,
 * is refused.
 */
export async function forEachPart(
  request: FastifyRequest,
  work: (part: Multipart) => Promise<void>,
  limits: { fileSize?: number; files?: number; parts?: number } = {},
): Promise<void> {
  if (!request.isMultipart()) throw new Refusal("unsupported_media_type", "Send multipart/form-data.");
  try {
    for await (const part of request.parts({ limits })) {
      const { fieldname, mimetype } = part;
      // A file's own name comes from a camera and may look like a card number: it is shown without the number.
      refuseCardNumbers(
        part.type === "field" ? { [fieldname]: [part.value, mimetype] } : { [fieldname]: mimetype },
      );
      await work(part);
    }
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Refusal) throw error;
    const code = "code" in error ? String(error.code) : "";
    if (/LIMIT|TOO_LARGE/.test(code))
      throw new Refusal("too_large", "The upload has too many parts, or one that is too large.");
    if (/^FST_|ECONNRESET|PREMATURE/.test(code) || /multipart|Part terminated|aborted/i.test(error.message)) {
      throw new Refusal("malformed", "The upload was cut off.");
    }
    throw error;
  }
}

/** A foreign path for display: cut, without card numbers, control characters and direction marks. */
export function shownPath(path: string): string {
  const seen = [...path.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")].slice(0, 1000).join("");
  return [...withoutCardNumbers(seen)].slice(0, 120).join("") || "unnamed";
}

/** A file's name for display, cleaned as a path is, without folders. */
export const shownFileName = (name: string | undefined): string =>
  shownPath((name ?? "").replace(/^.*[\\/]/, ""));
