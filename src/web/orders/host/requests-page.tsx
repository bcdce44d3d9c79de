import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { hostChangesQuery } from "#web/changes/queries.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ChosenList } from "./chosen-list.tsx";
import { HostedRow } from "./hosted-row.tsx";
import { hostRequestsQuery, type RequestList } from "./queries.ts";
import { nameOf, requestStateWords } from "./words.ts";

const ChangeRequests = lazyPart(() => import("#web/changes/host/change-requests.tsx"), "ChangeRequests");

export const meta = () => pageMeta({ title: m.host_nav_requests() });

const lists = ["waiting", "answered"] as const satisfies RequestList[];
const listNames = { waiting: m.host_request_waiting, answered: m.host_request_answered };

/** Requests that wait for a host's answer, the nearest deadline first, and answered requests. */
export default function HostRequestsPage() {
  const [search] = useSearchParams();
  const shown = lists.find((one) => one === search.get("show")) ?? "waiting";
  const list = useInfiniteQuery(hostRequestsQuery(shown));
  const requests = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const changes = useInfiniteQuery({ ...hostChangesQuery, enabled: shown === "waiting" });
  // Renters' changes wait too. Until they are read, nobody knows that nothing waits.
  const hasNoChange = shown === "answered" || changes.data?.pages.every(({ items }) => items.length === 0);
  return (
    <>
      <header className="me-head">
        <h1 className="h2">{m.host_nav_requests()}</h1>
        <ChosenList label={m.host_request_show()} names={lists} words={listNames} chosen={shown} />
      </header>
      {shown === "waiting" && (
        <Suspense>
          <ChangeRequests />
        </Suspense>
      )}
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {list.isSuccess && requests.length === 0 && hasNoChange && (
        <div className="empty">
          <p>{shown === "waiting" ? m.host_request_none() : m.host_request_none_answered()}</p>
        </div>
      )}
      {requests.length > 0 && (
        <ul className="grid">
          {requests.map((one) => (
            <HostedRow
              key={one.id}
              order={one}
              to={`/host/requests/${one.id}`}
              title={m.host_request_line({ name: nameOf(one.renter), car: shownCarName(one.car.name) })}
            >
              {one.answerUntil ? (
                <p className="text-bad font-label num">
                  {m.host_request_by({ moment: showMomentInLosAngeles(one.answerUntil) })}
                </p>
              ) : (
                <p className="text-ink-soft">{requestStateWords(one)}</p>
              )}
            </HostedRow>
          ))}
        </ul>
      )}
      <MoreButton list={list} label={m.host_request_more()} />
    </>
  );
}
