import { queryOptions } from "@tanstack/react-query";
import { getSettings } from "#contract/admin/settings.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

/** Reloaded only by a press: typed text must not disappear when somebody looks at another window. */
export const settingsQuery = queryOptions({ ...endpointQuery(getSettings), refetchOnWindowFocus: false });
