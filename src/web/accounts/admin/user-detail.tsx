import { useQuery } from "@tanstack/react-query";
import type { AdminUserDetail } from "#contract/admin/accounts.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoment } from "#web/ui/format/moment.ts";
import { Notice } from "#web/ui/notice.tsx";
import { AccountHistory } from "./account-history.tsx";
import { RightsForm } from "./rights-form.tsx";
import { roleWord } from "./right-words.ts";
import { SuspendForm } from "./suspend-form.tsx";

/** One user: personal details, rights, suspension, and the history of the account. */
export function UserDetail({ user, onDone }: { user: AdminUserDetail; onDone: () => void }) {
  const { data: me } = useQuery(currentUserQuery);
  return (
    <>
      {user.suspendedAt && (
        <Notice kind="bad">{m.admin_users_suspended_since({ moment: showMoment(user.suspendedAt) })}</Notice>
      )}
      <Facts user={user} />
      {me?.id === user.id ? (
        <Notice>{m.admin_users_self()}</Notice>
      ) : (
        <>
          <RightsForm key={user.id} user={user} mine={me?.adminPermissions ?? []} onDone={onDone} />
          {/* The reason of a suspension is not the one of its end. */}
          <SuspendForm key={`${user.id} ${user.suspendedAt}`} user={user} onDone={onDone} />
        </>
      )}
      <AccountHistory events={user.history} />
    </>
  );
}

function Facts({ user }: { user: AdminUserDetail }) {
  const facts: [label: string, value: string][] = [
    [m.admin_users_email(), user.email || m.admin_users_no_email()],
    [m.admin_users_username(), user.username ?? "–"],
    [m.admin_users_phone(), user.phone || "–"],
    [m.admin_users_role(), roleWord(user.role)],
    [m.admin_users_since(), showMoment(user.createdAt)],
    [m.admin_users_orders(), String(user.orders)],
  ];
  if (user.sessions !== null) {
    facts.push(
      [
        m.admin_users_last_sign_in(),
        user.lastSignInAt ? showMoment(user.lastSignInAt) : m.admin_users_never(),
      ],
      [m.admin_users_sessions(), String(user.sessions)],
      [m.admin_users_second_step(), user.hasSecondStep ? m.admin_users_on() : m.admin_users_off()],
    );
  }
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-5 gap-y-3">
      {facts.map(([label, value]) => (
        <div key={label} className="first:col-span-2">
          <dt className="text-xs/[1.5] text-ink-faint">{label}</dt>
          <dd className="num wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
