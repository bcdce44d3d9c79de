import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carSorts } from "#domain/cars/cars.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { fieldOf } from "#test/client.ts";
import { aMonth, makeCar } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const get = (url: string) => test.app.inject(url);

describe("a page of cars", () => {
  beforeAll(async () => {
    for (let number = 0; number < 45; number++) {
      await makeCar(test, {
        name: number % 3 ? "Same name" : `${"🚗".repeat(115)}${number}`,
        brand: "Paged",
        model: "Page",
        year: 2020 + (number % 3),
        monthlyPrice: 50_000 + (number % 4),
        city: "Palo Alto",
      });
    }
  });

  it.each(carSorts.flatMap((sort) => [1, 7, 44, 45, 100].map((limit) => [sort, limit] as const)))(
    "a page sorted by %s, %d at a time, leads to every car exactly once",
    async (sort, limit) => {
      const seen: string[] = [];
      let url: string | undefined = `/api/cars?brand=Paged&sort=${sort}&limit=${limit}`;
      let pages = 0;
      while (url) {
        const answer = await get(url);
        expect([answer.statusCode, answer.headers["x-total-count"]]).toEqual([200, "45"]);
        const cars = answer.json<{ id: string }[]>();
        expect(cars.length).toBeGreaterThan(0);
        seen.push(...cars.map((car) => car.id));
        pages++;
        url = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link))?.[1];
      }
      expect([seen.length, new Set(seen).size, pages]).toEqual([45, 45, Math.ceil(45 / limit)]);
      const whole = await fieldOf<string>(test, `/api/cars?brand=Paged&sort=${sort}&limit=100`, "id");
      expect(seen).toEqual(whole);
    },
  );

  it("a page has 24 cars by default and links to the next with the filters kept", async () => {
    const answer = await get("/api/cars/search?make=paged&maxPrice=900");
    expect(answer.json<unknown[]>()).toHaveLength(24);
    expect(answer.headers.link).toMatch(
      /^<\/api\/cars\/search\?make=paged&maxPrice=900&cursor=[\w-]+>; rel="next"$/,
    );
  });

  it("the next page continues at the same place although cars come and go", async () => {
    const first = await get("/api/cars?brand=Paged&sort=price-low&limit=20");
    const next = /^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? "";
    const expected = await fieldOf<string>(test, next, "id");
    const [earliest] = first.json<{ id: string }[]>();
    await test.services.database.rows("update cars set available = false where id = $1", [earliest?.id]);
    await test.services.carFacts.changed();
    expect(await fieldOf<string>(test, next, "id")).toEqual(expected);
    await test.services.database.rows("update cars set available = true where id = $1", [earliest?.id]);
    await test.services.carFacts.changed();
  });

  it("a search by dates or figures counts up to a thousand cars, and a whole list counts all", async () => {
    await test.services.database.rows(
      `insert into cars (name, brand, model, year, category, body_style, colour, monthly_price, description, features, city, state, zip_code, min_rent_days, plate_number, insurance)
       select 'Many ' || n, 'Many', 'One', 2024, 'Sedan', 'sedan', 'Silver', 75000, '', '{}', 'San Jose', 'CA', '95112', 30, 'MANY' || n, '' from generate_series(1, 1003) n`,
    );
    await test.services.carFacts.changed();
    const { pickupDate, returnDate } = aMonth(test);
    const totalOf = async (query: string) =>
      Number((await get(`/api/cars?brand=Many${query}`)).headers["x-total-count"]);
    const dates = `&pickupDate=${pickupDate}&returnDate=${returnDate}`;
    expect([await totalOf(""), await totalOf(dates), await totalOf("&minPrice=700")]).toEqual([
      1003, 1000, 1000,
    ]);
    expect(await totalOf(`${dates}&minPrice=760`)).toBe(0);
  });
});
