import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SavedCar } from "#contract/account/saved-cars.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { emailTo, emailsTo } from "#test/emails.ts";
import { makeCar } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { emailCheaper } from "./tell-cheaper.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const call = (method: "GET" | "PUT" | "DELETE", url: string, person?: Person, payload?: object) =>
  test.app.inject({ method, url, headers: person?.authorization ?? {}, ...(payload && { payload }) });
const list = async (person: Person, query = "") =>
  (await call("GET", `/api/account/saved-cars${query}`, person)).json<SavedCar[]>();
const sql = (text: string, values: unknown[]) => test.services.database.rows(text, values);

describe("saved cars", () => {
  it("a car is saved and removed once, and saved cars are hidden from others", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const carId = await makeCar(test, { monthlyPrice: 90_000 });
    const url = `/api/account/saved-cars/${carId}`;
    expect([(await call("PUT", url, person)).json(), (await call("PUT", url, person)).json()]).toEqual([
      { carId, saved: true },
      { carId, saved: true },
    ]);
    expect(await list(person)).toMatchObject([
      { id: carId, carId, price: "900.00", savedPrice: "900.00", available: true, similarCars: [] },
    ]);
    expect(await list(other)).toEqual([]);
    await call("DELETE", url, other);
    expect((await call("GET", "/api/account/saved-cars/ids", person)).json()).toEqual([carId]);
    expect([(await call("DELETE", url, person)).json(), (await call("DELETE", url, person)).json()]).toEqual([
      { carId, saved: false },
      { carId, saved: false },
    ]);
    expect(await list(person)).toEqual([]);
  });

  it("saved cars are listed newest first, in pages", async () => {
    const person = await makePerson(test);
    const saved: string[] = [];
    for (let n = 0; n < 5; n++) {
      const carId = await makeCar(test);
      await call("PUT", `/api/account/saved-cars/${carId}`, person);
      await sql("update saved_cars set saved_at = now() + make_interval(secs => $2) where car_id = $1", [
        carId,
        n,
      ]);
      saved.unshift(carId);
    }
    const found: string[] = [];
    let url: string | undefined = "/api/account/saved-cars?limit=2";
    while (url) {
      const answer = await call("GET", url, person);
      expect(answer.headers["x-total-count"]).toBe("5");
      found.push(...answer.json<SavedCar[]>().map(({ carId }) => carId));
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    }
    expect(found).toEqual(saved);
  });

  it("a saved car keeps its earlier price, and stays with similar cars after leaving the fleet", async () => {
    const person = await makePerson(test);
    const [dearer, retired] = [await makeCar(test, { monthlyPrice: 50_000 }), await makeCar(test)];
    for (const id of [dearer, retired]) await call("PUT", `/api/account/saved-cars/${id}`, person);
    await sql("update cars set monthly_price = 60000 where id = $1", [dearer]);
    await sql("update cars set retired_at = now() where id = $1", [retired]);
    const found = new Map((await list(person)).map((car) => [car.carId, car]));
    expect(found.get(dearer)).toMatchObject({ price: "600.00", savedPrice: "500.00", available: true });
    expect(found.get(retired)?.available).toBe(false);
    expect(found.get(retired)?.similarCars.length).toBeGreaterThan(0);
  });

  it("an unknown or unpublished car can't be saved", async () => {
    const person = await makePerson(test);
    const submitted = await makeHostCar(test, (await makePerson(test, { role: "host" })).id, "submitted");
    const statuses = [crypto.randomUUID(), "constructor", "%00", submitted].map(
      async (id) => (await call("PUT", `/api/account/saved-cars/${id}`, person)).statusCode,
    );
    for (const status of await Promise.all(statuses)) expect([400, 404]).toContain(status);
  });
});

describe("a saved car that costs less", () => {
  it("a cheaper saved car is emailed once, unless the account has switched the email off", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const carId = await makeCar(test, { monthlyPrice: 80_000 });
    for (const one of [person, other]) await call("PUT", `/api/account/saved-cars/${carId}`, one);
    const none = { occasions: [{ occasion: "saved_cars", email: false }] };
    expect((await call("PUT", "/api/account/notifications", other, none)).statusCode).toBe(200);
    await emailCheaper(test.services);
    expect(await emailsTo(test, person.email)).toEqual([]);
    await sql("update cars set monthly_price = 70000 where id = $1", [carId]);
    await emailCheaper(test.services);
    await emailCheaper(test.services);
    expect(await emailsTo(test, person.email)).toEqual(["saved_car_cheaper"]);
    expect(await emailsTo(test, other.email)).toEqual([]);
    expect(JSON.stringify(await emailTo(test, person.email, "saved_car_cheaper"))).toContain("$700.00");
    await sql("update cars set monthly_price = 65000 where id = $1", [carId]);
    await emailCheaper(test.services);
    expect((await emailsTo(test, person.email)).length).toBe(2);
  });

  it("a cheaper saved car is not emailed to somebody suspended", async () => {
    const person = await makePerson(test);
    const carId = await makeCar(test, { monthlyPrice: 80_000 });
    await call("PUT", `/api/account/saved-cars/${carId}`, person);
    await sql("update accounts set suspended_at = now() where id = $1", [person.id]);
    await sql("update cars set monthly_price = 70000 where id = $1", [carId]);
    await emailCheaper(test.services);
    expect(await emailsTo(test, person.email)).toEqual([]);
    await sql("update accounts set suspended_at = null where id = $1", [person.id]);
    await emailCheaper(test.services);
    expect(await emailsTo(test, person.email)).toEqual(["saved_car_cheaper"]);
  });
});
