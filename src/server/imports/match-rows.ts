import type { RowError } from "#contract/admin/imports.ts";
import { shortestRent } from "#domain/cars/car-rules.ts";
import type { UnknownColumn } from "#domain/csv/header.ts";
import type { Language } from "#domain/languages.ts";
import type { Session } from "#server/db/open-database.ts";
import { rowReason, type RowProblem } from "./row-reasons.ts";
import * as sql from "./stage.ts";

type FormError = { row: number; detail: string; errors: Omit<RowError, "row">[] };
export type CheckedFile = {
  processed: number;
  errors: FormError[];
  given: ReturnType<typeof sql.givenFields>;
  keepsSome: boolean;
  language: Language;
  unknown: UnknownColumn[];
};

type Query = Session["query"];
export type Counts = {
  added: number;
  changed: number;
  /** Of the added cars, those that belong to hosts. */
  hosted: number;
  /** The listed cars of hosts that the file leaves with too few photos. */
  paused: number;
  /** The cars of hosts whose `available` the file would change. */
  keptOffers: number;
};

/** Finds which rows are cars that exist, which are new, and which occur twice. */
export async function match(
  query: Query,
  { given, errors: rowErrors, keepsSome, language }: CheckedFile,
  { actor, isLocking }: { actor: string; isLocking: boolean },
): Promise<Counts> {
  const refuse = (row: number, { message, ...error }: RowProblem) =>
    rowErrors.push({ row, detail: rowReason(language, row, [{ ...error, message }]), errors: [error] });
  const twins = await query<{ row: number; first: number }>(sql.findTwins);
  for (const { row, first } of twins)
    refuse(row, { code: "same_car", values: { first }, message: `is the same car as row ${first}` });
  if (twins.length) await query(sql.dropTwins);
  const [{ cars = false } = {}] = await query<{ cars: boolean }>("select exists (select from cars) as cars");
  if (cars) {
    await query("analyze staged (row, key, car_id, is_new)");
    await query(sql.matchPlates);
    await query(sql.matchNames);
  }
  // People are locked before cars, as where somebody's hosting ends.
  if (isLocking) await query(sql.lockOwners);
  if (cars) {
    if (isLocking) await query(sql.lockMatched);
    if (keepsSome) await query(sql.keepAbsent(given.filter((field) => field !== "bodyStyle")));
    await query(sql.keepBodies);
  }
  const offers = await query<{ row: number }>(sql.keepOffers);
  const drop = async (
    code: RowError["code"],
    column: string,
    message: string,
    text: string,
    parameters: unknown[] = [],
  ) => {
    for (const { row } of await query<{ row: number }>(text, parameters))
      refuse(row, { code, column, message });
  };
  await query(sql.findOwners, [actor]);
  await drop("not_a_host", "hostEmail", "must be the address of another person who hosts", sql.dropOwnerless);
  await drop("plate_claimed", "plateNumber", "is a car's that waits to be listed", sql.dropClaimed);
  for (const { row, most } of await query<{ row: number; most: number }>(sql.dropTooLong))
    refuse(row, {
      code: "not_a_number",
      column: "minRentDays",
      values: { least: shortestRent, most },
      message: `must be a whole number from ${shortestRent} to ${most}`,
    });
  await query(
    given.length
      ? sql.findChanges(given)
      : "create temp table changes (row integer, car_id uuid, before jsonb, after jsonb)",
  );
  await drop("own_car", "name", "is your own car's: ask another administrator to change it", sql.dropOwn, [
    actor,
  ]);
  await drop("hosted_retired", "name", "is a host's retired car: restore it first", sql.dropRetired);
  const [counted] = await query<Pick<Counts, "added" | "changed" | "hosted">>(
    `select (select count(*)::int from staged where is_new) as added, (select count(*)::int from changes) as changed,
       (select count(*)::int from staged where is_new and host_id is not null) as hosted`,
  );
  // Rows that were refused meanwhile aren't imported at all.
  const [kept] = await query<{ count: number }>(sql.countKept, [offers.map(({ row }) => row)]);
  const { length: paused } = given.includes("images") ? await query(sql.findLeftBare) : [];
  return { added: 0, changed: 0, hosted: 0, ...counted, paused, keptOffers: kept?.count ?? 0 };
}
