import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { CurrentUser } from "#contract/accounts.ts";
import { categories } from "#domain/cars/cars.ts";
import type { Permission } from "#domain/people/permissions.ts";
import { tiers } from "#domain/pricing/plans.ts";
import { WaitingHosts } from "#web/accounts/admin/waiting-hosts.tsx";
import { CarAssistant } from "#web/cars/admin/assistant/car-assistant.tsx";
import { UsersPanel } from "#web/accounts/admin/users-panel.tsx";
import { categoryWord, featureWord } from "#web/cars/vocabulary.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { ExportOrders } from "#web/orders/admin/export-orders.tsx";
import { NewestOrders } from "#web/orders/admin/newest-orders.tsx";
import { AllOrders, titleOf } from "#web/orders/admin/orders-page.tsx";
import { m } from "#web/paraglide/messages.js";
import { tierName } from "#web/ui/format/plan-words.ts";
import "#web/dashboard/dashboard.css";
import { Alerts } from "./alerts.tsx";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { FinanceTab } from "./finance-tab.tsx";
import { FirstRun } from "./first-run.tsx";
import { Held } from "./held.tsx";
import { HeadFigures } from "./head-figures.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { currentUserQuery, statsQuery } from "#web/admin/queries.ts";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { ReportsTab } from "./reports-tab.tsx";
import { mayUse } from "#web/admin/sections.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { Failed } from "#web/session/states.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { TripsTab } from "./trips-tab.tsx";
import { VehiclesTab } from "./vehicles-tab.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";

export const meta = () => pageMeta({ title: m.admin_dash_title() });

type TabId = "overview" | "orders" | "users" | "vehicles" | "trips" | "finance" | "reports";
const tabs: readonly { id: TabId; label: () => string; needs?: readonly Permission[] }[] = [
  { id: "overview", label: m.admin_dash_tab_overview },
  { id: "orders", label: m.admin_dash_tab_orders },
  { id: "users", label: m.admin_dash_tab_users, needs: ["manage_users"] },
  { id: "vehicles", label: m.admin_dash_tab_vehicles, needs: ["manage_cars"] },
  { id: "trips", label: m.admin_dash_tab_trips },
  { id: "finance", label: m.admin_dash_tab_finance, needs: ["manage_payments"] },
  { id: "reports", label: m.admin_dash_tab_reports, needs: ["view_reports"] },
];

/** The alerts, the main figures, and a tab for each part of the platform. */
export default function DashboardPage() {
  const { data: user } = useQuery(currentUserQuery);
  const { data: stats, error, refetch } = useQuery(statsQuery);
  const [query, setQuery] = useSearchParams();
  if (!user) return null;
  const open = tabs.filter(({ needs }) => mayUse(user, needs));
  const current = open.find(({ id }) => id === query.get("tab"))?.id ?? "overview";
  const choose = (id: TabId) => setQuery(id === "overview" ? {} : { tab: id }, { preventScrollReset: true });

  return (
    <>
      <AdminTitle title={m.admin_dash_title()}>
        <RefreshButton />
        {current === "orders" && <ExportOrders />}
      </AdminTitle>
      <Held user={user} />
      <FirstRun user={user} />
      <Alerts user={user} />
      <Failed error={error} onRetry={() => void refetch()} />
      {stats && <HeadFigures stats={stats} />}
      <Shortcuts
        user={user}
        tabOf={(wanted) =>
          open.some(({ id }) => id === wanted) ? `/admin/dashboard?tab=${wanted}` : undefined
        }
      />
      <Tabs
        label={m.admin_dash_tabs()}
        tabs={open.map(({ id, label }) => ({
          id,
          label: label(),
          ...(id === "orders" && stats && stats.pendingOrders > 0 && { count: stats.pendingOrders }),
        }))}
        current={current}
        onChoose={choose}
      >
        <Panel tab={current} user={user} />
      </Tabs>
    </>
  );
}

function Panel({ tab, user }: { tab: TabId; user: CurrentUser }) {
  switch (tab) {
    case "overview":
      return <OverviewTab user={user} newest={<NewestOrders titleOf={titleOf} />} />;
    case "orders":
      return <AllOrders />;
    case "users":
      return <UsersPanel />;
    case "vehicles":
      return (
        <div className="stack">
          <VehiclesTab />
          {mayUse(user, ["manage_users"]) && <WaitingHosts />}
          <CarAssistant featureWord={(feature) => featureWord(feature).text} />
        </div>
      );
    case "trips":
      return <TripsTab titleOf={tripTitle} />;
    case "finance":
      return <FinanceTab />;
    case "reports":
      return <ReportsTab categoryOf={categoryOf} />;
  }
}

/** The title of a trip: its car, or its plan while it has no car. */
function tripTitle(name: string): string {
  const tier = tiers.find((one) => one === name);
  return tier ? tierName(tier) : shownCarName(name);
}

function categoryOf(name: string): string {
  const category = categories.find((one) => one === name);
  return category ? categoryWord(category) : name;
}
