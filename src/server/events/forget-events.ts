import type { Database } from "#server/db/open-database.ts";

/** Deletes events that open pages have long received. */
export const forgetEvents = async ({ rows }: Pick<Database, "rows">): Promise<void> => {
  await rows("delete from events where created_at < now() - interval '1 day'");
};
