import type { FileHandle } from "node:fs/promises";
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from "yauzl";
import { Refusal } from "#contract/errors.ts";
import type { ZipError } from "#contract/images.ts";
import { largestPicture } from "#domain/file-limits.ts";
import { isSystemFile, pathParts, placeInFolders, wrapperOf } from "#domain/cars/image-folders.ts";
import { shownPath } from "#server/http/multipart-parts.ts";

const mostEntries = 2000;
/** The most bytes of an archive's files together, unpacked. */
const mostInAll = 2 * 1024 ** 3;
/** The most bytes of one entry in the archive's directory: its name, extra fields and comment. */
const longestRecord = 2000;
/** Photographs hardly shrink. A larger file that shrinks by more than this factor was built as an attack. */
const mostShrunk = 100;
const smallEnough = 1024 * 1024;

export type ZipImage = { name: string; shown: string; entry: Entry };
export type InvalidFile = { file: string; error: ZipError };
export type ZipListing = {
  zip: ZipFile;
  /** The pictures by row. Files that can't be pictures according to the archive are among the errors. */
  folders: Map<number, ZipImage[]>;
  errors: InvalidFile[];
};

/** Reads only within the file: the positions that an archive states can lead anywhere. */
class Bounded extends RandomAccessReader {
  readonly file: FileHandle;

  constructor(file: FileHandle) {
    super();
    this.file = file;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    answer: (error: Error | null) => void,
  ): void {
    this.file.read(buffer, offset, length, position).then(
      ({ bytesRead }) => answer(bytesRead < length ? new Error("the archive ends before") : null),
      (error: Error) => answer(error),
    );
  }
}

/** Lists an archive by its directory alone. Throws a Refusal for a file that isn't an archive, or is too large. */
export async function listZip(file: FileHandle): Promise<ZipListing> {
  const { size } = await file.stat();
  const reasons: InvalidFile[] = [];
  const found: { parts: string[]; shown: string; entry: Entry }[] = [];
  try {
    const zip = await fromRandomAccessReaderPromise(new Bounded(file), size, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    if (zip.entryCount > mostEntries)
      throw new Refusal(
        "file_refused",
        `The ZIP file contains more than ${mostEntries.toLocaleString("en-US")} files.`,
        {
          file: { code: "zip_too_many", values: { most: mostEntries } },
        },
      );
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      if (unpacked > mostInAll)
        throw new Refusal("file_refused", "The ZIP file unpacks to more than 2 GB.", {
          file: { code: "zip_too_large" },
        });
      const path = pathOf(entry);
      const shown = shownPath(path);
      const parts = pathParts(path);
      if (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength > longestRecord)
        reasons.push({ file: shown, error: "name_too_long" });
      else if (!parts) reasons.push({ file: shown, error: "unsafe_name" });
      else if (!isSystemFile(parts) && !/[/\\]$/.test(path)) found.push({ parts, shown, entry });
    }
    if (await hasMore(file, Number(zip.readEntryCursor)))
      throw new Refusal("file_refused", "The ZIP file contains more files than it lists.", {
        file: { code: "zip_broken" },
      });
    const wrapper = wrapperOf(found.map(({ parts }) => parts));
    const folders = new Map<number, ZipImage[]>();
    for (const { parts, shown, entry } of found) {
      const placed = placeInFolders(parts, wrapper);
      const reason = "error" in placed ? placed.error : errorOf(entry);
      if ("error" in placed || reason) reasons.push({ file: shown, error: reason ?? "broken" });
      else {
        const folder = folders.get(placed.row) ?? [];
        folder.push({ name: placed.name, shown, entry });
        folders.set(placed.row, folder);
      }
    }
    return { zip, folders, errors: reasons };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Whether the directory goes on after its stated end: some programs count past 65,535 by beginning again at 0. */
async function hasMore(file: FileHandle, place: number): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, place);
  return bytesRead === 4 && buffer.readUInt32LE() === 0x02014b50;
}

function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  // The reader's own errors have no code, except where Node refuses to read at an impossible position.
  const code = "code" in error ? String(error.code) : "";
  if (code && !code.startsWith("ERR_")) return error;
  const isEncrypted = /encryption/i.test(error.message);
  return new Refusal(
    "file_refused",
    isEncrypted ? "The ZIP file is encrypted." : "The ZIP file is damaged or incomplete.",
    {
      file: { code: isEncrypted ? "zip_encrypted" : "zip_broken" },
    },
  );
}

/**
 * An entry's path, up to the longest record. A name without a stated encoding is UTF-8 (Mac) or Chinese (Windows).
 */
function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const raw = fileNameRaw.subarray(0, longestRecord);
  if (generalPurposeBitFlag & 0x800 || extraFields.some(({ id }) => id === 0x7075))
    return getFileNameLowLevel(generalPurposeBitFlag, raw, extraFields, true);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    return new TextDecoder("gb18030").decode(raw);
  }
}

/** Why an entry can't or shouldn't be unpacked; undefined for a sound one. Its path has been checked before. */
function errorOf(entry: Entry): ZipError | undefined {
  const { compressedSize, uncompressedSize, compressionMethod, externalFileAttributes } = entry;
  const unixType = (externalFileAttributes >>> 28) & 0xf;
  if (unixType !== 0 && unixType !== 0x8) return "link";
  if (entry.isEncrypted()) return "encrypted";
  if (compressionMethod !== 0 && compressionMethod !== 8) return "unknown_packing";
  if (uncompressedSize > largestPicture || compressedSize > largestPicture + smallEnough) return "too_large";
  if (uncompressedSize > smallEnough && uncompressedSize > mostShrunk * compressedSize)
    return "packed_too_much";
  return undefined;
}
