import { and, asc, desc, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { charges } from "#server/db/schema/money/charges.ts";
import { readInstantPlace, writeInstantPlace } from "#server/db/list-cursor.ts";
import type { Db } from "#server/db/open-database.ts";
import { cutPage } from "#server/http/pagination.ts";
import { orders } from "#server/db/schema/orders.ts";

const isOpen = eq(charges.status, "contested");
const isClosed = and(
  or(eq(charges.status, "decided"), eq(charges.status, "withdrawn")),
  isNotNull(charges.answeredAt),
);

type Page = { state: "open" | "closed"; limit: number; cursor?: string | undefined };

/** A page of disputes: waiting ones, oldest first, or ended ones, newest first. */
export async function findDisputes(db: Db, { state, limit, cursor }: Page) {
  const [which, column, order] =
    state === "open"
      ? ([isOpen, charges.answeredAt, asc] as const)
      : ([isClosed, charges.closedAt, desc] as const);
  const after = cursor === undefined ? undefined : afterPlace(cursor, column, state);
  const found = await db
    .select({ charge: charges, order: orders })
    .from(charges)
    .innerJoin(orders, eq(orders.id, charges.orderId))
    .where(and(which, after))
    .orderBy(order(column), order(charges.id))
    .limit(limit + 1);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(charges)
    .where(which);
  const { page, last } = cutPage(found, limit);
  const at = state === "open" ? last?.charge.answeredAt : last?.charge.closedAt;
  return {
    found: page,
    total: counted?.total ?? 0,
    next: last && at ? writeInstantPlace({ at: at.toISOString(), id: last.charge.id }) : undefined,
  };
}

type Column = typeof charges.answeredAt | typeof charges.closedAt;

function afterPlace(cursor: string, column: Column, state: Page["state"]): SQL {
  const { at, id } = readInstantPlace(cursor);
  // The column keeps microseconds, and the cursor milliseconds: both are compared as the latter.
  const place = sql`(date_trunc('milliseconds', ${column}), ${charges.id})`;
  const from = sql`(${at}::timestamptz, ${id}::uuid)`;
  return state === "open" ? sql`${place} > ${from}` : sql`${place} < ${from}`;
}
