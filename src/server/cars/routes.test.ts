import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { fieldOf, refusalOf } from "#test/client.ts";
import { makeCar } from "#test/factories.ts";

let test: TestApp;
const ids: Record<string, string> = {};
beforeAll(async () => {
  test = await startTestApp();
  const made: [string, Parameters<typeof makeCar>[1]][] = [
    [
      "camry",
      {
        name: "Toyota Camry LE",
        brand: "Toyota",
        model: "Camry",
        year: 2022,
        monthlyPrice: 75_000,
        city: "San Jose",
        features: ["5 Seats", "32 mpg"],
        carplay: true,
        zipCode: "95112",
      },
    ],
    [
      "corolla",
      {
        name: "Toyota Corolla Hybrid",
        brand: "Toyota",
        model: "Corolla Hybrid",
        category: "Compact",
        year: 2025,
        monthlyPrice: 63_900,
        city: "San Mateo",
        features: ["5 seats", "4 seats"],
        carplay: true,
        minRentDays: 60,
        zipCode: "94401",
      },
    ],
    [
      "civic",
      {
        name: "Honda Civic EX",
        brand: "Honda",
        model: "Civic",
        year: 2021,
        monthlyPrice: 69_900,
        city: "San Francisco",
        features: ["Third-row seats", "7 seats or more", "99999999999 seats", "seats"],
        zipCode: "94118",
      },
    ],
    [
      "tesla",
      {
        name: "Tesla Model Y",
        brand: "Tesla",
        model: "Model Y",
        category: "Electric",
        bodyStyle: "electric-crossover",
        year: 2023,
        monthlyPrice: 109_900,
        city: "Fremont",
        features: ["7 seats", "1,310.5 mi range"],
        carplay: false,
        minRentDays: 90,
        zipCode: "94538",
      },
    ],
    [
      "f150",
      {
        name: "Ford F-150 XLT",
        brand: "Ford",
        model: "F-150",
        category: "Truck",
        bodyStyle: "pickup",
        year: 2020,
        monthlyPrice: 99_900,
        city: "San Jose",
        zipCode: "95110",
      },
    ],
    [
      "percent",
      {
        name: "Kia 100% Soul_EV",
        brand: "Kia",
        model: "Soul",
        category: "Electric",
        bodyStyle: "electric-hatch",
        year: 2020,
        monthlyPrice: 75_000,
        city: "Fremont",
        features: ["4 seats", "149 mi range"],
        zipCode: "94538",
      },
    ],
    [
      "absent",
      {
        name: "Toyota Unavailable",
        brand: "Toyota",
        model: "Camry",
        monthlyPrice: 1000,
        city: "Cupertino",
        available: false,
      },
    ],
    [
      "retired",
      {
        name: "Toyota Retired",
        brand: "Rover",
        model: "Camry",
        category: "Luxury",
        monthlyPrice: 1000,
        city: "Cupertino",
        retiredAt: new Date(),
      },
    ],
  ];
  for (const [key, car] of made) ids[key] = await makeCar(test, car);
});
afterAll(() => test.close());

const get = (url: string) => test.app.inject(url);
const names = (url: string) => fieldOf<string>(test, url, "name");
const models = async (query: string) =>
  (await fieldOf<string>(test, `/api/cars?${query}`, "model")).toSorted();

describe("the counts of the fleet", () => {
  it("every category has its icon and its number of cars", async () => {
    const categories = (await get("/api/categories")).json<
      { id: string; name: string; icon: string; count: number }[]
    >();
    expect(categories.map(({ name, icon, count }) => [name, icon, count])).toEqual([
      ["Compact", "car", 1],
      ["Sedan", "car", 2],
      ["SUV", "truck", 0],
      ["Truck", "truck", 1],
      ["Minivan", "shuttle-van", 0],
      ["Electric", "car", 2],
      ["Luxury", "car", 0],
    ]);
  });

  it("every brand has its number of available cars", async () => {
    const brands = (await get("/api/brands")).json<{ id: string; name: string; count: number }[]>();
    expect(brands).toEqual(
      ["Ford", "Honda", "Kia", "Tesla", "Toyota"].map((name) => ({
        id: name.toLowerCase(),
        name,
        count: name === "Toyota" ? 2 : 1,
      })),
    );
  });

  it("every city has its number of cars and lowest price", async () => {
    expect((await get("/api/locations")).json()).toEqual([
      { id: "fremont-ca", city: "Fremont", state: "CA", count: 2, fromPrice: "750.00" },
      { id: "san-francisco-ca", city: "San Francisco", state: "CA", count: 1, fromPrice: "699.00" },
      { id: "san-jose-ca", city: "San Jose", state: "CA", count: 2, fromPrice: "750.00" },
      { id: "san-mateo-ca", city: "San Mateo", state: "CA", count: 1, fromPrice: "639.00" },
    ]);
  });
});

