import pg from "pg";
import { expect, it } from "vitest";
import { databaseKind, freshServerDatabase } from "#test/app.ts";
import { openServer } from "./open-server.ts";

const waiters = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

it.runIf(databaseKind === "postgres")(
  "an upgrade beside an older version that has locked a table lets go and tries again until it succeeds",
  async () => {
    const connectionString = await freshServerDatabase();
    const older = new pg.Client({ connectionString });
    const onlooker = new pg.Client({ connectionString });
    await Promise.all([older.connect(), onlooker.connect()]);
    await older.query("begin");
    await older.query("lock table drizzle.__drizzle_migrations in access exclusive mode");
    const opening = openServer(connectionString);
    // The upgrade has waited, given up, and waits again.
    for (let [seen, was] = [0, false]; seen < 2;) {
      const { rows } = await onlooker.query<{ waiting: number }>(waiters);
      const isWaiting = (rows[0]?.waiting ?? 0) > 0;
      if (isWaiting && !was) seen += 1;
      was = isWaiting;
    }
    await older.query("commit");
    const database = await opening;
    expect(await database.rows("select 1 as one")).toEqual([{ one: 1 }]);
    await database.close();
    await Promise.all([older.end(), onlooker.end()]);
  },
);
