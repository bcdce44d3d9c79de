import { eq } from "drizzle-orm";
import { refuseOwnAffair } from "#server/auth/refuse-own-affair.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import { audit } from "#server/db/audit.ts";
import { Refusal } from "#contract/errors.ts";
import type { AuditAction } from "#domain/audit/audited-actions.ts";
import { forgetHandover } from "#server/cars/host/forget-host.ts";
import type { Db } from "#server/db/open-database.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { cars } from "#server/db/schema/cars.ts";
import { columns, type AdminCarRow, type AdminCarValues } from "./admin-filters.ts";

export async function insertCar(tx: Db, values: AdminCarValues): Promise<AdminCarRow> {
  const [car] = await tx.insert(cars).values(values).returning(columns);
  if (!car) throw new Error("The car was not written");
  return car;
}

export async function updateCar(
  tx: Db,
  id: string,
  values: Partial<typeof cars.$inferInsert>,
): Promise<AdminCarRow> {
  const [car] = await tx
    .update(cars)
    .set({ ...values, updatedAt: new Date() })
    .where(eq(cars.id, id))
    .returning(columns);
  if (!car) throw new Error("The car was not written");
  return car;
}

/** Removes a car, with what its host typed and sent, and the address where the host handed it over. */
export async function removeCar(tx: Db, id: string): Promise<void> {
  await forgetHandover(tx, eq(auditEvents.entityId, id));
  await tx.delete(cars).where(eq(cars.id, id));
  await tx.delete(hostCars).where(eq(hostCars.id, id));
}

/** Throws a Refusal if the administrator is the car's host. */
export async function refuseOwnHosting(
  tx: Db,
  by: string,
  { id, hostId }: Pick<AdminCarRow, "id" | "hostId">,
): Promise<void> {
  if (hostId === null) return;
  const of = { entity: "car", entityId: id } as const;
  await refuseOwnAffair(tx, { by, gate: "manage_cars", renter: { accountId: hostId }, of });
}

/** Throws a Refusal if the back office would offer a host's car again: only the car's host resumes it. */
export function refuseOffering({ hostId }: Pick<AdminCarRow, "hostId">, available: boolean): void {
  if (hostId !== null && available)
    throw new Refusal("car_not_in_state", "Only its host can offer this car again.");
}

type CarAudit = {
  actor: string;
  id: string;
  action: AuditAction<"car">;
  before?: unknown;
  after?: unknown;
  reason?: string;
};

export const auditCar = (tx: Db, { id, ...event }: CarAudit): Promise<unknown> =>
  audit(tx, { entity: "car", entityId: id, ...event });
