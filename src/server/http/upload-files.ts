import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import { hour } from "#domain/durations.ts";
import { Refusal } from "#contract/errors.ts";

/** Marks an upload with its machine and process; characters that a file's name can't have are removed. */
const mine = `${hostname().replace(/[^a-z0-9]/gi, "")}.${process.pid}.`;

const folderOf = (dataDir: string): string => join(dataDir, "uploads");

/**
 * The whole of a stream; undefined for a longer one, which is still read to its end so that the next part comes.
 */
export async function readUpTo(most: number, stream: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= most) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length <= most ? Buffer.concat(chunks) : undefined;
}

export type KeptUpload = { path: string; isTruncated: boolean; drop: () => Promise<void> };

/** Keeps an uploaded file until it is dropped. Of one that can't be kept whole, nothing stays. */
export async function keepUpload(dataDir: string, { file }: MultipartFile): Promise<KeptUpload> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true });
  const path = join(folder, mine + crypto.randomUUID());
  const drop = () => rm(path, { force: true });
  try {
    await pipeline(file, createWriteStream(path, { mode: 0o600 }));
    return { path, isTruncated: file.truncated, drop };
  } catch (error) {
    await drop();
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw code === "ENOSPC" || code === "EDQUOT"
      ? new Refusal("storage_full", "There's no space left for the upload.")
      : error;
  }
}

/** Keeps an uploaded file while it is worked on; it is gone afterwards, however that ends. */
export async function withUploaded<T>(
  dataDir: string,
  part: MultipartFile,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const { path, isTruncated, drop } = await keepUpload(dataDir, part);
  try {
    if (isTruncated) throw new Refusal("too_large", "The file is too large.");
    return await work(path);
  } finally {
    await drop();
  }
}

/**
 * Removes files of killed processes: this machine's, and any other older than half a day, which is longer than any
 * upload takes. Call it before any upload.
 */
export async function forgetOldUploads(dataDir: string, now: number): Promise<void> {
  const folder = folderOf(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }));
    if (isLeftBehind(name) || now - mtimeMs > 12 * hour) await rm(join(folder, name), { force: true });
  }
}

function isLeftBehind(name: string): boolean {
  const [host, pid] = name.split(".");
  return host === mine.split(".")[0] && (Number(pid) === process.pid || !isRunning(Number(pid)));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user also runs.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
