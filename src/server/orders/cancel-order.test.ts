// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { answer, makeCharge } from "#test/charges.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter as typed } from "#test/factories.ts";

let test: TestApp;
let renter: Person;
let admin: Person;
const at = Date.parse("2026-11-22T18:00:00Z");
beforeAll(async () => {
  test = await startTestApp({}, { at: "2026-11-22T18:00:00Z" });
  renter = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

const call = (method: "POST" | "PUT", url: string, by: Person, payload: object) =>
  test.app.inject({ method, url, payload, headers: by.authorization });

/** Makes a confirmed order of the renter that begins in `inDays` days, and pays `paid` of it. */
async function confirmed(inDays: number, paid?: string): Promise<string> {
  const wanted = { carId: await makeCar(test), ...aMonth(test, inDays) };
  const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: wanted });
  const { total } = quote.json<{ total: string }>();
  const person = { ...typed, customerEmail: renter.email };
  const placed = await call("POST", "/api/bookings", renter, { ...person, ...wanted, totalPrice: total });
  const { id } = placed.json<{ id: string }>();
  await call("PUT", `/api/admin/orders/${id}/status`, admin, { status: "confirmed" });
  if (paid) {
    const payment = {
      id: crypto.randomUUID(),
      amount: paid,
      method: "transfer",
      reference: "A1",
      paidOn: "2026-11-22",
    };
    await call("POST", `/api/admin/orders/${id}/payments`, admin, payment);
  }
  return id;
}
const own = async (id: string) =>
  (
    await test.app.inject({ url: `/api/account/orders/${id}`, headers: renter.authorization })
  ).json<OwnOrderDetail>();
const cancel = (id: string, payload: object = {}) =>
  call("POST", `/api/orders/${id}/cancel`, renter, payload);
const refunds = (id: string) =>
  test.services.database.rows<{ amount: string | number }>("select amount from refunds where order_id = $1", [
    id,
  ]);
/** Returns what the email of an order's cancellation says to its renter. */
async function emailText(id: string): Promise<string> {
  const [email] = await test.services.database.rows<{ content: unknown }>(
    "select content from emails where order_id = $1 and kind = 'order_cancelled'",
    [id],
  );
  return JSON.stringify(email?.content);
}

describe("a confirmed order", () => {
  it("an order canceled a day before pickup is free, and everything paid is refunded", async () => {
    const id = await confirmed(10, "700.00");
    expect((await own(id)).actions.cancel).toEqual({
      allowed: true,
      price: { kept: "0.00", refund: "700.00" },
    });
    expect((await cancel(id, { expectedKept: "0.00" })).json()).toMatchObject({ status: "cancelled" });
    expect((await refunds(id)).map(({ amount }) => Number(amount))).toEqual([70_000]);
    expect((await cancel(id)).statusCode).toBe(200);
    expect(await refunds(id)).toHaveLength(1);
    const sent = await test.services.database.rows<{ kind: string }>(
      "select kind from emails where order_id = $1 and kind like '%cancelled'",
      [id],
    );
    expect(sent.map(({ kind }) => kind).toSorted()).toEqual(["admin_order_cancelled", "order_cancelled"]);
  });

  it("a later cancellation keeps one day's price for each day begun, and says so before", async () => {
    // Pickup is at 10:00, and it is 10:00 of the day before: from here on it costs.
    expect(instantInLosAngeles("2026-11-23", "10:00") - at).toBe(24 * 3_600_000);
    const free = await confirmed(1, "700.00");
    expect((await own(free)).actions.cancel.price).toEqual({ kept: "0.00", refund: "700.00" });
    const id = await confirmed(0, "700.00");
    const { price } = (await own(id)).actions.cancel;
    expect(price).toEqual({ kept: "25.00", refund: "675.00" });
    expect(refusalOf(await cancel(id, { expectedKept: "0.00" }))).toMatchObject({ status: 422 });
    expect((await own(id)).status).toBe("confirmed");
    expect((await cancel(id, { expectedKept: "25.00" })).statusCode).toBe(200);
    expect((await refunds(id)).map(({ amount }) => Number(amount))).toEqual([67_500]);
    expect(await emailText(id)).toContain("$25.00");
    expect(await emailText(id)).toContain("$675.00");
  });

  it("an administrator's cancellation emails what is kept, before pickup and during the rental", async () => {
    for (const status of ["confirmed", "in_progress"]) {
      const id = await confirmed(0, "700.00");
      const set = (to: string) =>
        call("PUT", `/api/admin/orders/${id}/status`, admin, { status: to, reason: "The car broke down" });
      if (status === "in_progress") await set(status);
      expect((await set("cancelled")).statusCode).toBe(200);
      expect(await emailText(id)).toContain("We keep $25.00");
      expect(await emailText(id)).toContain("$675.00");
    }
  });

  it("a cancellation after a refund doesn't say that nothing is owed", async () => {
    const id = await confirmed(10, "400.00");
    const sent = { id: crypto.randomUUID(), amount: "400.00", reason: "A gift" };
    const given = await call("POST", `/api/admin/orders/${id}/refunds`, admin, sent);
    expect(given.statusCode, given.body).toBe(201);
    const paid = await call("PUT", `/api/admin/refunds/${sent.id}`, admin, {
      decision: "paid",
      reference: "R1",
    });
    expect(paid.statusCode, paid.body).toBe(200);
    expect((await cancel(id)).statusCode).toBe(200);
    expect(await emailText(id)).not.toContain("You owe nothing");
    const free = await confirmed(10);
    await cancel(free);
    expect(await emailText(free)).toContain("You owe nothing");
  });

  it("a cancellation refunds nothing of a paid charge", async () => {
    const id = await confirmed(10, "700.00");
    const set = (status: string) =>
      call("PUT", `/api/admin/orders/${id}/status`, admin, { status, reason: "Handed over by mistake" });
    await set("in_progress");
    const charge = await makeCharge(test, admin, id);
    await answer(test, renter, charge.id, { answer: "accept" });
    await set("confirmed");
    const { price } = (await own(id)).actions.cancel;
    expect(price).toEqual({ kept: "0.00", refund: "620.00" });
    expect((await cancel(id, { expectedKept: "0.00" })).statusCode).toBe(200);
    expect((await refunds(id)).map(({ amount }) => Number(amount))).toEqual([62_000]);
    expect(await emailText(id)).toContain("$620.00");
  });

  it("a cancellation never keeps more than was paid", async () => {
    const id = await confirmed(0);
    expect((await own(id)).actions.cancel.price).toEqual({ kept: "0.00", refund: "0.00" });
    expect((await cancel(id)).statusCode).toBe(200);
    const money = await own(id);
    expect(money.balance).toBe("0.00");
  });
});

describe("a car for today", () => {
  it("a car for today comes as soon as it can be brought, and never at a past time", async () => {
    const wanted = { carId: await makeCar(test), ...aMonth(test, 0) };
    const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: wanted });
    const { total } = quote.json<{ total: string }>();
    const body = { ...typed, customerEmail: renter.email, ...wanted, totalPrice: total };
    const late = await call("POST", "/api/bookings", renter, { ...body, pickupTime: "09:30" });
    expect(refusalOf(late)).toMatchObject({ status: 422, fields: ["pickupTime"] });
    // It is 10:00 now, and so the car is brought at noon.
    const placed = await call("POST", "/api/bookings", renter, body);
    expect(placed.json()).toMatchObject({ pickupTime: "12:00", returnTime: "10:00" });
  });
});
