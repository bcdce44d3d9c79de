import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { lockDirectory } from "#server/db/lock-directory.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { keepPrivate } from "#server/db/private-folder.ts";
import { folderTarget, type RestoreTarget, serverTarget } from "#server/db/restore-target.ts";
import { holdRestored } from "#server/hold/keep-hold.ts";
import { endName, readArchive } from "./archive.ts";
import { BackupRefused } from "./backup-refused.ts";
import { type CheckedBackup, checkBackup } from "./check-backup.ts";
import { openKeptFiles } from "./kept-files.ts";
import { beginLoading, refuseUnlessEmpty } from "./load-database.ts";
import { kindOfEntry } from "./names.ts";

export type RestoreSummary = { takenAt: string; rows: number; files: number };

/**
 * Restores a backup into an empty database, and its files to where uploads are kept. The backup is read whole
 * before anything is changed; the database is filled in one transaction, and begins held. Throws BackupRefused.
 */
export async function restoreBackup(config: Config, path: string): Promise<RestoreSummary> {
  const checked = await checkBackup(path, config);
  await keepPrivate(config.dataDir);
  const { databaseUrl } = config;
  if (databaseUrl === undefined) await restoreEmbedded(config, path, checked);
  else await fill(await serverTarget(databaseUrl), config, path, checked);
  // An older backup's tables are brought to this program's at once, so that a failure shows now.
  try {
    await (await openDatabase(config)).close();
  } catch (cause) {
    throw new Error("The backup is restored, but its tables can't be brought to this version", { cause });
  }
  const rows = Object.values(checked.end.tables).reduce((sum, count) => sum + count, 0);
  return { takenAt: checked.head.takenAt, rows, files: checked.end.files };
}

/** Fills a folder under another name, and renames it once it is whole. */
async function restoreEmbedded(config: Config, path: string, checked: CheckedBackup): Promise<void> {
  const { dataDir } = config;
  const lock = await lockDirectory(dataDir);
  try {
    const [folder, filling] = [join(dataDir, "database"), join(dataDir, "database.restoring")];
    if (existsSync(folder))
      throw new BackupRefused(
        `${dataDir} holds a database already: a backup is restored into a new folder, and replaces nothing.`,
      );
    // A restore that was killed half way left its folder.
    await rm(filling, { recursive: true, force: true });
    try {
      await fill(await folderTarget(filling), config, path, checked);
      await rename(filling, folder);
    } catch (error) {
      await rm(filling, { recursive: true, force: true });
      throw error;
    }
  } finally {
    lock.release();
  }
}

async function fill(
  target: RestoreTarget,
  config: Config,
  path: string,
  checked: CheckedBackup,
): Promise<void> {
  try {
    await refuseUnlessEmpty(target);
    const files = openKeptFiles(config);
    const loader = await beginLoading(target, checked);
    for await (const entry of readArchive(path)) {
      const kind = kindOfEntry(entry.name);
      if (kind?.kind === "file") await files.keep(kind.key, entry.content);
      else if (kind) await loader.take(kind, entry);
      // The backup was read whole before: a difference now means that the file was changed meanwhile.
      else if (entry.name === endName && entry.digestBefore !== checked.end.digest)
        throw new BackupRefused("The backup was changed while it was read.");
    }
    await loader.finish();
    await holdRestored(target.rows, {
      takenAt: checked.head.takenAt,
      restoredAt: new Date().toISOString(),
    });
    await target.commit();
  } finally {
    await target.close();
  }
}
