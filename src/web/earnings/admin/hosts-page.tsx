import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { personName } from "#domain/people/person-name.ts";
import type { PayoutWait } from "#domain/payouts/payouts.ts";
import type { Host } from "#contract/admin/host-cars.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { showDate } from "#web/ui/format/show-date.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { ListFoot } from "#web/ui/list/list-foot.tsx";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { SearchForm } from "#web/admin/list/search-form.tsx";
import { itemsOf } from "#web/admin/work-queue.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { type HostState, hostsQuery, hostStates } from "./queries.ts";

export const meta = () => pageMeta({ title: m.hosts_title() });

const stateNames: Record<HostState, () => string> = { held: m.hosts_held, owing: m.hosts_owing };

/** The day of the next payout or, where nothing will be sent on it, what it waits for. */
function whenWords({ on, amount, waitsFor }: NonNullable<Host["money"]>["nextPayout"]): string {
  return waitsFor === null || Number(amount) === 0 ? showDate(on) : waitWords[waitsFor]();
}

const waitWords: Record<PayoutWait, () => string> = {
  held: m.hosts_held,
  no_account: m.hosts_next_no_account,
  new_account: m.hosts_next_new_account,
};

const columns = (): Column<Host>[] => [
  {
    id: "name",
    label: m.hosts_name(),
    isName: true,
    cell: ({ id, fullName, email }) => (
      <>
        <Link className="font-label wrap-anywhere" to={`/admin/hosts/${id}`}>
          <bdi>{personName({ fullName, email })}</bdi>
        </Link>
        <small>{email}</small>
      </>
    ),
  },
  {
    id: "balance",
    label: m.hosts_balance(),
    isRight: true,
    cell: ({ money }) => <span className="num">{money && showMoney(money.balance)}</span>,
  },
  {
    id: "next",
    label: m.hosts_next(),
    isRight: true,
    cell: ({ money }) =>
      money && (
        <>
          <span className="num">{showMoney(money.nextPayout.amount)}</span>
          <small className="num">{whenWords(money.nextPayout)}</small>
        </>
      ),
  },
  {
    id: "state",
    label: m.hosts_state(),
    cell: ({ money, suspendedAt, hostingSince }) => (
      <>
        {money?.isHeld && <span className="badge badge-bad">{m.hosts_held()}</span>}
        {suspendedAt && <span className="badge badge-bad">{m.admin_users_suspended()}</span>}
        {hostingSince === null && <span className="badge">{m.hosts_former()}</span>}
        {!money?.isHeld && !suspendedAt && hostingSince !== null && "–"}
      </>
    ),
  },
  {
    id: "cars",
    label: m.hosts_cars(),
    isRight: true,
    cell: ({ cars }) => (
      <span className="num">
        {m.hosts_cars_listed({
          listed: cars.listed,
          all: Object.values(cars).reduce((sum, count) => sum + count, 0),
        })}
      </span>
    ),
  },
];

/** All current and former hosts, with their balances. */
export default function HostsPage() {
  const [search, setSearch] = useSearchParams();
  const words = search.get("search") ?? "";
  const state = hostStates.find((one) => one === search.get("state"));
  const list = useInfiniteQuery(hostsQuery({ search: words, state }));
  const hosts = itemsOf(list);
  return (
    <>
      <AdminTitle title={m.hosts_title()}>
        <RefreshButton />
      </AdminTitle>
      <SearchForm
        label={m.hosts_search()}
        hint={m.admin_users_search_hint()}
        words={words}
        narrow={{
          label: m.hosts_state(),
          value: state ?? "",
          options: [
            { value: "", label: m.hosts_all() },
            ...hostStates.map((value) => ({ value, label: stateNames[value]() })),
          ],
        }}
        onAsk={(asked, narrowed) =>
          setSearch({ ...(asked && { search: asked }), ...(narrowed && { state: narrowed }) })
        }
      />
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {list.isSuccess && hosts.length === 0 && <Empty icon="user" title={m.hosts_none()} />}
      {hosts.length > 0 && (
        <>
          <DataTable
            label={m.hosts_title()}
            columns={columns()}
            rows={hosts}
            keyOf={({ id }) => id}
            className="wordy"
          />
          <ListFoot shown={hosts.length} total={list.data?.pages[0]?.total} list={list} />
        </>
      )}
    </>
  );
}
