import { type FeedErrorCode, feedHorizon, feedLimits } from "#domain/calendar/feeds.ts";
import type { IsoDate } from "#domain/dates.ts";
import { brand } from "#domain/brand.ts";
import type { Config } from "#server/config.ts";
import { guardedFetch, OutgoingError } from "#server/http/outgoing/guarded-fetch.ts";
import { readAside, type ReadOptions } from "./read-aside.ts";
import type { ReadCalendar } from "./read-calendar.ts";

/** An address, and the marks of the version that was last read there. */
export type FeedVersion = { url: string; etag: string; lastModified: string };

export type FeedError = { error: FeedErrorCode; status?: number | undefined };
export type FetchedFeed =
  | (ReadCalendar & Pick<FeedVersion, "etag" | "lastModified">)
  | "unchanged"
  | FeedError;

const longestMark = 500;

/** Fetches a calendar and reads it. Never throws for the other service's errors: these are returned. */
export async function fetchFeed(
  { privateCalendars }: Pick<Config, "privateCalendars">,
  { url, etag, lastModified }: FeedVersion,
  { today, waits }: { today: IsoDate } & Required<Pick<ReadOptions, "waits">>,
): Promise<FetchedFeed> {
  try {
    const { status, headers, body } = await guardedFetch(url, {
      headers: {
        accept: "text/calendar, text/plain;q=0.5, */*;q=0.1",
        "user-agent": `${brand.name.en} calendar reader`,
        ...(etag && { "if-none-match": etag }),
        ...(lastModified && { "if-modified-since": lastModified }),
      },
      mostBytes: feedLimits.bytes,
      longest: feedLimits.fetching,
      mostRedirects: feedLimits.redirects,
      allowsPrivate: privateCalendars,
    });
    // Only an answer to our own mark may be 304.
    if (status === 304) return etag || lastModified ? "unchanged" : { error: "http_status", status };
    const read = await readAside(body, { today, horizon: feedHorizon(today) }, { waits });
    if ("error" in read) return read;
    return { ...read, etag: markOf(headers.etag), lastModified: markOf(headers["last-modified"]) };
  } catch (error) {
    if (error instanceof OutgoingError) return { error: error.code, status: error.status };
    throw error;
  }
}

/** Another service's mark of a version is sent back unchanged; a text that can be no mark is left out. */
const markOf = (value: string | undefined): string =>
  value !== undefined && value.length <= longestMark && /^[\x20-\x7e]+$/.test(value) ? value : "";
