import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type SmallDisk = {
  path: string;
  /** Fills all free space. */
  fill: () => void;
  /** Frees that space again. */
  clear: () => void;
  remove: () => void;
};

/** A separate disk of this many megabytes; undefined if this machine does not let us mount one. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), "longbay-disk-"));
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", path];
  if (process.platform !== "linux" || spawnSync("mount", options).status !== 0) {
    rmSync(path, { recursive: true, force: true });
    return undefined;
  }
  chmodSync(path, 0o755);
  const filler = join(path, "filler");
  return {
    path,
    fill() {
      const file = openSync(filler, "a");
      for (let piece = Buffer.alloc(1024 * 1024, 1); piece.length > 0;)
        if (!hasWritten(file, piece)) piece = piece.subarray(0, piece.length >> 1);
      closeSync(file);
    },
    clear: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync("umount", ["-l", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function hasWritten(file: number, piece: Buffer): boolean {
  try {
    return writeSync(file, piece) === piece.length;
  } catch {
    return false;
  }
}
