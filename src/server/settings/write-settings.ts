import { eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { businessSettings } from "#server/db/schema/shared.ts";
import type { KeptSettings } from "./queries.ts";

/** The settings, locked for a change: other changes wait until the transaction is over. */
export async function lockSettings(tx: Db): Promise<KeptSettings> {
  await tx.insert(businessSettings).values({ id: 1, version: 0, written: {} }).onConflictDoNothing();
  const [kept] = await tx
    .select({ version: businessSettings.version, written: businessSettings.written })
    .from(businessSettings)
    .for("update");
  if (!kept) throw new Error("The database keeps no business settings");
  return kept;
}

export const writeSettings = (tx: Db, { version, written }: KeptSettings): Promise<unknown> =>
  tx.update(businessSettings).set({ version, written }).where(eq(businessSettings.id, 1));
