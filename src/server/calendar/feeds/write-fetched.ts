import { eq } from "drizzle-orm";
import { feedLimits, freshClashes, isToTellFailing, minutesUntilNext } from "#domain/calendar/feeds.ts";
import { minute } from "#domain/durations.ts";
import { isHosting } from "#domain/people/relations.ts";
import { findAccount } from "#server/auth/accounts.ts";
import type { CarRow } from "#server/cars/host/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { carFeeds, type StoredClash } from "#server/db/schema/calendar.ts";
import { lockCar } from "#server/orders/queries.ts";
import { type Services, today } from "#server/services.ts";
import { findHostingReader, hostLanguage } from "#server/mail/host-reader.ts";
import { clashEmail, failingEmail, type FailingFeed } from "./emails.ts";
import type { FetchedFeed } from "./fetch-feed.ts";
import { takeDays } from "./take-days.ts";

export type FeedRow = typeof carFeeds.$inferSelect;

export const inMinutes = (services: Services, minutes: number): Date =>
  new Date(services.now() + minutes * minute);

/**
 * Writes down the result of reading a calendar. Its days are blocked on the car; if it couldn't be read, its
 * former days stay, and the next tries come later and later. A calendar that its host has removed takes nothing.
 */
export const writeFetched = (
  services: Services,
  { id, carId }: Pick<FeedRow, "id" | "carId">,
  fetched: FetchedFeed,
): Promise<void> =>
  withLockedFeed(services, { id, carId }, async (tx, car, feed) => {
    const isFailed = fetched !== "unchanged" && "error" in fetched;
    const isNew = fetched !== "unchanged" && !isFailed;
    // The calendar takes days again that an order has freed since, even if this fetch has failed.
    const from = isNew ? today(services) : feed.readOn;
    const { ranges } = isNew ? fetched : feed;
    const clashes = await takeDays(services, tx, { carId, feedId: id, ranges, from });
    await tx
      .update(carFeeds)
      .set({
        ...(isNew && { ...fetched, readOn: from }),
        ...(isFailed ? failedColumns(services, feed, fetched) : readColumns(services)),
        clashes,
      })
      .where(eq(carFeeds.id, id));
    if (isFailed) await tellFailing(services, tx, car, feed, fetched);
    await tellOfClashes(
      services,
      tx,
      { car, label: feed.label },
      freshClashes(clashes, feed.clashes, today(services)),
    );
  });

/** Writes down that we failed to take a calendar's days: its former days stay, and the host hears after a day. */
export const writeNotTaken = (services: Services, which: Pick<FeedRow, "id" | "carId">): Promise<void> =>
  withLockedFeed(services, which, async (tx, car, feed) => {
    const failed = { error: "not_taken" } as const;
    await tx
      .update(carFeeds)
      .set(failedColumns(services, feed, failed))
      .where(eq(carFeeds.id, feed.id));
    await tellFailing(services, tx, car, feed, failed);
  });

const withLockedFeed = (
  services: Services,
  { id, carId }: Pick<FeedRow, "id" | "carId">,
  write: (tx: Db, car: CarRow, feed: FeedRow) => Promise<void>,
): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const car = await lockCar(tx, carId);
      const [feed] = await tx.select().from(carFeeds).where(eq(carFeeds.id, id)).for("update");
      if (car && feed) await write(tx, car, feed);
    }),
  );

type FollowingCar = Pick<CarRow, "id" | "name" | "hostId">;

const readColumns = (services: Services) => ({
  fetchedAt: new Date(services.now()),
  nextAt: inMinutes(services, feedLimits.minutes),
  error: null,
  errorStatus: null,
  errorSince: null,
  failingAnnouncedAt: null,
  failures: 0,
});

type FailedFetch = Extract<FetchedFeed, { error: unknown }>;

const failedColumns = (services: Services, feed: FeedRow, { error, status }: FailedFetch) => ({
  error,
  errorStatus: status ?? null,
  errorSince: errorSinceOf(services, feed),
  failures: feed.failures + 1,
  nextAt: inMinutes(services, minutesUntilNext(feed.failures + 1, error)),
});

const errorSinceOf = (services: Services, feed: FeedRow): Date => feed.errorSince ?? new Date(services.now());

/** Tells a car's host once that a followed calendar hasn't been readable for a day, and that its days stay. */
async function tellFailing(
  services: Services,
  tx: Db,
  car: FollowingCar,
  feed: FeedRow,
  failed: FailedFetch,
): Promise<void> {
  const errorSince = errorSinceOf(services, feed);
  if (!isToTellFailing({ ...feed, errorSince }, services.now())) return;
  await tx
    .update(carFeeds)
    .set({ failingAnnouncedAt: new Date(services.now()) })
    .where(eq(carFeeds.id, feed.id));
  const host = await findHostingReader(tx, { hostId: car.hostId, carId: car.id });
  const failing: FailingFeed = { label: feed.label, errorSince, ...failed, car: car.name };
  if (host) await services.outbox.post(tx, [failingEmail(services.config, host, failing)]);
}

/** Tells a car's host of orders that clash with a followed calendar. */
export async function tellOfClashes(
  services: Services,
  tx: Db,
  { car, label }: { car: FollowingCar; label: string },
  clashes: readonly StoredClash[],
): Promise<void> {
  if (clashes.length === 0 || car.hostId === null) return;
  const host = await findAccount(tx, car.hostId);
  if (!host || !isHosting(host)) return;
  const language = await hostLanguage(tx, host.id, car.id);
  const about = { car: car.name, label, clashes };
  await services.outbox.post(tx, clashEmail(services.config, host, language, about));
}
