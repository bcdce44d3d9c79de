import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { currentUserQuery, statsQuery } from "#web/admin/queries.ts";
import { mayUse, sections } from "#web/admin/sections.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { Stats } from "#web/admin/stats.tsx";

/** The fleet, and the people who want to add a car to it. */
export function VehiclesTab() {
  const { data: user } = useQuery(currentUserQuery);
  const { data: stats, error, refetch } = useQuery(statsQuery);
  const ways = ["/admin/manage-cars"].flatMap((place) =>
    sections.filter(({ to, needs }) => to === place && user && mayUse(user, needs)),
  );
  if (!stats) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  return (
    <div className="stack">
      <Failed error={error} onRetry={() => void refetch()} />
      <Stats
        stats={[
          {
            label: m.admin_dash_vehicles(),
            value: showNumber(stats.activeVehicles),
            note: m.admin_vehicles_on_offer(),
          },
          {
            label: m.admin_vehicles_applications(),
            value: showNumber(stats.pendingHostApprovals),
            note: m.admin_vehicles_applications_note(),
          },
          { label: m.admin_dash_trips(), value: showNumber(stats.activeTrips), note: m.admin_vehicles_out() },
        ]}
      />
      <nav
        className="flex flex-wrap gap-2 mt-3 max-md:[&>.btn]:flex-auto"
        aria-label={m.admin_dash_tab_vehicles()}
      >
        {ways.map(({ to, label, icon }) => (
          <Link key={to} className="btn btn-secondary" to={to}>
            <AdminIcon name={icon} />
            {label()}
          </Link>
        ))}
      </nav>
    </div>
  );
}
