import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { FinanceRow } from "#contract/admin/finance.ts";
import type { FinanceFigure } from "#domain/payments/finance.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import type { Column } from "#web/ui/list/data-table.tsx";
import { ListFoot } from "#web/ui/list/list-foot.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { figureNames } from "./finance-words.ts";
import { PagedTable } from "./paged-table.tsx";
import { financeRowsQuery } from "./queries.ts";

const columns = (): Column<FinanceRow>[] => [
  {
    id: "name",
    label: m.finance_order(),
    isName: true,
    cell: ({ orderId, orderNumber }) => (
      <Link className="num" to={`/admin/order-management?order=${orderId}`}>
        {orderNumber}
      </Link>
    ),
  },
  { id: "renter", label: m.finance_renter(), cell: ({ renter }) => <bdi>{renter}</bdi> },
  {
    id: "on",
    label: m.finance_on(),
    cell: ({ on }) => <span className="num">{on ? showDate(on) : "–"}</span>,
  },
  {
    id: "amount",
    label: m.finance_amount(),
    isRight: true,
    cell: ({ amount }) => <span className="num">{showMoney(amount)}</span>,
  },
];

/** The rows that a figure is made of. */
export function FigureRows({ figure, month }: { figure: FinanceFigure; month: string }) {
  const list = useInfiniteQuery(financeRowsQuery(figure, month));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const title = m.finance_rows({ figure: figureNames[figure]() });
  return (
    <PagedTable title={title} list={list} rows={rows} columns={columns()} keyOf={({ id }) => id}>
      <ListFoot shown={rows.length} total={list.data?.pages[0]?.total} list={list} />
    </PagedTable>
  );
}
