import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { FinanceOverview } from "#contract/admin/finance.ts";
import { dateInLosAngeles, earlier } from "#domain/dates.ts";
import {
  type FinanceFigure,
  financeFigures,
  isMonth,
  monthFigures,
  monthRange,
  todayFigures,
} from "#domain/payments/finance.ts";
import { incomeAccounts, type LedgerAccount, ledgerAccounts } from "#domain/payments/ledger.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { DownloadButton } from "#web/admin/list/download-button.tsx";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { Stats } from "#web/admin/stats.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Chargebacks } from "#web/payments/admin/chargebacks.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { EarnedMonths } from "./earned-months.tsx";
import { Differences } from "./differences.tsx";
import { HostYear } from "./host-year.tsx";
import { FigureRows } from "./figure-rows.tsx";
import { accountNames, figureNames } from "./finance-words.ts";
import { MonthBooks } from "./month-books.tsx";
import { overviewQuery } from "./queries.ts";
import { MonthField } from "./month-field.tsx";
import { Reconciliation } from "./reconciliation.tsx";
import { Taxes } from "./taxes.tsx";
import { Transactions } from "./transactions.tsx";
import { TrialBalance } from "./trial-balance.tsx";
import { Webhooks } from "./webhooks.tsx";

export const meta = () => pageMeta({ title: m.finance_title() });

const isIncome = (account: LedgerAccount): boolean => incomeAccounts.some((one) => one === account);

/** Amounts due, overdue, received and refunded: each figure leads to its rows. The ledger stands below. */
export default function FinancePage() {
  const [address, setAddress] = useSearchParams();
  const asked = address.get("month") ?? "";
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const month = isMonth(asked) ? asked : today.slice(0, 7);
  const figure = financeFigures.find((one) => one === address.get("show"));
  const account = ledgerAccounts.find((one) => one === address.get("account"));
  const { data, error, refetch } = useQuery(overviewQuery(month));
  return (
    <>
      <AdminTitle title={m.finance_title()}>
        <MonthField
          month={month}
          onChoose={(chosen) =>
            setAddress({ month: chosen, ...(figure && { show: figure }), ...(account && { account }) })
          }
        />
        <RefreshButton />
        <Link className="btn btn-secondary" to="/admin/moving-in">
          {m.moving_open()}
        </Link>
        <DownloadButton
          label={m.finance_export()}
          path={`/api/admin/finance/export?month=${month}`}
          table="ledger"
          month={month}
          isBig
        />
      </AdminTitle>
      <div className="grid grid-cols-1 gap-5 [&_h2]:mb-2.5">
        <Failed error={error} onRetry={() => void refetch()} />
        {!data && !error && <Waiting />}
        {data && <Figures overview={data} month={month} />}
        {data && <MonthBooks books={data.books} />}
        <Chargebacks />
        <Webhooks />
        <Differences />
        {figure && <FigureRows figure={figure} month={month} />}
        {account && (
          <Transactions
            title={m.finance_rows({ figure: accountNames[account]() })}
            posted={{ account, ...(isIncome(account) && { month }) }}
          />
        )}
        {data && <Income overview={data} month={month} />}
        {data && <EarnedMonths earned={data.earned} />}
        <Taxes month={month} />
        <HostYear thisYear={Number(today.slice(0, 4))} />
        <TrialBalance month={month} until={earlier(monthRange(month).to, today)} />
        <Reconciliation />
        <Transactions title={m.finance_transactions()} posted={{ month }} />
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
  const balance = (label: string, account: LedgerAccount, amount: string) => ({
    label,
    value: <AccountLink account={account} month={month} amount={amount} />,
  });
  return (
    <>
      <section>
        <h2 className="h3">{m.finance_of_month()}</h2>
        <Stats
          stats={[
            ...monthFigures.map(figure),
            {
              label: m.finance_platform_income(),
              value:
                sums.income.length > 0 ? (
                  <a href="#finance-income">{showMoney(sums.platformIncome)}</a>
                ) : (
                  showMoney(sums.platformIncome)
                ),
            },
          ]}
        />
      </section>
      <section>
        <h2 className="h3">{m.finance_today()}</h2>
        <Stats
          stats={[
            ...todayFigures.map(figure),
            balance(accountNames.cash(), "cash", sums.cash),
            balance(accountNames.provider_clearing(), "provider_clearing", sums.providerClearing),
            balance(accountNames.bank(), "bank", sums.bank),
            balance(m.finance_held_by_banks(), "chargebacks", sums.heldByBanks),
            balance(accountNames.deferred_revenue(), "deferred_revenue", sums.deferredRevenue),
            balance(accountNames.taxes(), "taxes", sums.taxes),
            balance(m.finance_host_payable(), "host_payable", sums.hostPayable),
          ]}
        />
      </section>
    </>
  );
}

type AccountLinkProps = { account: LedgerAccount; month: string; amount: string };

/** The sum of an account, as a link to its transactions. */
const AccountLink = ({ account, month, amount }: AccountLinkProps) => (
  <Link to={`?${new URLSearchParams({ month, account })}`} preventScrollReset>
    {showMoney(amount)}
  </Link>
);

function Income({ overview: { income }, month }: { overview: FinanceOverview; month: string }) {
  if (income.length === 0) return null;
  return (
    <section aria-labelledby="finance-income">
      <h2 className="h3" id="finance-income">
        {m.finance_income()}
      </h2>
      <Stats
        stats={income.map(({ account, amount }) => ({
          label: accountNames[account](),
          value: <AccountLink account={account} month={month} amount={amount} />,
        }))}
      />
    </section>
  );
}
