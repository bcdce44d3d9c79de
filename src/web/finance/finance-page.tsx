import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { FinanceOverview } from "#contract/admin/finance.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import {
  type FinanceFigure,
  financeFigures,
  isMonth,
  monthFigures,
  todayFigures,
} from "#domain/payments/finance.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { DownloadButton } from "#web/admin/download-button.tsx";
import { RefreshButton } from "#web/admin/refresh-button.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { Stats } from "#web/admin/stats.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Chargebacks } from "#web/payments/admin/chargebacks.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { FigureRows } from "./figure-rows.tsx";
import styles from "./finance.module.css";
import { accountNames, figureNames } from "./finance-words.ts";
import { overviewQuery } from "./queries.ts";
import { Reconciliation } from "./reconciliation.tsx";
import { Transactions } from "./transactions.tsx";
import { Webhooks } from "./webhooks.tsx";

export const meta = () => pageMeta({ title: m.finance_title() });

/** What is due, overdue, received and given back: each figure leads to its rows, and below is the ledger. */
export default function FinancePage() {
  const [address, setAddress] = useSearchParams();
  const asked = address.get("month") ?? "";
  const [thisMonth] = useState(() => dateInLosAngeles(Date.now()).slice(0, 7));
  const month = isMonth(asked) ? asked : thisMonth;
  const figure = financeFigures.find((one) => one === address.get("show"));
  const { data, error, refetch } = useQuery(overviewQuery(month));
  return (
    <>
      <AdminTitle title={m.finance_title()}>
        <TextField
          id="finance-month"
          type="month"
          label={m.finance_month()}
          fieldClassName={styles.month}
          value={month}
          onChange={({ currentTarget: { value } }) =>
            isMonth(value) && setAddress({ month: value, ...(figure && { show: figure }) })
          }
        />
        <RefreshButton />
        <DownloadButton
          label={m.finance_export()}
          path={`/api/admin/finance/export?month=${month}`}
          name={`ledger_${month}`}
          isBig
        />
      </AdminTitle>
      <div className={styles.page}>
        <Failed error={error} onRetry={() => void refetch()} />
        {!data && !error && <Waiting />}
        {data && <Figures overview={data} month={month} />}
        <Chargebacks />
        <Webhooks />
        {figure && <FigureRows figure={figure} month={month} />}
        {data && <Income overview={data} />}
        <Reconciliation />
        <Transactions month={month} />
      </div>
    </>
  );
}

function Figures({ overview: { figures, ...sums }, month }: { overview: FinanceOverview; month: string }) {
  const figure = (name: FinanceFigure) => ({
    label: figureNames[name](),
    value: (
      <Link to={`?${new URLSearchParams({ month, show: name })}`} preventScrollReset>
        {showMoney(figures[name].amount)}
      </Link>
    ),
    note: m.finance_count({ count: figures[name].count }),
  });
  return (
    <>
      <section>
        <h2 className="h3">{m.finance_of_month()}</h2>
        <Stats stats={monthFigures.map(figure)} />
      </section>
      <section>
        <h2 className="h3">{m.finance_today()}</h2>
        <Stats
          stats={[
            ...todayFigures.map(figure),
            { label: m.finance_receivable(), value: showMoney(sums.receivable) },
            { label: m.finance_held_by_banks(), value: showMoney(sums.heldByBanks) },
            { label: m.finance_host_payable(), value: showMoney(sums.hostPayable) },
            { label: m.finance_platform_income(), value: showMoney(sums.platformIncome) },
          ]}
        />
      </section>
    </>
  );
}

function Income({ overview: { income } }: { overview: FinanceOverview }) {
  if (income.length === 0) return null;
  return (
    <section aria-labelledby="finance-income" className={styles.income}>
      <h2 className="h3" id="finance-income">
        {m.finance_income()}
      </h2>
      <dl>
        {income.map(({ account, amount }) => (
          <div key={account}>
            <dt>{accountNames[account]()}</dt>
            <dd className="num">{showMoney(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
