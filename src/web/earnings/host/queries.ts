import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getHostEarnings, listHostCredits } from "#contract/host/earnings.ts";
import { getHostStatement, getHostYear, listHostStatements } from "#contract/host/statements.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const hostEarningsQuery = queryOptions({ ...endpointQuery(getHostEarnings), staleTime: 0 });

export const hostCreditsQuery = infiniteQueryOptions({ ...endpointPages(listHostCredits), staleTime: 0 });

export const hostStatementsQuery = queryOptions(endpointQuery(listHostStatements));
export const hostStatementQuery = (month: string) =>
  queryOptions(endpointQuery(getHostStatement, { params: { month } }));
export const hostYearQuery = (year: number) =>
  queryOptions({ ...endpointQuery(getHostYear, { params: { year: String(year) } }), staleTime: 0 });
