import { and, arrayOverlaps, count, eq, inArray, isNull, ne } from "drizzle-orm";
import { fullPermissions, type Permission } from "#domain/people/permissions.ts";
import { personName } from "#domain/people/person-name.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";
import { accounts } from "#server/db/schema/accounts.ts";

/** The names of the accounts that actors are, by id; `system` and `renter` aren't accounts. */
export async function namesOf(db: Db, actors: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(actors.filter(isUuid))];
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: accounts.id, fullName: accounts.fullName, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.id, ids));
  return new Map(found.map((account) => [account.id, personName(account)]));
}

/** What an administrator needs for a decision: a permission, or only to be an administrator. */
export type Gate = Permission | "admin";

/** Counts the other active administrators: those with a permission, or all of them. */
export async function countOtherHolders(db: Db, gate: Gate, id: string): Promise<number> {
  const [counted] = await db
    .select({ count: count() })
    .from(accounts)
    .where(
      and(
        eq(accounts.role, "admin"),
        isNull(accounts.suspendedAt),
        eq(accounts.isReadOnly, false),
        ne(accounts.id, id),
        gate === "admin" ? undefined : arrayOverlaps(accounts.permissions, [gate, ...fullPermissions]),
      ),
    );
  return counted?.count ?? 0;
}
