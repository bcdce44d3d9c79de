import { afterAll, expect, it } from "vitest";
import type { Replacements } from "#contract/continuity.ts";
import type { HostEarningsOverview } from "#contract/host/earnings.ts";
import type { HostTrip } from "#contract/host/trips.ts";
import { addDays, daysBetween } from "#domain/dates.ts";
import { emailsToHost } from "#server/orders/emails/to-host.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import { today } from "#server/services.ts";
import { recordRepair } from "#server/trips/record-repair.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { orderRow, verifyLicence } from "#test/condition.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { hostBooks } from "#test/oracles/host-books.ts";

const test = await startTestApp();
afterAll(test.close);
const { services } = test;
const [desk, first, second, renter] = [
  await makePerson(test, { role: "admin", permissions: ["all"] }),
  await makePerson(test, { role: "host" }),
  await makePerson(test, { role: "host" }),
  await makePerson(test),
];
await verifyLicence(test, renter.id);

const call = (method: "POST" | "GET", url: string, by: Person, payload?: object) =>
  test.app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });
const listedAt = new Date(services.now() - 61 * 24 * 3_600_000);
const carOf = (host: Person) => makeHostCar(test, host.id, "listed", { instantBook: true, listedAt });
const creditedTo = async (orderId: string, host: Person): Promise<number> => {
  const [sum] = await services.database.rows<{ cents: number }>(
    "select coalesce(sum(amount), 0)::int as cents from host_credits where order_id = $1 and host_id = $2",
    [orderId, host.id],
  );
  return sum?.cents ?? 0;
};

/** The renter of an ended rental takes the second host's car, which costs what the rental does. */
async function goOnWithSecond(id: string, reason: string): Promise<void> {
  const other = await carOf(second);
  await services.database.rows(
    "update cars set monthly_price = (select monthly_price from orders where id = $2) where id = $1",
    [other, id],
  );
  expect((await call("POST", `/api/host/trips/${id}/end`, first, { reason })).statusCode).toBe(200);
  const offered = (await call("GET", `/api/orders/${id}/replacements`, renter)).json<Replacements>();
  expect(offered.cars.map((car) => car.id)).toContain(other);
  const taken = await call("POST", `/api/orders/${id}/replacements/${other}/take`, renter);
  expect(taken.statusCode, taken.body).toBe(200);
}

it("each host gets the share of the days with their own car", async () => {
  const carId = await carOf(first);
  const id = await makeRental(test, renter.id, {
    months: 2,
    inDays: -10,
    carId,
    hostId: first.id,
    hostSharePercent: 80,
  });
  const { total, subtotal, lines, pickupDate, returnDate } = await orderRow(test, id);
  await pay(test, id, total, desk.id);
  const discount = lines.find(({ kind }) => kind === "duration_discount")?.amount ?? 0;
  const whole = Math.round((subtotal + discount) * 0.8);
  expect(await creditedTo(id, first)).toBe(whole);

  // The second car has the price of the first, so that the hosts' share of the whole stays the same.
  await goOnWithSecond(id, "unsafe");

  const order = await orderRow(test, id);
  const stretches = await findStretches(services.database.db, order);
  expect(stretches.map(({ hostId }) => hostId)).toEqual([first.id, second.id]);
  const [driven] = stretches;
  const days = daysBetween(pickupDate, returnDate);
  const drivenDays = daysBetween(driven?.startsOn ?? "", driven?.endsOn ?? "");
  const [ofFirst, ofSecond] = [await creditedTo(id, first), await creditedTo(id, second)];
  expect(Math.abs(ofFirst + ofSecond - whole)).toBeLessThanOrEqual(2);
  expect(Math.abs(ofFirst - (whole * drivenDays) / days)).toBeLessThanOrEqual(100);
  const [books] = await services.database.rows<{ cents: number }>(
    "select -sum(amount)::int as cents from ledger_entries where order_id = $1 and account = 'host_payable'",
    [id],
  );
  expect(books?.cents).toBe(ofFirst + ofSecond);
});

it("the next car's host sees only their own earnings on pages, in emails and in the months ahead", async () => {
  const carId = await carOf(first);
  const id = await makeRental(test, renter.id, {
    months: 3,
    inDays: -40,
    carId,
    hostId: first.id,
    hostSharePercent: 80,
  });
  const { total } = await orderRow(test, id);
  await pay(test, id, total, desk.id);
  const bookedOf = async () =>
    (await call("GET", "/api/host/earnings", second))
      .json<HostEarningsOverview>()
      .booked.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  const bookedBefore = await bookedOf();
  await goOnWithSecond(id, "unsafe");

  const order = await orderRow(test, id);
  const credited = await creditedTo(id, second);
  const trip = (await call("GET", `/api/host/trips/${id}`, second)).json<HostTrip>();
  expect(trip.earnings).toMatchObject({
    days: daysBetween(today(services), order.returnDate),
    total: (credited / 100).toFixed(2),
  });
  const months = trip.earnings?.months ?? [];
  expect(months.map(({ from }) => from)).toEqual([today(services), expect.any(String)]);
  const ahead = months.find(({ from }) => from > today(services));
  expect((await bookedOf()) - bookedBefore).toBe(Math.round(Number(ahead?.amount) * 100));
  const [email] = await emailsToHost(services, services.database.db, order, "cancelled");
  expect(JSON.stringify(email)).toContain(
    `$${(credited / 100).toLocaleString("en", { minimumFractionDigits: 2 })}`,
  );
  const earlier = (await call("GET", `/api/host/trips/${id}`, first)).json<HostTrip>();
  expect(earlier).toMatchObject({ isEarlier: true, earnings: null });
});

it("repair days of one host's car are taken from that host alone, even with a later payment", async () => {
  const carId = await carOf(first);
  const id = await makeRental(test, renter.id, {
    months: 2,
    inDays: -10,
    carId,
    hostId: first.id,
    hostSharePercent: 80,
  });
  const [month] = (await orderRow(test, id)).lines;
  const { total, days } = await orderRow(test, id);
  const day = (month?.amount ?? 0) / days;
  const [asked] = await services.database.rows<{ cents: number }>(
    "select amount::int as cents from instalments where order_id = $1 and number = 1",
    [id],
  );
  await pay(test, id, asked?.cents ?? 0, desk.id);
  const on = today(services);
  await recordRepair(services, {
    orderId: id,
    from: addDays(on, -8),
    until: addDays(on, -2),
    by: first.id,
    isHost: true,
  });
  await goOnWithSecond(id, "broken");
  const left = (await orderRow(test, id)).total - (asked?.cents ?? 0);
  expect(left).toBeLessThan(total - (asked?.cents ?? 0));
  await pay(test, id, left, desk.id);
  const [ofFirst, ofSecond] = [await creditedTo(id, first), await creditedTo(id, second)];
  // Ten days were driven with the first car, six of which come back.
  expect(Math.abs(ofFirst - 0.8 * day * 4)).toBeLessThanOrEqual(2);
  expect(Math.abs(ofSecond - 0.8 * day * (days - 10))).toBeLessThanOrEqual(2);
  expect(await hostBooks(test)(id, on)).toEqual([]);
});
