import { DeskTitle } from "#web/desk/desk-title.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { UsersPanel } from "./users-panel.tsx";

export const meta = () => pageMeta({ title: m.desk_users_title() });

/** Everybody with an account, for administrators who manage users. */
export default function UsersPage() {
  return (
    <>
      <DeskTitle title={m.desk_users_title()} />
      <UsersPanel />
    </>
  );
}
