import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { constants, crc32, inflateRaw } from "node:zlib";
import type { ZipFile } from "yauzl";
import type { ImageError } from "#contract/images.ts";
import { listZip, type ZipListing, type ZipImage } from "./zip-listing.ts";

const inflate = promisify(inflateRaw);
/** How many of a file's first bytes are enough to know its kind. */
const headLength = 4096;

export type OpenZip = Pick<ZipListing, "folders" | "errors"> & {
  /** One whole entry, checked against its length and its sum. */
  read: (image: ZipImage) => Promise<{ bytes: Buffer } | { error: ImageError }>;
  /** The beginning of an entry, enough to know its kind. */
  head: (image: ZipImage) => Promise<{ bytes: Buffer } | { error: ImageError }>;
};

/** Opens an archive for as long as the work takes. Nothing of it is written anywhere. */
export async function withZip<T>(path: string, work: (zip: OpenZip) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    const { zip, folders, errors } = await listZip(file);
    return await work({
      folders,
      errors: errors,
      read: (image) => readEntry(file, zip, image).catch(brokenUnlessSystem),
      head: (image) => readHead(file, zip, image).catch(brokenUnlessSystem),
    });
  } finally {
    await file.close();
  }
}

async function readEntry(
  file: FileHandle,
  zip: ZipFile,
  { entry }: ZipImage,
): Promise<{ bytes: Buffer } | { error: ImageError }> {
  const packed = await readPacked(file, zip, entry, entry.compressedSize);
  const bytes =
    entry.compressionMethod === 0
      ? packed
      : await inflate(packed, { maxOutputLength: Math.max(1, entry.uncompressedSize) });
  const isWhole =
    packed.length === entry.compressedSize &&
    bytes.length === entry.uncompressedSize &&
    crc32(bytes) === entry.crc32;
  return isWhole ? { bytes } : { error: "broken" };
}

async function readHead(file: FileHandle, zip: ZipFile, { entry }: ZipImage): Promise<{ bytes: Buffer }> {
  const packed = await readPacked(file, zip, entry, Math.min(headLength, entry.compressedSize));
  if (entry.compressionMethod === 0 || packed.length === 0) return { bytes: packed };
  return { bytes: await inflate(packed, { finishFlush: constants.Z_SYNC_FLUSH }) };
}

async function readPacked(
  file: FileHandle,
  zip: ZipFile,
  entry: ZipImage["entry"],
  length: number,
): Promise<Buffer> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = length ? await file.read(buffer, 0, length, fileDataStart) : { bytesRead: 0 };
  return buffer.subarray(0, bytesRead);
}

/**
 * Errors of an archive have no code, or one of Node's or zlib's. Other errors, such as those of a failing disk,
 * are thrown again.
 */
function brokenUnlessSystem(error: unknown): { error: ImageError } {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof Error && /^$|^ERR_|^Z_/.test(code)) return { error: "broken" };
  throw error;
}
