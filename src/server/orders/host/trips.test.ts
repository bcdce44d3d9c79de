import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { HostTrip } from "#contract/host/trips.ts";
import { addDays, daysBetween } from "#domain/dates.ts";
import { type TripStage, tripStageOf, tripStages, waitsForHost } from "#domain/orders/host-requests.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { awaitsPayment } from "#server/db/awaits-payment.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { awaitsHost, ofStage } from "#server/orders/host/queries.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { goneOn } from "#test/gone-on.ts";
import { asker, requestCalls } from "#test/host-requests.ts";

let test: TestApp;
let host: Person;
let renter: Person;
const { call, rows, requested, accept, decline, carOf } = requestCalls(() => test);
beforeAll(async () => {
  test = await startTestApp();
  host = await makePerson(test, { role: "host" });
  renter = await makePerson(test);
});
afterAll(() => test.close());

const trip = (who: Person, id: string) => call(who, "GET", `/api/host/trips/${id}`);
const idsOf = async (stage: TripStage) =>
  (await call(host, "GET", `/api/host/trips?stage=${stage}`)).json<HostTrip[]>().map(({ id }) => id);
const stagesOf = async (id: string) => {
  const lists = await Promise.all(tripStages.map(idsOf));
  return tripStages.filter((_stage, at) => lists[at]?.includes(id));
};

it("a rental is the host's from the acceptance on, and the renter's name is shown until 7 days after", async () => {
  const id = await requested(renter, { carId: await carOf(host) });
  expect(refusalOf(await trip(host, id)).code).toBe("order_not_found");
  expect(await stagesOf(id)).toEqual([]);
  await accept(host, id);
  const who = { name: asker.customerName, phone: asker.customerPhone, place: asker.pickupLocation };
  expect((await trip(host, id)).json<HostTrip>()).toMatchObject({ stage: "upcoming", renter: who });
  expect(await stagesOf(id)).toEqual(["upcoming"]);
  await rows("update orders set status = 'in_progress', trip_started_at = now() where id = $1", [id]);
  expect(await stagesOf(id)).toEqual(["running"]);
  const ended = "status = 'completed', trip_completed_at = now() - interval '8 days'";
  await rows(`update orders set ${ended}, is_car_out = true where id = $1`, [id]);
  expect(await stagesOf(id)).toEqual(["running"]);
  await rows("update orders set is_car_out = false, car_back_at = now() - interval '6 days' where id = $1", [
    id,
  ]);
  expect(await stagesOf(id)).toEqual(["past"]);
  expect((await trip(host, id)).json<HostTrip>()).toMatchObject({ stage: "past", renter: who });
  await rows("update orders set car_back_at = now() - interval '7 days' where id = $1", [id]);
  const { renter: known } = (await trip(host, id)).json<HostTrip>();
  expect(known).toMatchObject({ firstName: "Mei", rentals: 1 });
  expect([known.name, known.phone, known.place]).toEqual([undefined, undefined, undefined]);
});

it("a rental canceled after the acceptance is past, and a declined request is no rental", async () => {
  const [promised, refused] = [
    await requested(renter, { carId: await carOf(host) }),
    await requested(renter, { carId: await carOf(host) }),
  ];
  await accept(host, promised);
  expect((await call(renter, "POST", `/api/orders/${promised}/cancel`, {})).statusCode).toBe(200);
  await decline(host, refused);
  expect(await stagesOf(promised)).toEqual(["past"]);
  expect(await stagesOf(refused)).toEqual([]);
  expect((await trip(host, promised)).body).not.toContain(asker.customerPhone);
  expect(refusalOf(await trip(host, refused)).status).toBe(404);
  expect(refusalOf(await trip(await makePerson(test, { role: "host" }), promised)).status).toBe(404);
});

