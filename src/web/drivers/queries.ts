import { queryOptions } from "@tanstack/react-query";
import type { listDrivers, listOwnDrives } from "#contract/drivers.ts";
import { api } from "#web/api.ts";

/** Who may drive beside an order's renter. */
export const driversQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["api", "orders", orderId, "drivers"],
    queryFn: () =>
      api<typeof listDrivers>(
        { method: "GET", path: "/api/orders/:id/drivers" },
        { params: { id: orderId } },
      ),
  });

/** Open orders that name oneself as another driver. */
export const ownDrivesQuery = queryOptions({
  queryKey: ["api", "account", "drives"],
  queryFn: () => api<typeof listOwnDrives>({ method: "GET", path: "/api/account/drives" }),
});
