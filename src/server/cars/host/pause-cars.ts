import { and, eq } from "drizzle-orm";
import { leastPictures } from "#domain/cars/host/fields.ts";
import { defaultLanguage } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { cars } from "#server/db/schema/cars.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import type { Services } from "#server/services.ts";
import { hostCarEmail } from "./emails.ts";

/**
 * Pauses the listed cars of an account that may no longer host, and emails the account. Booked rentals go on.
 */
export async function pauseCarsOf(
  services: Pick<Services, "config" | "outbox">,
  tx: Db,
  host: AccountRow,
): Promise<void> {
  const paused = await tx
    .update(cars)
    .set({ listingState: "paused", updatedAt: new Date() })
    .where(and(eq(cars.hostId, host.id), eq(cars.listingState, "listed")))
    .returning({ id: cars.id, name: cars.name });
  for (const car of paused) {
    await audit(tx, {
      actor: "system",
      entity: "car",
      entityId: car.id,
      action: "paused",
      reason: "hosting ended",
    });
    const [own] = await tx.select().from(hostCars).where(eq(hostCars.id, car.id));
    await services.outbox.post(
      tx,
      hostCarEmail(services.config, "hosting_ended", host, own?.language ?? defaultLanguage, car),
    );
  }
}

export type PausedCar = { id: string; hostId: string; name: string };

const pauseBare = `with paused as (
    update cars set listing_state = 'paused', updated_at = now()
    where id = any($1::uuid[]) and host_id is not null and listing_state = 'listed' and cardinality(images) < ${leastPictures}
    returning id, host_id, name, images
  ), noted as (
    insert into audit_events (actor, entity, entity_id, action, after, reason)
    select $2, 'car', id::text, 'paused', jsonb_build_object('images', cardinality(images)), $3 from paused
  ) select id, host_id as "hostId", name from paused order by name, id`;

/**
 * Pauses those of the cars that their hosts have listed and that have too few photos left. Returns them: their hosts
 * must be told. Called after anybody but the host, who is refused, has taken photos away.
 */
export const pauseWithoutPhotos = (
  tx: Db,
  ids: readonly string[],
  { by, reason = null }: { by: string; reason?: string | null },
): Promise<PausedCar[]> => rowsIn(tx)<PausedCar>(pauseBare, [[...ids], by, reason]);