describe("the list of cars", () => {
  it.each<[string, string[]]>([
    ["", ["Camry", "Civic", "Corolla Hybrid", "F-150", "Model Y", "Soul"]],
    [
      "q=&category=&brand=&location=&pickupDate=&returnDate=&sort=&limit=&cursor=",
      ["Camry", "Civic", "Corolla Hybrid", "F-150", "Model Y", "Soul"],
    ],
    ["category=Electric", ["Model Y", "Soul"]],
    ["category=eLECtric", ["Model Y", "Soul"]],
    ["category=Luxury", []],
    ["category=Boat", []],
    ["brand=toyota", ["Camry", "Corolla Hybrid"]],
    ["brand=Toy", []],
    ["location=San Jose", ["Camry", "F-150"]],
    ["location=san jose, ca", ["Camry", "F-150"]],
    ["location=San", ["Camry", "Civic", "Corolla Hybrid", "F-150"]],
    ["location=95112", ["Camry"]],
    ["location=99999", []],
    ["location=Atlantis", []],
    ["brand=Toyota&location=San Jose&category=sedan", ["Camry"]],
    ["brand=Toyota&location=Fremont", []],
    ["q=camry&location=San Jose", ["Camry"]],
    ["q=camry&location=Fremont", []],
    ["utm_source=letter&foo=1", ["Camry", "Civic", "Corolla Hybrid", "F-150", "Model Y", "Soul"]],
  ])("the list filtered by %j has the right cars and their number", async (query, expected) => {
    expect(await models(query)).toEqual(expected);
    expect((await get(`/api/cars?${query}`)).headers["x-total-count"]).toBe(String(expected.length));
  });

  it.each<[string, string[]]>([
    ["camry", ["Camry"]],
    ["TOYOTA camry", ["Camry"]],
    ["toyta camry", ["Camry"]],
    ["tesls", ["Model Y"]],
    ["hnda civic", ["Civic"]],
    ["f150", ["F-150"]],
    ["F 150", ["F-150"]],
    ["特斯拉", ["Model Y"]],
    ["丰田", ["Camry", "Corolla Hybrid"]],
    ["本田思域", ["Civic"]],
    ["ＣＡＭＲＹ", ["Camry"]],
    ["f-150", ["F-150"]],
    ["cor", ["Corolla Hybrid"]],
    ["100%", ["Soul"]],
    ["%", []],
    ["_", []],
    ["\\", []],
    ["%%%", []],
    ["camry%' or '1'='1", []],
    ["xqzwv", []],
    ["camry xqzwv", []],
    ["🚗", []],
  ])("the list searched for %j has the right cars", async (typed, expected) => {
    expect(await models(`q=${encodeURIComponent(typed)}`)).toEqual(expected);
  });

  it.each([
    ["price-low", "monthlyPrice", (a: string, b: string) => Number(a) - Number(b)],
    ["price-high", "monthlyPrice", (a: string, b: string) => Number(b) - Number(a)],
    ["name", "name", (a: string, b: string) => (a < b ? -1 : 1)],
    ["newest", "year", (a: string, b: string) => Number(b) - Number(a)],
  ])("the list sorted by %s is in order of %s", async (sort, field, compare) => {
    const values = await fieldOf<string>(test, `/api/cars?sort=${sort}`, field);
    expect(values).toHaveLength(6);
    expect(values).toEqual(values.toSorted(compare));
  });

  it("the list begins with the lowest price by default", async () => {
    expect(await names("/api/cars")).toEqual(await names("/api/cars?sort=price-low"));
  });
});

