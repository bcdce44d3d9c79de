import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Driver, removeDriver } from "#contract/drivers.ts";
import { type DriverStatus, mostDrivers } from "#domain/drivers/drivers.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AddDriver } from "./add-driver.tsx";
import { driversErrorWords } from "./error-words.ts";
import { driversQuery } from "./queries.ts";

const statusWords: Record<DriverStatus, () => string> = {
  invited: m.drivers_status_invited,
  refused: m.drivers_status_refused,
  none: m.drivers_status_none,
  submitted: m.drivers_status_submitted,
  verified: m.drivers_status_verified,
  declined: m.drivers_status_declined,
  expired: m.drivers_status_expired,
};

/** The drivers other than the renter, and a form for another one. */
export function DriversSection({ orderId }: { orderId: string }) {
  const cache = useQueryClient();
  const { queryKey } = driversQuery(orderId);
  const { data } = useQuery(driversQuery(orderId));
  // With two drivers, the form is gone, but the message about the sent email stays.
  const [invited, setInvited] = useState<string>();
  const [leaving, setLeaving] = useState<Driver>();
  const removing = useMutation({
    mutationFn: (driverId: string) => api(removeDriver, { params: { id: orderId, driverId } }),
    onMutate: () => setInvited(undefined),
    onSuccess: (answer) => cache.setQueryData(queryKey, answer),
    onError: () => makeStale(cache, { queryKey }),
    onSettled: () => setLeaving(undefined),
  });
  if (!data) return null;
  return (
    <section className="stack no-print" aria-labelledby="trip-drivers">
      <h2 className="h3" id="trip-drivers">
        {m.drivers_title()}
      </h2>
      <p className="muted">{m.drivers_lead({ count: mostDrivers })}</p>
      {data.drivers.length > 0 && (
        <ul className="grid gap-3">
          {data.drivers.map((driver) => (
            <NamedDriver key={driver.id} driver={driver} onRemove={() => setLeaving(driver)} />
          ))}
        </ul>
      )}
      {leaving && (
        <ConfirmDialog
          title={m.drivers_remove_ask({ name: leaving.name })}
          confirm={m.drivers_remove()}
          dismiss={m.drivers_keep()}
          isBusy={removing.isPending}
          onConfirm={() => removing.mutate(leaving.id)}
          onClose={() => setLeaving(undefined)}
        >
          <p>{m.drivers_remove_ask_text()}</p>
        </ConfirmDialog>
      )}
      {removing.error && (
        <Notice kind="bad" isAlert>
          {driversErrorWords(removing.error)}
        </Notice>
      )}
      {invited && <Notice kind="good">{m.drivers_added({ email: invited })}</Notice>}
      {data.mayAdd && <AddDriver orderId={orderId} onInvited={setInvited} />}
    </section>
  );
}

function NamedDriver({ driver, onRemove }: { driver: Driver; onRemove: () => void }) {
  return (
    <li className="flex items-start justify-between gap-4">
      <DriverLines driver={driver} />
      <button
        className="btn btn-secondary btn-sm flex-none"
        type="button"
        aria-label={m.drivers_remove_label({ name: driver.name })}
        onClick={onRemove}
      >
        {m.drivers_remove()}
      </button>
    </li>
  );
}

/** A driver's name, email address and state, one below another, since each may be long. */
function DriverLines({ driver: { name, email, status } }: { driver: Driver }) {
  return (
    <div className="grid justify-items-start min-w-0 wrap-anywhere">
      <b className="font-label">{name}</b>
      <span className="muted">{email}</span>
      <span className={status === "verified" ? "badge badge-good" : "small muted"}>
        {statusWords[status]()}
      </span>
    </div>
  );
}

/** The other drivers of an order, for administrators. Without any, nothing is shown. */
export function AdminDrivers({ orderId }: { orderId: string }) {
  const { data } = useQuery(driversQuery(orderId));
  if (!data || data.drivers.length === 0) return null;
  return (
    <section aria-labelledby="admin-order-drivers">
      <h3 id="admin-order-drivers">{m.drivers_admin_title()}</h3>
      <ul className="grid gap-2">
        {data.drivers.map((driver) => (
          <li key={driver.id}>
            <DriverLines driver={driver} />
          </li>
        ))}
      </ul>
    </section>
  );
}
