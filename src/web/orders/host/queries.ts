import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getHostRequest, listHostRequests } from "#contract/host/requests.ts";
import { getHostTrip, listHostTrips } from "#contract/host/trips.ts";
import type { TripStage } from "#domain/orders/host-requests.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export type RequestList = "waiting" | "answered";
export const hostRequestsQuery = (state: RequestList) =>
  infiniteQueryOptions({ ...endpointPages(listHostRequests, { query: { state } }), staleTime: 0 });

export const hostRequestQuery = (id: string) =>
  queryOptions({ ...endpointQuery(getHostRequest, { params: { id } }), staleTime: 0 });

export const hostTripsQuery = (stage: TripStage) =>
  infiniteQueryOptions({ ...endpointPages(listHostTrips, { query: { stage } }), staleTime: 0 });

export const hostTripQuery = (id: string) =>
  queryOptions({ ...endpointQuery(getHostTrip, { params: { id } }), staleTime: 0 });
