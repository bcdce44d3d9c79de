import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { decideHostApplication } from "#contract/admin/accounts.ts";
import type { AdminHostCar } from "#contract/admin/host-cars.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { mayUse } from "#web/admin/sections.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { longestReason } from "#domain/text-lengths.ts";

/** The decision about a new host: an administrator who manages users answers the open application. */
export function DecideHost({ found: { car, host, application } }: { found: AdminHostCar }) {
  const cache = useQueryClient();
  const user = useQuery(currentUserQuery).data;
  const reason = useRef<HTMLInputElement>(null);
  const decide = useMutation({
    mutationFn: (decision: "approved" | "declined") =>
      api(decideHostApplication, {
        params: { id: application?.id ?? "" },
        body: { decision, reason: reason.current?.value ?? "" },
      }),
    onSettled: () => makeStale(cache, "car"),
  });
  const lacksReason = failureCode(decide.error) === "reason_needed";
  if (host.hostingSince) return null;
  if (application?.status === "declined") return <Notice kind="bad">{m.host_admin_person_declined()}</Notice>;
  if (application?.status !== "pending")
    return car.state === "submitted" ? <Notice kind="bad">{m.host_admin_not_applying()}</Notice> : null;
  if (!user || !mayUse(user, ["manage_users"])) return <Notice>{m.host_admin_person_waits()}</Notice>;
  const button = (decision: "approved" | "declined", words: string, kind: string) => (
    <button
      className={`btn btn-sm ${kind}`}
      type="button"
      aria-busy={(decide.isPending && decide.variables === decision) || undefined}
      onClick={() => !decide.isPending && decide.mutate(decision)}
    >
      {words}
    </button>
  );
  return (
    <div className="card stack">
      <p>{m.host_admin_applies()}</p>
      <TextField
        id={`host-reason-${host.id}`}
        ref={reason}
        label={m.admin_users_reason()}
        maxLength={longestReason}
        hint={m.host_admin_person_reason_hint()}
        error={lacksReason ? m.admin_users_reason_missing() : undefined}
        isAlert={lacksReason}
      />
      {!lacksReason && <Failed error={decide.error} />}
      <p className="acts">
        {button("approved", m.host_admin_approve_person(), "btn-primary")}
        {button("declined", m.host_admin_decline_person(), "btn-secondary")}
      </p>
    </div>
  );
}
