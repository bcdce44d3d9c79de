// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostBlock, HostCalendar } from "#contract/host/calendar.ts";
import { addDays } from "#domain/dates.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, renter } from "#test/factories.ts";
import { hostCarCalls, hostCarsPath, makeHostCar } from "#test/host-cars.ts";

let test: TestApp;
let host: Person;
let other: Person;
let desk: Person;
beforeAll(async () => {
  test = await startTestApp();
  host = await makePerson(test, { role: "host" });
  other = await makePerson(test, { role: "host" });
  desk = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

const { call, rows } = hostCarCalls(() => test);
const block = (who: Person, carId: string, sent: object) =>
  call(who, "POST", `${hostCarsPath}/${carId}/blocks`, sent);
const unblock = (who: Person, carId: string, id: string) =>
  call(who, "DELETE", `${hostCarsPath}/${carId}/blocks/${id}`);
const calendarOf = async (who: Person, from: string, until: string) =>
  (await call(who, "GET", `/api/host/calendar?from=${from}&until=${until}`)).json<HostCalendar>();
const carOf = async (who: Person, carId: string, { pickupDate, returnDate }: ReturnType<typeof aMonth>) =>
  (await calendarOf(who, pickupDate, returnDate)).cars.find(({ id }) => id === carId);

async function order(carId: string, dates: ReturnType<typeof aMonth>) {
  const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: { carId, ...dates } });
  const { total: totalPrice } = quote.json<{ total: string }>();
  return test.app.inject({
    method: "POST",
    url: "/api/bookings",
    payload: { ...renter, carId, ...dates, totalPrice },
  });
}

describe("a host's own block", () => {
  it("a host's block keeps the car from being rented until it is removed, and its note is the host's alone", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const day = addDays(dates.pickupDate, 3);
    const answer = await block(host, carId, { from: day, until: day, note: "Family visit" });
    expect(answer.statusCode, answer.body).toBe(201);
    const made = answer.json<HostBlock>();
    expect(made).toMatchObject({ from: day, until: day, note: "Family visit", isOwn: true });
    expect((await carOf(host, carId, dates))?.blocks).toEqual([made]);

    const refused = await order(carId, dates);
    expect(refusalOf(refused).code).toBe("car_taken");
    const desks = await call(desk, "GET", `/api/admin/cars/${carId}/calendar`);
    expect(desks.json<{ blocks: unknown[] }>().blocks).toMatchObject([
      { id: made.id, kind: "host", reason: "" },
    ]);
    const adminBlocks = await call(desk, "POST", `/api/admin/cars/${carId}/blocks`, {
      from: day,
      until: day,
      reason: "Inspection",
    });
    expect(refusalOf(adminBlocks).code).toBe("car_taken");
    expect([refused.body, desks.body, adminBlocks.body].join()).not.toContain("Family");
    const audited = await rows<{ text: string }>(
      "select audit_events::text as text from audit_events where entity_id = $1",
      [carId],
    );
    expect(audited.length).toBeGreaterThan(0);
    expect(JSON.stringify(audited)).not.toContain("Family");

    expect((await unblock(host, carId, made.id)).json()).toEqual({ deleted: true });
    expect((await unblock(host, carId, made.id)).json()).toEqual({ deleted: true });
    expect((await order(carId, dates)).statusCode).toBe(201);
  });

  it("a repeated id is the same block, and an id with other data or another host is refused", async () => {
    const [one, two] = [await makeHostCar(test, host.id), await makeHostCar(test, host.id)];
    const { pickupDate: from } = aMonth(test, 20);
    const sent = { id: crypto.randomUUID(), from, until: from };
    const first = await block(host, one, sent);
    expect((await block(host, one, sent)).json()).toEqual(first.json());
    expect(refusalOf(await block(host, two, sent)).code).toBe("record_id_used");
    for (const change of [
      { from: addDays(sent.from, -1) },
      { until: addDays(sent.until, 1) },
      { note: "Another" },
    ])
      expect(refusalOf(await block(host, one, { ...sent, ...change })).code).toBe("record_id_used");
    const theirs = await makeHostCar(test, other.id);
    expect(refusalOf(await block(other, theirs, sent)).code).toBe("record_id_used");
  });

  it("a block on days of an order or of another block is refused", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const { orderNumber } = (await order(carId, dates)).json<{ orderNumber: string }>();
    const over = await block(host, carId, { from: dates.returnDate, until: addDays(dates.returnDate, 2) });
    expect(over.statusCode).toBe(409);
    expect(over.json()).toMatchObject({ code: "car_taken", message: expect.stringContaining(orderNumber) });
    const after = addDays(dates.returnDate, 1);
    await call(desk, "POST", `/api/admin/cars/${carId}/blocks`, {
      from: after,
      until: after,
      reason: "Recall",
    });
    const twice = await block(host, carId, { from: after, until: after });
    expect(refusalOf(twice).code).toBe("car_taken");
    expect(twice.body).not.toContain("Recall");
  });

  it("a host sees the back office's block without its reason and can't remove it", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const { id } = (
      await call(desk, "POST", `/api/admin/cars/${carId}/blocks`, {
        from: dates.pickupDate,
        until: dates.pickupDate,
        reason: "Recall",
      })
    ).json<{ id: string }>();
    expect(refusalOf(await unblock(host, carId, id)).status).toBe(404);
    expect((await carOf(host, carId, dates))?.blocks).toEqual([
      { id, from: dates.pickupDate, until: dates.pickupDate, note: "", isOwn: false },
    ]);
  });

  it("a block with wrong days, or on a draft, is refused", async () => {
    const carId = await makeHostCar(test, host.id);
    const { pickupDate: day } = aMonth(test, 20);
    const fields = async (sent: object) => refusalOf(await block(host, carId, sent)).fields;
    expect(await fields({ from: day, until: addDays(day, -1) })).toEqual(["until"]);
    expect(await fields({ from: addDays(day, -90), until: addDays(day, -80) })).toEqual(["until"]);
    expect(await fields({ from: "2027-02-30", until: day })).toEqual(["from"]);
    expect(await fields({ from: day, until: day, note: "x".repeat(201) })).toEqual(["note"]);
    const draft = (await call(host, "POST", hostCarsPath, {})).json<{ id: string }>();
    expect(refusalOf(await block(host, draft.id, { from: day, until: day })).code).toBe("car_not_in_state");
  });

  it("a host's block disappears when the car gets another host", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    await block(host, carId, { from: dates.pickupDate, until: dates.pickupDate, note: "Mine" });
    const given = await call(desk, "PUT", `/api/admin/cars/${carId}/owner`, { hostId: other.id });
    expect(given.statusCode, given.body).toBe(200);
    expect((await carOf(other, carId, dates))?.blocks).toEqual([]);
  });
});

