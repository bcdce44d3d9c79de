import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getPayoutSettings, listHostPayouts } from "#contract/host/payouts.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const hostPayoutsQuery = infiniteQueryOptions({ ...endpointPages(listHostPayouts), staleTime: 0 });

export const payoutSettingsQuery = queryOptions({ ...endpointQuery(getPayoutSettings), staleTime: 0 });
