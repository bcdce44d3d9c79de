// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import type { HostTrip } from "#contract/host/trips.ts";
import type { ConditionRecord } from "#contract/trips.ts";
import { addDays } from "#domain/dates.ts";
import { tripStages } from "#domain/orders/host-requests.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeRecord, orderRow } from "#test/condition.ts";
import { recordReading } from "#test/ended-rentals.ts";
import { goneOn as makeGoneOn } from "#test/gone-on.ts";
import { makeHostCar } from "#test/host-cars.ts";

let test: TestApp;
let first: Person;
let second: Person;
let renter: Person;
beforeAll(async () => {
  test = await startTestApp();
  [first, second, renter] = await Promise.all([
    makePerson(test, { role: "host" }),
    makePerson(test, { role: "host" }),
    makePerson(test),
  ]);
});
afterAll(() => test.close());

const goneOn = () => makeGoneOn(test, { first, second, renter });
const call = (by: Person, method: "GET" | "POST", url: string, payload?: object) =>
  test.app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });
const trip = (by: Person, id: string) => call(by, "GET", `/api/host/trips/${id}`);
const stagesOf = async (by: Person, id: string) => {
  const lists = await Promise.all(
    tripStages.map(async (stage) => (await call(by, "GET", `/api/host/trips?stage=${stage}`)).body),
  );
  return tripStages.filter((_stage, at) => lists[at]?.includes(id));
};
const records = (by: Person, id: string) => call(by, "GET", `/api/orders/${id}/condition-records`);

it("an earlier car's host sees its days until it is back, and the renter's name 7 days longer", async () => {
  const { id, earlierCar, pickupDate } = await goneOn();
  const shown = (await trip(first, id)).json<HostTrip>();
  expect(shown).toMatchObject({
    isEarlier: true,
    stage: "running",
    car: { id: earlierCar, name: "Honda Fit" },
    pickupDate,
    returnDate: addDays(pickupDate, 18),
    earnings: null,
    renter: { name: "Mei Zhang", phone: "+1 650 555 0177" },
  });
  expect([await stagesOf(first, id), await stagesOf(second, id)]).toEqual([["running"], ["running"]]);
  expect((await trip(second, id)).json<HostTrip>()).toMatchObject({ isEarlier: false });

  await makeRecord(test, first, id, "return");
  expect((await orderRow(test, id)).status).toBe("in_progress");
  expect((await trip(first, id)).json<HostTrip>()).toMatchObject({ stage: "past", status: "completed" });
  expect([await stagesOf(first, id), await stagesOf(second, id)]).toEqual([["past"], ["running"]]);

  const { id: longBack } = await goneOn();
  const at = new Date(test.services.now() - 8 * 24 * 3_600_000);
  await recordReading(test.services, {
    orderId: longBack,
    kind: "return",
    stretch: 1,
    odometer: 20_000,
    by: first.id,
    at,
  });
  const over = (await trip(first, longBack)).json<HostTrip>();
  expect([over.renter.firstName, over.renter.name, over.renter.phone]).toEqual(["Mei", undefined, undefined]);
});

it("a host of two earlier cars of a rental finds it listed by the later one", async () => {
  const { id } = await goneOn();
  await test.services.database.rows(
    `insert into order_stretches (order_id, number, car_id, car_name, host_id, host_share_percent, starts_on, ends_on, reason, created_at)
     select order_id, 3, $2, 'Kia Rio', host_id, 80, ends_on, ends_on + 1, 'continuity', now()
     from order_stretches where order_id = $1`,
    [id, await makeHostCar(test, first.id)],
  );
  const back = (stretch: number) =>
    recordReading(test.services, {
      orderId: id,
      kind: "return",
      stretch,
      odometer: 20_000,
      by: first.id,
      at: new Date(test.services.now()),
    });
  await back(1);
  expect((await trip(first, id)).json<HostTrip>()).toMatchObject({
    stage: "running",
    car: { name: "Kia Rio" },
  });
  expect(await stagesOf(first, id)).toEqual(["running"]);
  await back(3);
  expect((await trip(first, id)).json<HostTrip>()).toMatchObject({ stage: "past" });
  expect(await stagesOf(first, id)).toEqual(["past"]);
});

