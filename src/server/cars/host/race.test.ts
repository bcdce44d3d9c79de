// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeHostCar } from "#test/host-cars.ts";

/** How often each pair of calls is sent; LONGBAY_CAR_RACES=50 does more. */
const rounds = Number(process.env.LONGBAY_CAR_RACES ?? 12);
let test: TestApp;
let host: Person;
let desk: Person;
let renter: Person;
beforeAll(async () => {
  test = await startTestApp({ RATE_LIMITS: "off" }, { at: "2026-12-01T20:00:00Z" });
  host = await makePerson(test, { role: "host" });
  desk = await makePerson(test, { role: "admin", permissions: ["all"] });
  renter = await makePerson(test);
});
afterAll(() => test.close());

type Car = {
  version: string;
  state: string;
  model: string;
  trim: string;
  waiting: { field: string; to: string }[];
};
const call = (
  who: Person,
  method: "GET" | "POST" | "PUT" | "PATCH",
  url: string,
  payload?: object,
  seen?: string,
) =>
  test.app.inject({
    method,
    url,
    headers: { ...who.authorization, ...(seen !== undefined && { "if-match": `"${seen}"` }) },
    ...(payload && { payload }),
  });
const path = "/api/host/cars";
const carOf = async (id: string) => (await call(host, "GET", `${path}/${id}`)).json<Car>();

describe("simultaneous changes of a host's car", () => {
  it("two devices that save one draft get one success and one refusal, and nothing is mixed", async () => {
    const { id } = (await call(host, "POST", path, { brand: "Kia" })).json<{ id: string }>();
    for (let round = 0; round < rounds; round++) {
      const { version } = await carOf(id);
      const typed = ["a", "b"].map((device) => ({ model: `${device}${round}`, trim: `${device}${round}` }));
      const answers = await Promise.all(
        typed.map((fields) => call(host, "PATCH", `${path}/${id}`, fields, version)),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
      const stands = await carOf(id);
      expect(stands.model).toBe(stands.trim);
      const won = answers.findIndex(({ statusCode }) => statusCode === 200);
      expect(stands.model).toBe(typed[won]?.model);
      const lost = answers.find(({ statusCode }) => statusCode === 412)?.json<{ car: Car }>();
      expect(lost?.car.version).toBe(stands.version);
    }
  });

  it("the back office that lists a car while its host saves it decides what it saw or is refused", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const id = await makeHostCar(test, host.id, "submitted");
      const { version } = await carOf(id);
      const save = () => call(host, "PATCH", `${path}/${id}`, { model: `Corolla ${round}` }, version);
      const list = () => call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" }, version);
      // The call that is sent first alternates from round to round.
      const [first, second] = await Promise.all(round % 2 ? [save(), list()] : [list(), save()]);
      const [saved, listed] = round % 2 ? [first, second] : [second, first];
      const car = await carOf(id);
      const codes = [saved.statusCode, listed.statusCode];
      outcomes.add(codes.join());
      expect(codes.toSorted((a, b) => a - b)).toEqual([200, 412]);
      expect(car.state).toBe(listed.statusCode === 200 ? "listed" : "submitted");
      expect(car.model).toBe(saved.statusCode === 200 ? `Corolla ${round}` : "Camry");
      expect(car.waiting).toEqual([]);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });

  it("a car paused while somebody orders it keeps an earlier order and refuses later ones", async () => {
    for (let round = 0; round < rounds; round++) {
      const id = await makeHostCar(test, host.id);
      const order = () =>
        call(renter, "POST", "/api/bookings", {
          carId: id,
          pickupDate: "2027-03-01",
          returnDate: "2027-03-31",
          totalPrice: "749.00",
          customerName: "Wei Lin",
          customerEmail: renter.email,
          customerPhone: "",
          pickupLocation: "Here",
        });
      const pause = () => call(host, "POST", `${path}/${id}/pause`);
      const [first, second] = await Promise.all(round % 2 ? [pause(), order()] : [order(), pause()]);
      const [paused, placed] = round % 2 ? [first, second] : [second, first];
      expect(paused.statusCode).toBe(200);
      expect([201, 409]).toContain(placed.statusCode);
      const orders = await test.services.database.rows("select status from orders where car_id = $1", [id]);
      expect(orders).toEqual(placed.statusCode === 201 ? [{ status: "pending" }] : []);
      expect((await carOf(id)).state).toBe("paused");
      expect((await order()).statusCode).toBe(409);
    }
  });

  it("two hosts who submit one VIN get the same answer, and only one car can be listed", async () => {
    for (let round = 0; round < rounds; round++) {
      const other = await makeHostCar(test, host.id, "declined");
      const [{ vin } = { vin: "" }] = await test.services.database.rows<{ vin: string }>(
        "select vin from cars where id = $1",
        [other],
      );
      const twin = await makeHostCar(test, host.id, "declined", { vin });
      const answers = await Promise.all(
        [other, twin].map((id) => call(host, "POST", `${path}/${id}/submit`)),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      const listed = [];
      for (const id of [other, twin])
        listed.push(
          (await call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" })).statusCode,
        );
      expect(listed.toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
  });
});
