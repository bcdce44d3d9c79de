import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getHostCalendar, listCarFeeds } from "#contract/host/calendar.ts";
import type { IsoDate } from "#domain/dates.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

/** Where what is shown of a host's cars' days is kept, whatever the span. */
export const hostCalendarKey = ["api", "host", "calendar"];

/** What is taken of a host's cars, as it is now; the days before stand until those of another span have come. */
export const hostCalendarQuery = ({ from, until }: { from: IsoDate; until: IsoDate }) => ({
  ...queryOptions({ ...endpointQuery(getHostCalendar, { query: { from, until } }), staleTime: 0 }),
  placeholderData: keepPreviousData,
});

export const carFeedsQuery = (carId: string) =>
  queryOptions({ ...endpointQuery(listCarFeeds, { params: { id: carId } }), staleTime: 0 });
