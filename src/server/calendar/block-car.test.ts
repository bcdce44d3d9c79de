// @one-database
import { afterAll, describe, expect, it } from "vitest";
import type { CarBlock, CarCalendar } from "#contract/admin/calendar.ts";
import { addDays } from "#domain/dates.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

const test = await startTestApp();
afterAll(test.close);
const admin = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });

const call = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object, person = admin) =>
  test.app.inject({ method, url, headers: person.authorization, ...(payload && { payload }) });
const block = (carId: string, from: string, until: string, reason = "New brakes") =>
  call("POST", `/api/admin/cars/${carId}/blocks`, { from, until, reason });
const calendarOf = async (carId: string) =>
  (await call("GET", `/api/admin/cars/${carId}/calendar`)).json<CarCalendar>();

async function request(carId: string, dates: { pickupDate: string; returnDate: string }) {
  const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: { carId, ...dates } });
  const { total, available } = quote.json<{ total: string; available: boolean }>();
  const answer = await test.app.inject({
    method: "POST",
    url: "/api/bookings",
    payload: { ...renter, carId, ...dates, totalPrice: total },
  });
  return { available, answer, id: answer.json<{ id: string }>().id };
}

describe("blocked days of a car", () => {
  it("blocked days can't be rented, and every list says so until they are unblocked", async () => {
    const carId = await makeCar(test);
    const dates = aMonth(test, 20);
    const day = addDays(dates.pickupDate, 3);
    const made = await block(carId, day, day);
    expect(made.statusCode, made.body).toBe(201);
    const mine = made.json<CarBlock>();
    expect(mine).toMatchObject({ from: day, until: day, reason: "New brakes" });
    expect(await calendarOf(carId)).toEqual({ orders: [], blocks: [mine] });

    const { available, answer } = await request(carId, dates);
    expect(available).toBe(false);
    expect(answer.json()).toMatchObject({ code: "car_taken", nextFree: [{ from: addDays(day, 1) }] });
    const taken = (
      await test.app.inject(`/api/cars/${carId}/availability?from=${dates.pickupDate}&to=${dates.returnDate}`)
    ).body;
    expect(taken).toContain(day);
    const listed = async () => {
      const { pickupDate, returnDate } = dates;
      const list = await test.app.inject(
        `/api/cars?pickupDate=${pickupDate}&returnDate=${returnDate}&limit=100`,
      );
      return list.json<{ id: string }[]>().some(({ id }) => id === carId);
    };
    expect(await listed()).toBe(false);

    expect((await call("DELETE", `/api/admin/cars/${carId}/blocks/${mine.id}`)).statusCode).toBe(200);
    expect((await call("DELETE", `/api/admin/cars/${carId}/blocks/${mine.id}`)).statusCode).toBe(200);
    expect(await listed()).toBe(true);
    expect((await request(carId, dates)).answer.statusCode).toBe(201);
    const audit = await test.services.database.rows<{ action: string; actor: string; reason: string }>(
      "select action, actor, reason from audit_events where entity_id = $1 and entity = 'car' order by at, action",
      [carId],
    );
    expect(audit).toEqual(
      ["blocked", "unblocked"].map((action) => ({ action, actor: admin.id, reason: "New brakes" })),
    );
  });

  it("blocking days of an order or of another block is refused, with the order's number", async () => {
    const carId = await makeCar(test);
    const dates = aMonth(test, 20);
    const { answer } = await request(carId, dates);
    const { orderNumber } = answer.json<{ orderNumber: string }>();
    const refused = await block(carId, dates.returnDate, addDays(dates.returnDate, 2));
    expect(refused.json()).toMatchObject({
      code: "car_taken",
      message: expect.stringContaining(orderNumber),
    });
    const from = addDays(dates.returnDate, 1);
    expect((await block(carId, from, addDays(from, 5))).statusCode).toBe(201);
    expect((await block(carId, addDays(from, 5), addDays(from, 9))).json()).toMatchObject({
      code: "car_taken",
      message: expect.stringContaining("New brakes"),
    });
    expect((await calendarOf(carId)).orders).toEqual([
      expect.objectContaining({ orderNumber, from: dates.pickupDate, until: dates.returnDate }),
    ]);
  });

  it("days before a rental continues with the car can be blocked", async () => {
    const carId = await makeCar(test);
    const dates = aMonth(test, 20);
    const { id } = await request(carId, dates);
    const since = addDays(dates.pickupDate, 10);
    await test.services.database.rows("update orders set car_since = $2 where id = $1", [id, since]);
    expect((await block(carId, dates.pickupDate, addDays(since, -1))).statusCode).toBe(201);
    expect((await calendarOf(carId)).orders).toMatchObject([{ from: since, until: dates.returnDate }]);
  });

  it("an order can't be confirmed again on days blocked meanwhile", async () => {
    const carId = await makeCar(test);
    const dates = aMonth(test, 20);
    const { id } = await request(carId, dates);
    const setStatus = (status: string) => call("PUT", `/api/admin/orders/${id}/status`, { status });
    await setStatus("cancelled");
    expect((await block(carId, dates.pickupDate, dates.pickupDate)).statusCode).toBe(201);
    expect((await setStatus("confirmed")).json()).toMatchObject({
      code: "car_taken",
      message: expect.stringContaining("New brakes"),
    });
  });

  it("a block with wrong dates or without a reason is refused, and the fields are named", async () => {
    const carId = await makeCar(test);
    const { pickupDate: day } = aMonth(test, 20);
    const error = async (from: string, until: string, reason?: string) =>
      refusalOf(await block(carId, from, until, reason)).fields;
    expect(await error(day, addDays(day, -1))).toEqual(["until"]);
    expect(await error(addDays(day, -90), addDays(day, -80))).toEqual(["until"]);
    expect(await error(day, addDays(day, 4000))).toEqual(["until"]);
    expect(await error("2027-02-30", day)).toEqual(["from"]);
    expect(await error(day, day, " ")).toEqual(["reason"]);
    expect(refusalOf(await block(crypto.randomUUID(), day, day))).toMatchObject({
      status: 404,
      code: "car_not_found",
    });
    expect(refusalOf(await call("DELETE", `/api/admin/cars/${carId}/blocks/none`)).status).toBe(404);
    expect(refusalOf(await call("GET", "/api/admin/cars/none/calendar"))).toMatchObject({
      status: 404,
      code: "car_not_found",
    });
  });

  it("the database keeps simultaneous blocks and orders from sharing days", async () => {
    for (let round = 0; round < 5; round++) {
      const carId = await makeCar(test);
      const dates = aMonth(test, 20 + round);
      const quote = await test.app.inject({
        method: "POST",
        url: "/api/quotes",
        payload: { carId, ...dates },
      });
      const { total } = quote.json<{ total: string }>();
      const order = () =>
        test.app.inject({
          method: "POST",
          url: "/api/bookings",
          payload: { ...renter, carId, ...dates, totalPrice: total },
        });
      const answers = await Promise.all([
        order(),
        block(carId, dates.pickupDate, dates.pickupDate),
        order(),
        block(carId, dates.returnDate, dates.returnDate),
      ]);
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => ![201, 409].includes(status))).toEqual([]);
      const { orders, blocks } = await calendarOf(carId);
      expect([
        orders.length && blocks.length,
        orders.length <= 1,
        orders.length + blocks.length >= 1,
      ]).toEqual([0, true, true]);
    }
    const carId = await makeCar(test);
    const { pickupDate, returnDate } = aMonth(test, 40);
    const { id } = await request(carId, { pickupDate, returnDate });
    const { rows } = test.services.database;
    const insert =
      "insert into car_blocks (car_id, first_date, last_date, reason, created_by) values ($1, $2, $2, 'x', $3)";
    await expect(rows(insert, [carId, returnDate, admin.id])).rejects.toThrow(/promised/);
    await rows("update orders set status = 'cancelled' where id = $1", [id]);
    await rows(insert, [carId, returnDate, admin.id]);
    await expect(rows("update orders set status = 'pending' where id = $1", [id])).rejects.toThrow(/blocked/);
  });
});

it("an unknown car has no calendar", async () => {
  const url = `/api/admin/cars/${crypto.randomUUID()}/calendar`;
  const answer = await test.app.inject({ url, headers: admin.authorization });
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: "car_not_found" }]);
});
