import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { leastPictures } from "#domain/cars/host/fields.ts";
import { defaultLanguage } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import type { Services } from "#server/services.ts";
import { hostCarEmail } from "./emails.ts";
import { findHostedCar } from "./queries.ts";
import { type TellHost, tellHost } from "./tell-host.ts";

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

type PhotosTaken = {
  by: string;
  /** Why, for the audit trail. */
  reason: string;
  /** Why, in the email. */
  reasonForHost?: string;
  email: "photos_taken_back" | "photos_removed";
};

/**
 * Pauses those of the cars that their hosts have listed and that have too few photos left, and emails the hosts.
 * Returns the paused cars' ids. Called after anybody but the host, who is refused, has taken photos away.
 */
export async function pauseWithoutPhotos(
  services: TellHost,
  tx: Db,
  ids: readonly string[],
  { by, reason, reasonForHost = "", email }: PhotosTaken,
): Promise<string[]> {
  if (!ids.length) return [];
  const paused = await tx
    .update(cars)
    .set({ listingState: "paused", updatedAt: new Date() })
    .where(
      and(
        inArray(cars.id, [...ids]),
        isNotNull(cars.hostId),
        eq(cars.listingState, "listed"),
        sql`cardinality(${cars.images}) < ${leastPictures}`,
      ),
    )
    .returning({ id: cars.id, images: cars.images });
  for (const { id, images } of paused) {
    await audit(tx, {
      actor: by,
      entity: "car",
      entityId: id,
      action: "paused",
      after: { images: images.length },
      reason: reason || null,
    });
    const hosted = await findHostedCar(tx, id);
    if (hosted) await tellHost(services, tx, hosted, email, reasonForHost);
  }
  return paused.map(({ id }) => id);
}
