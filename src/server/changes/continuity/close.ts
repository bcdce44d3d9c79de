import { eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { orderEndings } from "#server/db/schema/endings.ts";
import type { Services } from "#server/services.ts";
import type { EndingRow } from "./queries.ts";

/** Closes an ending with its final state. Its offers have to be closed before. */
export async function close(
  { now }: Pick<Services, "now">,
  tx: Db,
  { id }: Pick<EndingRow, "id">,
  { by, ...closed }: Pick<EndingRow, "state"> & Partial<EndingRow> & { by: string },
): Promise<EndingRow> {
  const [ending] = await tx
    .update(orderEndings)
    .set({ ...closed, closedAt: new Date(now()), closedBy: by })
    .where(eq(orderEndings.id, id))
    .returning();
  if (!ending) throw new Error("No ending was closed");
  return ending;
}
