import { eq } from "drizzle-orm";
import { users } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import type { UserRow } from "./queries.ts";

export async function changeUser(db: Db, id: string, change: Partial<UserRow>): Promise<UserRow> {
  const [user] = await db
    .update(users)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(users.id, id))
    .returning();
  if (!user) throw new Error("The user is gone");
  return user;
}
