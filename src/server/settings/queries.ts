import type { WrittenSettings } from "#domain/site/business-settings.ts";
import type { Database } from "#server/db/open-database.ts";
import { businessSettings } from "#server/db/schema/shared.ts";

export type KeptSettings = { version: number; written: WrittenSettings };

/** The settings that administrators have written; version 0 before the first. */
export async function findSettings({ db }: Pick<Database, "db">): Promise<KeptSettings> {
  const [kept] = await db
    .select({ version: businessSettings.version, written: businessSettings.written })
    .from(businessSettings);
  return kept ?? { version: 0, written: {} };
}
