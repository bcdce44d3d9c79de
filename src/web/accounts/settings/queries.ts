import { queryOptions } from "@tanstack/react-query";
import type { getNotifications, listPaymentMethods } from "#contract/account/settings.ts";
import { api } from "#web/api.ts";

export const notificationsQuery = queryOptions({
  queryKey: ["api", "account", "notifications"],
  queryFn: () => api<typeof getNotifications>({ method: "GET", path: "/api/account/notifications" }),
});

export const paymentMethodsQuery = queryOptions({
  queryKey: ["api", "account", "payment-methods"],
  queryFn: () => api<typeof listPaymentMethods>({ method: "GET", path: "/api/account/payment-methods" }),
});
