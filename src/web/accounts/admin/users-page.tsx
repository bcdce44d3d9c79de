import { AdminTitle } from "#web/admin/admin-title.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { useQuery } from "@tanstack/react-query";
import { currentUserQuery } from "#web/admin/queries.ts";
import { mayUse } from "#web/admin/sections.ts";
import { AdminsList } from "./admins-list.tsx";
import { UsersPanel } from "./users-panel.tsx";

export const meta = () => pageMeta({ title: m.admin_users_title() });

/**
 * All accounts, for administrators who manage users. Administrators who may only look see the list of
 * administrators.
 */
export default function UsersPage() {
  const { data: user } = useQuery(currentUserQuery);
  if (!user) return null;
  const isManager = mayUse(user, ["manage_users"]);
  return (
    <>
      <AdminTitle title={isManager ? m.admin_users_title() : m.admin_short_admins()} />
      {isManager ? <UsersPanel /> : <AdminsList />}
    </>
  );
}
