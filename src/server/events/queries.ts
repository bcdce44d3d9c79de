import type { Audience } from "#domain/events/events.ts";
import type { Database } from "#server/db/open-database.ts";
import type { Position } from "./positions.ts";

export type EventRow = Audience & { id: number; about: Record<string, string> };
type ReadEvents = Position & { events: EventRow[] };

type EventDatabase = Pick<Database, "rows">;

const isNew = "xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)";
const columns = "json_build_object('id', id, 'kind', kind, 'to', \"to\", 'admins', admins, 'about', about)";

const now = "floor(extract(epoch from now()))::int as at";

/** The position for a reader that has read nothing. */
export async function findPosition({ rows }: EventDatabase): Promise<Position> {
  const [found] = await rows<Position>(`select pg_current_snapshot()::text as snapshot, ${now}`);
  if (!found) throw new Error("There is no snapshot");
  return found;
}

const sinceText = `
  select pg_current_snapshot()::text as snapshot, ${now},
    coalesce((select json_agg(${columns} order by id) from events where ${isNew}), '[]') as events`;

/** Everything that became visible since a position, and the position after it: one snapshot sees both. */
export async function readSince({ rows }: EventDatabase, { snapshot }: Position): Promise<ReadEvents> {
  const [found] = await rows<ReadEvents>(sinceText, [snapshot], "events-since");
  if (!found) throw new Error("There is no snapshot");
  return found;
}

const betweenText = `
  select ${columns} as event from events
  where ${isNew} and pg_visible_in_snapshot(xid, $2::pg_snapshot) and (admins is not null or $3::uuid = any("to"))
  order by id limit $4`;

/** The first events, up to `most`, that became visible between two positions and may be for an account. */
export async function readBetween(
  { rows }: EventDatabase,
  from: Position,
  to: Position,
  { accountId, most }: { accountId: string; most: number },
): Promise<EventRow[]> {
  const found = await rows<{ event: EventRow }>(
    betweenText,
    [from.snapshot, to.snapshot, accountId, most],
    "events-between",
  );
  return found.map(({ event }) => event);
}
