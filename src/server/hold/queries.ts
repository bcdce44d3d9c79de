import { z } from "zod";
import type { Database, Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";

const key = "held";

/** Why an installation does nothing by itself: it was restored from a backup of the time `takenAt`. */
export const RestoredFrom = z.object({ takenAt: z.iso.datetime(), restoredAt: z.iso.datetime() });
export type RestoredFrom = z.infer<typeof RestoredFrom>;

/** Holds a database from the first moment of its restoring. */
export async function holdRestored(
  rows: (text: string, parameters: unknown[]) => Promise<unknown[]>,
  restored: RestoredFrom,
): Promise<void> {
  await rows(
    "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
    [key, JSON.stringify(restored)],
  );
}

/** The hold in the database; undefined if it isn't held. */
export async function findHold({ rows }: Pick<Database, "rows">): Promise<RestoredFrom | undefined> {
  const [held] = await rows<{ value: string }>("select value from settings where key = $1", [key]);
  return held && RestoredFrom.parse(JSON.parse(held.value));
}

/** Releases the installation; false if another administrator has done so already. */
export async function endHold(tx: Db): Promise<boolean> {
  const ended = await rowsIn(tx)("delete from settings where key = $1 returning key", [key]);
  return ended.length > 0;
}
