// @one-database
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import type { AdminOrderDetail, PlanCar } from "#contract/admin/orders.ts";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { ChangeQuote, OrderChange } from "#contract/changes.ts";
import type { ShownOrder } from "#contract/orders.ts";
import { addDays } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { hashToken } from "#server/auth/link-tokens.ts";
import { orders } from "#server/db/schema/orders.ts";
import { issueDocuments } from "#server/documents/issue.ts";
import { isAgreementAccepted } from "#server/documents/queries.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { databaseKind, startTestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, orderRow } from "#test/condition.ts";
import { makeCar } from "#test/factories.ts";
import { lapseRequests } from "./answer-request.ts";

const test = await startTestApp();
afterAll(test.close);
const renter = await makePerson(test);
const stranger = await makePerson(test);
const admin = await makePerson(test, { role: "admin", permissions: ["view_admin", "manage_payments"] });

const call = (method: "POST" | "PUT" | "DELETE" | "GET", url: string, by?: Person, payload?: object) =>
  test.app.inject({ method, url, ...(by && { headers: by.authorization }), ...(payload && { payload }) });
const offer = (id: string, carId: string, more: object = {}, by = admin) =>
  call("POST", `/api/admin/orders/${id}/offers`, by, { carId, reason: "Its brakes are repaired", ...more });
const answer = (
  id: string,
  changeId: string,
  decision: string,
  { by, key = "" }: { by?: Person | undefined; key?: string } = { by: renter },
) => call("PUT", `/api/orders/${id}/changes/${changeId}${key && `?key=${key}`}`, by, { decision });
const rows = <T>(text: string, values: unknown[]) => test.services.database.rows<T & object>(text, values);
const emails = async (id: string) =>
  (await rows<{ kind: string }>("select kind from emails where order_id = $1 order by kind", [id]))
    .map(({ kind }) => kind)
    .filter((kind) => kind.includes("swap"));
const heldCars = async (id: string) =>
  (await rows<{ car: string }>("select car_id as car from day_holds where order_id = $1", [id])).map(
    ({ car }) => car,
  );
const own = async (id: string) =>
  (await call("GET", `/api/account/orders/${id}`, renter)).json<OwnOrderDetail>();
const offered = async (id: string, carId: string): Promise<OrderChange> => {
  const sent = await offer(id, carId);
  expect([sent.statusCode, sent.json<OrderChange>().status]).toEqual([201, "requested"]);
  return sent.json<OrderChange>();
};

