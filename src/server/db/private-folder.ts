import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

const [forOwner, folderForOwner] = [0o600, 0o700];

/**
 * Makes the folder of our data, with everything in it, this user's alone: keys, hashes and people's names lie
 * there. What this process writes from now on is so too. Windows has no such modes, and its folders are their
 * user's already.
 */
export async function keepPrivate(folder: string): Promise<void> {
  process.umask(0o077);
  await mkdir(folder, { recursive: true, mode: folderForOwner });
  if (process.platform !== "win32") await mend(folder);
}

/**
 * A link is left alone: what it leads to is somebody else's to look after. A file that goes meanwhile needs
 * nothing.
 */
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
