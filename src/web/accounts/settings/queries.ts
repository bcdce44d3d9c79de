import { getNotifications, listPaymentMethods } from "#contract/account/settings.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export const notificationsQuery = endpointQuery(getNotifications);

export const paymentMethodsQuery = endpointQuery(listPaymentMethods);