describe("another car", () => {
  it(`an accepted swap changes price, payments, addendum and emails once, on ${databaseKind}`, async () => {
    const id = await makeRental(test, renter.id, { inDays: 10 });
    const before = await orderRow(test, id);
    await pay(test, id, 75_000, admin.id);
    const carId = await makeCar(test, { name: "Honda Fit", brand: "Honda", monthlyPrice: 60_000 });
    const choices = (await call("GET", `/api/admin/orders/${id}/cars`, admin)).json<PlanCar[]>();
    expect(choices.map((car) => car.id)).toContain(carId);
    const price = carPrice(60_000, before);
    const quoted = await call("POST", `/api/admin/orders/${id}/offers/quote`, admin, { carId });
    expect(quoted.json<ChangeQuote>()).toMatchObject({
      before: { total: wireMoney(before.total), rental: { carId: before.carId } },
      after: { total: wireMoney(price.total), rental: { carId, carName: "Honda Fit" } },
      difference: wireMoney(price.total - before.total),
    });
    expect([await heldCars(id), (await own(id)).changes]).toEqual([[], []]);

    const body = { id: crypto.randomUUID() };
    const sent = await Promise.all([0, 1, 2].map(() => offer(id, carId, body)));
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(await heldCars(id)).toEqual([carId]);
    expect(await orderRow(test, id)).toMatchObject({ carId: before.carId, total: before.total });
    const [waiting] = (await own(id)).changes;
    expect(waiting).toMatchObject({ kind: "swap", status: "requested", reason: "Its brakes are repaired" });
    // Meanwhile, nobody else and no second change can take the car or the days.
    const wanted = { carId, pickupDate: before.pickupDate, returnDate: before.returnDate };
    const taken = await call("POST", "/api/bookings", stranger, {
      customerName: "Wei Lin",
      customerEmail: "other@example.com",
      customerPhone: "+1 650 555 0134",
      pickupLocation: "1 A St",
      totalPrice: wireMoney(price.total),
      ...wanted,
    });
    expect(refusalOf(taken)).toMatchObject({ code: "car_taken" });
    expect((await own(id)).actions.dates).toEqual({ allowed: false, reason: "waiting" });
    const keeper = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    expect(refusalOf(await call("DELETE", `/api/admin/cars/${carId}`, keeper))).toMatchObject({
      status: 409,
      code: "car_has_open_orders",
    });

    const taking = await Promise.all([0, 1].map(() => answer(id, body.id, "accepted")));
    expect(taking.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await orderRow(test, id)).toMatchObject({
      carId,
      carName: "Honda Fit",
      carBrand: "Honda",
      monthlyPrice: 60_000,
      total: price.total,
      tariff: { monthlyPrice: 60_000 },
    });
    expect(await heldCars(id)).toEqual([]);
    const { instalments, changes } = await own(id);
    expect(instalments.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)).toBe(
      price.total,
    );
    expect(changes.map(({ kind, status }) => [kind, status])).toEqual([["swap", "accepted"]]);
    expect(await emails(id)).toEqual(["admin_swap_accepted", "swap_accepted", "swap_offered"]);
    await issueDocuments(test.services);
    expect((await own(id)).documents.filter(({ kind }) => kind === "addendum")).toHaveLength(1);
    expect(await isAgreementAccepted(test.services.database.db, id)).toBe(true);
    const { history } = (await call("GET", `/api/admin/orders/${id}`, admin)).json<AdminOrderDetail>();
    expect(history.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["swap_offered", "car_swapped"]),
    );
    // The order's former car is open to others.
    await makeOrder(test, stranger.id, {
      carId: before.carId,
      pickupDate: before.pickupDate,
      returnDate: before.returnDate,
    });
  });

  it("a swap before the pickup lowers every day's price, and that of days added later", async () => {
    const id = await makeRental(test, renter.id, { inDays: 10 });
    const { tariff, days, lines, total, returnDate } = await orderRow(test, id);
    assert(tariff);
    const fixed = { days, lines, discountPercent: 0, addedMonthlyPrice: 75_000 };
    await test.services.database.db
      .update(orders)
      .set({ tariff: { ...tariff, fixed } })
      .where(eq(orders.id, id));
    const carId = await makeCar(test, { monthlyPrice: 60_000 });
    const change = await offered(id, carId);
    expect((await answer(id, change.id, "accepted")).statusCode).toBe(200);
    const cheaper = total - 500 * days;
    expect(await orderRow(test, id)).toMatchObject({ carId, total: cheaper, monthlyPrice: 60_000 });
    const longer = { kind: "extension", returnDate: addDays(returnDate, 15) };
    const quoted = await call("POST", `/api/orders/${id}/changes/quote`, renter, longer);
    expect(quoted.json<ChangeQuote>(), quoted.body).toMatchObject({
      before: { total: wireMoney(cheaper) },
      difference: "300.00",
    });
  });

  it("a declined, withdrawn or lapsed swap changes nothing and frees the car", async () => {
    const id = await makeRental(test, renter.id, { inDays: 10 });
    const before = await orderRow(test, id);
    const carId = await makeCar(test);
    const declined = await offered(id, carId);
    expect((await answer(id, declined.id, "declined")).json()).toMatchObject({
      status: "declined",
      reason: "Its brakes are repaired",
    });
    const withdrawn = await offered(id, carId);
    expect((await call("DELETE", `/api/admin/changes/${withdrawn.id}`, admin)).json()).toMatchObject({
      status: "withdrawn",
    });
    expect(refusalOf(await answer(id, withdrawn.id, "accepted"))).toMatchObject({ code: "change_answered" });
    const lapsed = await offered(id, carId);
    await rows("update order_changes set answer_until = now() - interval '1 minute' where id = $1", [
      lapsed.id,
    ]);
    expect(refusalOf(await answer(id, lapsed.id, "accepted"))).toMatchObject({ code: "change_answered" });
    for (let minute = 0; minute < 2; minute++) await lapseRequests(test.services);
    expect(await heldCars(id)).toEqual([]);
    const { carId: own, total } = await orderRow(test, id);
    expect([own, total]).toEqual([before.carId, before.total]);
    expect(await emails(id)).toEqual([
      "admin_swap_declined",
      "admin_swap_lapsed",
      "swap_lapsed",
      "swap_offered",
      "swap_offered",
      "swap_offered",
      "swap_withdrawn",
    ]);
  });

  it("a swap can be answered only by its renter, signed in or with the key of a visitor's order", async () => {
    const id = await makeRental(test, renter.id, { inDays: 10 });
    const { id: changeId } = await offered(id, await makeCar(test));
    for (const [by, key] of [
      [stranger, ""],
      [admin, ""],
      [undefined, ""],
      [undefined, "guess"],
    ] as const)
      expect((await answer(id, changeId, "accepted", { by, key })).statusCode).toBe(404);
    expect((await answer(id, crypto.randomUUID(), "accepted")).statusCode).toBe(404);
    expect(
      (await call("PUT", `/api/admin/changes/${changeId}`, admin, { decision: "accepted" })).statusCode,
    ).toBe(404);
    expect((await call("DELETE", `/api/orders/${id}/changes/${changeId}`, renter)).statusCode).toBe(404);
    expect((await offer(id, await makeCar(test), {}, renter)).statusCode).toBe(403);

    const visitors = await makeOrder(test, null, {
      keyHash: hashToken("the-key"),
      pickupDate: addDays((await orderRow(test, id)).pickupDate, 3),
    });
    const change = await offered(visitors, await makeCar(test, { monthlyPrice: 50_000 }));
    const shown = await call("GET", `/api/orders/${visitors}?key=the-key`);
    expect(shown.json<ShownOrder>().offer).toMatchObject({ id: change.id, kind: "swap" });
    expect((await call("GET", `/api/orders/${visitors}`)).json<ShownOrder>().offer).toBeUndefined();
    const accepted = await answer(visitors, change.id, "accepted", { key: "the-key" });
    expect(accepted.json()).toMatchObject({ status: "accepted" });
    const [email] = await rows<{ content: object }>(
      "select content from emails where order_id = $1 and kind = 'swap_offered'",
      [visitors],
    );
    expect(JSON.stringify(email?.content)).toContain("/find-order?orderNumber=");
  });

  it("an offered car can't be dearer, held, retired or the same, or for a plan order before pickup", async () => {
    const id = await makeRental(test, renter.id, { inDays: 10 });
    const { carId, pickupDate, returnDate } = await orderRow(test, id);
    const dearer = await makeCar(test, { monthlyPrice: 75_001 });
    expect(refusalOf(await offer(id, dearer))).toMatchObject({ status: 422 });
    expect(refusalOf(await offer(id, carId ?? ""))).toMatchObject({ status: 422 });
    const held = await makeCar(test);
    await makeOrder(test, stranger.id, { carId: held, pickupDate, returnDate });
    expect(refusalOf(await offer(id, held))).toMatchObject({ status: 409, code: "car_taken" });
    const retired = await makeCar(test, { retiredAt: new Date() });
    expect(refusalOf(await offer(id, retired))).toMatchObject({ code: "car_unavailable" });
    expect(refusalOf(await offer(id, crypto.randomUUID()))).toMatchObject({ code: "car_unavailable" });
    expect(refusalOf(await offer(id, await makeCar(test), { reason: " " }))).toMatchObject({ status: 422 });
    expect(await heldCars(id)).toEqual([]);

    await offered(id, await makeCar(test));
    // The offer waits for the renter, so the order is not in the list of orders that wait for us.
    const asking = await call("GET", "/api/admin/orders?attention=request", admin);
    expect(asking.json<{ id: string }[]>().map((order) => order.id)).not.toContain(id);
    expect(refusalOf(await offer(id, await makeCar(test)))).toMatchObject({ code: "change_not_possible" });
    const plan = await makeOrder(test, renter.id, { tier: "standard", pickupDate, returnDate });
    expect(refusalOf(await offer(plan, await makeCar(test)))).toMatchObject({ code: "change_not_possible" });
  });
});
