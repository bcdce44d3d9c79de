import { type SQL, sql } from "drizzle-orm";
import type { CsvCar } from "#domain/car-csv.ts";
import { plainPlate } from "#domain/car-rules.ts";
import type { Db } from "#server/db/open-database.ts";
import { auditEvents, cars } from "#server/db/schema.ts";

export type CarChange = { id: string; action: "added" | "updated"; before: unknown; after: unknown };
export type Saved = { added: number; updated: number; changes: CarChange[] };

type CarRow = typeof cars.$inferSelect;

/** Adds cars that are new and updates those that differ. Cars are the same by plate, or without one by name, brand, model, year, city and state. */
export async function upsertCars(tx: Db, wanted: CsvCar[]): Promise<Saved> {
  // One import at a time: two at once would each take the other's new cars for missing.
  await tx.execute(sql`select pg_advisory_xact_lock(72057593)`);
  const existing = await findSame(tx, wanted);
  const changes: CarChange[] = [];
  const fresh: CsvCar[] = [];
  for (const car of wanted) {
    const found = existing.get(identity(car));
    if (!found) {
      fresh.push(car);
      continue;
    }
    const before = differences(found, car);
    if (!before) continue;
    await tx
      .update(cars)
      .set({ ...car, retiredAt: null, updatedAt: new Date() })
      .where(sql`id = ${found.id}`);
    changes.push({
      id: found.id,
      action: "updated",
      before,
      after: Object.fromEntries(Object.keys(before).map((name) => [name, car[name as keyof CsvCar] ?? null])),
    });
  }
  const inserted = fresh.length ? await tx.insert(cars).values(fresh).returning({ id: cars.id, name: cars.name }) : [];
  for (const { id, name } of inserted) changes.push({ id, action: "added", before: null, after: { name } });
  return { added: inserted.length, updated: changes.length - inserted.length, changes };
}

/** Leaves an audit row for every car that was added or changed. */
export async function insertAudit(tx: Db, changes: CarChange[], actor: string): Promise<void> {
  if (!changes.length) return;
  await tx.insert(auditEvents).values(changes.map(({ id, action, before, after }) => ({ actor, entity: "car" as const, entityId: id, action, before, after })));
}

type Named = Pick<CsvCar, "name" | "brand" | "model" | "year" | "city" | "state"> & { plateNumber?: string | null | undefined };

const identity = (car: Named): string =>
  car.plateNumber ? plainPlate(car.plateNumber) : [car.name, car.brand, car.model, car.year, car.city, car.state].join("\u001f").toLowerCase();

/** Cars of ours that some of the wanted ones are, by identity. */
async function findSame(tx: Db, wanted: CsvCar[]): Promise<Map<string, CarRow>> {
  const plates = wanted.flatMap((car) => (car.plateNumber ? [plainPlate(car.plateNumber)] : []));
  const names = wanted.flatMap((car) => (car.plateNumber ? [] : [car.name]));
  const byPlate = sql`plate_number is not null and upper(regexp_replace(plate_number, '[^A-Za-z0-9]', '', 'g')) in ${list(plates.map((plate) => sql`${plate}`))}`;
  // The database makes its small letters itself, as its unique index does: its alphabet may be shorter than JavaScript's.
  const byName = sql`plate_number is null and lower(name) in ${list(names.map((name) => sql`lower(${name})`))}`;
  const found = await tx
    .select()
    .from(cars)
    .where(sql`(${byPlate}) or (${byName})`);
  return new Map(found.map((car) => [identity(car), car]));
}

/** "(…)" for `in`, which may not be empty. */
const list = (values: SQL[]) => (values.length ? sql`(${sql.join(values, sql`, `)})` : sql`(null)`);

/** The fields of a car that a row would change, as they are now; undefined when it changes nothing. */
function differences(car: CarRow, wanted: CsvCar): Record<string, unknown> | undefined {
  const changed = Object.entries(wanted).filter(([name, value]) => JSON.stringify(car[name as keyof CarRow] ?? null) !== JSON.stringify(value ?? null));
  if (!changed.length && car.retiredAt === null) return undefined;
  return Object.fromEntries(changed.map(([name]) => [name, car[name as keyof CarRow] ?? null]));
}
