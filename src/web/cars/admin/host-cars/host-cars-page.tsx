import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { personName } from "#domain/people/person-name.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { useQueueAddress } from "#web/admin/use-queue-address.ts";
import { itemsOf, WorkQueue } from "#web/admin/work-queue.tsx";
import { stateNames } from "#web/cars/host/car-state.tsx";
import { ownCarName } from "#web/cars/host/own-car-name.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { showAge } from "#web/ui/format/moment.ts";
import { HostCarDetail } from "./host-car-detail.tsx";
import { adminHostCarsQuery, hostCarStates } from "./queries.ts";

export const meta = () => pageMeta({ title: m.host_admin_title() });

const states = hostCarStates.map((id) => ({
  id,
  label: id === "waiting" ? m.host_admin_waiting : id === "unseen" ? m.host_admin_unseen_tab : stateNames[id],
}));

/** Submitted cars of hosts, and listed cars with changes to check. The car that has waited longest comes first. */
export default function HostCarsPage() {
  const { state, chosenId, show } = useQueueAddress({ name: "state", states, usual: "submitted" });
  const list = useInfiniteQuery(adminHostCarsQuery(state));
  const found = itemsOf(list);
  const chosen = found.find(({ car }) => car.id === chosenId);
  const [said, setSaid] = useState("");

  return (
    <>
      <AdminTitle title={m.host_admin_title()}>
        <RefreshButton />
      </AdminTitle>
      <p className={said ? "note mb-3" : "sr-only"} role="status">
        {said}
      </p>
      <WorkQueue
        title={m.host_admin_title()}
        states={states}
        state={state}
        onState={(next) => show(next)}
        list={list}
        renderRow={({ car, host }) => (
          <>
            <b className="truncate font-label">{ownCarName(car)}</b>
            <span className="note num">{car.submittedAt && showAge(car.submittedAt)}</span>
            <span className="muted truncate">
              <bdi>{personName(host)}</bdi>
            </span>
          </>
        )}
        idOf={({ car }) => car.id}
        chosenId={chosen?.car.id}
        onChoose={(id) => show(state, id)}
        empty={<Empty icon="check" title={m.host_admin_none()} />}
        hint={m.host_admin_choose()}
      >
        {chosen && (
          <HostCarDetail
            key={chosen.car.id}
            found={chosen}
            onDecided={(words) => {
              setSaid(words);
              show(state);
            }}
            onClose={() => show(state)}
          />
        )}
      </WorkQueue>
    </>
  );
}
