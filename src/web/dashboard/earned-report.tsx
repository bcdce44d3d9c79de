import type { Reports } from "#contract/admin/dashboard.ts";
import type { Column } from "#web/ui/list/data-table.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { ReportTable } from "./report-table.tsx";

type EarnedMonth = Reports["earned"][number];

const columns = (): Column<EarnedMonth>[] => [
  { id: "name", label: m.admin_report_month(), isName: true, cell: ({ month }) => longMonth(month) },
  {
    id: "earned",
    label: m.admin_report_earned(),
    isRight: true,
    cell: ({ amount }) => <span className="num">{showMoney(amount)}</span>,
  },
  {
    id: "hosts",
    label: m.admin_report_host_share(),
    isRight: true,
    cell: ({ hostShare }) => <span className="num">{showMoney(hostShare)}</span>,
  },
  {
    id: "ours",
    label: m.admin_report_platform_income(),
    isRight: true,
    cell: ({ platformIncome }) => <span className="num">{showMoney(platformIncome)}</span>,
  },
];

/** Each month's earnings by the ledger, with the hosts' share and ours. */
export const EarnedReport = ({ earned, path }: { earned: EarnedMonth[]; path?: `/api/${string}` }) => (
  <ReportTable
    name="earned"
    {...(path && { path })}
    title={m.admin_report_earned_months()}
    note={m.admin_report_earned_note()}
    columns={columns()}
    rows={earned}
    keyOf={({ month }) => month}
  />
);
