import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, rename, rm, utimes, writeFile } from "node:fs/promises";

/** The content of a file, unless it is missing, a folder or a symbolic link. */
export async function readPlainFile(path: string): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(absent);
  if (!file) return undefined;
  try {
    return (await file.stat()).isFile() ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}

export type PlainFile = {
  bytes: number;
  at: number;
  /** Changes whenever the content does. */ state: string;
};

/** Undefined for anything but a plain file. */
export async function lookAtPlainFile(path: string): Promise<PlainFile | undefined> {
  const found = await lstat(path, { bigint: true }).catch(absent);
  if (!found?.isFile()) return undefined;
  return {
    bytes: Number(found.size),
    at: Number(found.mtimeMs),
    state: `${found.ino} ${found.mtimeNs} ${found.size}`,
  };
}

const ABSENT = new Set<unknown>(["ENOENT", "ELOOP", "ENOTDIR", "EISDIR"]);

export function absent(error: unknown): undefined {
  if (error instanceof Error && "code" in error && ABSENT.has(error.code)) return undefined;
  throw error;
}

/** Written under another name first: a file under its own name is whole. `at` is its time of change. */
export async function keepFile(path: string, content: Buffer, at?: number): Promise<void> {
  const part = `${path}.${randomBytes(6).toString("hex")}.part`;
  try {
    await writeFile(part, content);
    if (at !== undefined) await utimes(part, new Date(at), new Date(at));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
