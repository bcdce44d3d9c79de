import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { type TripStage, tripStages } from "#domain/orders/host-requests.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { statusName } from "#web/ui/format/status-names.ts";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ChosenList } from "./chosen-list.tsx";
import { HostedRow } from "./hosted-row.tsx";
import { hostTripsQuery } from "./queries.ts";
import { nameOf, stageNames } from "./words.ts";

export const meta = () => pageMeta({ title: m.host_nav_trips() });

const emptyWords: Record<TripStage, () => string> = {
  upcoming: m.host_trips_none_upcoming,
  running: m.host_trips_none_running,
  past: m.host_trips_none_past,
};

/** The rentals of a host's cars, by their stage. */
export default function HostTripsPage() {
  const [search] = useSearchParams();
  const shown = tripStages.find((one) => one === search.get("show")) ?? "upcoming";
  const list = useInfiniteQuery(hostTripsQuery(shown));
  const trips = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <header className="me-head">
        <h1 className="h2">{m.host_nav_trips()}</h1>
        <ChosenList label={m.host_trips_show()} names={tripStages} words={stageNames} chosen={shown} />
      </header>
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {list.isSuccess && trips.length === 0 && (
        <div className="empty">
          <p>{emptyWords[shown]()}</p>
        </div>
      )}
      {trips.length > 0 && (
        <ul className="grid">
          {trips.map((one) => (
            <HostedRow
              key={one.id}
              order={one}
              to={`/host/trips/${one.id}`}
              title={m.host_trips_line({ name: nameOf(one.renter), car: shownCarName(one.car.name) })}
            >
              <p className="text-ink-soft">{statusName(one.status)}</p>
            </HostedRow>
          ))}
        </ul>
      )}
      <MoreButton list={list} label={m.host_request_more()} />
    </>
  );
}
