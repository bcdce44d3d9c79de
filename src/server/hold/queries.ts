import { z } from "zod";
import type { Database } from "#server/db/open-database.ts";

/** The setting that an installation on hold has. */
export const holdKey = "held";

/** Why an installation does nothing by itself: it was restored from a backup of the time `takenAt`. */
export const RestoredFrom = z.object({ takenAt: z.iso.datetime(), restoredAt: z.iso.datetime() });
export type RestoredFrom = z.infer<typeof RestoredFrom>;

/** The hold in the database; undefined if it isn't held. */
export async function findHold({ rows }: Pick<Database, "rows">): Promise<RestoredFrom | undefined> {
  const [held] = await rows<{ value: string }>("select value from settings where key = $1", [holdKey]);
  return held && RestoredFrom.parse(JSON.parse(held.value));
}
