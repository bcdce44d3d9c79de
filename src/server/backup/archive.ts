import { createHash, createHmac, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { extract, pack } from "tar-stream";
import { brand } from "#domain/brand.ts";
import { BackupRefused } from "./backup-refused.ts";

/** The first and the last entry of a backup. */
export const headName = "longbay-backup.json";
export const endName = "end.json";

/** The most bytes of one entry: more than any file or table piece of ours. A longer entry isn't ours. */
const longestEntry = 64 * 1024 * 1024;

export type Entry = { name: string; content: Buffer };

/** Keeps a digest of all entries so far: their names, lengths and contents. */
function digestOfEntries(): { add: (entry: Entry) => void; value: () => string } {
  const hash: Hash = createHash("sha256");
  return {
    add({ name, content }) {
      hash.update(`${name}\0${content.length}\0`).update(content);
    },
    value: () => hash.copy().digest("hex"),
  };
}

/** A seal: it shows that the maker of a backup had the installation's secret. */
export const sealOf = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(`longbay backup ${text}`).digest("hex");

/**
 * Writes a tar file entry by entry, under another name until it is whole and on the disk. `fill` writes all but
 * the last entry, and returns the function that makes the last entry from the digest of all before.
 */
export async function writeArchive(
  path: string,
  fill: (write: (entry: Entry) => Promise<void>) => Promise<(digest: string) => object>,
): Promise<void> {
  const part = `${path}.part`;
  const tar = pack();
  const digest = digestOfEntries();
  const append = ({ name, content }: Entry) =>
    new Promise<void>((resolve, reject) => {
      const entry = tar.entry({ name, size: content.length, mode: 0o600 }, (error) =>
        error ? reject(error) : resolve(),
      );
      entry.end(content);
    });
  const written = pipeline(tar, createWriteStream(part, { flags: "wx", mode: 0o600 }));
  // If writing or filling fails, the first failure of the two is the error.
  const failed = written.then(() => new Promise<never>(() => undefined));
  try {
    const filling = (async () => {
      const end = await fill(async (entry) => {
        digest.add(entry);
        await append(entry);
      });
      await append({ name: endName, content: Buffer.from(JSON.stringify(end(digest.value()), null, 2)) });
      tar.finalize();
    })();
    await Promise.race([filling, failed]);
    await written;
    await syncToDisk(part, "r+");
    await rename(part, path);
    if (process.platform !== "win32") await syncToDisk(dirname(path), "r");
  } catch (error) {
    tar.destroy();
    await written.catch(() => undefined);
    // A file that existed already belongs to another backup that still runs, so it is not removed.
    if (!isCode(error, "EEXIST")) await rm(part, { force: true });
    throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** Makes sure that a written or renamed file survives a power cut. Windows syncs no folders. */
async function syncToDisk(path: string, flags: "r" | "r+"): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads a backup's entries in their order, each with the digest of all entries before it. Throws BackupRefused for a
 * file that isn't a complete tar file.
 */
export async function* readArchive(path: string): AsyncGenerator<Entry & { digestBefore: string }> {
  const digest = digestOfEntries();
  const tar = extract();
  const reading = pipeline(createReadStream(path), tar);
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size = 0, type } = entry.header;
      if (type !== "file" || size > longestEntry) throw new BackupRefused(notOurs);
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      const content = Buffer.concat(chunks);
      if (content.length !== size) throw new BackupRefused(cutOff);
      yield { name, content, digestBefore: digest.value() };
      digest.add({ name, content });
    }
    await reading;
  } catch (error) {
    if (error instanceof BackupRefused || isCode(error, "ENOENT") || isCode(error, "EACCES")) throw error;
    throw new BackupRefused(
      error instanceof Error && /unexpected end/i.test(error.message) ? cutOff : notOurs,
    );
  }
}

export const notOurs = `This file is no backup of ${brand.name.en}, or it is damaged.`;
export const cutOff = "This backup ends before its end: it was cut off, or never finished.";
