import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Finance } from "#contract/admin/dashboard.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { longMonth } from "#web/ui/format/month-names.ts";
import { financeQuery, statsQuery } from "#web/admin/queries.ts";
import { EarnedReport } from "./earned-report.tsx";
import { sliceColumns } from "./report-columns.tsx";
import { ReportTable } from "./report-table.tsx";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { Stats } from "#web/admin/stats.tsx";

/** The value of all orders and the open amounts. Payments, refunds and the ledger are on the Finance page. */
export function FinanceTab() {
  const { data: stats } = useQuery(statsQuery);
  const { data: finance, error, refetch } = useQuery(financeQuery);
  if (!finance || !stats) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  return (
    <div className="stack">
      <Failed error={error} onRetry={() => void refetch()} />
      <Stats
        stats={[
          {
            label: m.admin_finance_gross(),
            value: showMoney(stats.totalRevenue),
            note: m.admin_finance_gross_note(),
          },
          {
            label: m.admin_finance_outstanding(),
            value: showMoney(finance.outstanding),
            note: m.admin_finance_outstanding_note(),
          },
        ]}
      />
      <Notice>
        {m.finance_lead()} <Link to="/admin/finance">{m.finance_open()}</Link>
      </Notice>
      <ReportTable
        name="finance"
        path="/api/admin/dashboard/finance/months.csv"
        title={m.admin_finance_months()}
        note={m.admin_report_months_note()}
        columns={sliceColumns<Finance["months"][number]>(m.admin_report_month(), ({ month }) =>
          longMonth(month),
        )}
        rows={finance.months}
        keyOf={({ month }) => month}
      />
      <EarnedReport earned={finance.earned} path="/api/admin/dashboard/finance/earned.csv" />
    </div>
  );
}