it("rentals come in pages, the nearest pickup first", async () => {
  const other = await makePerson(test, { role: "host" });
  const ids: string[] = [];
  for (const inDays of [60, 20, 40]) {
    const id = await requested(await makePerson(test), { carId: await carOf(other), inDays });
    await accept(other, id);
    ids.push(id);
  }
  const first = await call(other, "GET", "/api/host/trips?limit=2");
  expect(first.headers["x-total-count"]).toBe("3");
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? "";
  const rest = await call(other, "GET", next);
  expect([...first.json<HostTrip[]>(), ...rest.json<HostTrip[]>()].map(({ id }) => id)).toEqual([
    ids[1],
    ids[2],
    ids[0],
  ]);
});

it("the next car's host sees only the days of that car, as an upcoming rental until the first of them", async () => {
  const [first, admin] = [
    await makePerson(test, { role: "host" }),
    await makePerson(test, { role: "admin" }),
  ];
  const { id, pickupDate } = await goneOn(test, { first, second: host, renter });
  const returnDate = addDays(pickupDate, 60);
  const goesOnFrom = async (day: string) => {
    await rows("update order_stretches set ends_on = $2 where order_id = $1", [id, day]);
    await rows("update orders set car_since = $2 where id = $1", [id, day]);
  };
  // The rental began 20 days ago.
  const ahead = addDays(pickupDate, 25);
  await goesOnFrom(ahead);
  expect((await trip(host, id)).json<HostTrip>()).toMatchObject({
    pickupDate: ahead,
    returnDate,
    days: daysBetween(ahead, returnDate),
    rentalFrom: pickupDate,
    stage: "upcoming",
  });
  expect(await stagesOf(id)).toEqual(["upcoming"]);
  expect((await trip(first, id)).json<HostTrip>()).toMatchObject({
    pickupDate,
    returnDate: ahead,
    days: 25,
    stage: "running",
  });
  expect((await call(admin, "GET", `/api/admin/orders/${id}`)).json()).toMatchObject({ carSince: ahead });

  await goesOnFrom(addDays(pickupDate, 20));
  expect((await trip(host, id)).json<HostTrip>()).toMatchObject({ days: 40, stage: "running" });
  expect(await stagesOf(id)).toEqual(["running"]);
});

it("the database finds rentals and requests as the domain's rules do", async () => {
  const on = "2026-11-20";
  const cases = orderStatuses.flatMap((status) =>
    [null, "accepted", "declined", "booked"].flatMap((hostAnswer) =>
      [true, false].flatMap((isSet) =>
        [null, "2026-11-19", on, "2026-11-21"].map((carSince) => ({ status, hostAnswer, isSet, carSince })),
      ),
    ),
  );
  const given = cases.map(({ status, hostAnswer, isSet, carSince }, number) => ({
    number,
    status,
    host_answer: hostAnswer,
    is_car_out: isSet,
    car_since: carSince,
    host_id: host.id,
    host_asked_at: isSet ? "2026-11-19T12:00:00Z" : null,
  }));
  const inSql: unknown = await test.services.database.db.execute(
    sql`select ${sql.join(
      tripStages.map((stage) => sql`${ofStage[stage](on)} is true as ${sql.identifier(stage)}`),
      sql`, `,
    )}, ${awaitsHost} is true as waits, ${sql.raw(awaitsPayment)} as unpaid
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as orders(number int, status text, host_answer text,
      is_car_out boolean, car_since date, host_id uuid, host_asked_at timestamptz) order by number`,
  );
  const expected = cases.map(({ status, hostAnswer, isSet, carSince }) => {
    const order = { status, hostAnswer: hostAnswer as "accepted" | null, isCarOut: isSet, carSince };
    const stage = tripStageOf(order, on);
    const stages = Object.fromEntries(tripStages.map((one) => [one, one === stage]));
    return {
      ...stages,
      waits: waitsForHost({ ...order, hostId: host.id, hostAskedAt: isSet ? new Date() : null }),
      unpaid: waitsForPayment(order),
    };
  });
  expect(inSql).toMatchObject({ rows: expected });
});
