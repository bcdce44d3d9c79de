/**
 * How many cars people may hold who have paid nothing and whom nobody knows: neither a verified licence nor a
 * rental that was paid for. Beyond it an order waits without its car.
 */
export const mostUnpaidCars = {
  ofPerson: 3,
  ofNetwork: 3,
  /** Of all people like that together, as a share of the fleet. */
  shareOfFleet: 0.1,
} as const;

/** Cars that are held so, without the one that is asked for. */
export type UnpaidCars = { ofPerson: number; ofNetwork: number; inAll: number; fleet: number };

/** Whether there is room for one more car. A small fleet has room for one. */
export const mayHoldUnpaid = ({ ofPerson, ofNetwork, inAll, fleet }: UnpaidCars): boolean =>
  ofPerson < mostUnpaidCars.ofPerson &&
  ofNetwork < mostUnpaidCars.ofNetwork &&
  inAll < Math.max(1, Math.floor(fleet * mostUnpaidCars.shareOfFleet));

/** Confirmed bookings that a person may have without having paid for them. */
export const mostUnpaidBookings = (isVerified: boolean): number => (isVerified ? 3 : 1);
