import { actionsFor, type AuditEntity } from "#domain/audit/audited-actions.ts";
import { plainPlate } from "#domain/cars/car-rules.ts";
import { foldText } from "#domain/fold-text.ts";
import { readOrderNumber } from "#domain/orders/order-numbers.ts";
import { payoutNumberOf } from "#domain/payouts/payouts.ts";
import type { RightsHolder } from "#domain/people/permissions.ts";
import { exactIsoText } from "#server/db/iso-text.ts";
import type { Database } from "#server/db/open-database.ts";
import { actorName } from "#server/db/person-name.ts";
import { plainPlateNumber } from "#server/db/schema/cars.ts";
import { escapeLike, searchPatterns, searchWords } from "#server/db/search-text.ts";
import { SqlConditions } from "#server/db/sql-conditions.ts";

type Rows = Pick<Database, "rows">;

/** What narrows the trail. Several ids where several people or things share a name. */
export type AuditFilters = {
  entity?: AuditEntity | undefined;
  actors?: readonly string[] | undefined;
  things?: readonly string[] | undefined;
  /** Instants. */
  from?: string | undefined;
  until?: string | undefined;
};

export type AuditPlace = { at: string; id: number };

export type AuditRow = {
  id: number;
  /** An instant to the microsecond, as exact as a place in the list. */
  at: string;
  by: string;
  entity: AuditEntity;
  entityId: string;
  label: string;
  action: string;
  from: string | null;
  to: string | null;
  fields: string[] | null;
  reason: string | null;
};

/** The conditions for the entries that an administrator may see, with the filters. */
export function auditConditions(
  reader: RightsHolder,
  { entity, actors, things, from, until }: AuditFilters,
): SqlConditions {
  const seen = actionsFor(reader).filter((one) => entity === undefined || one.entity === entity);
  const where = new SqlConditions([]);
  where.add(
    (names) => `entity = any(${names})`,
    seen.map((one) => one.entity),
  );
  where.add(
    (kinds) => `entity || ' ' || action = any(${kinds})`,
    seen.flatMap(({ entity: name, actions }) => actions.map((action) => `${name} ${action}`)),
  );
  if (actors) where.add((ids) => `actor = any(${ids})`, actors);
  if (things) where.add((ids) => `entity_id = any(${ids})`, things);
  if (from) where.add((instant) => `at >= ${instant}::timestamptz`, from);
  if (until) where.add((instant) => `at < ${instant}::timestamptz`, until);
  return where;
}

/** The page of the trail after a place, newest first: the statement for it. */
export function auditPage(where: SqlConditions, after: AuditPlace | undefined, limit: number): string {
  if (after) where.add((at, id) => `(at, id) < (${at}::timestamptz, ${id}::bigint)`, after.at, after.id);
  return `select * from audit_events where ${where.text} order by at desc, id desc limit ${where.value(limit)}::int`;
}

/** The values that an entry shows. They say what happened; none is a whole row, an address or a sealed value. */
const shownValues = ["amount", "status", "role", "state", "car", "value", "kind", "file"];
const summaryOf = (part: "before" | "after") =>
  `coalesce(${shownValues.map((name) => `event.${part}->>'${name}'`).join(", ")})`;

const idOf = (entities: string, column: string) =>
  `case when ${entities} and ${column} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${column}::uuid end`;

/** The statement for the entries of a page, newest first, each with the names of its actor and its thing. */
export const namedEntries = (page: string): string => `
     select event.id::float8 as id, ${exactIsoText("event.at")} as at,
       ${actorName("actor", "event.actor")} as by, event.entity, event.entity_id as "entityId",
       coalesce(placed.order_number, car.name, nullif(person.full_name, ''), nullif(person.email, ''), 'PO-' || (1000 + payout.number),
         event.before->>'name', case when event.entity = 'reply' then event.after->>'name' end, event.before->>'orderNumber', event.after->>'file', event.before->>'file', case when event.entity in ('month', 'setting') then event.entity_id end, '') as label,
       event.action, ${summaryOf("before")} as "from", ${summaryOf("after")} as "to",
       case when event.entity in ('car', 'user') and event.action in ('updated', 'changed') and jsonb_typeof(event.after) = 'object'
         then array(select jsonb_object_keys(event.after)) end as fields, event.reason
     from (${page}) as event
     left join accounts actor on actor.id = ${idOf("true", "event.actor")}
     left join orders placed on placed.id = ${idOf("event.entity = 'order'", "event.entity_id")}
     left join cars car on car.id = ${idOf("event.entity = 'car'", "event.entity_id")}
     left join accounts person on person.id = ${idOf("event.entity in ('user', 'permission')", "event.entity_id")}
     left join payouts payout on payout.id = ${idOf("event.entity = 'payout'", "event.entity_id")}
     order by event.at desc, event.id desc`;

export function findAudit(
  { rows }: Rows,
  where: SqlConditions,
  after: AuditPlace | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const page = auditPage(where, after, limit);
  return rows<AuditRow>(namedEntries(page), where.parameters);
}

/** More than people have namesakes. */
const mostNamed = 100;

/** The statement for the accounts that have all words in their name, address or telephone number. */
function accountsCalled(where: SqlConditions, words: readonly string[]): string {
  const all = words.map((word) => {
    const either = searchPatterns(word).map((pattern) => `search_text like ${where.value(pattern)}`);
    return `(${either.join(" or ")})`;
  });
  return `select id::text from accounts where ${all.join(" and ") || "false"} limit ${mostNamed}`;
}

/** The statement for the cars that have all words in their name or place, or that have the plate. */
function carsCalled(where: SqlConditions, words: readonly string[], plate: string): string {
  // Of ASCII, cars' search text has letters and digits alone.
  const bare = words.flatMap((word) => word.split(/[^a-z0-9\u0080-\u{10ffff}]+/u)).filter(Boolean);
  const all = bare.map((word) => `search_text like ${where.value(`%${escapeLike(word)}%`)}`);
  const isPlate = plate ? `${plainPlateNumber} = ${where.value(plate)}` : "false";
  return `select id::text from cars where ${all.join(" and ") || "false"} or ${isPlate} limit ${mostNamed}`;
}

/** The actors that an id, a name, an address or a number may mean; the words themselves cover actors that are no person. */
export async function actorsCalled({ rows }: Rows, words: string): Promise<string[]> {
  const where = new SqlConditions([]);
  const found = await rows<{ id: string }>(accountsCalled(where, searchWords(words)), where.parameters);
  return [words.trim(), ...found.map(({ id }) => id)];
}

/** Which things may be meant by an id, a number, a name or an address. */
export async function thingsCalled({ rows }: Rows, words: string): Promise<string[]> {
  const where = new SqlConditions([]);
  const [named, folded] = [searchWords(words), foldText(words)];
  const found = await rows<{ id: string }>(
    `select id::text from orders where order_number = ${where.value(readOrderNumber(words) ?? null)}
     union all (${carsCalled(where, named, plainPlate(folded))})
     union all (${accountsCalled(where, named)})
     union all select id::text from payouts where number = ${where.value(payoutNumberOf(folded) ?? null)}::bigint`,
    where.parameters,
  );
  return [words.trim(), ...found.map(({ id }) => id)];
}
