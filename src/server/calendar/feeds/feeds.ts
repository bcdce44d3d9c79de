import { and, asc, eq, sql } from "drizzle-orm";
import type { CarFeed } from "#contract/host/calendar.ts";
import { Refusal } from "#contract/errors.ts";
import { countDays, feedLimits, mergedDays, withoutWebcal } from "#domain/calendar/feeds.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { lockForCalendar, type OwnCar } from "#server/calendar/host/blocks.ts";
import { type CarRow, lockOwnHostedCar } from "#server/cars/host/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { prepared } from "#server/db/prepared.ts";
import { withRetries } from "#server/db/retries.ts";
import { carFeeds } from "#server/db/schema/calendar.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import { recordIdUsed } from "#server/db/sent-before.ts";
import { checkAddress, OutgoingError } from "#server/http/outgoing/guarded-fetch.ts";
import { type Services, today } from "#server/services.ts";
import { type FeedError, fetchFeed } from "./fetch-feed.ts";
import { takeDays } from "./take-days.ts";
import { feedErrorWords } from "./words.ts";
import { type FeedRow, inMinutes, tellOfClashes } from "./write-fetched.ts";

const longestAddress = 2000;

export type FeedReader = { language: Language; date: IsoDate };

export function presentFeed(feed: FeedRow, { language, date }: FeedReader): CarFeed {
  const { id, label, url, fetchedAt, nextAt, error, errorStatus, errorSince, events, clashes } = feed;
  const ahead = mergedDays(feed.ranges).flatMap(({ from, until }) =>
    until < date ? [] : [{ from: from < date ? date : from, until }],
  );
  return {
    id,
    label,
    url,
    fetchedAt: fetchedAt.toISOString(),
    nextAt: nextAt.toISOString(),
    error:
      error === null
        ? null
        : {
            code: error,
            message: feedErrorWords(language, { error, status: errorStatus }),
            since: (errorSince ?? fetchedAt).toISOString(),
          },
    events,
    days: countDays(ahead),
    clashes: clashes.map(({ orderNumber, from, until }) => ({ orderNumber, from, until })),
    createdAt: feed.createdAt.toISOString(),
  };
}

const findFeeds = (db: Db, carId: string): Promise<FeedRow[]> =>
  db
    .select()
    .from(carFeeds)
    .where(eq(carFeeds.carId, carId))
    .orderBy(asc(carFeeds.createdAt), asc(carFeeds.id));

const carsWithFeeds = (db: Db) =>
  db
    .select({
      car: { id: hostCars.id, hostId: hostCars.hostId, calendarVersion: hostCars.calendarVersion },
      feed: carFeeds,
    })
    .from(hostCars)
    .leftJoin(carFeeds, eq(carFeeds.carId, hostCars.id))
    .orderBy(asc(carFeeds.createdAt), asc(carFeeds.id));
const feedsWithCar = prepared("find-feeds-with-car", (db) =>
  carsWithFeeds(db).where(eq(hostCars.id, sql.placeholder("carId"))),
);
const feedsOfHost = prepared("find-feeds-of-host", (db) =>
  carsWithFeeds(db).where(eq(hostCars.hostId, sql.placeholder("hostId"))),
);

/** A car and the calendars that it follows, in one statement. */
export async function findFeedsWithCar(db: Db, carId: string) {
  const found = await feedsWithCar(db).execute({ carId });
  return { car: found[0]?.car, feeds: found.flatMap(({ feed }) => feed ?? []) };
}

/** All cars of a host, and the calendars that each follows, in one statement. */
export async function findFeedsOfHost(db: Db, hostId: string) {
  const found = await feedsOfHost(db).execute({ hostId });
  return [...Map.groupBy(found, ({ car }) => car.id).values()].flatMap((rows) =>
    rows[0] ? { car: rows[0].car, feeds: rows.flatMap(({ feed }) => feed ?? []) } : [],
  );
}

