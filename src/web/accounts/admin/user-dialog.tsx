import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Failed, Waiting } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { ModalHead, useModal, whenClosed } from "#web/ui/modal.tsx";
import { adminUserQuery } from "./queries.ts";
import { UserDetail } from "./user-detail.tsx";
import { KeepTyped } from "#web/ui/dialog/keep-typed.tsx";

/** One person, in front of the list. */
export function UserDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const dialog = useModal();
  const { data: user, error, refetch } = useQuery(adminUserQuery(id));

  return (
    <>
      <dialog
        className="dialog w-[min(40rem,100%-2*var(--spacing-gutter))] gap-6"
        ref={dialog}
        aria-labelledby="person-title"
        onClose={whenClosed(onClose)}
      >
        <ModalHead dialog={dialog} closeLabel={m.admin_users_close()}>
          <h2 className="h3 text-[1.375rem] wrap-anywhere" id="person-title">
            <bdi>{user ? user.fullName || user.username || user.email : m.admin_users_person()}</bdi>
          </h2>
        </ModalHead>
        <Failed error={error} onRetry={() => void refetch()} />
        {!user && !error && <Waiting />}
        {user && (
          <>
            <p>
              <Link className="link small" to={`/admin/users/${user.id}`}>
                {m.admin_users_page()}
              </Link>
            </p>
            <UserDetail user={user} onDone={() => dialog.current?.close()} />
          </>
        )}
      </dialog>
      <KeepTyped dialog={dialog} />
    </>
  );
}
