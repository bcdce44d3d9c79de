import { useInfiniteQuery } from "@tanstack/react-query";
import type { AdminUser } from "#contract/admin/accounts.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { personName } from "#domain/people/person-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { ListFoot } from "#web/ui/list/list-foot.tsx";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { usersQuery } from "./queries.ts";
import { namedRoleWords, permissionList } from "./right-words.ts";

/** A read-only list of the administrators and their permissions. */
export function AdminsList() {
  const list = useInfiniteQuery(usersQuery({ search: "", role: "admin" }));
  const admins = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (!list.data) return <WaitingOrFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <DataTable
        label={m.admin_short_admins()}
        className="wordy"
        columns={columns()}
        rows={admins}
        keyOf={({ id }) => id}
      />
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      <ListFoot shown={admins.length} total={list.data.pages[0]?.total} list={list} />
    </>
  );
}

const columns = (): Column<AdminUser>[] => [
  {
    id: "name",
    label: m.admin_users_name(),
    isName: true,
    cell: ({ fullName, email }) => (
      <>
        <bdi>{personName({ fullName, email })}</bdi>
        <small>{email}</small>
      </>
    ),
  },
  {
    id: "role",
    label: m.admin_users_permissions(),
    cell: ({ permissions, namedRole, isReadOnly }) => (
      <>
        {namedRole && namedRole !== "custom" ? namedRoleWords[namedRole]() : permissionList(permissions)}
        {isReadOnly && <small>{m.admin_users_is_read_only()}</small>}
      </>
    ),
  },
  {
    id: "since",
    label: m.admin_users_since(),
    cell: ({ createdAt }) => showDate(dateInLosAngeles(Date.parse(createdAt))),
  },
];
