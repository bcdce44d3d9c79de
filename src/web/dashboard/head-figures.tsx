import type { AdminStats } from "#contract/admin/dashboard.ts";
import { m } from "#web/paraglide/messages.js";
import { showNumber } from "#web/ui/format/show-number.ts";
import { wholeDollars } from "#web/ui/format/whole-dollars.ts";

/** How the platform stands. */
export function HeadFigures({ stats }: { stats: AdminStats }) {
  const { pendingPayouts } = stats;
  const figures = [
    {
      label: m.admin_dash_users(),
      value: showNumber(stats.totalUsers),
      note: m.admin_dash_users_note({
        customers: showNumber(stats.totalCustomers),
        hosts: showNumber(stats.totalHosts),
      }),
    },
    {
      label: m.admin_dash_vehicles(),
      value: showNumber(stats.activeVehicles),
      note: m.admin_dash_vehicles_note({ count: showNumber(stats.pendingHostApprovals) }),
    },
    {
      label: m.admin_dash_trips(),
      value: showNumber(stats.activeTrips),
      note: m.admin_dash_disputes({ count: showNumber(stats.recentDisputes) }),
    },
    {
      label: m.admin_dash_revenue(),
      value: wholeDollars(stats.totalRevenue),
      note: m.admin_dash_payouts({ sum: wholeDollars(pendingPayouts) }),
    },
  ];
  return (
    <dl className="head-figures grid grid-cols-4 gap-3 max-lg:grid-cols-2" aria-label={m.admin_dash_glance()}>
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt className="text-ink-faint">{label}</dt>
          <dd className="text-ink-soft">
            <b>{value}</b>
            {note}
          </dd>
        </div>
      ))}
    </dl>
  );
}
