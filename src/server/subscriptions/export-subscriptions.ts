import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import type { Db } from "#server/db/open-database.ts";
import { lastOfFull } from "#server/http/pagination.ts";
import { findSubscriptions } from "./admin-queries.ts";

const pageSize = 1000;

/** All subscriptions as CSV, newest first, read page by page: a million of them are never in memory. */
export async function* exportSubscriptions(db: Db): AsyncGenerator<string> {
  yield csvRow(["id", "email", "source", "createdAt", "confirmedAt", "unsubscribedAt"]);
  let cursor: string | undefined;
  do {
    const rows = await findSubscriptions(db, { limit: pageSize, cursor });
    cursor = lastOfFull(rows, pageSize)?.id;
    const lines = rows.map(({ id, email, source, createdAt, confirmedAt, unsubscribedAt }) =>
      csvRow([
        id,
        email,
        source,
        createdAt.toISOString(),
        confirmedAt?.toISOString() ?? null,
        unsubscribedAt?.toISOString() ?? null,
      ]),
    );
    yield lines.join("");
  } while (cursor);
}
