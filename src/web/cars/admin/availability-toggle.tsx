import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type AdminCar, setAvailability } from "#contract/admin/cars.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { makeStale } from "#web/make-stale.ts";
import styles from "./fleet.module.css";

/** Whether a car is offered, as a switch. Only its host can offer a paused host's car again. */
export function AvailabilityToggle({ car: { id, name, available, hostId } }: { car: AdminCar }) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: () => api(setAvailability, { params: { id }, body: { available: !available } }),
    onSuccess: () => makeStale(cache, "car"),
    onError: () =>
      toast({
        title: m.admin_cars_offer_failed(),
        description: m.admin_cars_offer_failed_text(),
        variant: "destructive",
      }),
  });
  if (hostId !== null && !available) return <span className="muted small">{m.admin_cars_paused_host()}</span>;
  return (
    <button
      className={`${styles.offer} ${available ? styles.offered : ""} inline-flex items-center gap-1.5 min-h-7 px-2.5 rounded-sm text-[0.8125rem] font-label whitespace-nowrap max-md:min-h-11 max-md:px-3.5 [&>.i]:size-3.5`}
      type="button"
      aria-busy={change.isPending || undefined}
      aria-label={available ? m.admin_cars_offer_label({ name }) : m.admin_cars_withdraw_label({ name })}
      onClick={() => !change.isPending && change.mutate()}
    >
      <AdminIcon name={available ? "check" : "close"} />
      {available ? m.admin_cars_available() : m.admin_cars_unavailable()}
    </button>
  );
}
