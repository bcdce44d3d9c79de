import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { LedgerTransaction } from "#contract/admin/finance.ts";
import type { LedgerAccount } from "#domain/payments/ledger.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import type { Column } from "#web/ui/list/data-table.tsx";
import { ListFoot } from "#web/ui/list/list-foot.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { accountNames, kindNames } from "./finance-words.ts";
import { PagedTable } from "./paged-table.tsx";
import { type TransactionFilters, transactionsQuery } from "./queries.ts";

/** An account's name, with the name of its host where it belongs to one. */
const accountWords = (account: LedgerAccount, host: string | null): string =>
  host === null ? accountNames[account]() : `${accountNames[account]()} (${host})`;

const columns = (): Column<LedgerTransaction>[] => [
  {
    id: "name",
    label: m.finance_kind(),
    isName: true,
    cell: ({ kind, payout }) => (
      <>
        {kindNames[kind]()}
        {payout && <small className="block num text-ink-soft">{payout}</small>}
      </>
    ),
  },
  {
    id: "on",
    label: m.finance_on(),
    cell: ({ postedOn, effectiveOn }) => (
      <>
        <span className="num">{showDate(postedOn)}</span>
        {effectiveOn && (
          <small className="block text-ink-soft">
            {m.finance_effective({ date: showDate(effectiveOn) })}
          </small>
        )}
      </>
    ),
  },
  {
    id: "order",
    label: m.finance_order(),
    cell: ({ orderId, orderNumber }) =>
      orderId && (
        <Link className="num" to={`/admin/order-management?order=${orderId}`}>
          {orderNumber}
        </Link>
      ),
  },
  { id: "by", label: m.finance_by(), cell: ({ by }) => actorName(by) },
  {
    id: "entries",
    label: m.finance_entries(),
    cell: ({ entries }) => (
      <ul className="num text-sm/[inherit]">
        {entries.map(({ account, amount, host }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two entries may be alike
          <li key={index} className="flex justify-between gap-x-4 gap-y-0.5">
            <span>
              {Number(amount) > 0
                ? m.finance_debit({ account: accountWords(account, host) })
                : m.finance_credit({ account: accountWords(account, host) })}
            </span>{" "}
            <span>{showMoney(amount.replace("-", ""))}</span>
          </li>
        ))}
      </ul>
    ),
  },
];

/** Transactions of the ledger, each with its entries. */
export function Transactions({ title, posted }: { title: string; posted: TransactionFilters }) {
  const list = useInfiniteQuery(transactionsQuery(posted));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <PagedTable title={title} list={list} rows={rows} columns={columns()} keyOf={({ id }) => String(id)}>
      <ListFoot shown={rows.length} total={list.hasNextPage ? rows.length + 1 : rows.length} list={list} />
    </PagedTable>
  );
}
