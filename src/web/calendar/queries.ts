import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getHostCalendar, listHostFeeds } from "#contract/host/calendar.ts";
import type { IsoDate } from "#domain/dates.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

/** The taken days of a host's cars, always read again. The old days are shown until those of a new span arrive. */
export const hostCalendarQuery = ({ from, until }: { from: IsoDate; until: IsoDate }) => ({
  ...queryOptions({ ...endpointQuery(getHostCalendar, { query: { from, until } }), staleTime: 0 }),
  placeholderData: keepPreviousData,
});

/** The calendars that all of a host's cars follow, in one call. */
export const hostFeedsQuery = queryOptions({ ...endpointQuery(listHostFeeds), staleTime: 0 });
