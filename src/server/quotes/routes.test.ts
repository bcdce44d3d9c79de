// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const quote = (payload: object) => test.app.inject({ method: "POST", url: "/api/quotes", payload });

describe("a quote", () => {
  it("a quote prices a car with insurance by the day", async () => {
    const rental = aMonth(test, 10, 3);
    const wanted = { carId: await makeCar(test, { monthlyPrice: 75_000 }), ...rental };
    for (const insurance of ["basic", "premium"] as const) {
      const { total } = carPrice(75_000, rental, { insurance });
      expect((await quote({ ...wanted, insurance })).json()).toMatchObject({ total: wireMoney(total) });
    }
    expect((await quote(wanted)).json()).toMatchObject({ total: wireMoney(carPrice(75_000, rental).total) });
  });

  it("a quote for a plan refuses insurance by the day", async () => {
    const answer = await quote({ tier: "standard", ...aMonth(test), insurance: "basic" });
    expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([
      422,
      ["insurance"],
    ]);
  });
});
