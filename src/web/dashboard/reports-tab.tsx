import { useQuery } from "@tanstack/react-query";
import type { Reports } from "#contract/admin/dashboard.ts";
import { m } from "#web/paraglide/messages.js";
import { townName } from "#web/ui/format/city-name.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { reportsQuery } from "./queries.ts";
import { countColumns, sliceColumns } from "./report-columns.tsx";
import { ReportTable } from "./report-table.tsx";
import { Failed, Waiting } from "#web/admin/states.tsx";

/** What the orders say, cut in every way that today's data allows. */
export function ReportsTab({ categoryOf }: { categoryOf: (category: string) => string }) {
  const { data: reports, error, refetch } = useQuery(reportsQuery);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!reports) return <Waiting />;
  const { months, cities, categories, utilisation, funnel, subscriptions } = reports;
  return (
    <div className="reports">
      <ReportTable
        name="months"
        title={m.desk_report_months()}
        note={m.desk_report_months_note()}
        columns={sliceColumns<Reports["months"][number]>(m.desk_report_month(), ({ month }) => longMonth(month))}
        rows={months}
        keyOf={({ month }) => month}
      />
      <ReportTable
        name="cities"
        title={m.desk_report_cities()}
        columns={sliceColumns<Reports["cities"][number]>(m.desk_report_city(), ({ city }) => (city ? townName(city) : m.desk_report_unknown()))}
        rows={cities}
        keyOf={({ city }) => city}
      />
      <ReportTable
        name="categories"
        title={m.desk_report_categories()}
        columns={sliceColumns<Reports["categories"][number]>(m.desk_report_category(), ({ category }) =>
          category ? categoryOf(category) : m.desk_report_unknown(),
        )}
        rows={categories}
        keyOf={({ category }) => category}
      />
      <ReportTable
        name="utilisation"
        title={m.desk_report_utilisation()}
        note={m.desk_chart_utilisation_note()}
        columns={[
          { id: "name", label: m.desk_report_month(), isName: true, cell: ({ month }) => longMonth(month) },
          { id: "percent", label: m.desk_report_percent(), isRight: true, cell: ({ percent }) => `${percent}%` },
        ]}
        rows={utilisation}
        keyOf={({ month }) => month}
      />
      <ReportTable
        name="funnel"
        title={m.desk_report_funnel()}
        note={m.desk_report_funnel_note()}
        columns={countColumns(m.desk_report_stage())}
        rows={funnelRows(funnel)}
        keyOf={({ id }) => id}
      />
      <ReportTable
        name="subscriptions"
        title={m.desk_report_subscriptions()}
        columns={countColumns(m.desk_report_stage())}
        rows={subscriptionRows(subscriptions)}
        keyOf={({ id }) => id}
      />
    </div>
  );
}

const funnelRows = ({ placed, confirmed, begun, completed, cancelled }: Reports["funnel"]) => [
  { id: "placed", name: m.desk_funnel_placed(), count: placed },
  { id: "confirmed", name: m.desk_funnel_confirmed(), count: confirmed },
  { id: "begun", name: m.desk_funnel_begun(), count: begun },
  { id: "completed", name: m.desk_funnel_completed(), count: completed },
  { id: "cancelled", name: m.desk_funnel_cancelled(), count: cancelled },
];

const subscriptionRows = ({ asked, confirmed, codesUsed }: Reports["subscriptions"]) => [
  { id: "asked", name: m.desk_subscribed_asked(), count: asked },
  { id: "confirmed", name: m.desk_subscribed_confirmed(), count: confirmed },
  { id: "used", name: m.desk_subscribed_used(), count: codesUsed },
];
