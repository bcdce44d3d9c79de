import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { CurrentUser } from "#contract/accounts.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { firstRunQuery } from "./queries.ts";

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