describe.each(["/api/cars", "/api/cars/search"])("the list at %s", (path) => {
  it.each<[string, string[]]>([
    ["minPrice=700&maxPrice=1000", ["Camry", "F-150", "Soul"]],
    ["minPrice=750.00&maxPrice=750", ["Camry", "Soul"]],
    ["maxPrice=700", ["Civic", "Corolla Hybrid"]],
    ["fromYear=2022&toYear=2023", ["Camry", "Model Y"]],
    ["make=HONDA", ["Civic"]],
    ["brand=Kia&make=HONDA", ["Soul"]],
    ["brand=&make=HONDA", ["Civic"]],
    ["model=model", ["Model Y"]],
    ["model=%25", []],
    [
      "model=f-150&make=Ford&location=San Jose, CA&minPrice=1&maxPrice=5000&fromYear=2000&toYear=2030",
      ["F-150"],
    ],
    ["minPrice=10000000", []],
    ["seats=4", ["Camry", "Corolla Hybrid", "F-150", "Model Y", "Soul"]],
    ["seats=5", ["Camry", "F-150", "Model Y"]],
    ["seats=7", ["Model Y"]],
    ["seats=8", []],
    ["range=149", ["Model Y", "Soul"]],
    ["range=1310", ["Model Y"]],
    ["range=1311", []],
    ["stay=30", ["Camry", "Civic", "F-150", "Soul"]],
    ["stay=89", ["Camry", "Civic", "Corolla Hybrid", "F-150", "Soul"]],
    ["carplay=true", ["Camry", "Corolla Hybrid"]],
    ["carplay=true&stay=30&seats=2&range=&maxPrice=800&q=toyota&category=Sedan", ["Camry"]],
    ["seats=&range=&stay=&carplay=&q=tesla", ["Model Y"]],
  ])("the list filtered by %s has the right cars and their number", async (query, expected) => {
    expect((await fieldOf<string>(test, `${path}?${query}`, "model")).toSorted()).toEqual(expected);
    expect((await get(`${path}?${query}`)).headers["x-total-count"]).toBe(String(expected.length));
  });

  it.each([
    ["seats", ["0", "-1", "100", "five", "5.5", "1e1", "5;drop table cars", "%00"]],
    ["range", ["0", "10000", "far", "300 mi", "NaN"]],
    ["stay", ["29", "401", "a month", "Infinity"]],
    ["carplay", ["false", "1", "TRUE", "true,true"]],
    ["minPrice", ["-1", "cheap", "1,200", "1e309"]],
    ["maxPrice", ["-1", "1.005", "NaN"]],
    ["make", ["a%00b", "x".repeat(61)]],
  ])("the list refuses an invalid %s and names the field", async (field, values) => {
    for (const value of [...values, `1&${field}=2`])
      expect(refusalOf(await get(`${path}?${field}=${value}`)), value).toEqual({
        status: 400,
        code: "malformed",
        fields: [field],
      });
  });
});

it("a car's seats and range follow its features", async () => {
  const id = await makeCar(test, { brand: "Volvo", model: "XC90", features: ["5 seats"], available: false });
  const { database } = test.services;
  const figures = async () =>
    (await database.rows("select seats, range_miles from cars where id = $1", [id]))[0];
  expect(await figures()).toEqual({ seats: 5, range_miles: null });
  await database.rows("update cars set features = '{7 seats,18 mi range}' where id = $1", [id]);
  expect(await figures()).toEqual({ seats: 7, range_miles: 18 });
  await database.rows("update cars set features = '{}' where id = $1", [id]);
  expect(await figures()).toEqual({ seats: null, range_miles: null });
});

