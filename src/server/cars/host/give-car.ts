import { and, eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { usualValue } from "#domain/cars/fields.ts";
import { keepHosting } from "#server/auth/hosts.ts";
import { refuseOwnAffair } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import { forgetHandover, nothingWaiting } from "#server/cars/host/forget-host.ts";
import type { Db } from "#server/db/open-database.ts";
import { hostLanguage } from "#server/mail/host-reader.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { carBlocks, carFeeds } from "#server/db/schema/calendar.ts";
import { cars } from "#server/db/schema/cars.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import type { Services } from "#server/services.ts";
import { carExists, findClaimant, waitForClaims } from "./claims.ts";
import { dropContent, forgetPapers } from "./papers.ts";
import { type HostedCar, lockHostedCar } from "./queries.ts";
import { reread } from "./save.ts";
import { refusePromised } from "./submit.ts";
import { tellHost } from "./tell-host.ts";

type Gift = { id: string; hostId: string | null; by: string; reason: string };

/**
 * Gives a car to another owner. What the former owner typed and sent is removed, and the car is paused until the
 * new owner offers it. Orders keep the host that they were placed with. Throws a Refusal.
 */
export async function giveCar(services: Services, { id, hostId, by, reason }: Gift): Promise<void> {
  const gone = await services.database.transaction(async (tx) => {
    const hosted = await lockHostedCar(tx, id);
    const [car] = await tx.select().from(cars).where(eq(cars.id, id)).for("no key update");
    if (!car || car.listingState === "submitted" || car.listingState === "declined") throw carNotFound();
    if (car.hostId === hostId) return [];
    const to = hostId === null ? undefined : await keepHosting(tx, hostId);
    if (hostId !== null && !to)
      throw new Refusal("invalid", "hostId must be a host's account.", {
        fields: { hostId: { code: "not_a_host", message: "must be a host's account" } },
      });
    for (const one of [car.hostId, hostId])
      await refuseOwnAffair(tx, {
        by,
        gate: "manage_cars",
        renter: { accountId: one },
        of: { entity: "car", entityId: id },
      });
    await refusePromised(tx, id);
    const papers = hosted ? await forgetPapers(tx, id, "all") : [];
    await forgetCalendar(tx, id, car.hostId);
    await forgetHandover(tx, eq(auditEvents.entityId, id));
    await move(services, tx, { id, car, hosted, hostId });
    await audit(tx, {
      actor: by,
      entity: "car",
      entityId: id,
      action: "owner",
      before: { hostId: car.hostId },
      after: { hostId },
      reason: reason || null,
    });
    if (hosted) await tellHost(services, tx, hosted, "taken", reason);
    if (to) await tellHost(services, tx, await reread(tx, id), "given", reason);
    return papers;
  });
  await services.carFacts.changed();
  await dropContent(services, gone);
}

/** Removes the former host's blocks of a car's days, with their notes, and the calendars that the car followed. */
async function forgetCalendar(tx: Db, carId: string, hostId: string | null): Promise<void> {
  await tx.delete(carFeeds).where(eq(carFeeds.carId, carId));
  if (hostId !== null)
    await tx.delete(carBlocks).where(and(eq(carBlocks.carId, carId), eq(carBlocks.createdBy, hostId)));
}

/** The values that fields of hosts' cars get when the platform owns the car. */
const platformRules = {
  handoverAddress: usualValue("handoverAddress"),
  deliveryMiles: usualValue("deliveryMiles"),
  maxRentDays: usualValue("maxRentDays"),
  noticeDays: usualValue("noticeDays"),
  instantBook: usualValue("instantBook"),
};

type Move = {
  id: string;
  car: typeof cars.$inferSelect;
  hosted: HostedCar | undefined;
  hostId: string | null;
};

async function move(services: Services, tx: Db, { id, car, hosted, hostId }: Move): Promise<void> {
  const isRetired = car.listingState === "retired";
  const now = new Date(services.now());
  const fresh = { ...nothingWaiting, submittedAt: null, updatedAt: now };
  // A host's retired car claims no plate or VIN. A car of ours claims them again: no other car may have them.
  if (hostId === null) {
    await waitForClaims(tx);
    const claimant = await findClaimant(tx, id, car);
    if (claimant) throw carExists(claimant.name);
    await tx
      .update(cars)
      .set({
        hostId: null,
        ...platformRules,
        isContested: false,
        ...(!isRetired && { listingState: "paused" }),
        updatedAt: now,
      })
      .where(eq(cars.id, id));
    await tx.delete(hostCars).where(eq(hostCars.id, id));
    return;
  }
  const language = await hostLanguage(tx, hostId);
  if (hosted)
    await tx
      .update(hostCars)
      .set({
        ...fresh,
        hostId,
        language,
        version: hosted.own.version + 1,
        calendarVersion: hosted.own.calendarVersion + 1,
      })
      .where(eq(hostCars.id, id));
  else {
    // The number of an earlier row of the car is forgotten; seconds are beyond any that it can have had.
    const calendarVersion = Math.floor(services.now() / 1000);
    await tx
      .insert(hostCars)
      .values({ id, hostId, language, calendarVersion, createdAt: now, updatedAt: now });
  }
  await tx
    .update(cars)
    .set({ hostId, handoverAddress: "", ...(!isRetired && { listingState: "paused" }), updatedAt: now })
    .where(eq(cars.id, id));
}
