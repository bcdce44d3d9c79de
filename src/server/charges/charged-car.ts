import type { ChargeCategory } from "#domain/charges/categories.ts";
import { backOn, isOfEarlierCars } from "#domain/charges/charges.ts";
import type { IsoDate } from "#domain/dates.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { hostViewOf } from "#domain/orders/host-requests.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import type { Db } from "#server/db/open-database.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type EarlierCar, findEarlierCars } from "#server/rentals/earlier-cars.ts";
import { findStandingReturn } from "#server/rentals/standing-return.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import type { Services } from "#server/services.ts";

/** The car of a rental that a charge is about. */
export type ChargedCar = {
  stretch: number;
  /** Whether the rental has gone on with another car. */
  isEarlier: boolean;
  carId: string | null;
  carName: string | null;
  hostId: string | null;
  status: OrderStatus;
  /** Whether the car is out although the rental has ended or has been unmade; an earlier car, whatever its status. */
  isCarOut: boolean;
  /** The day on which the host or the platform had it back; undefined as long as it is out. */
  backOn: IsoDate | undefined;
  /** The day it was due back, the day its renter recorded the return, and the day the host or platform had it. */
  lateness: { dueOn: IsoDate; returnedOn: IsoDate | undefined; backOn: IsoDate | undefined };
};

const dayOf = (at: Date | null | undefined): IsoDate | undefined =>
  at ? dateInLosAngeles(at.getTime()) : undefined;

/** A rental's own car, in the last of its stretches. */
async function ownCar(db: Db, order: OrderRow, stretch: number): Promise<ChargedCar> {
  const { id: orderId, carId, carName, hostId, status, isCarOut } = order;
  const { returnDate: dueOn, tripCompletedAt: since } = order;
  const back = backOn(order);
  // A record from before that moment belongs to an ending that was undone.
  const returnedOn = dayOf(await findStandingReturn(db, { orderId, stretch, since }));
  const lateness = { dueOn, returnedOn, backOn: back };
  return { stretch, isEarlier: false, carId, carName, hostId, status, isCarOut, backOn: back, lateness };
}

async function earlierCar(db: Db, order: OrderRow, car: EarlierCar): Promise<ChargedCar> {
  const { number: stretch, carId, carName, hostId, endsOn: dueOn, takenBackAt } = car;
  const takenBackOn = dayOf(takenBackAt);
  const returnedOn = dayOf(await findStandingReturn(db, { orderId: order.id, stretch }));
  const lateness = { dueOn, returnedOn, backOn: takenBackOn };
  // A charge after the rental's end needs no record of an earlier car: only how late it was is known by none but that.
  const back = takenBackOn ?? backOn(order);
  const { status } = order;
  const isCarOut = order.isCarOut || back === undefined;
  return { stretch, isEarlier: true, carId, carName, hostId, status, isCarOut, backOn: back, lateness };
}

/** Every car of a rental in the order of their days, its own the last. */
export async function carsOf(db: Db, order: OrderRow): Promise<ChargedCar[]> {
  const cars: ChargedCar[] = [];
  for (const car of await findEarlierCars(db, order.id)) cars.push(await earlierCar(db, order, car));
  return [...cars, await carOfStretch(db, order)];
}

/** Whether a charge is for a rule's result for this car: miles once per rental, late days once per car. */
export const asksFor =
  (category: ChargeCategory, { stretch, isEarlier }: Pick<ChargedCar, "stretch" | "isEarlier">) =>
  (charge: { category: ChargeCategory; stretch: number | null }): boolean =>
    charge.category === category &&
    (!isOfEarlierCars(category) || (charge.stretch === null ? !isEarlier : charge.stretch === stretch));

/** The car of a rental's stretch, or the last car. Throws a Refusal for a stretch that doesn't exist. */
export async function carOfStretch(db: Db, order: OrderRow, stretch?: number | null): Promise<ChargedCar> {
  const last = (await findStretches(db, order)).length;
  if (stretch == null || stretch === last) return ownCar(db, order, last);
  const earlier = (await findEarlierCars(db, order.id)).find(({ number }) => number === stretch);
  if (!earlier) throw orderNotFound();
  return earlierCar(db, order, earlier);
}

/**
 * The car of a rental that a host may charge for: the rental's own car, or the host's last earlier one. Throws a
 * Refusal for a host without a car in the rental.
 */
export async function carOfHost(
  { now }: Pick<Services, "now">,
  db: Db,
  order: OrderRow,
  hostId: string,
): Promise<ChargedCar> {
  if (order.hostId === hostId) {
    if (hostViewOf(order, now()) === "nothing") throw orderNotFound();
    return carOfStretch(db, order);
  }
  const own = (await findEarlierCars(db, order.id, hostId)).at(-1);
  if (!own) throw orderNotFound();
  return carOfStretch(db, order, own.number);
}

/** Whether a charge is about a host's car: a charge without a car's number is about the rental's last car. */
export const isAboutCarOf = async (db: Db, order: OrderRow, hostId: string) => {
  const own = new Set((await findEarlierCars(db, order.id, hostId)).map(({ number }) => number));
  const last = (await findStretches(db, order)).length;
  return ({ stretch }: { stretch: number | null }): boolean =>
    stretch === null || stretch === last ? order.hostId === hostId : own.has(stretch);
};
