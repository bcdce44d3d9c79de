import { eq, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { hour, secondsIn } from "#domain/durations.ts";
import { isAdministrator } from "#domain/people/permissions.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { attachments } from "#server/db/schema/conversations.ts";
import { refuseOver } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";

/** The most bytes kept for one account; administrators' files are the business's own and not limited. */
const mostKept = 500_000_000;

/** Throws a Refusal before a file is read of an account that has sent too many lately, or has no room left. */
export async function refuseWithoutRoom(
  services: Services,
  account: Pick<AccountRow, "id" | "role">,
): Promise<void> {
  await refuseOver(
    services,
    [{ key: `attachments of ${account.id}`, most: 60, seconds: secondsIn(hour) }],
    "You have sent many files in the last hour. Please try again later.",
  );
  if (isAdministrator(account)) return;
  const [kept] = await services.database.db
    .select({ bytes: sql<string>`coalesce(sum(${attachments.bytes}), 0)` })
    .from(attachments)
    .where(eq(attachments.accountId, account.id));
  if (Number(kept?.bytes) >= mostKept)
    throw new Refusal(
      "files_full",
      "Your files have used all the space that an account has. Please contact us.",
    );
}
