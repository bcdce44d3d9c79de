import { useQuery } from "@tanstack/react-query";
import type { Reports } from "#contract/admin/dashboard.ts";
import { m } from "#web/paraglide/messages.js";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { reportsQuery } from "#web/admin/queries.ts";
import { countColumns, sliceColumns } from "./report-columns.tsx";
import { EarnedReport } from "./earned-report.tsx";
import { ReportTable } from "./report-table.tsx";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";

/** Reports about the orders, grouped in every way that today's data allows. */
export function ReportsTab({ categoryOf }: { categoryOf: (category: string) => string }) {
  const { data: reports, error, refetch } = useQuery(reportsQuery);
  if (!reports) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  const { months, earned, cities, categories, utilisation, funnel, subscriptions } = reports;
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      <div className="grid grid-cols-2 items-start gap-x-[clamp(1.5rem,3vw,3rem)] gap-y-9 max-lg:grid-cols-1">
        <ReportTable
          name="months"
          title={m.admin_report_months()}
          note={m.admin_report_months_note()}
          columns={sliceColumns<Reports["months"][number]>(m.admin_report_month(), ({ month }) =>
            longMonth(month),
          )}
          rows={months}
          keyOf={({ month }) => month}
        />
        <EarnedReport earned={earned} />
        <ReportTable
          name="cities"
          title={m.admin_report_cities()}
          columns={sliceColumns<Reports["cities"][number]>(m.admin_report_city(), ({ city }) =>
            city ? cityOrName(city) : m.admin_report_unknown(),
          )}
          rows={cities}
          keyOf={({ city }) => city}
        />
        <ReportTable
          name="categories"
          title={m.admin_report_categories()}
          columns={sliceColumns<Reports["categories"][number]>(m.admin_report_category(), ({ category }) =>
            category ? categoryOf(category) : m.admin_report_unknown(),
          )}
          rows={categories}
          keyOf={({ category }) => category}
        />
        <ReportTable
          name="utilisation"
          title={m.admin_report_utilisation()}
          note={m.admin_chart_utilisation_note()}
          columns={[
            {
              id: "name",
              label: m.admin_report_month(),
              isName: true,
              cell: ({ month }) => longMonth(month),
            },
            {
              id: "percent",
              label: m.admin_report_percent(),
              isRight: true,
              cell: ({ percent }) => `${percent}%`,
            },
          ]}
          rows={utilisation}
          keyOf={({ month }) => month}
        />
        <ReportTable
          name="funnel"
          title={m.admin_report_funnel()}
          note={m.admin_report_funnel_note()}
          columns={countColumns(m.admin_report_stage())}
          rows={funnelRows(funnel)}
          keyOf={({ id }) => id}
        />
        <ReportTable
          name="subscriptions"
          title={m.admin_report_subscriptions()}
          columns={countColumns(m.admin_report_stage())}
          rows={subscriptionRows(subscriptions)}
          keyOf={({ id }) => id}
        />
      </div>
    </>
  );
}

const funnelRows = ({ placed, confirmed, begun, completed, cancelled }: Reports["funnel"]) => [
  { id: "placed", name: m.admin_funnel_placed(), count: placed },
  { id: "confirmed", name: m.admin_funnel_confirmed(), count: confirmed },
  { id: "begun", name: m.admin_funnel_begun(), count: begun },
  { id: "completed", name: m.admin_funnel_completed(), count: completed },
  { id: "cancelled", name: m.admin_funnel_cancelled(), count: cancelled },
];

const subscriptionRows = ({ asked, confirmed, codesUsed }: Reports["subscriptions"]) => [
  { id: "asked", name: m.admin_subscribed_signed_up(), count: asked },
  { id: "confirmed", name: m.admin_subscribed_confirmed(), count: confirmed },
  { id: "used", name: m.admin_subscribed_used(), count: codesUsed },
];
