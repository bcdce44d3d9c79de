import { queryOptions, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { CurrentUser } from "#contract/accounts.ts";
import { getHold } from "#contract/admin/hold.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

export const holdQuery = queryOptions(endpointQuery(getHold));

const HeldNotice = lazyPart(() => import("./held-notice.tsx"), "HeldNotice");

/** Says that an installation is held, and offers to release it. Otherwise, nothing is shown. */
export function Held({ user }: { user: CurrentUser }) {
  const { data: state } = useQuery(holdQuery);
  if (!state?.isHeld) return null;
  return (
    <Suspense>
      <HeldNotice state={state} user={user} />
    </Suspense>
  );
}
