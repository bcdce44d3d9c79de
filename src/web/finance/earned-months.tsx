import { Link } from "react-router";
import type { FinanceOverview } from "#contract/admin/finance.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { longMonth } from "#web/ui/format/month-names.ts";

type EarnedMonth = FinanceOverview["earned"][number];

const columns = (): Column<EarnedMonth>[] => [
  {
    id: "name",
    label: m.finance_month(),
    isName: true,
    cell: ({ month }) => (
      <Link to={`?${new URLSearchParams({ month })}`} preventScrollReset>
        {longMonth(month)}
      </Link>
    ),
  },
  {
    id: "amount",
    label: m.finance_earned(),
    isRight: true,
    cell: ({ amount }) => <span className="num">{showMoney(amount)}</span>,
  },
  {
    id: "hostShare",
    label: m.finance_account_host_share(),
    isRight: true,
    cell: ({ hostShare }) => <span className="num">{showMoney(hostShare)}</span>,
  },
  {
    id: "platformIncome",
    label: m.finance_platform_income(),
    isRight: true,
    cell: ({ platformIncome }) => <span className="num">{showMoney(platformIncome)}</span>,
  },
];

/** The earnings of each of the last twelve months, by the days of the rentals. */
export function EarnedMonths({ earned }: { earned: readonly EarnedMonth[] }) {
  return (
    <section aria-labelledby="finance-earned">
      <h2 className="h3" id="finance-earned">
        {m.finance_earned_months()}
      </h2>
      <p className="muted mb-2.5">{m.finance_earned_note()}</p>
      <DataTable
        label={m.finance_earned_months()}
        columns={columns()}
        rows={earned}
        keyOf={({ month }) => month}
        isSlim
      />
    </section>
  );
}
