import { queryOptions } from "@tanstack/react-query";
import { getSettings } from "#contract/admin/settings.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

/** Asked again by a press alone: what somebody types isn't swept away while they look elsewhere. */
export const settingsQuery = queryOptions({ ...endpointQuery(getSettings), refetchOnWindowFocus: false });
