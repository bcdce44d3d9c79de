import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { endingsWithinDays, hostSideReasons } from "#domain/changes/endings.ts";
import { day } from "#domain/durations.ts";
import type { Db } from "#server/db/open-database.ts";
import { orderEndings } from "#server/db/schema/endings.ts";

/** How many rentals a host has ended within a year, for reasons of their own side. */
export const endingsBy = (db: Db, hostId: string, now: number): Promise<number> =>
  db.$count(
    orderEndings,
    and(
      eq(orderEndings.hostId, hostId),
      eq(orderEndings.side, "host"),
      inArray(orderEndings.reason, [...hostSideReasons]),
      gt(orderEndings.createdAt, sql`${new Date(now - endingsWithinDays * day).toISOString()}::timestamptz`),
    ),
  );
