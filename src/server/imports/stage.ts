import { type CsvCar, type OptionalColumn } from "#domain/cars/csv/car-csv.ts";
import {
  carFields,
  type CarFieldRow,
  inOrder,
  requiredFields,
  type StaffField,
  staffFieldNames,
} from "#domain/cars/fields.ts";
import { leastPictures } from "#domain/cars/host/fields.ts";
import { isHostingNowOf } from "#server/db/hosting-now.ts";
import { cars, claimsOf, naturalKeyOf, plainPlateOf } from "#server/db/schema/cars.ts";

type Field = StaffField;
/** The fields that every file has come first. */
const fields = inOrder([...requiredFields, "bodyStyle"], staffFieldNames);
/** A field's column in the database. */
export const columnOf = (field: Field): string => cars[field].name;
const types: Partial<Record<CarFieldRow["kind"], string>> = {
  year: "integer",
  price: "integer",
  whole: "integer",
  mark: "boolean",
  list: "text[]",
  pictures: "text[]",
};
const typeOf = (field: Field): string => types[carFields[field].kind] ?? "text";

/**
 * The key that makes two cars without plates the same, computed by the database in the same way as in its unique
 * indexes: its lowercase letters may differ from JavaScript's.
 */
const natural = (car: string): string =>
  `'car ' || ${naturalKeyOf(car)
    .map((part) => `${part}::text`)
    .join(" || E'\\x1f' || ")}`;

/**
 * A table for the rows of one file, dropped at the session's end. Every row gets a new car's id first, which is
 * replaced if the car exists already.
 */
export const createStaged = `create temp table staged (
  row integer not null, kept text[] not null, car_id uuid not null default gen_random_uuid(), is_new boolean not null default true,
  host_email text not null default '', host_id uuid,
  ${fields.map((field) => `${columnOf(field)} ${typeOf(field)}`).join(", ")},
  key text generated always as (case when plate_number is null then ${natural("")} else 'plate ' || ${plainPlateOf("")} end) stored)`;

/** The fields of a file: the same for all of its rows. */
export const givenFields = (car: CsvCar): Field[] => fields.filter((field) => field in car);
export const stagedColumns = (given: readonly Field[]): string[] => [
  "row",
  "kept",
  "host_email",
  ...given.map(columnOf),
];

/** One row in COPY's text format. */
export const stagedLine = (
  row: number,
  { car, kept }: { car: CsvCar; kept: readonly OptionalColumn[] },
  given: readonly Field[],
): string =>
  `${row}\t{${kept.join(",")}}\t${cell(car.hostEmail ?? "")}\t${given.map((field) => cell(car[field])).join("\t")}\n`;

function cell(value: CsvCar[Field] | string): string {
  if (value === null || value === undefined) return "\\N";
  if (typeof value === "string") return escaped(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return escaped(`{${value.map((part) => `"${part.replace(/["\\]/g, "\\$&")}"`).join(",")}}`);
}

const marks: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escaped = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (mark) => marks[mark] ?? mark) : text;

const twice = "(select key, min(row) as first from staged group by key having count(*) > 1) as twice";
/** Rows whose car is in an earlier row of the file, with that row. */
export const findTwins = `select row, first from staged join ${twice} using (key) where row > first order by row`;
export const dropTwins = `delete from staged using ${twice} where staged.key = twice.key and row > first`;

export const matchPlates = `update staged set car_id = cars.id, is_new = false from cars
  where staged.plate_number is not null and cars.plate_number is not null and ${plainPlateOf("cars.")} = substr(staged.key, 7)
    and ${claimsOf("cars.")} and cars.listing_state <> 'submitted'`;

const isNamed =
  "lower(accounts.email) in (select lower(host_email) from staged where is_new and host_email <> '')";
/** Keeps anybody from ending the hosting of the owners of new cars meanwhile. */
export const lockOwners = `select count(*) from (select id from accounts where ${isNamed} order by id for share) as locked`;
/** The owners of new cars, by the addresses of accounts that may host. */
export const findOwners = `update staged set host_id = accounts.id from accounts
  where is_new and host_email <> '' and lower(accounts.email) = lower(host_email) and ${isHostingNowOf("accounts")}
    and accounts.id::text <> $1`;
/** New cars whose named owner doesn't host, or is the importer, who may not decide this for themselves. */
export const dropOwnerless =
  "delete from staged where is_new and host_email <> '' and host_id is null returning row";
/** New cars with the plate of a car that a host has submitted and that still waits for a decision. */
export const dropClaimed = `delete from staged using cars where is_new and staged.plate_number is not null
  and cars.listing_state = 'submitted' and ${claimsOf("cars.")} and ${plainPlateOf("cars.")} = substr(staged.key, 7) returning row`;
export const matchNames = `update staged set car_id = cars.id, is_new = false from cars
  where staged.plate_number is null and cars.plate_number is null and ${natural("cars.")} = staged.key`;

/** Fields that a row leaves out keep their values. */
export const keepAbsent = (given: readonly Field[]): string => `update staged set
  ${given.map((field) => `${columnOf(field)} = case when '${field}' = any(kept) then cars.${columnOf(field)} else staged.${columnOf(field)} end`).join(", ")}
  from cars where cars.id = staged.car_id and not staged.is_new`;

/** A body that the row leaves out keeps its value, unless the car's model has changed. */
export const keepBodies = `update staged set body_style = cars.body_style from cars where cars.id = staged.car_id and not staged.is_new
  and 'bodyStyle' = any(kept) and cars.body_style <> staged.body_style and (cars.brand, cars.model, cars.category) = (staged.brand, staged.model, staged.category)`;

