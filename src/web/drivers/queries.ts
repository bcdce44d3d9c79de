import { endpointQuery } from "#web/endpoint-query.ts";
import { listDrivers, listOwnDrives } from "#contract/drivers.ts";

/** The drivers of an order other than its renter. */
export const driversQuery = (orderId: string) => endpointQuery(listDrivers, { params: { id: orderId } });

/** Open orders that name the user as another driver. */
export const ownDrivesQuery = endpointQuery(listOwnDrives);
