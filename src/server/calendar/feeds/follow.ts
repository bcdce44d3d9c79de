import pLimit from "p-limit";
import { isHostingNowOf } from "#server/db/hosting-now.ts";
import { isEarlierOverdue, isOverdue } from "#server/rentals/availability.ts";
import { type Services, today } from "#server/services.ts";
import { fetchFeed } from "./fetch-feed.ts";
import { type FeedRow, inMinutes, writeFetched, writeNotTaken } from "./write-fetched.ts";

type DueFeed = Pick<FeedRow, "id" | "carId" | "url" | "etag" | "lastModified" | "readOn">;

const atOnce = 16;
const batch = 64;
/** Milliseconds after which no more calendars are begun: the next minute's run goes on. */
const longest = 45_000;
/** Minutes after which a calendar is due again if its process ended while reading it. */
const abandoned = 5;

/**
 * Whether an order whose days clashed with an event has freed them: then a calendar that can't be read takes the
 * days without waiting for its next turn.
 */
const hasFreedDays = `exists (select from jsonb_array_elements(feed.clashes) clash
  where not exists (select from orders where orders.id::text = clash->>'orderId' and orders.car_id = feed.car_id
    and lower(orders.during) <= (clash->>'until')::date
    and (orders.is_car_out or ${isOverdue} or orders.holds_car and orders.return_date >= (clash->>'from')::date))
  and not exists (select from order_stretches own where own.order_id::text = clash->>'orderId' and ${isEarlierOverdue("feed.car_id")}))`;

const claimDue = `
  update car_feeds set next_at = $1
  where id in (
    select feed.id from car_feeds feed
    join cars on cars.id = feed.car_id and cars.listing_state <> 'retired'
    join accounts host on host.id = cars.host_id and ${isHostingNowOf("host")}
    where feed.next_at <= $2 or (feed.error <> 'not_taken' and feed.next_at > $1 and ${hasFreedDays}) order by feed.next_at limit ${batch} for update of feed skip locked)
  returning id, car_id as "carId", url, etag, last_modified as "lastModified", to_char(read_on, 'YYYY-MM-DD') as "readOn"`;

/** Calendars that a run had no time for are the next run's. */
const giveBack = "update car_feeds set next_at = $1 where id = any($2::uuid[])";

/** The minute's job: reads the calendars that are due, several at once, each in one process. */
export async function followFeeds(services: Services): Promise<void> {
  const began = performance.now();
  const abreast = pLimit(atOnce);
  for (;;) {
    const due = await services.database.rows<DueFeed>(claimDue, [
      inMinutes(services, abandoned),
      new Date(services.now()),
    ]);
    const isLate = () => performance.now() - began > longest;
    const left: string[] = [];
    await Promise.all(
      due.map((feed) => abreast(() => (isLate() ? void left.push(feed.id) : follow(services, feed)))),
    );
    if (left.length) await services.database.rows(giveBack, [new Date(services.now()), left]);
    if (due.length < batch || isLate()) return;
  }
}

/** Its address may be a secret, so that the log names the calendar by its id. */
async function follow(services: Services, feed: DueFeed): Promise<void> {
  const date = today(services);
  // The days ahead move on though a calendar doesn't change: it is read as a whole once a day.
  const isReadToday = feed.readOn === date;
  const known = isReadToday ? feed : { url: feed.url, etag: "", lastModified: "" };
  try {
    await writeFetched(
      services,
      feed,
      await fetchFeed(services.config, known, { today: date, waits: "job" }),
    );
  } catch (error) {
    services.log.warn({ err: error, feed: feed.id }, "what a calendar takes was not written down");
    await writeNotTaken(services, feed).catch((err: unknown) =>
      services.log.warn({ err, feed: feed.id }, "nor was that it failed"),
    );
  }
}
