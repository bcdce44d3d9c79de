import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { planOf } from "#domain/pricing/plans.ts";
import { wireMoney } from "#domain/money.ts";
import { carPrice, planPrice } from "#domain/pricing/taxed-price.ts";
import { carTariff, planTariff, type Tariff } from "#domain/pricing/tariff.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeOrder, orderRow } from "#test/condition.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const order = async (path: string, payload: object): Promise<string> => {
  const answer = await test.app.inject({ method: "POST", url: path, payload });
  return answer.json<{ id: string }>().id;
};
const tariffOf = async (id: string): Promise<Tariff | null> => (await orderRow(test, id)).tariff;

/** An order of each kind, with the tariff that prices it. */
async function placeOrders() {
  const standard = planOf("standard");
  if (!standard) throw new Error("no plan");
  const month = aMonth(test);
  const carId = await makeCar(test, { monthlyPrice: 60_000, minRentDays: 30 });
  const plan = { ...renter, ...month, tier: "standard", insurance: "protection", location: "Fremont" };
  const placed = {
    car: await order("/api/bookings", {
      ...renter,
      ...month,
      carId,
      totalPrice: wireMoney(carPrice(60_000, month).total),
    }),
    plan: await order("/api/orders", {
      ...plan,
      paymentMethod: "paypal",
      totalPrice: wireMoney(planPrice(standard, month, "protection").total),
    }),
    wizard: await makeOrder(test, (await makePerson(test)).id),
  };
  const expected = {
    car: carTariff({ monthlyPrice: 60_000, minRentDays: 30 }, {}),
    plan: planTariff(standard, "protection", {}),
    wizard: carTariff({ monthlyPrice: 75_000, minRentDays: 30 }, { insurance: "basic" }),
  };
  return { placed, expected };
}

it("an order keeps the tariff it was priced by", async () => {
  const { placed, expected } = await placeOrders();
  expect([await tariffOf(placed.car), await tariffOf(placed.plan)]).toEqual([expected.car, expected.plan]);
});

it("the migration gives orders without a tariff the one that they were priced by", async () => {
  const { placed, expected } = await placeOrders();
  const fill = readFileSync("src/server/db/migrations/0033_frozen_tariff.sql", "utf8")
    .split("--> statement-breakpoint")
    .find((statement) => statement.includes("UPDATE orders SET tariff"));
  await test.services.database.rows("update orders set tariff = null");
  await test.services.database.rows(fill ?? "");
  for (const kind of ["car", "plan", "wizard"] as const)
    expect(await tariffOf(placed[kind])).toEqual(expected[kind]);
});
