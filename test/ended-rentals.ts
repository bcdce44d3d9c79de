import { addDays, type IsoDate } from "#domain/dates.ts";
import { priceBy } from "#domain/pricing/taxed-price.ts";
import { carTariff } from "#domain/pricing/tariff.ts";
import { addInstalments } from "#server/ledger/instalments.ts";
import { recordPayment } from "#server/payments/record-payment.ts";
import type { Services } from "#server/services.ts";
import { today } from "#server/services.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { makeOrder, orderRow } from "./condition.ts";
import { makeCar } from "./factories.ts";
import { makeHostCar } from "./host-cars.ts";
import type { Chance } from "./random-rentals.ts";

const dayLong = 24 * 3_600_000;

/** Cars of ours and of hosts, cheap and expensive, old and new, in the order in which they were made. */
export async function randomFleet(
  test: TestApp,
  chance: Chance,
  hosts: readonly Person[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let car = 0; car < 5; car++) {
    const monthlyPrice = 50_000 + chance.upTo(90_000);
    const host = chance.of([undefined, ...hosts]);
    const listedAt = new Date(test.services.now() - chance.of([10, 59, 61, 400]) * dayLong);
    const terms = { monthlyPrice, instantBook: chance.in100(75), listedAt, noticeDays: chance.of([0, 2]) };
    ids.push(
      host ? await makeHostCar(test, host.id, "listed", terms) : await makeCar(test, { monthlyPrice }),
    );
  }
  return ids;
}

type WantedRental = { carId: string; hostId: string | null; renter: Person; monthlyPrice: number };

/** A confirmed rental of any length with its instalments, some insured, some with a promo code. */
export async function randomRental(test: TestApp, chance: Chance, wanted: WantedRental): Promise<string> {
  const { carId, hostId, renter, monthlyPrice } = wanted;
  const pickupDate: IsoDate = addDays(today(test.services), chance.upTo(25));
  const rental = { pickupDate, returnDate: addDays(pickupDate, 30 + chance.upTo(240)) };
  const insurance = chance.of(["basic", undefined] as const);
  const promo = chance.in100(30) ? 2000 : 0;
  const tariff = carTariff({ monthlyPrice, minRentDays: 30 }, { ...(insurance && { insurance }), promo });
  const id = await makeOrder(test, renter.id, {
    ...priceBy(tariff, rental),
    ...rental,
    carId,
    hostId,
    hostSharePercent: hostId === null ? null : 80,
    ...(hostId !== null && { hostAnswer: "booked", hostAnsweredAt: new Date() }),
    customerEmail: renter.email,
    language: chance.of(["en", "zh"]),
    monthlyPrice,
    tariff,
    insurance: insurance
      ? { product: "basic", dailyPrice: 1500, limits: { person: 30_000, accident: 60_000 } }
      : null,
  });
  const { services } = test;
  await services.database.rows("delete from instalments where order_id = $1", [id]);
  const order = await orderRow(test, id);
  await services.database.transaction((tx) => addInstalments(services, tx, order, "test"));
  return id;
}

/** Pays all or a part of what a rental still owes. */
export async function payRental(
  services: Services,
  orderId: string,
  part: number,
  by: string,
): Promise<void> {
  const [left] = await services.database.rows<{ left: number }>(
    "select coalesce(sum(amount - paid), 0)::float8 as left from instalments where order_id = $1 and dropped_at is null",
    [orderId],
  );
  const amount = Math.floor((left?.left ?? 0) * part);
  if (amount < 100) return;
  await recordPayment(services, {
    id: crypto.randomUUID(),
    orderId,
    amount,
    method: "cash",
    reference: crypto.randomUUID(),
    paidOn: today(services),
    by,
  });
}

/** A finished record of a car's handover or return, written as a row: other tests are about pictures. */
export async function recordReading(
  { database }: Services,
  {
    orderId,
    kind,
    stretch,
    odometer,
    by,
    side = "renter",
    at,
  }: {
    orderId: string;
    kind: "pickup" | "return";
    stretch: number;
    odometer: number;
    by: string;
    side?: "renter" | "host" | "longbay";
    at: Date;
  },
): Promise<void> {
  await database.rows(
    `insert into condition_records (id, order_id, kind, side, stretch, made_by, odometer, fuel_eighths, started_at, finished_at, place, seal_before, seal)
     select gen_random_uuid(), $1, $2, $7, $3, $4, $5, 8, $6, $6, count(*) + 1, '', 'seal'
     from condition_records where order_id = $1`,
    [orderId, kind, stretch, by, odometer, at.toISOString(), side],
  );
}
