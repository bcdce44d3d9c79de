import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { holdKey, type RestoredFrom } from "./queries.ts";

/** Holds a database from the first moment of its restoring. */
export async function holdRestored(
  rows: (text: string, parameters: unknown[]) => Promise<unknown[]>,
  restored: RestoredFrom,
): Promise<void> {
  await rows(
    "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
    [holdKey, JSON.stringify(restored)],
  );
}

/** Releases the installation; false if another administrator has done so already. */
export async function endHold(tx: Db): Promise<boolean> {
  const ended = await rowsIn(tx)("delete from settings where key = $1 returning key", [holdKey]);
  return ended.length > 0;
}
