// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import { dateInLosAngeles } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter as typed } from "#test/factories.ts";

let test: TestApp;
let renter: Person;
let admin: Person;
beforeAll(async () => {
  const evening = instantInLosAngeles(dateInLosAngeles(Date.now()), "20:30");
  test = await startTestApp({}, { at: new Date(evening).toISOString() });
  renter = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

const post = (url: string, payload: object, by = renter) =>
  test.app.inject({ method: "POST", url, payload, headers: by.authorization });
const bodyOf = async (inDays: number) => {
  const wanted = { carId: await makeCar(test), ...aMonth(test, inDays) };
  const { total } = (await post("/api/quotes", wanted, admin)).json<{ total: string }>();
  return { ...typed, customerEmail: renter.email, ...wanted, totalPrice: total };
};

it("a quote, order or booking for today is refused once today's last handover has passed", async () => {
  const today = await bodyOf(0);
  const { totalPrice: _total, customerName: _name, customerEmail: _email, ...booking } = today;
  const refused = { status: 422, fields: ["pickupDate"] };
  const { carId, pickupDate, returnDate } = today;
  expect(refusalOf(await post("/api/quotes", { carId, pickupDate, returnDate }))).toMatchObject(refused);
  const ordered = await post("/api/bookings", today);
  expect(ordered.statusCode, ordered.body).toBe(422);
  expect(refusalOf(ordered)).toMatchObject(refused);
  expect(refusalOf(await post("/api/wizard", booking))).toMatchObject(refused);
  const tomorrow = await post("/api/bookings", await bodyOf(1));
  expect(tomorrow.statusCode, tomorrow.body).toBe(201);
  expect(tomorrow.json()).toMatchObject({ pickupTime: "10:00" });
});

it("an administrator can still enter an order for today after the last handover", async () => {
  const entered = await post("/api/admin/bookings", await bodyOf(0), admin);
  expect(entered.statusCode, entered.body).toBe(201);
});
