import { asc, eq, inArray, isNull } from "drizzle-orm";
import { deleteUser } from "#gotrue/users/admin.ts";
import { users } from "#server/db/schema/accounts.ts";
import { erasures } from "#server/db/schema/shared.ts";
import { keepContent, listContent } from "#server/media/sealed/content.ts";
import type { Services } from "#server/services.ts";

const place = "erasures";
const atOnce = 500;

/**
 * The minute's job: each account that was deleted is written down where uploads are kept, outside the
 * database, so that an older backup which is restored can delete the account again.
 */
export async function recordErasures(services: Services): Promise<void> {
  const { db } = services.database;
  const left = await db
    .select()
    .from(erasures)
    .where(isNull(erasures.recordedAt))
    .orderBy(asc(erasures.erasedAt))
    .limit(atOnce);
  for (const { accountId, erasedAt } of left) {
    await keepContent(services, place, accountId, Buffer.from(erasedAt.toISOString()));
    await db
      .update(erasures)
      .set({ recordedAt: new Date(services.now()) })
      .where(eq(erasures.accountId, accountId));
  }
}

/** Deletes again the accounts of a restored database that were deleted after the backup. Returns their number. */
export async function repeatErasures(services: Services): Promise<number> {
  const { auth } = services;
  if (!auth) return 0;
  let repeated = 0;
  let found: string[] = [];
  const repeat = async () => {
    const back = await services.database.db
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, found));
    for (const { id } of back) {
      await deleteUser(auth, id, { actor: "system" });
      repeated++;
    }
    found = [];
  };
  for await (const { contentId } of listContent(services, place)) {
    found.push(contentId);
    if (found.length >= atOnce) await repeat();
  }
  if (found.length > 0) await repeat();
  return repeated;
}
