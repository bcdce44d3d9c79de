import { lte, or } from "drizzle-orm";
import { day } from "#domain/durations.ts";
import { sessions } from "#server/db/schema/accounts.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";

/** When a session ends: some days after it was last used, and at the latest some days after it began. */
export function sessionEnd(
  { config }: Pick<AuthServices, "config">,
  { createdAt, refreshedAt }: { createdAt: Date; refreshedAt: Date },
): Date {
  const { idleDays, longestDays } = config.auth;
  return new Date(Math.min(refreshedAt.getTime() + idleDays * day, createdAt.getTime() + longestDays * day));
}

/** Deletes the sessions whose time is over. None of them has opened anything since. */
export async function endOldSessions({
  config,
  database,
  now,
}: Pick<AuthServices, "config" | "database" | "now">): Promise<void> {
  const ago = (days: number) => new Date(now() - days * day);
  const { idleDays, longestDays } = config.auth;
  await database.db
    .delete(sessions)
    .where(or(lte(sessions.refreshedAt, ago(idleDays)), lte(sessions.createdAt, ago(longestDays))));
}
