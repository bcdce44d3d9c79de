import type { IsoDate } from "#domain/dates.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { hostViewOf } from "#domain/orders/host-requests.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import type { Db } from "#server/db/open-database.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { findEarlierCars } from "#server/rentals/earlier-cars.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import type { Services } from "#server/services.ts";
import { backOn } from "./computed.ts";

/** The car of a rental that a charge is about. */
export type ChargedCar = {
  stretch: number;
  /** Whether the rental has gone on without it. */
  isEarlier: boolean;
  carName: string | null;
  hostId: string | null;
  status: OrderStatus;
  /** The day on which whoever lends it had it back; undefined as long as it is out. */
  backOn: IsoDate | undefined;
};

/** The car of a rental's stretch; the last one's where none is named. Throws a Refusal where no car was driven then. */
export async function carOfStretch(db: Db, order: OrderRow, stretch?: number | null): Promise<ChargedCar> {
  const last = (await findStretches(db, order)).length;
  const { status } = order;
  if (stretch == null || stretch === last) {
    const { carName, hostId } = order;
    return { stretch: last, isEarlier: false, carName, hostId, status, backOn: backOn(order) };
  }
  const earlier = (await findEarlierCars(db, order.id)).find(({ number }) => number === stretch);
  if (!earlier) throw orderNotFound();
  const { carName, hostId, takenBackAt } = earlier;
  // Of a rental that is over no car counts as being out but its last.
  const back = takenBackAt ? dateInLosAngeles(takenBackAt.getTime()) : backOn(order);
  return { stretch, isEarlier: true, carName, hostId, status, backOn: back };
}

/**
 * The car of a rental that a host may charge for: the rental's own, or the last that it was driven with before. Throws a
 * Refusal for a host of neither.
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

/** Whether a charge is about a car of a host: one without a car's number is about the rental's last. */
export const isAboutCarOf = async (db: Db, order: OrderRow, hostId: string) => {
  const own = new Set((await findEarlierCars(db, order.id, hostId)).map(({ number }) => number));
  const last = (await findStretches(db, order)).length;
  return ({ stretch }: { stretch: number | null }): boolean =>
    stretch === null || stretch === last ? order.hostId === hostId : own.has(stretch);
};
