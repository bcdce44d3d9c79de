// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminOrderDetail } from "#contract/admin/orders.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, makeRecord, orderRow, verifyLicence } from "#test/condition.ts";
import { makeCar } from "#test/factories.ts";

let test: TestApp;
let renter: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  renter = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  await verifyLicence(test, renter.id);
});
afterAll(() => test.close());

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object) =>
  test.app.inject({ method, url, ...(payload && { payload }), headers: admin.authorization });
const shown = async (id: string) => (await call("GET", `/api/admin/orders/${id}`)).json<AdminOrderDetail>();

describe("a rental whose car was handed over", () => {
  it("a rental that an administrator began without a record keeps its car", async () => {
    const plan = { source: "plan", tier: "standard", insurance: null, status: "in_progress" } as const;
    const id = await makeOrder(test, renter.id, plan);
    expect(await shown(id)).toMatchObject({ canChooseCar: false });
    const other = { carId: await makeCar(test, { monthlyPrice: 70_000 }) };
    expect((await call("PUT", `/api/admin/orders/${id}/car`, other)).json()).toMatchObject({
      obstacle: "recorded",
    });
  });

  it("a rental with a recorded pickup keeps its car, also for a plan", async () => {
    const insurance = null;
    const id = await makeOrder(test, renter.id, { source: "plan", tier: "standard", insurance });
    expect(await shown(id)).toMatchObject({ canChooseCar: true });
    await makeRecord(test, admin, id, "pickup");
    const { carId } = await orderRow(test, id);
    const other = { carId: await makeCar(test, { monthlyPrice: 70_000 }) };
    expect(await shown(id)).toMatchObject({ canChooseCar: false });
    const refused = await call("PUT", `/api/admin/orders/${id}/car`, other);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: "change_not_possible", obstacle: "recorded" });
    expect((await orderRow(test, id)).carId).toBe(carId);
  });

  it("a rental with a recorded pickup is offered no other car, whatever its status", async () => {
    const id = await makeOrder(test, renter.id);
    expect(await shown(id)).toMatchObject({ canOfferCar: true });
    await makeRecord(test, renter, id, "pickup");
    const status = { status: "confirmed", reason: "A mistake" };
    expect((await call("PUT", `/api/admin/orders/${id}/status`, status)).statusCode).toBe(200);
    expect(await shown(id)).toMatchObject({ canOfferCar: false });
    const offer = { carId: await makeCar(test), reason: "The other one broke down" };
    expect(refusalOf(await call("POST", `/api/admin/orders/${id}/offers`, offer))).toMatchObject({
      code: "change_not_possible",
    });
  });
});
