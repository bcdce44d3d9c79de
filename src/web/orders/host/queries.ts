import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getHostRequest, listHostRequests } from "#contract/host/requests.ts";
import { getHostTrip, listHostTrips } from "#contract/host/trips.ts";
import type { TripStage } from "#domain/orders/host-requests.ts";
import { apiPage } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | undefined }) => nextCursor,
  staleTime: 0,
};

export type RequestList = "waiting" | "answered";
export const hostRequestsQuery = (state: RequestList) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ["api", "host", "requests", { state }],
    queryFn: ({ pageParam }) => apiPage(listHostRequests, { query: { state, cursor: pageParam } }),
  });

export const hostRequestQuery = (id: string) =>
  queryOptions({ ...endpointQuery(getHostRequest, { params: { id } }), staleTime: 0 });

export const hostTripsQuery = (stage: TripStage) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ["api", "host", "trips", { stage }],
    queryFn: ({ pageParam }) => apiPage(listHostTrips, { query: { stage, cursor: pageParam } }),
  });

export const hostTripQuery = (id: string) =>
  queryOptions({ ...endpointQuery(getHostTrip, { params: { id } }), staleTime: 0 });
