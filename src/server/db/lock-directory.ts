import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

/** Another live process holds the directory. */
export class DirectoryInUse extends Error {
  override name = "DirectoryInUse";
}

/**
 * Takes a directory for this process alone. The lock is SQLite's lock on a file. The operating system releases it
 * when the process ends, in any way: nobody can steal it from a living process, and it needs no cleaning after a
 * crash. A file beside it names the holder. Throws DirectoryInUse.
 */
export async function lockDirectory(directory: string): Promise<{ release: () => void }> {
  const holderFile = join(directory, "holder.json");
  const file = new DatabaseSync(join(directory, "lock.sqlite"));
  try {
    file.exec("pragma locking_mode = exclusive; begin exclusive");
  } catch {
    file.close();
    throw new DirectoryInUse(
      `${directory} is in use by process ${await holder(holderFile)}. Stop it first, or set DATA_DIR to another directory.`,
    );
  }
  writeFileSync(holderFile, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }));
  return {
    release() {
      rmSync(holderFile, { force: true });
      file.close();
    },
  };
}

/** The holder writes its name just after it has locked, so a reader may be a moment early. */
async function holder(file: string): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      const { pid } = JSON.parse(readFileSync(file, "utf8")) as { pid: number };
      process.kill(pid, 0);
      return String(pid);
    } catch {
      await wait(50);
    }
  }
  return "of unknown number";
}
