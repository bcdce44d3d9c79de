/**
 * How many cars unknown people may hold who have paid nothing. Unknown people have neither a verified licence nor
 * a paid rental. Above this limit an order waits without its car.
 */
export const mostUnpaidCars = {
  ofPerson: 3,
  ofNetwork: 3,
  /** All unknown people together, as a share of the fleet. */
  shareOfFleet: 0.1,
} as const;

/** Cars that are held in this way now, without the car of the new order. */
export type UnpaidCars = { ofPerson: number; ofNetwork: number; inAll: number; fleet: number };

/** Whether there is room for one more car. A small fleet has room for one. */
export const mayHoldUnpaid = ({ ofPerson, ofNetwork, inAll, fleet }: UnpaidCars): boolean =>
  ofPerson < mostUnpaidCars.ofPerson &&
  ofNetwork < mostUnpaidCars.ofNetwork &&
  inAll < Math.max(1, Math.floor(fleet * mostUnpaidCars.shareOfFleet));

/** Confirmed bookings that a person may have without having paid for them. */
export const mostUnpaidBookings = (isVerified: boolean): number => (isVerified ? 3 : 1);
