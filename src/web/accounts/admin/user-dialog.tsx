import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { adminUserQuery } from "./queries.ts";
import { UserDetail } from "./user-detail.tsx";

/** One person, in front of the list. */
export function UserDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data: user, error, refetch } = useQuery(adminUserQuery(id));
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
          <p>
            <Link className="link small" to={`/admin/users/${user.id}`}>
              {m.admin_users_page()}
            </Link>
          </p>
          <UserDetail user={user} onDone={close} />
        </>
      )}
    </dialog>
  );
}
