import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { OrdersOf } from "#web/orders/admin/orders-of.tsx";
import { PapersOf } from "#web/papers/admin/papers-of.tsx";
import { m } from "#web/paraglide/messages.js";
import { adminUserQuery } from "./queries.ts";
import { UserDetail } from "./user-detail.tsx";

export const meta = () => pageMeta({ title: m.admin_users_person() });

/** Everything about one person: who they are, their orders, and what may be done with their account. */
export default function UserPage() {
  const { id = "" } = useParams();
  const { data: user, error, refetch } = useQuery(adminUserQuery(id));
  return (
    <>
      <AdminTitle
        title={<bdi>{user ? user.fullName || user.username || user.email : m.admin_users_person()}</bdi>}
        back={{ to: "/admin/users", label: m.admin_users_title() }}
      />
      <Failed error={error} onRetry={() => void refetch()} />
      {!user && !error && <Waiting />}
      {user && (
        <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-x-[clamp(1.5rem,3vw,3rem)] gap-y-8 max-lg:grid-cols-1">
          <section aria-labelledby="orders-of" className="grid grid-cols-1 gap-5">
            <h2 className="h3" id="orders-of">
              {m.admin_users_orders()}
            </h2>
            <OrdersOf accountId={user.id} />
            <h2 className="h3" id="papers-of">
              {m.admin_papers_of()}
            </h2>
            <PapersOf accountId={user.id} />
          </section>
          <div className="grid grid-cols-1 gap-5">
            <UserDetail user={user} onDone={() => void refetch()} />
          </div>
        </div>
      )}
    </>
  );
}
