import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

const [forOwner, folderForOwner] = [0o600, 0o700];

/**
 * Makes the folder of our data, with everything in it, accessible to this user alone: it has keys, hashes and
 * people's names. Files that this process writes later are this user's alone too. Windows has no such modes; a
 * user's folders there are private already.
 */
export async function keepPrivate(folder: string): Promise<void> {
  process.umask(0o077);
  await mkdir(folder, { recursive: true, mode: folderForOwner });
  if (process.platform !== "win32") await mend(folder);
}

/** Leaves a link alone: the file that it leads to is not ours. A file that disappears meanwhile needs no repair. */
async function mend(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found || !(found.isDirectory() || found.isFile())) return;
  const wanted = found.isDirectory() ? folderForOwner : forOwner;
  if ((found.mode & 0o777) !== wanted) await chmod(path, wanted).catch(ifGone);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path).catch(() => [])) await mend(join(path, name));
}

function ifGone(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
