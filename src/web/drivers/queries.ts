import { queryOptions } from "@tanstack/react-query";
import { listDrivers, listOwnDrives } from "#contract/drivers.ts";
import { api } from "#web/api.ts";

/** Who may drive beside an order's renter. */
export const driversQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["api", "orders", orderId, "drivers"],
    queryFn: () => api(listDrivers, { params: { id: orderId } }),
  });

/** Open orders that name oneself as another driver. */
export const ownDrivesQuery = queryOptions({
  queryKey: ["api", "account", "drives"],
  queryFn: () => api(listOwnDrives),
});
