import type { FleetCar } from "#contract/admin/cars.ts";

/** The name of a car's host, else their address. */
export const ownerName = ({ ownerName: name, ownerEmail }: FleetCar): string => name || (ownerEmail ?? "");
