// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import type { TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeCar } from "#test/factories.ts";
import {
  hostCarCalls,
  makeHostCar,
  type ShownCar,
  hostCarsPath as path,
  startHostCars,
} from "#test/host-cars.ts";

let test: TestApp;
let host: Person;
let other: Person;
let desk: Person;
beforeAll(async () => {
  ({ test, host, other, desk } = await startHostCars());
});
afterAll(() => test.close());

const { call, carOf, begin, rows, wholeDraft } = hostCarCalls(() => test);

describe("a draft", () => {
  it("a draft keeps every field as typed and names the errors and what is missing", async () => {
    const person = await makePerson(test);
    const car = await begin(person, { brand: "Toyo", year: 20, vin: "4T1B" });
    expect(car).toMatchObject({ state: "draft", brand: "Toyo", year: "20", vin: "4T1B", model: "" });
    expect(car.errors).toMatchObject({ year: "out_of_range", vin: "vin_length", model: "required" });
    expect(car.lacks).toEqual(
      expect.arrayContaining(["model", "year", "vin", "images", "registration", "insurance"]),
    );
    const saved = await call(person, "PATCH", `${path}/${car.id}`, {
      year: "2021",
      features: ["Tow bar"],
      model: null,
    });
    expect(saved.json<ShownCar>()).toMatchObject({
      brand: "Toyo",
      year: "2021",
      vin: "4T1B",
      features: ["Tow bar"],
    });
    expect(saved.json<ShownCar>().errors).not.toHaveProperty("year");
  });

  it("a draft sent again with its id is the same car, and another car's id is refused", async () => {
    const id = crypto.randomUUID();
    const first = await begin(host, { id, brand: "Kia" });
    const again = await begin(host, { id, brand: "Kia" });
    expect(again).toEqual(first);
    expect(refusalOf(await call(other, "POST", path, { id }))).toMatchObject({ code: "record_id_used" });
    const platforms = await makeCar(test);
    expect(refusalOf(await call(host, "POST", path, { id: platforms }))).toMatchObject({
      code: "record_id_used",
    });
    expect(await rows("select id from host_cars where id = $1", [platforms])).toEqual([]);
  });

  it("a draft with characters that can't be stored is refused and keeps its old value", async () => {
    const car = await begin(host, { brand: "Kia" });
    const answer = await call(host, "PATCH", `${path}/${car.id}`, { brand: "Ki\u0000a" });
    expect(refusalOf(answer)).toMatchObject({ status: 422, fields: ["brand"] });
    expect(await carOf(host, car.id)).toMatchObject({ brand: "Kia" });
  });

  it("a draft saved over an older version is refused with the current one", async () => {
    const car = await begin(host, { brand: "Kia" });
    const first = await call(host, "PATCH", `${path}/${car.id}`, { model: "K5" }, car.version);
    expect(first.statusCode).toBe(200);
    const second = await call(host, "PATCH", `${path}/${car.id}`, { model: "EV6" }, car.version);
    expect(second.statusCode).toBe(412);
    expect(second.json<{ car: ShownCar }>().car).toMatchObject({
      model: "K5",
      version: first.json<ShownCar>().version,
    });
  });

  it("a draft has no page, appears in no list, search or file, and doesn't occupy its plate", async () => {
    const draft = await wholeDraft(host, { brand: "Quixotic", plateNumber: "DRAFT1" });
    expect((await test.app.inject(`/api/cars/${draft.id}`)).statusCode).toBe(404);
    expect((await test.app.inject("/api/cars?q=Quixotic")).json()).toEqual([]);
    expect((await call(desk, "GET", "/api/admin/cars?q=Quixotic")).json()).toEqual([]);
    expect((await call(desk, "GET", "/api/admin/cars/export.csv")).body).not.toContain("DRAFT1");
    expect(refusalOf(await call(desk, "GET", `/api/admin/host-cars/${draft.id}`))).toMatchObject({
      status: 404,
    });
    await makeCar(test, { plateNumber: "DRAFT1" });
  });

  it("a deleted draft takes its papers with it", async () => {
    const draft = await wholeDraft(host);
    expect((await call(host, "DELETE", `${path}/${draft.id}`)).json()).toEqual({ deleted: true });
    expect((await call(host, "GET", `${path}/${draft.id}`)).statusCode).toBe(404);
    expect(await rows("select id from car_papers where car_id = $1", [draft.id])).toEqual([]);
  });
});

describe("another host's car", () => {
  it.each(["draft", "submitted", "listed"] as const)(
    "a car is not found for anybody but its host while it is %s",
    async (state) => {
      const id = state === "draft" ? (await wholeDraft(host)).id : await makeHostCar(test, host.id, state);
      for (const who of [other, desk, await makePerson(test)])
        for (const [method, tail, payload] of [
          ["GET", ""],
          ["PATCH", "", { brand: "Mine" }],
          ["DELETE", ""],
          ["PUT", "/images", { images: [] }],
          ["DELETE", "/images/h-1"],
          ["GET", "/price"],
          ["POST", "/submit"],
          ["POST", "/pause"],
          ["POST", "/resume"],
          ["POST", "/retire"],
        ] as const) {
          const answer = await call(who, method, `${path}/${id}${tail}`, payload);
          expect([method, tail, refusalOf(answer).code]).toEqual([method, tail, "car_not_found"]);
        }
      const owned = (await call(other, "GET", path)).json<ShownCar[]>();
      expect(owned.map((car) => car.id)).not.toContain(id);
    },
  );
});

describe("a price", () => {
  it("a suggested price rests on similar cars and shows what each length of rental earns", async () => {
    const { id } = await begin(host, { brand: "Honda", model: "CR-V", year: "2022", city: "San Jose" });
    await makeCar(test, { brand: "Honda", model: "CR-V", year: 2022, monthlyPrice: 80_000 });
    const answer = (await call(host, "GET", `${path}/${id}/price?monthlyPrice=1000`)).json();
    expect(answer).toMatchObject({
      comparison: "model",
      comparableCars: 1,
      suggestedPrice: "800.00",
      sharePercent: 80,
      left: [
        { months: 1, total: "800.00" },
        { months: 3, discountPercent: 5, total: "2280.00", aMonth: "760.00" },
        { months: 6, total: "4320.00" },
        { months: 12, total: "8160.00" },
      ],
    });
  });
});
