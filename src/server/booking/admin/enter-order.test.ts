// @one-database
import { afterAll, describe, expect, it } from "vitest";
import type { AdminOrder, AdminOrderDetail } from "#contract/admin/orders.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

const test = await startTestApp();
afterAll(test.close);
const admin = await makePerson(test, { role: "admin" });

const post = (url: string, payload: object, person: Person | undefined = admin) =>
  test.app.inject({ method: "POST", url, headers: person.authorization, payload });
const totalOf = async (what: object) =>
  (await test.app.inject({ method: "POST", url: "/api/quotes", payload: what })).json<{ total: string }>()
    .total;

const emailsTo = (email: string) =>
  test.services.database.rows<{ subject: string; content: unknown }>(
    "select subject, content from emails where recipient = $1",
    [email],
  );

async function bookingOf(more: object = {}) {
  const dates = aMonth(test, 12);
  const carId = await makeCar(test);
  return {
    ...renter,
    carId,
    ...dates,
    totalPrice: await totalOf({ carId, ...dates }),
    language: "zh",
    ...more,
  };
}

describe("an order by telephone", () => {
  it("an order confirmed at once sends one email in the renter's language with the link to the order", async () => {
    const body = { ...(await bookingOf({ customerEmail: "caller@example.com" })), id: crypto.randomUUID() };
    const answer = await post("/api/admin/bookings", { ...body, confirm: true });
    expect(answer.statusCode, answer.body).toBe(201);
    const order = answer.json<AdminOrder>();
    expect(order).toMatchObject({
      id: body.id,
      source: "request",
      status: "confirmed",
      expiresAt: null,
      vehicleId: body.carId,
      totalPrice: body.totalPrice,
    });
    const emails = await emailsTo("caller@example.com");
    expect(emails.map(({ subject }) => subject)).toEqual([`您的订单 ${order.orderNumber} 已确认`]);
    expect(JSON.stringify(emails[0])).toContain(`/order-complete?order=${order.id}&key=`);
    const { history } = (
      await test.app.inject({ url: `/api/admin/orders/${order.id}`, headers: admin.authorization })
    ).json<AdminOrderDetail>();
    expect(history).toEqual([
      expect.objectContaining({ action: "placed", by: expect.stringContaining("Wei Lin") }),
    ]);
    // The same request again returns the same order.
    expect(
      (await post("/api/admin/bookings", { ...body, confirm: true })).json<AdminOrder>().orderNumber,
    ).toBe(order.orderNumber);
    expect(refusalOf(await post("/api/bookings", { ...body, id: crypto.randomUUID() }))).toMatchObject({
      status: 409,
      code: "car_taken",
    });
  });

  it("an order that isn't agreed yet waits for an answer and keeps the rules of every order", async () => {
    const body = await bookingOf({ customerEmail: "waiting@example.com" });
    expect(refusalOf(await post("/api/admin/bookings", { ...body, totalPrice: "1.00" }))).toMatchObject({
      code: "price_changed",
    });
    expect(
      refusalOf(await post("/api/admin/bookings", { ...body, returnDate: body.pickupDate })),
    ).toMatchObject({ status: 422, fields: ["returnDate"] });
    expect(refusalOf(await post("/api/admin/bookings", { ...body, customerEmail: "nobody" }))).toMatchObject({
      status: 422,
      fields: ["customerEmail"],
    });
    const order = (await post("/api/admin/bookings", body)).json<AdminOrder>();
    expect(order).toMatchObject({ status: "pending", expiresAt: expect.any(String) });
    expect((await emailsTo("waiting@example.com")).map(({ subject }) => subject)).toEqual([
      `我们已收到您的预订申请 ${order.orderNumber}`,
    ]);
  });

  it("an administrator can enter a plan order without a payment method, and it waits for its car", async () => {
    const { pickupDate, returnDate } = aMonth(test, 12);
    const wanted = { tier: "standard", insurance: "decline", pickupDate, returnDate };
    const body = {
      ...renter,
      ...wanted,
      location: "Fremont",
      totalPrice: await totalOf(wanted),
      confirm: true,
    };
    const answer = await post("/api/admin/orders", body);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json()).toMatchObject({
      source: "plan",
      status: "pending",
      tier: "standard",
      location: "Fremont",
    });
  });

  it("only an administrator can confirm an order at once", async () => {
    const customer = await makePerson(test);
    const body = await bookingOf({ confirm: true });
    expect(refusalOf(await post("/api/admin/bookings", body, customer)).status).toBe(403);
    // The public call ignores a wish to confirm at once.
    const answer = await test.app.inject({ method: "POST", url: "/api/bookings", payload: body });
    expect([
      answer.statusCode === 201 ? answer.json<{ status: string }>().status : answer.statusCode,
    ]).toEqual(["pending"]);
  });
});
