import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { endHostTrip } from "#contract/host/endings.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { EndRental } from "./end-rental.tsx";

/** Lets a host end a rental of their car. */
export function EndHosted({ trip }: { trip: ComponentProps<typeof EndRental>["order"] }) {
  const cache = useQueryClient();
  return (
    <EndRental
      order={trip}
      side="host"
      send={(reason) => api(endHostTrip, { params: { id: trip.id }, body: { reason } })}
      onEnded={() => makeStale(cache, "order")}
    />
  );
}
