import { daysBetween, type IsoDate } from "#domain/dates.ts";
import type { OrderStatus } from "./lifecycle.ts";

type EndedOrder = { status: OrderStatus; carBackAt: Date | null; tripCompletedAt: Date | null };
type CarReturn = { returnedAt: Date | null };

/**
 * When a rental's days with an earlier car ended: once that car was recorded as back, and at the latest with the
 * completed rental. Null while they run.
 */
export const earlierCarEnd = ({ returnedAt }: CarReturn, order: EndedOrder): Date | null =>
  returnedAt ?? (order.status === "completed" ? (order.carBackAt ?? order.tripCompletedAt) : null);

/** The status of those days, as if they were a rental of that car alone: it runs until the car is back. */
export const earlierCarStatus = (car: CarReturn, order: EndedOrder): "in_progress" | "completed" =>
  earlierCarEnd(car, order) === null ? "in_progress" : "completed";

type EarlierCarDays = CarReturn & { startsOn: IsoDate; endsOn: IsoDate };

/** The columns of an order for the host of an earlier car: the days with that car, as a rental of that car alone. */
export function earlierCarColumns(car: EarlierCarDays, order: EndedOrder) {
  const endedAt = earlierCarEnd(car, order);
  return {
    status: earlierCarStatus(car, order),
    carSince: car.startsOn,
    returnDate: car.endsOn,
    tripCompletedAt: endedAt,
    carBackAt: endedAt,
    isCarOut: false,
  };
}

/** The miles included in some of a rental's days. */
export const milesWithin = (
  own: number,
  { days, milesIncluded }: { days: number; milesIncluded: number },
): number => Math.round((milesIncluded * own) / days);

type DrivenOrder = {
  pickupDate: IsoDate;
  returnDate: IsoDate;
  carSince: IsoDate | null;
  days: number;
  milesIncluded: number;
};

/**
 * The first day with a host's car, the number of its days and the miles included in them: a rental may have begun
 * with another car. `days` and `milesIncluded` of the order are the whole rental's.
 */
export function daysWithCar(order: DrivenOrder) {
  const { pickupDate, returnDate, carSince, days, milesIncluded } = order;
  if (carSince === null) return { pickupDate, days, milesIncluded };
  const own = daysBetween(carSince, returnDate);
  return { pickupDate: carSince, days: own, milesIncluded: milesWithin(own, order) };
}
