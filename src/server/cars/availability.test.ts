// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Availability, Car } from "#contract/cars.ts";
import { addDays, addMonths, dateInLosAngeles } from "#domain/dates.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { fieldOf, refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import type { Category } from "#domain/cars/cars.ts";
import { findSimilarCars } from "./queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const get = (url: string) => test.app.inject(url);
type Dates = { pickupDate: string; returnDate: string };

async function book(carId: string, dates: Dates): Promise<string> {
  const post = (url: string, payload: object) => test.app.inject({ method: "POST", url, payload });
  const { total } = (await post("/api/quotes", { carId, ...dates })).json<{ total: string }>();
  const answer = await post("/api/bookings", { ...renter, ...dates, carId, totalPrice: total });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ id: string }>().id;
}

const from = (inDays: number, days = 40): Dates => {
  const { pickupDate } = aMonth(test, inDays);
  return { pickupDate, returnDate: addDays(pickupDate, days) };
};
const shownFor = async (carId: string, { pickupDate, returnDate }: Dates) =>
  (
    await fieldOf<string>(test, `/api/cars?limit=100&pickupDate=${pickupDate}&returnDate=${returnDate}`, "id")
  ).includes(carId);
const availability = async (carId: string, query = "") =>
  (await get(`/api/cars/${carId}/availability${query}`)).json<Availability>();

describe("a search with dates", () => {
  it("a search leaves out a car that is held on any of the days, the return day too", async () => {
    const carId = await makeCar(test);
    const held = from(100);
    await book(carId, held);
    const shown = async (pickupDate: string, returnDate: string) =>
      shownFor(carId, { pickupDate, returnDate });
    expect({
      same: await shown(held.pickupDate, held.returnDate),
      around: await shown(addDays(held.pickupDate, -5), addDays(held.returnDate, 5)),
      within: await shown(addDays(held.pickupDate, 2), addDays(held.pickupDate, 35)),
      "returned on its first day": await shown(addDays(held.pickupDate, -40), held.pickupDate),
      "picked up on its return day": await shown(held.returnDate, addDays(held.returnDate, 40)),
    }).toEqual({
      same: false,
      around: false,
      within: false,
      "returned on its first day": false,
      "picked up on its return day": false,
    });
    expect(await shown(addDays(held.pickupDate, -41), addDays(held.pickupDate, -1))).toBe(true);
    expect(await shown(addDays(held.returnDate, 1), addDays(held.returnDate, 41))).toBe(true);
  });

  it.each([
    ["pending", "now() + interval '1 hour'", false],
    ["pending", "now() - interval '1 minute'", true],
    ["pending", "null", false],
    ["confirmed", "now() - interval '1 minute'", false],
    ["in_progress", "null", false],
    ["completed", "null", true],
    ["cancelled", "null", true],
    ["pending", "now() + interval '1 hour', hold_ends_at = now() - interval '1 minute'", true],
    ["pending", "now() + interval '1 hour', hold_ends_at = null, lacks_hold = true", true],
    ["pending", "now() + interval '1 hour', hold_ends_at = null", false],
    ["confirmed", "null, hold_ends_at = now() - interval '1 minute'", false],
  ])("a search shows a car with an order that is %s until %s: %s", async (status, expiresAt, isShown) => {
    const carId = await makeCar(test);
    const id = await book(carId, from(20));
    await test.services.database.rows(
      `update orders set status = $2, expires_at = ${expiresAt} where id = $1`,
      [id, status],
    );
    expect(await shownFor(carId, from(30))).toBe(isShown);
    const { taken } = await availability(carId);
    expect(taken).toHaveLength(isShown ? 0 : 1);
  });

  it("a search respects a car's own minimum, in days or in calendar months", async () => {
    const [any, sixty, fifty] = [
      await makeCar(test),
      await makeCar(test, { minRentDays: 60 }),
      await makeCar(test, { minRentDays: 50 }),
    ];
    const shown = async (dates: Dates) => [
      await shownFor(any, dates),
      await shownFor(sixty, dates),
      await shownFor(fifty, dates),
    ];
    expect(await shown(from(10, 30))).toEqual([true, false, false]);
    expect(await shown(from(10, 50))).toEqual([true, false, true]);
    expect(await shown(from(10, 60))).toEqual([true, true, true]);
    const february = `${Number(dateInLosAngeles(test.services.now()).slice(0, 4)) + 1}-02`;
    expect(await shown({ pickupDate: `${february}-01`, returnDate: `${february}-28` })).toEqual([
      true,
      false,
      false,
    ]);
    const twoMonths = {
      pickupDate: `${february}-01`,
      returnDate: addDays(addMonths(`${february}-01`, 2), -1),
    };
    expect(await shown(twoMonths)).toEqual([true, true, true]);
  });

  it("a search with dates is never answered from a cache, however its address is written", async () => {
    const carId = await makeCar(test);
    const dates = from(10);
    const urls = [
      `/api/cars?limit=100&pickupDate=${dates.pickupDate}&returnDate=${dates.returnDate}`,
      `/api/cars?limit=100&pickup%44ate=${dates.pickupDate}&return%44ate=${dates.returnDate}`,
    ];
    const before = await Promise.all(urls.map((url) => fieldOf<string>(test, url, "id")));
    expect(before.map((ids) => ids.includes(carId))).toEqual([true, true]);
    await book(carId, dates);
    const after = await Promise.all(urls.map(get));
    expect(after.map((answer) => answer.json<Car[]>().some(({ id }) => id === carId))).toEqual([
      false,
      false,
    ]);
    expect(after.map((answer) => answer.headers["cache-control"])).toEqual(["no-store", "no-store"]);
  });
});

