import type { AdminCar } from "#contract/admin/cars.ts";

/** The name of a car's host, or else the host's email address. */
export const ownerName = ({ ownerName: name, ownerEmail }: AdminCar): string => name || (ownerEmail ?? "");
