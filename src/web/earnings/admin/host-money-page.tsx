import { pathOf } from "#web/api.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { type AdminHostMoney, getStatementOfHost } from "#contract/host/money-for-admins.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { CreditList } from "#web/earnings/credit-list.tsx";
import { EarningsOverview } from "#web/earnings/earnings-overview.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { SaveStatement } from "#web/earnings/save-statement.tsx";
import { HostBalance } from "./host-balance.tsx";
import { creditsOfHostQuery, hostMoneyQuery } from "./queries.ts";

export const meta = () => pageMeta({ title: m.host_money_title() });

type Statement = AdminHostMoney["statements"][number];
const columns = (hostId: string): Column<Statement>[] => [
  { id: "month", label: m.earnings_column_month(), isName: true, cell: ({ month }) => longMonth(month) },
  { id: "number", label: m.statements_title(), cell: ({ number }) => <span className="num">{number}</span> },
  {
    id: "closing",
    label: m.statements_closing(),
    isRight: true,
    cell: ({ closing }) => <span className="num">{showMoney(closing)}</span>,
  },
  {
    id: "files",
    label: m.statements_files(),
    isRight: true,
    cell: ({ month, number }) => (
      <SaveStatement
        path={pathOf(getStatementOfHost, { id: hostId, month })}
        name={number}
        label={({ format }) => m.statements_save({ number, format })}
      />
    ),
  },
];

/** A host's whole account, for administrators who manage payments. */
export default function HostMoneyPage() {
  const { id = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(hostMoneyQuery(id));
  return (
    <>
      <AdminTitle title={data?.host.name || m.host_money_title()} />
      <Failed error={error} onRetry={() => void refetch()} />
      {isPending && <Waiting />}
      {data && (
        <div className="grid grid-cols-1 gap-9">
          <p className="muted wrap-anywhere">{data.host.email}</p>
          <EarningsOverview
            earnings={data}
            reader="team"
            more={[
              { name: m.host_money_credited(), amount: data.credited },
              { name: m.host_money_paid_out(), amount: data.paidOut },
            ]}
          />
          <HostBalance hostId={id} />
          {data.statements.length > 0 && (
            <DataTable
              label={m.statements_title()}
              columns={columns(id)}
              rows={data.statements}
              keyOf={({ number }) => number}
              isSlim
            />
          )}
          <CreditList
            query={creditsOfHostQuery(id)}
            reader="team"
            toOrder={(orderId) => `/admin/order-management?order=${orderId}`}
          />
        </div>
      )}
    </>
  );
}
