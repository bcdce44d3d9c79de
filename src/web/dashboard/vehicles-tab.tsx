import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { DeskIcon } from "#web/admin/admin-icon.tsx";
import { currentUserQuery, statsQuery } from "./queries.ts";
import { mayUse, sections } from "#web/admin/sections.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { Failed, Waiting } from "#web/admin/states.tsx";
import { Stats } from "./stats.tsx";

/** The fleet, and who wants to add to it. */
export function VehiclesTab() {
  const { data: user } = useQuery(currentUserQuery);
  const { data: stats, error, refetch } = useQuery(statsQuery);
  const ways = ["/admin/manage-cars"].flatMap((place) => sections.filter(({ to, needs }) => to === place && user && mayUse(user, needs)));
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!stats) return <Waiting />;
  return (
    <div className="stack">
      <Stats
        stats={[
          { label: m.desk_dash_vehicles(), value: showNumber(stats.activeVehicles), note: m.desk_vehicles_on_offer() },
          { label: m.desk_vehicles_applications(), value: showNumber(stats.pendingHostApprovals), note: m.desk_vehicles_applications_note() },
          { label: m.desk_dash_trips(), value: showNumber(stats.activeTrips), note: m.desk_vehicles_out() },
        ]}
      />
      <nav className="shortcuts" aria-label={m.desk_dash_tab_vehicles()}>
        {ways.map(({ to, label, icon }) => (
          <Link key={to} className="btn btn-secondary" to={to}>
            <DeskIcon name={icon} />
            {label()}
          </Link>
        ))}
      </nav>
    </div>
  );
}
