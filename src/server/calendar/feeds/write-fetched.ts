import { eq } from "drizzle-orm";
import { feedLimits, isToTellFailing, minutesUntilNext } from "#domain/calendar/feeds.ts";
import { isHosting } from "#domain/people/relations.ts";
import { findAccount } from "#server/auth/accounts.ts";
import type { CarRow } from "#server/cars/host/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { carFeeds, type StoredClash } from "#server/db/schema/calendar.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import { lockCar } from "#server/orders/queries.ts";
import { type Services, today } from "#server/services.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import { clashEmail, failingEmail, type FailingFeed } from "./emails.ts";
import type { FetchedFeed } from "./fetch-feed.ts";
import { takeDays } from "./take-days.ts";

export type FeedRow = typeof carFeeds.$inferSelect;

const minute = 60_000;
export const inMinutes = (services: Services, minutes: number): Date =>
  new Date(services.now() + minutes * minute);

/**
 * Writes down what came of reading a calendar. Its days become the car's; where it couldn't be read, those that it took
 * stay, and it is tried again later and later. One that its host has taken away meanwhile takes nothing.
 */
export const writeFetched = (
  services: Services,
  { id, carId }: Pick<FeedRow, "id" | "carId">,
  fetched: FetchedFeed,
): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const car = await lockCar(tx, carId);
      const [feed] = await tx.select().from(carFeeds).where(eq(carFeeds.id, id)).for("update");
      if (!car || !feed) return;
      if (fetched !== "unchanged" && "error" in fetched) {
        const failures = feed.failures + 1;
        const errorSince = feed.errorSince ?? new Date(services.now());
        const isToAnnounce = isToTellFailing({ ...feed, errorSince }, services.now());
        await tx
          .update(carFeeds)
          .set({
            error: fetched.error,
            errorStatus: fetched.status ?? null,
            errorSince,
            failures,
            ...(isToAnnounce && { failingAnnouncedAt: new Date(services.now()) }),
            nextAt: inMinutes(services, minutesUntilNext(failures)),
          })
          .where(eq(carFeeds.id, id));
        if (isToAnnounce) await tellFailing(services, tx, car, { label: feed.label, errorSince, ...fetched });
        return;
      }
      const isNew = fetched !== "unchanged";
      const from = isNew ? today(services) : feed.readOn;
      const { ranges } = isNew ? fetched : feed;
      const clashes = await takeDays(services, tx, { carId, feedId: id, ranges, from });
      await tx
        .update(carFeeds)
        .set({
          ...(isNew && { ...fetched, readOn: from }),
          clashes,
          fetchedAt: new Date(services.now()),
          nextAt: inMinutes(services, feedLimits.minutes),
          error: null,
          errorStatus: null,
          errorSince: null,
          failingAnnouncedAt: null,
          failures: 0,
        })
        .where(eq(carFeeds.id, id));
      const known = new Set(feed.clashes.map(({ orderId }) => orderId));
      await tellOfClashes(
        services,
        tx,
        { car, label: feed.label },
        clashes.filter(({ orderId }) => !known.has(orderId)),
      );
    }),
  );

type FollowingCar = Pick<CarRow, "id" | "name" | "hostId">;

/** Tells a car's host that another calendar hasn't been readable for a day, and that its days stay as they were. */
async function tellFailing(
  services: Services,
  tx: Db,
  car: FollowingCar,
  failing: Omit<FailingFeed, "car">,
): Promise<void> {
  const host = await findHostingReader(tx, { hostId: car.hostId, carId: car.id });
  if (host)
    await services.outbox.post(tx, [failingEmail(services.config, host, { ...failing, car: car.name })]);
}

/** Tells a car's host of orders that another calendar stands in the way of. */
export async function tellOfClashes(
  services: Services,
  tx: Db,
  { car, label }: { car: FollowingCar; label: string },
  clashes: readonly StoredClash[],
): Promise<void> {
  if (clashes.length === 0 || car.hostId === null) return;
  const host = await findAccount(tx, car.hostId);
  const [own] = await tx.select().from(hostCars).where(eq(hostCars.id, car.id));
  if (!host || !isHosting(host) || !own) return;
  const about = { car: car.name, label, clashes };
  await services.outbox.post(tx, clashEmail(services.config, host, own.language, about));
}
