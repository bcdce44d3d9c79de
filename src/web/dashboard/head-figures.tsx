import type { DeskStats } from "#contract/admin/dashboard.ts";
import { m } from "#web/paraglide/messages.js";
import { showNumber } from "#web/ui/format/show-number.ts";
import { wholeDollars } from "#web/ui/format/whole-dollars.ts";

/** How the platform stands. What nothing can be counted of yet says when that begins. */
export function HeadFigures({ stats }: { stats: DeskStats }) {
  const { recentDisputes, pendingPayouts } = stats;
  const figures = [
    {
      label: m.desk_dash_users(),
      value: showNumber(stats.totalUsers),
      note: m.desk_dash_users_note({ customers: showNumber(stats.totalCustomers), hosts: showNumber(stats.totalHosts) }),
    },
    {
      label: m.desk_dash_vehicles(),
      value: showNumber(stats.activeVehicles),
      note: m.desk_dash_vehicles_note({ count: showNumber(stats.pendingHostApprovals) }),
    },
    {
      label: m.desk_dash_trips(),
      value: showNumber(stats.activeTrips),
      note: recentDisputes === null ? m.desk_dash_disputes_begin() : m.desk_dash_disputes({ count: showNumber(recentDisputes) }),
    },
    {
      label: m.desk_dash_revenue(),
      value: wholeDollars(stats.totalRevenue),
      note: pendingPayouts === null ? m.desk_dash_payouts_begin() : m.desk_dash_payouts({ sum: wholeDollars(pendingPayouts) }),
    },
  ];
  return (
    <dl className="head-figures" aria-label={m.desk_dash_glance()}>
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{value}</b>
            {note}
          </dd>
        </div>
      ))}
    </dl>
  );
}
