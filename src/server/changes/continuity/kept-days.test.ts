// @one-database
import { afterAll, describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, makeRecord, orderRow, verifyLicence } from "#test/condition.ts";
import { makeCar, renter as person } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";

const test = await startTestApp();
afterAll(test.close);
const { services } = test;
const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
const clerk = await makePerson(test, { role: "admin", permissions: ["manage_users"] });
const host = await makePerson(test, { role: "host" });
const renter = await makePerson(test);
await verifyLicence(test, renter.id);

const call = (by: Person, method: "POST" | "GET", url: string, payload?: object) =>
  test.app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });
async function rental(): Promise<{ id: string; carId: string }> {
  const carId = await makeHostCar(test, host.id);
  const wanted = { months: 2, inDays: -10, carId, hostId: host.id, hostSharePercent: 80 };
  const id = await makeRental(test, renter.id, wanted);
  await pay(test, id, (await orderRow(test, id)).total, desk.id);
  return { id, carId };
}
const end = async (id: string, reason: string, by: Person) => {
  const ended = await call(by, "POST", `/api/admin/orders/${id}/end`, { reason });
  expect(ended.statusCode, ended.body).toBe(200);
};
const wanted = () => ({ pickupDate: addDays(today(services), 10), returnDate: addDays(today(services), 41) });
const isQuoted = async (carId: string) =>
  (await test.app.inject({ method: "POST", url: "/api/quotes", payload: { carId, ...wanted() } })).json<{
    available: boolean;
  }>().available;
/** Writes an order of a car's days past every check but the database's. */
const insert = (carId: string) => makeOrder(test, desk.id, { carId, ...wanted() });
async function book(carId: string): Promise<number> {
  const quote = await test.app.inject({
    method: "POST",
    url: "/api/quotes",
    payload: { carId, ...wanted() },
  });
  const payload = { ...person, carId, ...wanted(), totalPrice: quote.json<{ total: string }>().total };
  return (await test.app.inject({ method: "POST", url: "/api/bookings", payload })).statusCode;
}
const free = (by: Person, id: string, carId: string) =>
  call(by, "POST", `/api/admin/orders/${id}/free-days`, { carId, reason: "Repaired" });
const kept = async (by: Person, id: string) =>
  (await call(by, "GET", `/api/orders/${id}/condition-records`)).json<{
    kept: { carId: string; isBack: boolean; mayFree: boolean }[];
  }>().kept;

describe("days that an ended rental keeps of its car", () => {
  it("days of a rental whose ending is blamed on the renter become free once its host has the car back", async () => {
    const { id, carId } = await rental();
    await end(id, "misuse", desk);
    expect(await isQuoted(carId)).toBe(false);
    await expect(insert(carId)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("kept for another order") },
    });
    await makeRecord(test, renter, id, "return");
    expect(await isQuoted(carId)).toBe(false);
    await call(host, "POST", `/api/host/trips/${id}/car-back`);
    expect(await isQuoted(carId)).toBe(true);
    const booked = await Promise.all([book(carId), book(carId), book(carId)]);
    expect(booked.toSorted()).toEqual([201, 409, 409]);
    await expect(insert(carId)).rejects.toThrow(/insert into/);
  });

  it("days of a swapped car become free once its return is recorded", async () => {
    const { id, carId } = await rental();
    const on = today(services);
    await services.database.rows(
      `insert into order_stretches (order_id, number, car_id, car_name, host_id, host_share_percent, starts_on, ends_on, reason, created_at)
       select id, 1, car_id, 'Honda Fit', host_id, 80, pickup_date, $2, 'swap', now() from orders where id = $1`,
      [id, addDays(on, 12)],
    );
    const other = await makeCar(test);
    await services.database.rows(
      "update orders set car_id = $2, host_id = null, car_since = $3 where id = $1",
      [id, other, on],
    );
    await services.database.rows(
      `insert into day_holds (car_id, order_id, first_date, last_date, reason) values ($1, $2, $3, $4, 'earlier_car')`,
      [carId, id, on, addDays(on, 12)],
    );
    expect(await isQuoted(carId)).toBe(false);
    await makeRecord(test, host, id, "return", {}, { stretch: 1 });
    expect(await isQuoted(carId)).toBe(true);
  });

  it("days of a rental that is restored and ended again are kept once", async () => {
    const carId = await makeHostCar(test, host.id);
    const id = await makeRental(test, renter.id, {
      months: 2,
      inDays: 10,
      carId,
      hostId: host.id,
      hostSharePercent: 80,
      hostAnswer: "booked",
      hostAnsweredAt: new Date(services.now()),
    });
    for (const _again of [1, 2]) {
      await end(id, "recalled", desk);
      expect((await orderRow(test, id)).status).toBe("cancelled");
      expect(await services.database.rows("select 1 from day_holds where order_id = $1", [id])).toHaveLength(
        1,
      );
      const payload = { status: "confirmed", reason: "Mended in time" };
      const again = await test.app.inject({
        method: "PUT",
        url: `/api/admin/orders/${id}/status`,
        payload,
        headers: desk.authorization,
      });
      expect(again.statusCode, again.body).toBe(200);
    }
  });

  it("a return from before a rental was set to run again neither ends it nor frees its car", async () => {
    const { id } = await rental();
    const set = (status: string) =>
      test.app.inject({
        method: "PUT",
        url: `/api/admin/orders/${id}/status`,
        payload: { status, reason: "They said so" },
        headers: desk.authorization,
      });
    await makeRecord(test, desk, id, "return");
    expect((await orderRow(test, id)).status).toBe("completed");
    await set("in_progress");
    await end(id, "misuse", desk);
    expect((await orderRow(test, id)).status).toBe("in_progress");
    await set("cancelled");
    expect(await orderRow(test, id)).toMatchObject({ status: "cancelled", isCarOut: true });
  });

  it("days of a rental ended by the host stay taken until a car administrator frees them", async () => {
    const { id, carId } = await rental();
    await call(host, "POST", `/api/host/trips/${id}/end`, { reason: "broken" });
    expect((await orderRow(test, id)).returnDate).toBe(today(services));
    expect(await kept(desk, id)).toMatchObject([{ carId, isBack: false, mayFree: false }]);
    expect(refusalOf(await free(desk, id, carId)).code).toBe("record_not_possible");
    await makeRecord(test, host, id, "return");
    expect(await isQuoted(carId)).toBe(false);
    expect(await kept(clerk, id)).toMatchObject([{ isBack: true, mayFree: false }]);
    expect(await kept(host, id)).toEqual([]);
    expect((await free(clerk, id, carId)).statusCode).toBe(403);
    expect((await free(host, id, carId)).statusCode).toBe(403);
    for (const _again of [1, 2]) expect((await free(desk, id, carId)).json()).toEqual({ kept: [] });
    expect(await isQuoted(carId)).toBe(true);
    const booked = await Promise.all([book(carId), book(carId)]);
    expect(booked.toSorted()).toEqual([201, 409]);
    const noted = await services.database.rows(
      "select reason from audit_events where entity_id = $1 and action = 'days_freed'",
      [id],
    );
    expect(noted).toEqual([{ reason: "Repaired" }]);
  });

  it("days can't be freed by the administrator who hosts the car while another can", async () => {
    const { id, carId } = await rental();
    await end(id, "broken", desk);
    await makeRecord(test, host, id, "return");
    const hosting = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    await services.database.rows("update host_cars set host_id = $2 where id = $1", [carId, hosting.id]);
    expect(refusalOf(await free(hosting, id, carId)).code).toBe("own_affair");
  });
});
