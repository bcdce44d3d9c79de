import { useQueryClient } from "@tanstack/react-query";
import { endHostTrip } from "#contract/host/endings.ts";
import type { HostTrip } from "#contract/host/trips.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { EndRental } from "./end-rental.tsx";

/** Lets a host end a rental of their car. */
export function EndHosted({ trip }: { trip: HostTrip }) {
  const cache = useQueryClient();
  const { id, status, rentalFrom, pickupDate, pickupTime, returnDate } = trip;
  return (
    <EndRental
      order={{
        id,
        status,
        pickupDate: rentalFrom,
        pickupTime,
        returnDate,
        carSince: pickupDate === rentalFrom ? null : pickupDate,
      }}
      side="host"
      send={(reason) => api(endHostTrip, { params: { id }, body: { reason } })}
      onEnded={() => makeStale(cache, "order")}
    />
  );
}
