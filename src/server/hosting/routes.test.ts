// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeCar } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({}, { at: "2026-12-01T20:00:00Z" });
  const honda = { brand: "Honda", model: "CR-V", category: "SUV", bodyStyle: "suv" } as const;
  await makeCar(test, { ...honda, year: 2022, monthlyPrice: 80_000, city: "San Jose" });
  await makeCar(test, { ...honda, year: 2020, monthlyPrice: 70_000, city: "Fremont" });
  await makeCar(test, { ...honda, year: 2022, monthlyPrice: 1_000_000, available: false });
  await makeCar(test, { ...honda, year: 2022, monthlyPrice: 1_000_000, retiredAt: new Date() });
  await makeCar(test, {
    brand: "Toyota",
    model: "RAV4",
    category: "SUV",
    bodyStyle: "suv",
    year: 2021,
    monthlyPrice: 90_000,
  });
});
afterAll(() => test.close());

type EstimateQuery = Record<string, string>;
const crv: EstimateQuery = { brand: "Honda", model: "CR-V", year: "2022", city: "San Jose" };
const ask = (asked: EstimateQuery) => test.app.inject(`/api/hosting/estimate?${new URLSearchParams(asked)}`);
const estimate = async (asked: EstimateQuery) => {
  const answer = await ask(asked);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Record<string, unknown>>();
};

describe("GET /api/hosting/kinds", () => {
  it("each kind has its estimate from the median price of available cars", async () => {
    const answer = await test.app.inject("/api/hosting/kinds");
    // 700, 800 and 900: 800 × 6 × 0.95 × 0.8 and × 11, rounded down to ten dollars.
    expect(answer.json()).toEqual([
      { category: "SUV", cars: 3, monthlyPrice: "800.00", yearLow: "3640.00", yearHigh: "6680.00" },
    ]);
  });
});