it("an earlier car's host records its return and sees only the records of that car", async () => {
  const { id } = await goneOn();
  const seen = (await records(first, id)).json<{ records: ConditionRecord[]; open: string[] }>();
  expect([seen.records.map(({ stretch }) => stretch), seen.open]).toEqual([[1], ["return"]]);
  const others = (await records(second, id)).json<{ records: ConditionRecord[] }>().records;
  const ofSecond = others.find(({ stretch }) => stretch === 2);
  const image = `/api/orders/${id}/condition-records/${ofSecond?.id}/images/front`;
  expect((await call(second, "GET", image)).statusCode).toBe(200);
  expect(refusalOf(await call(first, "GET", image)).status).toBe(404);
  const begin = (wanted: object) => call(first, "POST", `/api/orders/${id}/condition-records`, wanted);
  for (const wanted of [{ kind: "pickup" }, { kind: "return", stretch: 2 }])
    expect(refusalOf(await begin(wanted))).toMatchObject({ code: "record_not_possible" });
  const begun = await begin({ kind: "return" });
  expect(begun.json<ConditionRecord>()).toMatchObject({ stretch: 1, by: "host" });
  for (const [method, url, sent] of [
    ["GET", `/api/host/requests/${id}`],
    ["POST", `/api/host/trips/${id}/end`, { reason: "broken" }],
    ["POST", `/api/host/trips/${id}/car-back`, {}],
  ] as const)
    expect([url, refusalOf(await call(first, method, url, sent)).status]).toEqual([url, 404]);
});

it("the next car's host can't record or see anything of an earlier car", async () => {
  const { id } = await goneOn();
  const seen = (await records(second, id)).json<{
    records: ConditionRecord[];
    stretches: { number: number }[];
    stretchOf: object;
  }>();
  expect(seen.records.map(({ stretch }) => stretch)).toEqual([2]);
  expect([seen.stretches.map(({ number }) => number), seen.stretchOf]).toEqual([
    [2],
    { pickup: 2, return: 2 },
  ]);
  const [ofFirst] = (await records(first, id)).json<{ records: ConditionRecord[] }>().records;
  const image = `/api/orders/${id}/condition-records/${ofFirst?.id}/images/front`;
  expect([
    (await call(first, "GET", image)).statusCode,
    (await call(second, "GET", image)).statusCode,
  ]).toEqual([200, 404]);
  // A return is recorded on the rental's last days.
  await test.services.database.rows("update orders set return_date = $2 where id = $1", [
    id,
    today(test.services),
  ]);
  const begin = (wanted: object) => call(second, "POST", `/api/orders/${id}/condition-records`, wanted);
  for (const kind of ["pickup", "return"])
    expect(refusalOf(await begin({ kind, stretch: 1 })).code).toBe("record_not_possible");
  const begun = (await begin({ kind: "return" })).json<ConditionRecord>();
  expect(begun).toMatchObject({ stretch: 2, by: "host" });
  // Only the earlier car's host can finish a record that was begun for the earlier car.
  await test.services.database.rows("update condition_records set stretch = 1 where id = $1", [begun.id]);
  const finished = await call(second, "POST", `/api/orders/${id}/condition-records/${begun.id}/finish`, {
    odometer: 20_000,
    fuelEighths: 8,
  });
  expect(refusalOf(finished).code).toBe("condition_record_not_found");
});

it("only the earlier car's host gets the email about its return", async () => {
  const { id } = await goneOn();
  await makeRecord(test, first, id, "return");
  const emailed = await test.services.database.rows<{ recipient: string }>(
    "select recipient from emails where order_id = $1 and kind = 'host_condition_return'",
    [id],
  );
  expect(emailed.map(({ recipient }) => recipient)).toEqual([first.email]);
});
