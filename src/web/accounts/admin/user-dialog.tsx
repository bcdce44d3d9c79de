import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { AdminUserDetail } from "#contract/admin/accounts.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { Failed, Waiting } from "#web/admin/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { AccountHistory } from "./account-history.tsx";
import { adminUserQuery } from "./queries.ts";
import { RightsForm } from "./rights-form.tsx";
import { roleWord } from "./right-words.ts";
import { SuspendForm } from "./suspend-form.tsx";

/** One person: what we know, what they may do, and what happened to their account. */
export function UserDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data: user, error, refetch } = useQuery(adminUserQuery(id));
  const { data: me } = useQuery(currentUserQuery);
  const close = () => dialog.current?.close();

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog className="dialog person" ref={dialog} aria-labelledby="person-title" onClose={onClose}>
      <header className="person-head">
        <h2 className="h3" id="person-title">
          <bdi>{user ? user.fullName || user.username || user.email : m.admin_users_person()}</bdi>
        </h2>
        <button
          className="btn btn-quiet btn-icon"
          type="button"
          aria-label={m.admin_users_close()}
          onClick={close}
        >
          <AdminIcon name="close" />
        </button>
      </header>
      <Failed error={error} onRetry={() => void refetch()} />
      {!user && !error && <Waiting />}
      {user && (
        <>
          {user.suspendedAt && (
            <Notice kind="bad">
              {m.admin_users_suspended_since({ moment: showMoment(user.suspendedAt) })}
            </Notice>
          )}
          <Facts user={user} />
          {me?.id === user.id ? (
            <Notice>{m.admin_users_self()}</Notice>
          ) : (
            <>
              <RightsForm user={user} mine={me?.adminPermissions ?? []} onDone={close} />
              <SuspendForm user={user} onDone={close} />
            </>
          )}
          <AccountHistory events={user.history} />
        </>
      )}
    </dialog>
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
    <dl className="person-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