describe("a host's calendar", () => {
  it("the host's calendar shows orders by number and days, and nothing about the renter", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const placed = (await order(carId, dates)).json<{ id: string; orderNumber: string }>();
    const calendar = await call(
      host,
      "GET",
      `/api/host/calendar?from=${dates.returnDate}&until=${addDays(dates.returnDate, 40)}`,
    );
    const car = calendar.json<HostCalendar>().cars.find(({ id }) => id === carId);
    expect(car).toMatchObject({ brand: "Toyota", model: "Camry", state: "listed", blocks: [], feedDays: [] });
    expect(car?.orders).toEqual([
      { id: placed.id, orderNumber: placed.orderNumber, status: "pending", isAsked: false, ...dates },
    ]);
    for (const secret of [renter.customerEmail, renter.customerPhone, renter.customerName])
      expect(calendar.body).not.toContain(secret);
    expect(
      (await calendarOf(host, addDays(dates.returnDate, 1), addDays(dates.returnDate, 9))).cars,
    ).toContainEqual(expect.objectContaining({ id: carId, orders: [] }));
    await rows("update orders set status = 'cancelled' where id = $1", [placed.id]);
    expect((await carOf(host, carId, dates))?.orders).toEqual([]);
  });

  it("the host's calendar is refused for reversed days and for more than 25 months", async () => {
    const fields = async (from: string, until: string) =>
      refusalOf(await call(host, "GET", `/api/host/calendar?from=${from}&until=${until}`)).fields;
    expect(await fields("2027-02-01", "2027-01-31")).toEqual(["until"]);
    expect(await fields("2027-02-01", "2029-03-02")).toEqual(["until"]);
    expect(await fields("soon", "2027-01-31")).toEqual(["from"]);
  });

  it("another host's car, its blocks and its feeds can't be reached", async () => {
    const carId = await makeHostCar(test, host.id);
    const { pickupDate: day } = aMonth(test, 20);
    const { id } = (await block(host, carId, { from: day, until: day })).json<HostBlock>();
    expect((await calendarOf(other, day, day)).cars.map((car) => car.id)).not.toContain(carId);
    for (const stranger of [other, await makePerson(test), desk])
      for (const answer of [
        await block(stranger, carId, { from: day, until: day }),
        await block(stranger, carId, {}),
        await unblock(stranger, carId, id),
        await call(stranger, "POST", `${hostCarsPath}/${carId}/calendar-address`),
      ])
        expect(refusalOf(answer)).toMatchObject({ status: 404, code: "car_not_found" });
  });
});
