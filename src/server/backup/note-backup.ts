import { writeFile } from "node:fs/promises";
import pg from "pg";
import { backupKey, backupTimeFile } from "./queries.ts";

/** Notes the time of a complete backup. */
export async function noteBackup(
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  takenAt: string,
): Promise<void> {
  if (databaseUrl === undefined) return writeFile(backupTimeFile(dataDir), takenAt, { mode: 0o600 });
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query(
      "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
      [backupKey, takenAt],
    );
  } finally {
    await client.end();
  }
}
