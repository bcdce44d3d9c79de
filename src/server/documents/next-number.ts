import { sql } from "drizzle-orm";
import { dateInLosAngeles } from "#domain/dates.ts";
import { documentCounters } from "#server/db/schema/documents.ts";
import type { Db } from "#server/db/open-database.ts";

type NumberedKind = (typeof documentCounters.$inferInsert)["kind"];

/** The next number of a kind in a moment's year in Los Angeles; numbers have no gaps. */
export async function nextNumber(
  tx: Db,
  kind: NumberedKind,
  at: number,
): Promise<{ year: number; place: number }> {
  const year = Number(dateInLosAngeles(at).slice(0, 4));
  const [counter] = await tx
    .insert(documentCounters)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentCounters.kind, documentCounters.year],
      set: { last: sql`${documentCounters.last} + 1` },
    })
    .returning({ place: documentCounters.last });
  return { year, place: counter?.place ?? 1 };
}