describe("a car's availability", () => {
  it("the availability names taken and free days up to the last day that may be booked", async () => {
    const carId = await makeCar(test, { minRentDays: 45 });
    const today = dateInLosAngeles(test.services.now());
    const [first, second] = [from(50, 50), from(150, 60)];
    await book(carId, second);
    await book(carId, first);
    const answer = await get(`/api/cars/${carId}/availability`);
    const until = addMonths(today, 37);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.json()).toEqual({
      carId,
      available: true,
      minRentDays: 45,
      from: today,
      until,
      taken: [first, second].map((dates) => ({ from: dates.pickupDate, until: dates.returnDate })),
      free: [
        { from: today, until: addDays(first.pickupDate, -1) },
        { from: addDays(first.returnDate, 1), until: addDays(second.pickupDate, -1) },
        { from: addDays(second.returnDate, 1), until },
      ],
    });
  });

  it("the availability covers only the requested days", async () => {
    const carId = await makeCar(test);
    const dates = from(50, 50);
    await book(carId, dates);
    const inside = await availability(
      carId,
      `?from=${addDays(dates.pickupDate, 5)}&until=${addDays(dates.returnDate, 5)}`,
    );
    expect(inside.free).toEqual([
      { from: addDays(dates.returnDate, 1), until: addDays(dates.returnDate, 5) },
    ]);
    const before = await availability(
      carId,
      `?from=${addDays(dates.pickupDate, -5)}&until=${addDays(dates.pickupDate, -1)}`,
    );
    expect([before.taken, before.free]).toEqual([[], [{ from: before.from, until: before.until }]]);
  });

  it.each([
    ["?from=2027-02-30", "from"],
    ["?until=soon", "until"],
    ["?from=2027-03-01&until=2027-02-01", "until"],
    ["?until=2020-01-01", "until"],
    ["?from=2199-12-31", "until"],
    ["?from=2027-01-01&from=2027-02-01", "from"],
  ])("the availability is refused for %s", async (query, field) => {
    expect(refusalOf(await get(`/api/cars/${await makeCar(test)}/availability${query}`))).toEqual({
      status: 400,
      code: "malformed",
      fields: [field],
    });
  });
});

