import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import { makeChange } from "#contract/changes.ts";
import { longestPlace } from "#domain/text-lengths.ts";
import { changedFields } from "#domain/changes/changes.ts";
import { api, ApiError } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { handoverTimes } from "#domain/booking/pickup-times.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";
import { showTime } from "#web/ui/format/show-time.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { locksWords } from "#web/ui/format/locks-words.ts";

/** Changes the place and the times of the handover, free of charge as long as there is time. */
export function ChangeHandover({ order }: { order: OwnOrderDetail }) {
  const cache = useQueryClient();
  const { pickupLocation, pickupTime, returnTime } = order;
  const { place } = order.actions;
  const before = { pickupLocation, pickupTime, returnTime };
  // Only the fields that were changed here. All other fields follow the order, no matter who changes it.
  const [typed, setTyped] = useState<Partial<typeof before>>({});
  const after = { ...before, ...typed };
  const [now] = useState(() => Date.now());
  const [wrong, setWrong] = useState<string>();
  const wanted = place.allowed ? after : { ...after, pickupLocation };
  const saving = useMutation({
    mutationFn: () => api(makeChange, { params: { id: order.id }, body: { kind: "pickup", ...wanted } }),
    onSuccess({ status }) {
      setTyped({});
      toast(
        status === "requested"
          ? { title: m.changes_extension_sent(), description: m.changes_request_sent() }
          : { title: m.changes_saved(), description: m.changes_saved_text() },
      );
    },
    onSettled: () => makeStale(cache, "order"),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isPlaceMissing = wanted.pickupLocation.trim() === "" && pickupLocation !== "";
    const isUnchanged = changedFields(before, wanted).length === 0;
    setWrong(isPlaceMissing ? m.changes_place_missing() : isUnchanged ? m.changes_unchanged() : undefined);
    if (!isPlaceMissing && !isUnchanged && !saving.isPending) saving.mutate();
  };
  const times = [...new Set([...handoverTimes, pickupTime, returnTime])]
    .toSorted()
    .map((value) => ({ value, label: showTime(value) }));
  return (
    <details className="ask no-print">
      <summary>{m.changes_pickup_title()}</summary>
      <form className="stack" noValidate onSubmit={send}>
        <p>{m.changes_pickup_lead({ hours: freeCancellationHours })}</p>
        {place.allowed ? (
          <>
            {order.host && order.status !== "pending" && <p>{m.changes_host_answers_place()}</p>}
            <TextField
              id="change-place"
              label={m.changes_pickup_place()}
              maxLength={longestPlace}
              autoComplete="street-address"
              value={after.pickupLocation}
              onChange={({ target }) => setTyped({ ...typed, pickupLocation: target.value })}
              {...(wrong && { error: wrong, isAlert: true })}
            />
          </>
        ) : (
          <p>{placeWaitsWords(place.reason)}</p>
        )}
        <SelectField
          id="change-pickup-time"
          label={m.changes_pickup_time()}
          options={times}
          value={after.pickupTime}
          onChange={({ target }) => setTyped({ ...typed, pickupTime: target.value })}
        />
        <SelectField
          id="change-return-time"
          label={m.changes_return_time()}
          options={times}
          value={after.returnTime}
          onChange={({ target }) => setTyped({ ...typed, returnTime: target.value })}
        />
        <p>{locksWords({ ...order, pickupTime: after.pickupTime }, now)}</p>
        {(saving.error || (wrong && !place.allowed)) && (
          <Notice kind="bad" isAlert>
            {saving.error ? refusalWords(saving.error) : wrong}
          </Notice>
        )}
        <p>
          <button className="btn btn-primary" type="submit" aria-busy={saving.isPending || undefined}>
            {m.changes_save()}
          </button>
        </p>
      </form>
    </details>
  );
}

/** Why the place can't be changed now, although the times can. */
const placeWaitsWords = (reason: string | undefined): string =>
  reason === "offered" ? m.changes_place_offered() : m.changes_place_waits();

export function refusalWords(error: unknown): string {
  const body = error instanceof ApiError ? error.body : undefined;
  if (body?.code !== "change_not_possible") return sessionErrorWords(error);
  const { obstacle } = body;
  return obstacle === "waiting" || obstacle === "offered" ? placeWaitsWords(obstacle) : m.changes_not_now();
}
