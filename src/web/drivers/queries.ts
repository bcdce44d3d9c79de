import { endpointQuery } from "#web/endpoint-query.ts";
import { listDrivers, listOwnDrives } from "#contract/drivers.ts";

/** Who may drive beside an order's renter. */
export const driversQuery = (orderId: string) => endpointQuery(listDrivers, { params: { id: orderId } });

/** Open orders that name oneself as another driver. */
export const ownDrivesQuery = endpointQuery(listOwnDrives);
