import { and, eq } from "drizzle-orm";
import { defaultLanguage } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
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
