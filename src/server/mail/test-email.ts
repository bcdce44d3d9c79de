import type { Database } from "#server/db/open-database.ts";

const testEmailKey = "test_email";

/** Notes that a test email has gone out, so the mail server works. The email itself is deleted later. */
export const noteTestEmail = ({ rows }: Pick<Database, "rows">): Promise<unknown> =>
  rows("insert into settings (key, value) values ($1, $2) on conflict do nothing", [
    testEmailKey,
    new Date().toISOString(),
  ]);

export async function wasTestEmailSent({ rows }: Pick<Database, "rows">): Promise<boolean> {
  return (await rows("select from settings where key = $1", [testEmailKey])).length > 0;
}