describe("similar cars", () => {
  it("similar cars are at most four, of the same category first and nearest in price", async () => {
    const make = (name: string, monthlyPrice: number, category: "Minivan" | "Truck" = "Minivan") =>
      makeCar(test, { name, category, bodyStyle: "minivan", monthlyPrice });
    const carId = await make("Similar 0", 80_000);
    await make("Similar far", 200_000);
    await make("Similar near", 81_000);
    await make("Similar below", 77_000);
    const nearest = await make("Similar same", 80_000);
    await make("Similar truck", 80_000, "Truck");
    const similar = async (query = "") => fieldOf<string>(test, `/api/cars/${carId}/similar${query}`, "name");
    expect(await similar()).toEqual(["Similar same", "Similar near", "Similar below", "Similar far"]);
    const dates = from(30);
    await book(nearest, dates);
    expect((await similar(`?pickupDate=${dates.pickupDate}&returnDate=${dates.returnDate}`))[0]).toBe(
      "Similar near",
    );
    await test.services.database.rows("update cars set available = false where name = 'Similar near'");
    await test.services.carFacts.changed();
    expect(await similar()).toEqual(["Similar same", "Similar below", "Similar far", "Similar truck"]);
  });

  it("similar cars are those that sorting the whole fleet finds", async () => {
    const { database, carFacts } = test.services;
    for (let number = 0; number < 40; number++)
      await makeCar(test, {
        category: number % 3 ? "SUV" : "Compact",
        monthlyPrice: 50_000 + ((number * 7) % 11) * 1000,
      });
    const fleet = await database.rows<{ id: string; category: Category; monthlyPrice: number }>(
      `select id, category, monthly_price as "monthlyPrice" from cars where available and retired_at is null`,
    );
    const context = {
      database,
      today: dateInLosAngeles(Date.now()),
      counts: carFacts.counts,
      words: carFacts.words,
    };
    for (const car of fleet) {
      const found = await findSimilarCars(context, car, {}, 16);
      const sorted = fleet
        .filter(({ id }) => id !== car.id)
        .toSorted(
          (one, other) =>
            Number(one.category !== car.category) - Number(other.category !== car.category) ||
            Math.abs(one.monthlyPrice - car.monthlyPrice) - Math.abs(other.monthlyPrice - car.monthlyPrice) ||
            (one.id < other.id ? -1 : 1),
        );
      expect(found.map(({ id }) => id)).toEqual(sorted.slice(0, 16).map(({ id }) => id));
    }
  });

  it("similar cars differ in brand where the category has more than four", async () => {
    const make = (name: string, brand: string, colour: string) =>
      makeCar(test, { name, brand, colour, category: "Luxury", monthlyPrice: 300_000 });
    const carId = await make("Varied 0", "BMW", "Black");
    for (const one of ["1", "2", "3"]) await make(`Varied ${one}`, "BMW", "Black");
    for (const [brand, colour] of [
      ["Lexus", "White"],
      ["Audi", "Red"],
      ["Genesis", "Blue"],
    ] as const)
      await make(`Varied ${brand}`, brand, colour);
    const brands = await fieldOf<string>(test, `/api/cars/${carId}/similar`, "brand");
    expect(brands.toSorted()).toEqual(["Audi", "BMW", "Genesis", "Lexus"]);
  });
});

describe("a car that is not for rent", () => {
  it.each([
    ["unavailable", { available: false }],
    ["retired", { retiredAt: new Date() }],
  ])("a car that is %s is in no list and keeps its page", async (_name, wanted) => {
    const carId = await makeCar(test, {
      name: `Hidden ${crypto.randomUUID()}`,
      brand: "Hidden",
      city: "Sunnyvale",
      ...wanted,
    });
    const dates = from(30);
    for (const query of [
      "limit=100",
      "brand=Hidden",
      "q=hidden",
      "location=Sunnyvale",
      `limit=100&pickupDate=${dates.pickupDate}&returnDate=${dates.returnDate}`,
    ]) {
      expect(await fieldOf(test, `/api/cars?${query}`, "id")).not.toContain(carId);
    }
    expect(await fieldOf(test, "/api/cars/search?make=hidden", "id")).toEqual([]);
    expect(await fieldOf(test, "/api/brands", "name")).not.toContain("Hidden");
    expect(await fieldOf(test, "/api/locations", "city")).not.toContain("Sunnyvale");
    expect((await get(`/api/cars/${carId}`)).json()).toMatchObject({ id: carId, available: false });
    expect(await availability(carId)).toMatchObject({ carId, available: false });
  });
});
