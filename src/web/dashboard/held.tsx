import { queryOptions, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { CurrentUser } from "#contract/accounts.ts";
import { getHold } from "#contract/admin/hold.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const holdQuery = queryOptions(endpointQuery(getHold));

const HeldNotice = lazy(() =>
  import("./held-notice.tsx").then(({ HeldNotice }) => ({ default: HeldNotice })),
);

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
