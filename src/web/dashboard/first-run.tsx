import { queryOptions, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { CurrentUser } from "#contract/accounts.ts";
import { getFirstRun } from "#contract/admin/first-run.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

export const firstRunQuery = queryOptions(endpointQuery(getFirstRun));

const FirstRunList = lazyPart(() => import("./first-run-list.tsx"), "FirstRunList");

/** The open steps of a new business. Once all steps are done, nothing is shown. */
export function FirstRun({ user }: { user: CurrentUser }) {
  const { data } = useQuery(firstRunQuery);
  if (!data || data.steps.length === 0) return null;
  return (
    <Suspense>
      <FirstRunList state={data} user={user} />
    </Suspense>
  );
}
