import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CurrentUser } from "#contract/accounts.ts";
import type { AdminStats } from "#contract/admin/dashboard.ts";
import { orderCountNames } from "#domain/orders/admin-lists.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { m } from "#web/paraglide/messages.js";
import { ActivityList } from "./activity-list.tsx";
import { inBothLanguages } from "#web/admin/words/in-both.ts";
import { MonthCharts } from "./month-charts.tsx";
import { statsQuery } from "#web/admin/queries.ts";
import { mayUse } from "#web/admin/sections.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { statusNames } from "#web/ui/format/status-names.ts";
import { Waiting } from "#web/session/states.tsx";
import { Stats } from "#web/admin/stats.tsx";
import { wholeDollars } from "#web/ui/format/whole-dollars.ts";

/** The states of orders, the charts of the last months, and the latest activity. */
export function OverviewTab({ user, newest }: { user: CurrentUser; newest: ReactNode }) {
  const { data: stats, isLoading } = useQuery(statsQuery);
  return (
    <div className="overview">
      {isLoading && <Waiting />}
      {stats && (
        <Stats
          stats={figures(stats)}
          className="grid-cols-[repeat(8,auto)] max-[75rem]:grid-cols-[repeat(4,auto)] max-md:grid-cols-[1fr_1fr]"
        />
      )}
      <div className="grid grid-cols-2 items-start gap-x-[clamp(1.5rem,3vw,3rem)] gap-y-9 mt-7 max-lg:grid-cols-1">
        {mayUse(user, ["view_reports"]) && <MonthCharts />}
        <section aria-labelledby="admin-newest">
          <h2 className="h3" id="admin-newest">
            {m.admin_newest_orders()}
          </h2>
          {newest}
        </section>
        <ActivityList />
      </div>
    </div>
  );
}

const figures = (stats: AdminStats) => [
  { label: m.admin_dash_users(), value: showNumber(stats.totalUsers) },
  { label: m.admin_dash_orders(), value: showNumber(stats.totalOrders) },
  { label: m.admin_dash_revenue(), value: wholeDollars(stats.totalRevenue) },
  { label: m.admin_dash_vehicles(), value: showNumber(stats.activeVehicles) },
  ...orderStatuses
    .filter((status) => status !== "confirmed")
    .map((status) => ({
      label: inBothLanguages(statusNames[status]),
      value: showNumber(stats[orderCountNames[status]]),
    })),
];
