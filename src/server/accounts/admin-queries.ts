import { and, count, desc, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { actionsOn } from "#domain/audit/audited-actions.ts";
import type { Language } from "#domain/languages.ts";
import type { RightsHolder, Role } from "#domain/people/permissions.ts";
import { afterCreated } from "#server/db/list-cursor.ts";
import { actorName } from "#server/db/person-name.ts";
import { accounts, hostApplications } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { orders } from "#server/db/schema/orders.ts";
import { searchPatterns, searchWords } from "#server/db/search-text.ts";
import type { AccountRow } from "#server/auth/accounts.ts";

type Filters = { search?: string; role?: Role };
type Page = { limit: number; cursor?: string };

/** A search counts no further than this: nobody reads on. */
const mostCounted = 10_000;

const conditionsOf = ({ search, role }: Filters): SQL | undefined =>
  and(
    ...(search ? searchWords(search) : []).map((word) =>
      or(...searchPatterns(word).map((pattern) => sql`search_text like ${pattern}`)),
    ),
    role ? eq(accounts.role, role) : undefined,
  );

/** Accounts, newest first, beginning after the account that `cursor` names. */
export const findAccounts = (db: Db, filters: Filters, { limit, cursor }: Page): Promise<AccountRow[]> =>
  db
    .select()
    .from(accounts)
    .where(and(conditionsOf(filters), afterCreated(accounts, { cursor })))
    .orderBy(desc(accounts.createdAt), desc(accounts.id))
    .limit(limit);

export async function countAccounts(db: Db, filters: Filters): Promise<number> {
  const found = db
    .select({ one: sql`1` })
    .from(accounts)
    .where(conditionsOf(filters));
  const counted = filters.search ? found.limit(mostCounted) : found;
  const [total] = await db.select({ total: count() }).from(counted.as("found"));
  return total?.total ?? 0;
}

/**
 * Locks accounts, always in one order: two administrators who would take each other's rights wait for one another,
 * and the second finds the first one's change.
 */
export const lockAccounts = (tx: Db, ids: string[]): Promise<AccountRow[]> =>
  tx.select().from(accounts).where(inArray(accounts.id, ids)).orderBy(accounts.id).for("update");

export async function countOrdersOf(db: Db, accountId: string): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(orders).where(eq(orders.accountId, accountId));
  return counted?.total ?? 0;
}

/**
 * The events of an account and its rights, newest first, with who did each: every administrator gets the events
 * that the audit trail shows them.
 */
export const findHistory = (db: Db, id: string, reader: RightsHolder) => {
  const actor = db
    .select({ id: accounts.id, name: accounts.fullName, email: accounts.email })
    .from(accounts)
    .as("actor");
  const isSeen = (entity: "user" | "permission") =>
    and(eq(auditEvents.entity, entity), inArray(auditEvents.action, actionsOn(reader, entity)));
  return db
    .select({
      event: auditEvents,
      by: sql<string>`${sql.raw(actorName("actor", "audit_events.actor"))}`,
    })
    .from(auditEvents)
    .leftJoin(actor, sql`actor.id::text = ${auditEvents.actor}`)
    .where(and(or(...["user" as const, "permission" as const].map(isSeen)), eq(auditEvents.entityId, id)))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(100);
};

/** The language of an account's newest order, for an account whose language our sign-in service doesn't know. */
export async function findOrderLanguage(db: Db, accountId: string): Promise<Language | undefined> {
  const [newest] = await db
    .select({ language: orders.language })
    .from(orders)
    .where(eq(orders.accountId, accountId))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return newest?.language;
}

export type ApplicationRow = {
  application: typeof hostApplications.$inferSelect;
  account: AccountRow;
  decidedBy: string | null;
};

/** Applications, oldest first. */
export async function findApplications(
  db: Db,
  status: ApplicationRow["application"]["status"] | undefined,
  { limit, cursor, id }: Partial<Page> & { id?: string },
): Promise<ApplicationRow[]> {
  const decider = db.select({ id: accounts.id, email: accounts.email }).from(accounts).as("decider");
  return db
    .select({ application: hostApplications, account: accounts, decidedBy: decider.email })
    .from(hostApplications)
    .innerJoin(accounts, eq(accounts.id, hostApplications.accountId))
    .leftJoin(decider, eq(decider.id, hostApplications.decidedBy))
    .where(
      and(
        status && eq(hostApplications.status, status),
        id ? eq(hostApplications.id, id) : undefined,
        afterCreated(hostApplications, { cursor, isUp: true }),
      ),
    )
    .orderBy(hostApplications.createdAt, hostApplications.id)
    .limit(limit ?? 1);
}

export async function countApplications(
  db: Db,
  status: ApplicationRow["application"]["status"] | undefined,
): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(hostApplications)
    .where(status && eq(hostApplications.status, status));
  return counted?.total ?? 0;
}
