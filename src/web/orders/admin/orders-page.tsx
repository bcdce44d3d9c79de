import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { DeskOrder } from "#contract/admin/orders.ts";
import type { DeskStats } from "#contract/admin/dashboard.ts";
import { DeskIcon } from "#web/admin/admin-icon.tsx";
import { DeskTitle } from "#web/admin/admin-title.tsx";
import { inBoth } from "#web/admin/in-both.ts";
import { statsQuery } from "#web/dashboard/queries.ts";
import { RefreshButton } from "#web/admin/refresh-button.tsx";
import { Failed } from "#web/admin/states.tsx";
import { Stats } from "#web/dashboard/stats.tsx";
import { wholeDollars } from "#web/ui/format/whole-dollars.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { tierName } from "#web/plans/plan-words.ts";
import "#web/styles/desk-orders.css";
import { DeskOrders } from "./orders.tsx";
import { ExportOrders } from "./export-orders.tsx";
import { showCount } from "#web/ui/format/show-count.ts";
import { statusNames } from "#web/orders/status-names.ts";

export const meta = () => pageMeta({ title: m.desk_orders_title() });

/** Order management: every order, by itself. */
export default function DeskOrdersPage() {
  const { data: stats, error, refetch } = useQuery(statsQuery);
  return (
    <>
      <DeskTitle title={m.desk_orders_title()} back={{ to: "/admin/dashboard", label: m.desk_orders_back() }}>
        <Link className="btn btn-primary" to="/admin/new-order">
          <DeskIcon name="plus" />
          {m.new_order_open()}
        </Link>
        <RefreshButton />
        <ExportOrders />
      </DeskTitle>
      <Failed error={error} onRetry={() => void refetch()} />
      {stats && <Stats stats={figures(stats)} />}
      <DeskOrders titleOf={titleOf} />
    </>
  );
}

const titleOf = ({ carName, tier }: Pick<DeskOrder, "carName" | "tier">): string => carName ?? (tier ? tierName(tier) : m.order_car_open());

const figures = (stats: DeskStats) => [
  { label: inBoth(m.desk_orders_figure_all), value: showCount(stats.totalOrders) },
  { label: inBoth(statusNames.pending), value: showCount(stats.pendingOrders) },
  { label: inBoth(statusNames.confirmed), value: showCount(stats.confirmedOrders) },
  { label: inBoth(statusNames.in_progress), value: showCount(stats.inProgressOrders) },
  { label: inBoth(statusNames.completed), value: showCount(stats.completedOrders) },
  { label: inBoth(m.desk_orders_figure_revenue), value: wholeDollars(stats.totalRevenue) },
];
