import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AdminHostCar, decideHostCar } from "#contract/admin/host-cars.ts";
import { api, ApiError } from "#web/api.ts";
import { ownCarName } from "#web/cars/host/own-car-name.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { Notice } from "#web/ui/notice.tsx";
import { longestExplanation } from "#domain/fields/admin.ts";

const words: Record<string, () => string> = {
  stale: m.host_admin_stale,
  application_pending: m.host_admin_person_first,
  host_suspended: m.host_admin_suspended,
  host_not_hosting: m.host_admin_not_applying,
  reason_needed: m.host_admin_reason_needed,
  car_incomplete: m.host_admin_incomplete,
  car_exists: m.host_admin_exists,
  own_affair: m.session_failure_own_affair,
};

const wordsOf = (error: unknown) => (error instanceof ApiError ? words[failureCode(error)] : undefined);

/** Decides about a submitted car, or about the changes of a listed car. The host gets an email. */
export function DecideHostCar({
  found: { car },
  onDecided,
}: {
  found: AdminHostCar;
  onDecided: (words: string) => void;
}) {
  const cache = useQueryClient();
  const [reason, setReason] = useState("");
  const isNew = car.state === "submitted";
  const decide = useMutation({
    mutationFn: (decision: "listed" | "declined") =>
      api(decideHostCar, { params: { id: car.id }, body: { decision, reason }, seen: car.version }),
    onSuccess: (_, decision) => {
      const name = ownCarName(car);
      onDecided(
        decision === "listed" ? m.host_admin_car_accepted({ name }) : m.host_admin_car_declined({ name }),
      );
    },
    onError: (error) => refused(wordsOf(error)?.() ?? sessionErrorWords(error)),
    onSettled: () => makeStale(cache, "car"),
  });
  const refused = useRefusal(decide.error);
  const lacksReason = failureCode(decide.error) === "reason_needed";
  const known = wordsOf(decide.error);
  const button = (decision: "listed" | "declined", label: string, kind: string) => (
    <button
      className={`btn ${kind}`}
      type="button"
      aria-busy={(decide.isPending && decide.variables === decision) || undefined}
      onClick={() => !decide.isPending && decide.mutate(decision)}
    >
      {label}
    </button>
  );
  return (
    <div className="card stack">
      <TextAreaField
        id="host-car-reason"
        label={m.admin_users_reason()}
        rows={3}
        maxLength={longestExplanation}
        hint={m.host_admin_reason_hint()}
        value={reason}
        error={lacksReason ? m.host_admin_reason_needed() : undefined}
        isAlert={lacksReason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      {known && !lacksReason && (
        <Notice kind="bad" isAlert>
          {known()}
        </Notice>
      )}
      {!known && <Failed error={decide.error} />}
      <p className="acts">
        {button("listed", isNew ? m.host_admin_list() : m.host_admin_accept(), "btn-primary")}
        {button("declined", isNew ? m.host_admin_decline() : m.host_admin_reject(), "btn-secondary")}
      </p>
    </div>
  );
}
