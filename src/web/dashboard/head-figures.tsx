import type { AdminStats } from "#contract/admin/dashboard.ts";
import { m } from "#web/paraglide/messages.js";
import { showNumber } from "#web/ui/format/show-number.ts";
import { wholeDollars } from "#web/ui/format/whole-dollars.ts";

/** The main figures of the platform. */
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
      // Until hosts earn something, no payouts are due.
      note: Number(pendingPayouts) > 0 && m.admin_dash_payouts({ sum: wholeDollars(pendingPayouts) }),
    },
  ];
  return (
    <dl className="head-figures grid grid-cols-4 gap-3 max-lg:grid-cols-2" aria-label={m.admin_dash_glance()}>
      {figures.map(({ label, value, note }) => (
        <div
          key={label}
          className="px-4.5 py-3.5 border border-line rounded-md bg-surface text-xs/[1.45] max-md:px-3.5 max-md:py-3"
        >
          <dt className="text-ink-faint">{label}</dt>
          <dd className="text-ink-soft">
            <b className="block num text-ink text-[1.75rem]/[1.2] tracking-[-0.025em] max-md:text-[1.5rem]">
              {value}
            </b>
            {note}
          </dd>
        </div>
      ))}
    </dl>
  );
}
