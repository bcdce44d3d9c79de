import { useInfiniteQuery } from "@tanstack/react-query";
import type { AdminUser } from "#contract/admin/accounts.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { roles } from "#domain/people/permissions.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { ListFoot } from "#web/ui/list/list-foot.tsx";
import { SearchForm } from "#web/admin/list/search-form.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { type UsersFilters, usersQuery } from "./queries.ts";
import { permissionList, roleWord } from "./right-words.ts";

type UsersListProps = {
  filters: UsersFilters;
  onFilter: (filters: UsersFilters) => void;
  onChoose: (id: string) => void;
};

export function UsersList({ filters, onFilter, onChoose }: UsersListProps) {
  const list = useInfiniteQuery(usersQuery(filters));
  const users = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <SearchForm
        label={m.admin_users_search()}
        hint={m.admin_users_search_hint()}
        words={filters.search}
        narrow={{
          label: m.admin_users_role(),
          value: filters.role,
          options: [
            { value: "", label: m.admin_users_all_roles() },
            ...roles.map((role) => ({ value: role, label: roleWord(role) })),
          ],
        }}
        onAsk={(search, role) => onFilter({ search, role })}
      />
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {list.data && users.length === 0 && (
        <Empty icon="user" title={m.admin_users_none()}>
          <p>{m.admin_users_none_text()}</p>
        </Empty>
      )}
      {users.length > 0 && (
        <>
          <DataTable
            label={m.admin_users_people()}
            className="wordy"
            columns={columnsFor(onChoose)}
            rows={users}
            keyOf={({ id }) => id}
          />
          <ListFoot shown={users.length} total={list.data?.pages[0]?.total} list={list} />
        </>
      )}
    </>
  );
}

const columnsFor = (onChoose: (id: string) => void): Column<AdminUser>[] => [
  {
    id: "name",
    label: m.admin_users_name(),
    isName: true,
    cell: ({ id, fullName, username, email }) => {
      const name = fullName || username || email;
      return (
        <>
          <button
            className="linklike font-label wrap-anywhere max-md:min-h-7"
            type="button"
            onClick={() => onChoose(id)}
          >
            <bdi>{name || m.admin_users_no_email()}</bdi>
          </button>
          {name && <small>{email || m.admin_users_no_email()}</small>}
        </>
      );
    },
  },
  { id: "username", label: m.admin_users_username(), cell: ({ username }) => username ?? "–" },
  {
    id: "phone",
    label: m.admin_users_phone(),
    cell: ({ phone }) => <span className="num">{phone || "–"}</span>,
  },
  {
    id: "role",
    label: m.admin_users_role(),
    cell: ({ role, permissions }) => (
      <>
        {roleWord(role)}
        {role === "admin" && <small>{permissionList(permissions)}</small>}
      </>
    ),
  },
  {
    id: "since",
    label: m.admin_users_since(),
    cell: ({ createdAt }) => showDate(dateInLosAngeles(Date.parse(createdAt))),
  },
  {
    id: "state",
    label: m.admin_users_state(),
    cell: ({ suspendedAt }) =>
      suspendedAt ? (
        <span className="badge badge-bad">{m.admin_users_suspended()}</span>
      ) : (
        <span className="badge badge-good">{m.admin_users_active()}</span>
      ),
  },
];
