import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ChargebackRow } from "#contract/admin/chargebacks.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { ListFoot } from "#web/ui/list/list-foot.tsx";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMoment } from "#web/ui/format/moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { ChargebackBadge, ProvidersPage, reasonNames } from "./chargeback-words.tsx";
import { chargebacksQuery } from "./queries.ts";

const columns = (): Column<ChargebackRow>[] => [
  {
    id: "name",
    label: m.chargebacks_order(),
    isName: true,
    cell: ({ orderId, orderNumber }) => (
      <Link className="num" to={`/admin/order-management?order=${orderId}`}>
        {orderNumber}
      </Link>
    ),
  },
  { id: "renter", label: m.chargebacks_renter(), cell: ({ renter }) => <bdi>{renter}</bdi> },
  { id: "reason", label: m.chargebacks_reason(), cell: ({ reason }) => reasonNames[reason]() },
  { id: "state", label: m.chargebacks_state(), cell: ({ state }) => <ChargebackBadge state={state} /> },
  {
    id: "evidence",
    label: m.chargebacks_evidence(),
    cell: ({ state, evidenceDueAt }) => (
      <span className="num">{state === "open" && evidenceDueAt ? showMoment(evidenceDueAt) : "–"}</span>
    ),
  },
  {
    id: "page",
    label: m.chargebacks_page(),
    cell: (chargeback) => <ProvidersPage chargeback={chargeback} />,
  },
  {
    id: "amount",
    label: m.chargebacks_amount(),
    isRight: true,
    cell: ({ amount }) => <span className="num">{showMoney(amount)}</span>,
  },
];

/** All chargebacks, the undecided first; nothing if there are none. */
export function Chargebacks() {
  const list = useInfiniteQuery(chargebacksQuery);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (rows.length === 0) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <section aria-labelledby="finance-chargebacks">
      <h2 className="h3" id="finance-chargebacks">
        {m.chargebacks_title()}
      </h2>
      <p className="muted">{m.chargebacks_note()}</p>
      <DataTable label={m.chargebacks_title()} columns={columns()} rows={rows} keyOf={({ id }) => id} />
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      <ListFoot shown={rows.length} total={list.data?.pages[0]?.total} list={list} />
    </section>
  );
}
