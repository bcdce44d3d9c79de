import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Database } from "#server/db/open-database.ts";

// When the last backup was made. A server's database keeps the time, for every process on every machine. The embedded
// database may be in use by a process other than the backup's, so the time is in a file beside it.

const key = "last_backup";
const fileOf = (dataDir: string): string => join(dataDir, "last-backup");

/** Notes the time of a complete backup. */
export async function noteBackup(
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  takenAt: string,
): Promise<void> {
  if (databaseUrl === undefined) return writeFile(fileOf(dataDir), takenAt, { mode: 0o600 });
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query(
      "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
      [key, takenAt],
    );
  } finally {
    await client.end();
  }
}

/** The time of the last backup; undefined if there is none. */
export async function findLastBackup(
  { kind, rows }: Pick<Database, "kind" | "rows">,
  dataDir: string,
): Promise<string | undefined> {
  if (kind === "embedded") return readFile(fileOf(dataDir), "utf8").catch(() => undefined);
  const [found] = await rows<{ value: string }>("select value from settings where key = $1", [key]);
  return found?.value;
}
