import { useQuery } from "@tanstack/react-query";
import type { Reports } from "#contract/desk.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { longMonth } from "./month-names.ts";
import { reportsQuery, statsQuery } from "./queries.ts";
import { sliceColumns } from "./report-columns.tsx";
import { ReportTable } from "./report-table.tsx";
import { Failed, Waiting } from "./states.tsx";
import { Stats } from "./stats.tsx";

/** What orders came to and what is still to come. Fees, refunds and payouts begin with payments, and nothing stands for them before. */
export function FinanceTab() {
  const { data: stats } = useQuery(statsQuery);
  const { data: reports, error, refetch } = useQuery(reportsQuery);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!reports || !stats) return <Waiting />;
  return (
    <div className="stack">
      <Stats
        stats={[
          { label: m.desk_finance_gross(), value: showMoney(stats.totalRevenue), note: m.desk_finance_gross_note() },
          { label: m.desk_finance_outstanding(), value: showMoney(reports.outstanding), note: m.desk_finance_outstanding_note() },
        ]}
      />
      <Notice>{m.desk_finance_payouts_begin()}</Notice>
      <ReportTable
        name="months"
        title={m.desk_finance_months()}
        note={m.desk_report_months_note()}
        columns={sliceColumns<Reports["months"][number]>(m.desk_report_month(), ({ month }) => longMonth(month))}
        rows={reports.months}
        keyOf={({ month }) => month}
      />
    </div>
  );
}
