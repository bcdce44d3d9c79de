import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "#server/db/open-database.ts";

// When the last backup was made. A server's database keeps the time, for every process on every machine. The embedded
// database may be in use by a process other than the backup's, so the time is in a file beside it.

/** The setting that names the time. */
export const backupKey = "last_backup";
export const backupTimeFile = (dataDir: string): string => join(dataDir, "last-backup");

/** The time of the last backup; undefined if there is none. */
export async function findLastBackup(
  { kind, rows }: Pick<Database, "kind" | "rows">,
  dataDir: string,
): Promise<string | undefined> {
  if (kind === "embedded") return readFile(backupTimeFile(dataDir), "utf8").catch(() => undefined);
  const [found] = await rows<{ value: string }>("select value from settings where key = $1", [backupKey]);
  return found?.value;
}