type FeedSent = { id: string; label: string; url: string };

/**
 * Adds a calendar to a car and reads it at once. The same id sent again means the same calendar. Throws a Refusal,
 * also for a calendar that can't be read.
 */
export async function addFeed(
  services: Services,
  own: OwnCar,
  { id, label, url: typed }: FeedSent,
  language: Language,
): Promise<FeedRow> {
  const { database } = services;
  const { carId } = own;
  const url = addressOf(services, typed, language);
  const { known } = await database.transaction((tx) => prepare(tx, own, { id, label, url }));
  if (known) return known;
  const date = today(services);
  const fetched = await fetchFeed(
    services.config,
    { url, etag: "", lastModified: "" },
    { today: date, waits: "person" },
  );
  if (fetched === "unchanged") throw new Error("A calendar that was never read answered that it stays");
  if ("error" in fetched) throw refused(language, fetched);
  return withRetries(() =>
    database.transaction(async (tx) => {
      // The car and its feeds may have changed while the calendar was read.
      const { car, known: same } = await prepare(tx, own, { id, label, url });
      if (same) return same;
      const at = new Date(services.now());
      await tx.insert(carFeeds).values({
        id,
        carId,
        label,
        url,
        ...fetched,
        readOn: date,
        fetchedAt: at,
        nextAt: inMinutes(services, feedLimits.minutes),
        createdAt: at,
      });
      const clashes = await takeDays(services, tx, { carId, feedId: id, ranges: fetched.ranges, from: date });
      const [feed] = await tx.update(carFeeds).set({ clashes }).where(eq(carFeeds.id, id)).returning();
      if (!feed) throw new Error("No calendar was written");
      await tellOfClashes(services, tx, { car, label }, clashes);
      return feed;
    }),
  );
}

/** Returns a typed address in the form that we keep. Throws a Refusal for an address that we may not fetch. */
function addressOf({ config }: Pick<Services, "config">, typed: string, language: Language): string {
  try {
    const url = checkAddress(withoutWebcal(typed), { allowsPrivate: config.privateCalendars });
    url.hash = "";
    if (url.href.length <= longestAddress) return url.href;
  } catch (error) {
    if (error instanceof OutgoingError) throw refused(language, { error: error.code });
    throw error;
  }
  throw refused(language, { error: "bad_address" });
}

type LockedCarFeed = { car: CarRow; known: FeedRow | undefined };

/** Locks a car, and finds the calendar with this id. Throws a Refusal if the car can follow no more calendars. */
async function prepare(tx: Db, own: OwnCar, { id, label, url }: FeedSent): Promise<LockedCarFeed> {
  const car = await lockForCalendar(tx, own);
  const [known] = await tx.select().from(carFeeds).where(eq(carFeeds.id, id));
  if (known && (known.carId !== own.carId || known.label !== label || known.url !== url))
    throw recordIdUsed();
  if (known) return { car, known };
  const feeds = await findFeeds(tx, own.carId);
  if (feeds.some((feed) => feed.url === url))
    throw new Refusal("conflict", "This car follows the calendar at this address already.");
  if (feeds.length >= feedLimits.feeds)
    throw new Refusal(
      "too_many_calendars",
      `A car can follow ${feedLimits.feeds} calendars. Remove one of them first.`,
    );
  return { car, known: undefined };
}

function refused(language: Language, error: FeedError): Refusal {
  const message = feedErrorWords(language, error);
  return new Refusal("calendar_refused", message, { fields: { url: { code: error.error, message } } });
}

/** Stops following a calendar; its days go with it. A calendar that is gone already is no error. */
export function deleteFeed({ database }: Services, { carId, hostId }: OwnCar, feedId: string): Promise<void> {
  return database.transaction(async (tx) => {
    await lockOwnHostedCar(tx, carId, hostId);
    await tx.delete(carFeeds).where(and(eq(carFeeds.id, feedId), eq(carFeeds.carId, carId)));
  });
}
