import { and, eq, ne, or, sql } from "drizzle-orm";
import { plainPlate } from "#domain/cars/car-rules.ts";
import type { CarState } from "#domain/cars/listing-states.ts";
import { Refusal } from "#contract/errors.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars, claims, plainPlateNumber } from "#server/db/schema/cars.ts";

/** Submissions and changes of a plate or VIN take this lock in turn, so that each sees the earlier ones. */
const claimLock = 72_057_594;
export const waitForClaims = (tx: Db): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(${claimLock})`);

export type Claim = { vin: string | null; plateNumber: string | null };

/** Another car that already has this plate or VIN; undefined if none has. The indexes have the same rule. */
export async function findClaimant(
  tx: Db,
  id: string,
  { vin, plateNumber }: Claim,
): Promise<{ id: string; name: string; hostId: string | null } | undefined> {
  if (vin === null && plateNumber === null) return undefined;
  const samePlate =
    plateNumber === null
      ? undefined
      : sql`plate_number is not null and ${sql.raw(plainPlateNumber)} = ${plainPlate(plateNumber)}`;
  const [other] = await tx
    .select({ id: cars.id, name: cars.name, hostId: cars.hostId })
    .from(cars)
    .where(and(ne(cars.id, id), or(samePlate, vin === null ? undefined : eq(cars.vin, vin)), claims))
    .limit(1);
  return other;
}

/**
 * Writes columns of a host's car. If another car has its plate or VIN, a submitted car is marked as contested,
 * which only administrators see. For a listed car it throws a Refusal: only administrators accept such a change.
 */
export async function writeClaimed(
  tx: Db,
  id: string,
  columns: Partial<typeof cars.$inferInsert>,
  state: CarState,
): Promise<void> {
  const isClaiming =
    columns.vin !== undefined || columns.plateNumber !== undefined || columns.listingState !== undefined;
  if (!isClaiming) {
    await tx
      .update(cars)
      .set({ ...columns, updatedAt: new Date() })
      .where(eq(cars.id, id));
    return;
  }
  await waitForClaims(tx);
  const [car] = await tx
    .select({ vin: cars.vin, plateNumber: cars.plateNumber })
    .from(cars)
    .where(eq(cars.id, id));
  const claim = {
    vin: columns.vin === undefined ? (car?.vin ?? null) : columns.vin,
    plateNumber: columns.plateNumber === undefined ? (car?.plateNumber ?? null) : columns.plateNumber,
  };
  const claimant = await findClaimant(tx, id, claim);
  const next = columns.listingState ?? state;
  const mayContest = next === "submitted" || next === "declined" || next === "retired";
  if (claimant && !mayContest) throw carExists(claimant.name);
  await tx
    .update(cars)
    .set({ ...columns, isContested: claimant !== undefined, updatedAt: new Date() })
    .where(eq(cars.id, id));
}

/** This Refusal is for administrators only: a host must not learn which plates and VINs are known. */
export const carExists = (name: string): Refusal =>
  new Refusal("car_exists", `The plate or VIN belongs to another car (${name}).`);
