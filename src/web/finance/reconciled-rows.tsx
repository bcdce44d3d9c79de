import { useState } from "react";
import { Link } from "react-router";
import type { ReconciledRow, Reconciliation } from "#contract/admin/reconciliation.ts";
import { type MatchStatus, matchStatuses } from "#domain/payments/reconciliation.ts";
import { providerName } from "#domain/payments/providers.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { cellProblemWords, reportKindNames, statusNames } from "./finance-words.ts";

const money = (amount: string | null, currency: string) =>
  amount === null
    ? "–"
    : currency === "usd"
      ? showMoney(amount)
      : m.finance_recon_foreign({ amount, currency: currency.toUpperCase() });

const columns = (): Column<ReconciledRow>[] => [
  {
    id: "name",
    label: m.finance_recon_ref(),
    isName: true,
    cell: ({ ref, isAtEdge }) => (
      <>
        <bdi className="wrap-anywhere">{ref}</bdi>
        {isAtEdge && <p className="small muted">{m.finance_recon_edge()}</p>}
      </>
    ),
  },
  { id: "kind", label: m.finance_recon_kind(), cell: ({ kind }) => reportKindNames[kind]() },
  {
    id: "on",
    label: m.finance_on(),
    cell: ({ on }) => <span className="num">{showDate(on)}</span>,
  },
  {
    id: "order",
    label: m.finance_order(),
    cell: ({ order }) =>
      order && (
        <Link className="num" to={`/admin/order-management?order=${order.id}`}>
          {order.number}
        </Link>
      ),
  },
  {
    id: "theirs",
    label: m.finance_recon_theirs(),
    isRight: true,
    cell: ({ theirs, currency }) => <span className="num">{money(theirs, currency)}</span>,
  },
  {
    id: "ours",
    label: m.finance_recon_ours(),
    isRight: true,
    cell: ({ ours }) => <span className="num">{money(ours, "usd")}</span>,
  },
  {
    id: "fee",
    label: m.finance_recon_fee_of(),
    isRight: true,
    cell: ({ fee, currency }) => <span className="num">{money(fee, currency)}</span>,
  },
];

/** The rows of a report that agree with the ledger and those that don't: each status has a tab. */
export function ReconciledRows({ compared }: { compared: Reconciliation }) {
  const { provider, from, to, sums, rows } = compared;
  const worst = matchStatuses.find((status) => sums[status].count > 0) ?? "matched";
  const [chosen, setChosen] = useState<MatchStatus>(worst);
  const title = m.finance_recon_result({
    provider: providerName(provider),
    from: showDate(from),
    to: showDate(to),
  });
  const shown = rows.filter(({ status }) => status === chosen);
  const { count, amount } = sums[chosen];
  return (
    <div className="grid grid-cols-1 gap-3 mt-4" role="region" aria-label={title}>
      <p role="status">{title}</p>
      <Unread compared={compared} />
      <Tabs
        label={title}
        tabs={matchStatuses.map((id) => ({ id, label: statusNames[id](), count: sums[id].count }))}
        current={chosen}
        onChoose={setChosen}
      >
        {shown.length === 0 ? (
          <Empty icon="coins" title={m.finance_none()} />
        ) : (
          <>
            <p>
              {m.finance_recon_sum({ count, amount: showMoney(amount) })}
              {shown.length < count && <> {m.finance_recon_first({ shown: shown.length, count })}</>}
            </p>
            <DataTable
              label={statusNames[chosen]()}
              columns={columns()}
              rows={shown}
              keyOf={({ ref, status }) => `${status} ${ref}`}
            />
          </>
        )}
      </Tabs>
    </div>
  );
}

/** Rows of the file that could not be read, with the place and the problem of each. */
function Unread({ compared: { errors, errorCount } }: { compared: Reconciliation }) {
  if (errorCount === 0) return null;
  return (
    <Notice kind="warn" isAlert>
      {m.finance_recon_errors({ count: errorCount })}
      <ul>
        {errors.map(({ row, column, problem }) => (
          <li key={`${row} ${column}`}>
            {column
              ? m.finance_recon_error({ row, column, problem: cellProblemWords[problem]() })
              : m.finance_recon_error_row({ row, problem: cellProblemWords[problem]() })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
