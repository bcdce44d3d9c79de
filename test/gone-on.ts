import { addDays } from "#domain/dates.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "./accounts.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { makeOrder, makeRecord } from "./condition.ts";
import { recordReading } from "./ended-rentals.ts";
import { makeHostCar } from "./host-cars.ts";

type People = { first: Person; second: Person; renter: Person };

type WantedRental = Partial<typeof orders.$inferInsert> & { isPaid?: boolean };

/** A rental that began 20 days ago with the first host's car and has run on with the second's for two days. */
export async function goneOn(test: TestApp, { first, second, renter }: People, wanted: WantedRental = {}) {
  const pickupDate = addDays(today(test.services), -20);
  const earlierCar = await makeHostCar(test, first.id);
  const id = await makeOrder(test, renter.id, {
    status: "in_progress",
    tripStartedAt: new Date(test.services.now() - 20 * 24 * 3_600_000),
    pickupDate,
    returnDate: addDays(pickupDate, 60),
    carId: await makeHostCar(test, second.id),
    hostId: second.id,
    hostSharePercent: 80,
    hostAnswer: "booked",
    hostAnsweredAt: new Date(),
    customerName: "Mei Zhang",
    customerPhone: "+1 650 555 0177",
    ...wanted,
  });
  await makeRecord(test, renter, id, "pickup");
  await test.services.database.rows(
    `insert into order_stretches (order_id, number, car_id, car_name, host_id, host_share_percent, starts_on, ends_on, reason, created_at)
     select id, 1, $2, 'Honda Fit', $3, 80, pickup_date, pickup_date + 18, 'continuity', now() from orders where id = $1`,
    [id, earlierCar, first.id],
  );
  await makeRecord(test, second, id, "pickup");
  return { id, earlierCar, pickupDate };
}

/** An application with both hosts of such rentals, their renter and an administrator. */
export async function startGoneOn() {
  const test = await startTestApp();
  const [first, second, renter, admin] = await Promise.all([
    makePerson(test, { role: "host" }),
    makePerson(test, { role: "host" }),
    makePerson(test),
    makePerson(test, { role: "admin", permissions: ["all"] }),
  ]);
  const rental = (wanted: { isPaid?: boolean } = {}) =>
    goneOn(test, { first, second, renter }, { customerEmail: renter.email, ...wanted });

  /** Makes such a rental, whose earlier car came back `days` days ago, as its host or only its renter recorded. */
  async function backSince(days: number, side: "host" | "renter" = "host"): Promise<string> {
    const { id } = await rental();
    await bringBack(id, days, side);
    return id;
  }

  /** Records that the earlier car of such a rental came back `days` days ago. */
  const bringBack = (orderId: string, days: number, side: "host" | "renter" = "host") =>
    recordReading(test.services, {
      orderId,
      kind: "return",
      stretch: 1,
      odometer: 20_000,
      by: side === "host" ? first.id : renter.id,
      side,
      // Noon in winter: the number of calendar days is then right even if the clocks have changed since.
      at: new Date(
        Math.min(test.services.now(), Date.parse(`${addDays(today(test.services), -days)}T20:00:00Z`)),
      ),
    });
  return { test, first, second, renter, admin, rental, backSince, bringBack };
}
