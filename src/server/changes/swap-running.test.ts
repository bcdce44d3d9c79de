// @one-database
import { afterAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { OrderChange } from "#contract/changes.ts";
import type { ConditionRecord } from "#contract/trips.ts";
import { addDays } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { carOfStretch } from "#server/charges/charged-car.ts";
import { computedOf } from "#server/charges/computed.ts";
import { issueDocuments } from "#server/documents/issue.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import { today } from "#server/services.ts";
import { answerOffer } from "./answer-request.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, makeRecord, orderRow, verifyLicence } from "#test/condition.ts";
import { makeCar } from "#test/factories.ts";

const test = await startTestApp();
afterAll(test.close);
const renter = await makePerson(test);
await verifyLicence(test, renter.id);
const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
const { services } = test;

const call = (method: "POST" | "PUT" | "GET", url: string, by = renter, payload?: object) =>
  test.app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });
async function swap(id: string, carId: string) {
  const offered = await call("POST", `/api/admin/orders/${id}/offers`, admin, {
    carId,
    reason: "It is broken",
  });
  if (offered.statusCode !== 201) return offered;
  const change = offered.json<OrderChange>();
  return call("PUT", `/api/orders/${id}/changes/${change.id}`, renter, { decision: "accepted" });
}
const own = async (id: string) => (await call("GET", `/api/account/orders/${id}`)).json<OwnOrderDetail>();

/** A running rental whose pickup its renter has recorded; by its dates it began 10 days ago. */
async function running(): Promise<string> {
  const id = await makeRental(test, renter.id, { status: "confirmed" });
  await pay(test, id, (await orderRow(test, id)).total, admin.id);
  await makeRecord(test, renter, id, "pickup", { odometer: 10_000 });
  expect((await orderRow(test, id)).status).toBe("in_progress");
  return id;
}

describe("another car in a rental that runs", () => {
  it("a swapped car begins the next stretch, with its own records and documents", async () => {
    const id = await running();
    const before = await orderRow(test, id);
    const carId = await makeCar(test, { name: "Honda Fit", brand: "Honda" });
    // An order of somebody else on the new car's earlier days is in nobody's way.
    const others = await makeOrder(test, admin.id, {
      carId,
      pickupDate: addDays(today(services), -40),
      returnDate: addDays(today(services), -1),
    });
    expect((await orderRow(test, others)).holdsCar).toBe(true);
    const taken = await swap(id, carId);
    expect(taken.statusCode, taken.body).toBe(200);
    const order = await orderRow(test, id);
    expect(order).toMatchObject({ carId, status: "in_progress", total: before.total });
    expect(await findStretches(services.database.db, order)).toMatchObject([
      { number: 1, carId: before.carId, startsOn: before.pickupDate, endsOn: today(services) },
      { number: 2, carId, startsOn: today(services), endsOn: before.returnDate },
    ]);
    await issueDocuments(services);
    expect((await own(id)).documents.filter(({ kind }) => kind === "addendum")).toHaveLength(1);

    const back: ConditionRecord = await makeRecord(test, renter, id, "return", { odometer: 10_700 });
    expect([back.stretch, (await orderRow(test, id)).status]).toEqual([1, "in_progress"]);
    const pickup = await makeRecord(test, renter, id, "pickup", { odometer: 50_000 });
    expect(pickup.stretch).toBe(2);
    expect((await own(id)).miles.used).toBeNull();
    const last = await makeRecord(test, renter, id, "return", { odometer: 52_500 });
    expect([last.stretch, (await orderRow(test, id)).status]).toEqual([2, "completed"]);
    const shown = await own(id);
    expect(shown.miles.used).toBe(3200);
    expect(shown.stretches.map(({ carName, isWithoutCar }) => [carName, isWithoutCar])).toEqual([
      ["Toyota Camry LE", false],
      ["Honda Fit", false],
    ]);
    const { db } = services.database;
    const now = await orderRow(test, id);
    const extra = await computedOf(db, now, "extra_miles", await carOfStretch(db, now));
    expect(extra?.facts).toMatchObject({
      pickup: 50_000,
      return: 52_500,
      before: 700,
      extra: 3200 - before.milesIncluded,
    });
    const checked = await call("GET", `/api/orders/${id}/condition-records/check`);
    expect(checked.json()).toMatchObject({ isWhole: true, checked: 4 });
  });

  it("a cheaper car lowers the price of the remaining days to the cent, and a dearer one is refused", async () => {
    const id = await running();
    const before = await orderRow(test, id);
    const dearer = await swap(id, await makeCar(test, { monthlyPrice: 75_001 }));
    expect(refusalOf(dearer)).toMatchObject({ status: 422 });
    const cheaper = await makeCar(test, { monthlyPrice: 60_000 });
    expect((await swap(id, cheaper)).statusCode).toBe(200);
    const order = await orderRow(test, id);
    const left = before.days - 10;
    expect(before.total - order.total).toBe(Math.floor((15_000 * left) / 30 + 0.5));
    const { instalments } = await own(id);
    expect(instalments.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)).toBe(
      order.total,
    );
    // Added days cost what the car that is driven now costs.
    const returnDate = addDays(order.returnDate, 30);
    const more = await call("POST", `/api/orders/${id}/changes/quote`, renter, {
      kind: "extension",
      returnDate,
    });
    expect(more.json<OrderChange>().difference).toBe("600.00");
  });

  it("an offered car that is taken later keeps the offered total and begins its stretch on that day", async () => {
    const id = await running();
    const carId = await makeCar(test, { monthlyPrice: 60_000 });
    const offered = await call("POST", `/api/admin/orders/${id}/offers`, admin, {
      carId,
      reason: "It is broken",
    });
    const { id: changeId, after } = offered.json<OrderChange>();
    const later = { ...services, now: () => services.now() + 2 * 24 * 3_600_000 };
    await answerOffer(later, {
      orderId: id,
      changeId,
      holder: { key: undefined, accountId: renter.id },
      to: "accepted",
    });
    const order = await orderRow(test, id);
    expect([order.carId, wireMoney(order.total)]).toEqual([carId, after.total]);
    expect(await findStretches(services.database.db, order)).toMatchObject([
      { number: 1, endsOn: today(later) },
      { number: 2, carId, startsOn: today(later) },
    ]);
    const { instalments } = await own(id);
    expect(instalments.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)).toBe(
      order.total,
    );
  });

  it("the return of a swapped car leaves a moved-in rental running, though its pickup was never recorded", async () => {
    const id = await makeRental(test, renter.id, {
      tripStartedAt: new Date(services.now() - 10 * 86_400_000),
    });
    await pay(test, id, (await orderRow(test, id)).total, admin.id);
    expect((await swap(id, await makeCar(test))).statusCode).toBe(200);
    const back = await makeRecord(test, renter, id, "return");
    expect([back.stretch, (await orderRow(test, id)).status]).toEqual([1, "in_progress"]);
  });

  it("a car that a rental has left is kept from others only on its last day", async () => {
    const id = await running();
    const { carId, returnDate } = await orderRow(test, id);
    expect((await swap(id, await makeCar(test))).statusCode).toBe(200);
    const book = (inDays: number) =>
      makeOrder(test, admin.id, { carId, pickupDate: addDays(today(services), inDays), returnDate });
    await expect(book(0)).rejects.toThrow(/insert into/);
    expect(await book(1)).toBeTruthy();
  });
});
