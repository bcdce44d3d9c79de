import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { DirectoryInUse, lockDirectory } from "#server/db/lock-directory.ts";
import { copyDatabaseFiles } from "#server/db/open-embedded.ts";
import { keepPrivate } from "#server/db/private-folder.ts";
import { folderSnapshot, type Snapshot, serverSnapshot } from "#server/db/snapshot.ts";
import { BackupRefused } from "./backup-refused.ts";
import { askForCopy, copyFolder, databaseCopy } from "./control-socket.ts";
import { noteBackup } from "./note-backup.ts";
import { type BackupSummary, takeBackup } from "./take-backup.ts";

/**
 * Backs up the installation of these settings, whether it runs or not, and notes the time; `unnoted` is why the
 * time could not be noted. Throws BackupRefused.
 */
export async function backUp(
  config: Config,
  path: string,
): Promise<BackupSummary & { unnoted: Error | undefined }> {
  const takenAt = new Date().toISOString();
  const summary = await makeBackup(config, path);
  // The backup is complete, even if noting it fails.
  const unnoted = await noteBackup(config, takenAt).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  return { ...summary, unnoted };
}

async function makeBackup(config: Config, path: string): Promise<BackupSummary> {
  if (existsSync(path)) throw new BackupRefused(`${path} is there already: a backup replaces nothing.`);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined)
    return takeBackup(path, { config, kind: "server", openSnapshot: () => serverSnapshot(databaseUrl) });
  if (!existsSync(join(dataDir, "database")))
    throw new BackupRefused(`There is no database in ${dataDir}: set DATA_DIR, or DATABASE_URL.`);
  await keepPrivate(dataDir);
  await mkdir(copyFolder(dataDir), { recursive: true, mode: 0o700 });
  const turn = await lockDirectory(copyFolder(dataDir)).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUse)) throw error;
    throw new BackupRefused("Another backup of this installation is under way.");
  });
  try {
    return await takeBackup(path, { config, kind: "embedded", openSnapshot: () => copiedSnapshot(dataDir) });
  } finally {
    await rm(databaseCopy(dataDir), { recursive: true, force: true });
    turn.release();
  }
}

async function copiedSnapshot(dataDir: string): Promise<Snapshot> {
  await copyDatabase(dataDir);
  const snapshot = await folderSnapshot(databaseCopy(dataDir));
  return {
    ...snapshot,
    async close() {
      await snapshot.close();
      await rm(databaseCopy(dataDir), { recursive: true, force: true });
    },
  };
}

/** Copies the database: by the process that uses it, or by this process if no other uses it. */
async function copyDatabase(dataDir: string): Promise<void> {
  const lock = await lockDirectory(dataDir).catch((error: unknown) => {
    if (error instanceof DirectoryInUse) return undefined;
    throw error;
  });
  if (!lock) return askForCopy(dataDir);
  try {
    await copyDatabaseFiles(join(dataDir, "database"), databaseCopy(dataDir));
  } finally {
    lock.release();
  }
}
