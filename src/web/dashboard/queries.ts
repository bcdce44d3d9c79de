import { queryOptions } from "@tanstack/react-query";
import { getFirstRun } from "#contract/admin/first-run.ts";
import { getHold } from "#contract/admin/hold.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const firstRunQuery = queryOptions(endpointQuery(getFirstRun));

export const holdQuery = queryOptions(endpointQuery(getHold));