describe("invalid parameters", () => {
  const cursor = (value: unknown) => `cursor=${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
  const id = crypto.randomUUID();
  it.each([
    ["/api/cars?limit=0", "limit"],
    ["/api/cars?limit=101", "limit"],
    ["/api/cars?limit=1e9", "limit"],
    ["/api/cars?limit=1e309", "limit"],
    ["/api/cars?limit=-1", "limit"],
    ["/api/cars?limit=2.5", "limit"],
    ["/api/cars?limit=9999999999999999999", "limit"],
    ["/api/cars?limit=1&limit=2", "limit"],
    ["/api/cars?q=a&q=b", "q"],
    ["/api/cars?q=%00", "q"],
    ["/api/cars?brand=a%00b", "brand"],
    ["/api/cars?location=%1b%5b31m", "location"],
    [`/api/cars?q=${"x".repeat(101)}`, "q"],
    ["/api/cars?sort=cheapest", "sort"],
    ["/api/cars?sort=price-low;drop table cars", "sort"],
    ["/api/cars?sort=name&sort=name", "sort"],
    ["/api/cars?cursor=made-up", "cursor"],
    [`/api/cars?${cursor(["price-low", 75_000.5, id])}`, "cursor"],
    [`/api/cars?${cursor(["price-low", 1e300, id])}`, "cursor"],
    [`/api/cars?${cursor(["price-low", "75000", id])}`, "cursor"],
    [`/api/cars?${cursor(["price-low", 75_000, "1 or 1=1"])}`, "cursor"],
    [`/api/cars?${cursor(["price-low", 75_000])}`, "cursor"],
    [`/api/cars?${cursor(["newest", 2022, id])}`, "cursor"],
    [`/api/cars?sort=price-high&${cursor(["price-low", 75_000, id])}`, "cursor"],
    [`/api/cars?sort=name&${cursor(["name", "a\u0000", id])}`, "cursor"],
    [`/api/cars?sort=name&${cursor(["name", "\ud800", id])}`, "cursor"],
    ["/api/cars/search?minPrice=900&maxPrice=100", "minPrice"],
    ["/api/cars/search?fromYear=2025&toYear=2020", "fromYear"],
    ["/api/cars/search?minPrice=-1", "minPrice"],
    ["/api/cars/search?minPrice=-0", "minPrice"],
    ["/api/cars/search?maxPrice=1e309", "maxPrice"],
    ["/api/cars/search?maxPrice=NaN", "maxPrice"],
    ["/api/cars/search?maxPrice=1,200", "maxPrice"],
    ["/api/cars/search?minPrice=1&minPrice=2", "minPrice"],
    ["/api/cars/search?fromYear=true", "fromYear"],
    ["/api/cars/search?toYear=99999", "toYear"],
    ["/api/cars?pickupDate=2027-02-30&returnDate=2027-04-01", "pickupDate"],
    ["/api/cars?pickupDate=2027-02-01T00:00:00Z&returnDate=2027-04-01", "pickupDate"],
  ])("%s is answered with 400 and the name of the field", async (url, field) => {
    expect(refusalOf(await get(url))).toEqual({ status: 400, code: "malformed", fields: [field] });
  });

  it.each([
    ["pickupDate=2027-04-01", "returnDate"],
    ["returnDate=2027-04-01", "pickupDate"],
    ["pickupDate=2020-01-01&returnDate=2020-03-01", "pickupDate"],
    ["pickupDate=2027-04-01&returnDate=2027-03-01", "returnDate"],
    ["pickupDate=2027-04-01&returnDate=2027-04-15", "returnDate"],
    ["pickupDate=2027-04-01&returnDate=2028-06-15", "returnDate"],
    ["pickupDate=2027-04-01&returnDate=", "returnDate"],
  ])(
    "dates that make no rental (%s) are answered with 422 and the name of the field",
    async (query, field) => {
      expect(refusalOf(await get(`/api/cars?${query}`))).toEqual({
        status: 422,
        code: "invalid",
        fields: [field],
      });
    },
  );

  it.each([
    "q[]=camry",
    "category[$ne]=x",
    "__proto__[available]=false",
    "constructor=1",
    "toString=1",
    "limit[]=1",
    "%00=1",
    "=",
    "&&&",
    "q",
  ])("parameters with unknown names (%s) are ignored", async (query) => {
    expect(await names(`/api/cars?${query}`)).toHaveLength(6);
  });
});
