import { inArray } from "drizzle-orm";
import { day } from "#domain/durations.ts";
import { conditionImages } from "#server/db/schema/condition.ts";
import { tidyContent } from "#server/media/sealed/content.ts";
import type { Services } from "#server/services.ts";
import { conditionsPlace } from "./place.ts";

/** Days that an unfinished record is kept. */
const keepDraftDays = 30;

/** The hour's job: removes unfinished records, and then images without a record. */
export async function tidyConditions(services: Services): Promise<void> {
  const before = new Date(services.now() - keepDraftDays * day).toISOString();
  await services.database.rows(
    "delete from condition_records where finished_at is null and started_at < $1::timestamptz",
    [before],
  );
  await tidyContent(services, conditionsPlace, async (contentIds) => {
    const known = await services.database.db
      .select({ id: conditionImages.contentId })
      .from(conditionImages)
      .where(inArray(conditionImages.contentId, contentIds));
    return known.map(({ id }) => id);
  });
}
