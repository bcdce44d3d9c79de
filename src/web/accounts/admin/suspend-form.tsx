import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminUser, restoreUser, suspendUser } from "#contract/admin/accounts.ts";
import { api } from "#web/api.ts";
import { Failed } from "#web/admin/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { readFields } from "#web/ui/form/form-fields.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { forgetUsers } from "./queries.ts";

/** Shuts somebody out at once, with a reason that they are told, or lets them in again. */
export function SuspendForm({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const cache = useQueryClient();
  const [error, setError] = useState<string>();
  const isOut = user.suspendedAt !== null;
  const sent = { params: { id: user.id } };
  const turn = useMutation({
    mutationFn: (reason: string) =>
      isOut
        ? api<typeof restoreUser>(
            { method: "POST", path: "/api/admin/users/:id/restore" },
            { ...sent, body: { reason } },
          )
        : api<typeof suspendUser>(
            { method: "POST", path: "/api/admin/users/:id/suspend" },
            { ...sent, body: { reason } },
          ),
    onSuccess: async () => {
      onDone();
      toast({
        title: isOut ? m.admin_users_restored() : m.admin_users_suspended_done(),
        description: m.admin_users_told(),
      });
      await forgetUsers(cache);
    },
  });

  return (
    <details className="person-part">
      <summary className="link">
        <span>{isOut ? m.admin_users_restore() : m.admin_users_suspend()}</span>
      </summary>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const reason = readFields(event.currentTarget, ["reason"]).reason.trim();
          if (!isOut && reason === "") {
            setError(m.admin_users_reason_missing());
            event.currentTarget.querySelector("input")?.focus();
            return;
          }
          setError(undefined);
          if (!turn.isPending) turn.mutate(reason);
        }}
      >
        <p className="small muted">{isOut ? m.admin_users_restore_text() : m.admin_users_suspend_text()}</p>
        <TextField
          id="person-suspend-reason"
          name="reason"
          label={m.admin_users_reason()}
          isOptional={isOut}
          maxLength={500}
          hint={m.admin_users_reason_told()}
          error={error}
          isAlert
        />
        <Failed error={turn.error} />
        <p>
          <button
            className={isOut ? "btn btn-primary" : "btn btn-bad"}
            type="submit"
            aria-busy={turn.isPending || undefined}
          >
            {isOut ? m.admin_users_restore() : m.admin_users_suspend()}
          </button>
        </p>
      </form>
    </details>
  );
}