const differs = (given: readonly Field[]): string =>
  given.map((field) => `cars.${columnOf(field)} is distinct from staged.${columnOf(field)}`).join(" or ");

/** The cars that the file changes, with their changes; their rows are locked against other edits. */
export const findChanges = (given: readonly Field[]): string => `create temp table changes as
  select staged.row, staged.car_id, changed.before, changed.after from staged join cars on cars.id = staged.car_id and not staged.is_new,
    lateral (select jsonb_object_agg(field, was) as before, jsonb_object_agg(field, is_now) as after from (values
      ${given.map((field) => `('${field}', to_jsonb(cars.${columnOf(field)}), to_jsonb(staged.${columnOf(field)}))`).join(", ")},
      ('retiredAt', to_jsonb(cars.retired_at), null::jsonb)
    ) as fields (field, was, is_now) where was is distinct from is_now) as changed
  where ${differs(given)} or cars.retired_at is not null`;

const dropChanges = (which: string): string => `with dropped as (
  delete from changes using cars where cars.id = changes.car_id and ${which} returning changes.row
) delete from staged using dropped where staged.row = dropped.row returning staged.row`;
/** Changes to a minimum that is longer than the longest rental that the car's host allows. */
export const dropTooLong = `delete from staged using cars where cars.id = staged.car_id and not is_new
  and staged.min_rent_days > cars.max_rent_days returning row, max_rent_days as most`;
/** Changes of the importer's own cars, which they may not decide themselves. */
export const dropOwn = dropChanges("cars.host_id::text = $1");
/** Changes that would bring a host's retired car back, which takes its host or the list of retired cars. */
export const dropRetired = dropChanges("cars.host_id is not null and cars.retired_at is not null");

/**
 * A file says nothing about whether a host's car is offered: its host lists it, and new ones come in paused whatever
 * the file says. Returns the rows that would have changed it.
 */
export const keepOffers = `update staged set available = cars.available from cars where cars.id = staged.car_id and not staged.is_new
  and cars.host_id is not null and cars.retired_at is null and staged.available <> cars.available returning row`;
export const countKept = "select count(*)::int as count from staged where row = any($1::int[])";

/** The listed cars of hosts that the file leaves with too few photos. */
const isLeftBare = `cars.host_id is not null and cars.listing_state = 'listed' and jsonb_array_length(changes.after->'images') < ${leastPictures}`;
export const findLeftBare = `select cars.id from changes join cars on cars.id = changes.car_id where ${isLeftBare}`;

export const lockMatched = `select count(*) from (select cars.id from cars join staged on staged.car_id = cars.id and not staged.is_new order by cars.id for no key update of cars) as locked`;

/** The first and the last row of a piece of the file. */
const inPiece = "staged.row between $1 and $2";

export const updateChanged = (given: readonly Field[]): string => `update cars set
  ${given.map((field) => `${columnOf(field)} = staged.${columnOf(field)}`).join(", ")}, retired_at = null, updated_at = now()
  from staged join changes on changes.row = staged.row where cars.id = staged.car_id and ${inPiece}`;

/** The new cars that get a host, in the order of the file. */
export const findGiven = `select host_id as "hostId", car_id as id, name from staged where is_new and host_id is not null order by row`;

export const insertHosted = `insert into host_cars (id, host_id, language)
  select car_id, host_id, coalesce((select language from users where users.id = host_id), 'en') from staged where is_new and host_id is not null and ${inPiece}`;

/** Inserts the new cars. A host's car is paused until its host has completed it and offers it. */
export const insertNew = (given: readonly Field[]): string => {
  const names = given.map(columnOf).join(", ");
  return `insert into cars (id, host_id, listing_state, ${names}) select car_id, host_id, case when host_id is not null then 'paused' end, ${names}
    from staged where is_new and ${inPiece}`;
};

/** Puts cars back to their state before an import, from the import's audit events. */
export const revertChanged = `update cars set
  ${fields.map((field) => `${columnOf(field)} = case when before ? '${field}' then ${fromJson(field)} else ${columnOf(field)} end`).join(", ")},
  retired_at = case when before ? 'retiredAt' then (before->>'retiredAt')::timestamptz else retired_at end, updated_at = now()
  from audit_events event where event.entity = 'car' and event.entity_id = cars.id::text and event.reason = 'import ' || $1 and event.action = 'updated'`;

function fromJson(field: Field): string {
  const type = typeOf(field);
  if (type === "text[]") return `array(select jsonb_array_elements_text(before->'${field}'))`;
  return type === "text" ? `before->>'${field}'` : `(before->>'${field}')::${type}`;
}

/** The import itself, and its changes of each car. The batch has the ids of the cars that it added. */
export const auditImport = `insert into audit_events (actor, entity, entity_id, action, before, after, reason)
  select $1, 'import', $2, 'imported', null, jsonb_build_object('file', $3::text, 'added', $4::integer, 'updated', $5::integer), null
  union all select $1, 'car', car_id::text, 'updated', before, after, 'import ' || $2 from changes`;

export const insertBatch = `insert into import_batches (id, file_name, actor, processed, added, updated, unchanged, errors, rows, car_ids, added_ids)
  select $1, $2, $3, $4, $5, $6, $7, $8, coalesce(array_agg(row order by row), '{}'), coalesce(array_agg(car_id order by row), '{}'),
    coalesce(array_agg(car_id) filter (where is_new), '{}') from staged`;
