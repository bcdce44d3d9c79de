import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { CurrentUser } from "#contract/accounts.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { holdQuery } from "./queries.ts";

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