describe("GET /api/hosting/estimate", () => {
  it("the estimate uses the available cars of the same model, adjusted to the year", async () => {
    // 800 and 700 + 4 %: halfway 764; 764 × 6 × 0.95 × 0.8 and × 11, rounded down to ten dollars.
    expect(await estimate(crv)).toEqual({
      brand: "Honda",
      model: "CR-V",
      year: 2022,
      city: "San Jose",
      comparison: "model",
      comparableCars: 2,
      carsInTown: 1,
      monthlyPrice: "764.00",
      yearLow: "3480.00",
      yearHigh: "6380.00",
      monthsRented: { low: 6, high: 11 },
      longStayPercent: 5,
      platformSharePercent: 20,
    });
  });

  it.each(["crv", "CR V", "cr-v", " CR-V "])(
    "the estimate recognizes the model however it is spelled: %s",
    async (model) => {
      expect(await estimate({ ...crv, brand: "HONDA", model })).toMatchObject({
        comparison: "model",
        comparableCars: 2,
      });
    },
  );

  it("the estimate uses the same body for a model we lack, and the same brand for an unknown model", async () => {
    expect(await estimate({ ...crv, brand: "Subaru", model: "Forester" })).toMatchObject({
      comparison: "kind",
      comparableCars: 3,
    });
    expect(await estimate({ ...crv, brand: "Toyota", model: "Land Cruiser" })).toMatchObject({
      comparison: "brand",
      comparableCars: 1,
      monthlyPrice: "918.00",
    });
  });

  it("the estimate names no price without comparable cars", async () => {
    const answer = await estimate({ ...crv, brand: "Genesis", model: "GV70" });
    expect(answer).toMatchObject({ comparison: "none", comparableCars: 0, carsInTown: 0 });
    expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(["monthlyPrice"]));
  });

  it("the estimate accepts next year's models and refuses later ones", async () => {
    expect(await estimate({ ...crv, year: "2027" })).toMatchObject({ year: 2027 });
    expect(refusalOf(await ask({ ...crv, year: "2028" }))).toEqual({
      status: 422,
      code: "invalid",
      fields: ["year"],
    });
  });

  it("the estimate accepts a city however it is written", async () => {
    expect(await estimate({ ...crv, city: "san jose, ca" })).toMatchObject({ city: "San Jose" });
  });

  it.each(["brand", "model", "year", "city"])("the estimate needs the %s", async (name) => {
    const { [name]: _, ...rest } = crv;
    expect(refusalOf(await ask(rest))).toEqual({ status: 400, code: "malformed", fields: [name] });
    expect(refusalOf(await ask({ ...crv, [name]: "" }))).toMatchObject({ status: 400, fields: [name] });
  });

  it.each([
    [
      "year",
      ["0", "1889", "2026.5", "-2022", "2e3", "٢٠٢٢", "NaN", "9".repeat(400), "2022; drop table cars"],
    ],
    ["city", ["Oakland", "'; drop table cars --", "\u0000", "San Jose\u202E", "x".repeat(5000), "__proto__"]],
    ["brand", ["\u0000", "   ", "x".repeat(61)]],
    ["model", ["\u0000", "\uD800\u0001", "x".repeat(61)]],
  ])("the estimate refuses an invalid %s", async (name, values) => {
    for (const value of values)
      expect((await ask({ ...crv, [name]: value })).statusCode, JSON.stringify(value)).toBe(400);
  });

  it("the estimate takes hostile words as text", async () => {
    for (const words of [
      "' or '1'='1",
      "%",
      "_",
      "\\",
      "{{7*7}}",
      "<script>alert(1)</script>",
      "__proto__",
      "constructor",
      "🚗".repeat(30),
      "../../etc",
      ".*",
      "((((((",
    ]) {
      expect(await estimate({ ...crv, brand: words, model: words }), words).toMatchObject({
        comparison: "none",
        brand: words,
      });
    }
  });

  it("the estimate refuses a repeated parameter", async () => {
    const twice = await test.app.inject(`/api/hosting/estimate?${new URLSearchParams(crv)}&year=2021`);
    expect(twice.statusCode).toBe(400);
  });
});

describe("applying to host", () => {
  const path = "/api/account/host-application";
  const call = (person: Person, method: "GET" | "POST", url = path, payload?: object) =>
    test.app.inject({ method, url, headers: person.authorization, ...(payload && { payload }) });
  const state = async (person: Person) => (await call(person, "GET")).json<{ status: string }>().status;
  const decide = async (admin: Person, person: Person, decision: "approved" | "declined") => {
    const [waiting] = await test.services.database.rows<{ id: string }>(
      "select id from host_applications where account_id = $1 and status = 'pending'",
      [person.id],
    );
    const decided = await call(admin, "POST", `/api/admin/host-applications/${waiting?.id}/decision`, {
      decision,
      ...(decision === "declined" && { reason: "The car is from 1998" }),
    });
    expect(decided.statusCode, decided.body).toBe(200);
  };

  it("a signed-in person can apply, again after a decline, with one open application", async () => {
    const [admin, person] = [
      await makePerson(test, { role: "admin", permissions: ["all"] }),
      await makePerson(test),
    ];
    expect(await state(person)).toBe("none");
    const answers = await Promise.all(Array.from({ length: 3 }, () => call(person, "POST")));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: "application_pending",
    });
    await decide(admin, person, "declined");
    expect(await state(person)).toBe("declined");
    expect((await call(person, "POST")).json()).toMatchObject({ status: "pending" });
    await decide(admin, person, "approved");
    expect(await state(person)).toBe("approved");
    expect((await call(person, "POST")).statusCode).toBe(409);
    expect((await call(person, "GET", "/api/auth/user")).json()).toMatchObject({ userType: "host" });
  });

  it("a visitor who applies must sign in", async () => {
    expect((await test.app.inject({ method: "POST", url: path })).statusCode).toBe(401);
  });
});
