import { afterAll, describe, expect, it } from "vitest";
import type { AdminOrderDetail, PlanCar } from "#contract/admin/orders.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { planPrice } from "#domain/pricing/taxed-price.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { emailsTo } from "#test/emails.ts";

const test = await startTestApp();
afterAll(test.close);
const admin = await makePerson(test, { role: "admin" });

let made = 0;
async function place(carId?: string) {
  const wanted = { carId: carId ?? (await makeCar(test)), ...aMonth(test) };
  const { total } = (await test.app.inject({ method: "POST", url: "/api/quotes", payload: wanted })).json<{
    total: string;
  }>();
  const customerEmail = `undone${++made}@example.com`;
  const answer = await test.app.inject({
    method: "POST",
    url: "/api/bookings",
    payload: { ...renter, ...wanted, customerEmail, totalPrice: total },
  });
  return { ...answer.json<{ id: string }>(), carId: wanted.carId, email: customerEmail };
}
const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, by = admin) =>
  test.app.inject({
    method,
    url: `/api/admin/orders/${url}`,
    headers: by.authorization,
    ...(payload && { payload }),
  });
const setStatus = (id: string, status: OrderStatus) =>
  call("PUT", `${id}/status`, { status, reason: "Seen in person" });
const undo = (id: string, change: number, by = admin) => call("POST", `${id}/undo-status`, { change }, by);
const orderOf = async (id: string) => (await call("GET", id)).json<AdminOrderDetail>();
const jobsOf = (id: string) =>
  test.services.database.rows(
    "select 1 from pgboss.job where name = 'letters' and data->>'emailId' in (select id::text from emails where order_id = $1)",
    [id],
  );

describe("a status that was just set", () => {
  it("an undone status restores all that it changed, and its email is never sent", async () => {
    const { id, email } = await place();
    const before = await orderOf(id);
    const jobs = await jobsOf(id);
    const set = await setStatus(id, "in_progress");
    const { change } = set.json<{ change: number }>();
    expect(await emailsTo(test, email)).toEqual(["order_in_progress", "order_received"]);
    const undone = await undo(id, change);
    expect(undone.json(), undone.body).toMatchObject({
      status: "pending",
      tripStartedAt: null,
      expiresAt: before.expiresAt,
    });
    expect(await emailsTo(test, email)).toEqual(["order_received"]);
    expect(await jobsOf(id)).toHaveLength(jobs.length);
    expect((await orderOf(id)).history.map(({ from, to }) => [from, to])).toEqual([
      [null, "pending"],
      ["pending", "in_progress"],
      ["in_progress", "pending"],
    ]);
    expect(refusalOf(await undo(id, change))).toMatchObject({ status: 409, code: "undo_too_late" });
  });

  it("a status's waiting email is dropped once somebody else moves the order on", async () => {
    const { id, email } = await place();
    await setStatus(id, "confirmed");
    await setStatus(id, "cancelled");
    expect(await emailsTo(test, email)).toEqual(["order_cancelled", "order_received"]);
    const person = await makePerson(test);
    const own = await place();
    await test.services.database.rows("update orders set account_id = $2 where id = $1", [own.id, person.id]);
    await setStatus(own.id, "confirmed");
    const cancelled = await test.app.inject({
      method: "POST",
      url: `/api/orders/${own.id}/cancel`,
      payload: {},
      headers: person.authorization,
    });
    expect(cancelled.statusCode, cancelled.body).toBe(200);
    expect(await emailsTo(test, own.email)).toEqual(["order_cancelled", "order_received"]);
  });

  it("an undo is refused once the email may be sent, for anybody else, and after a later status", async () => {
    const { id } = await place();
    const { change } = (await setStatus(id, "confirmed")).json<{ change: number }>();
    expect(refusalOf(await undo(id, change, await makePerson(test, { role: "admin" }))).code).toBe(
      "undo_too_late",
    );
    await test.services.database.rows(
      "update pgboss.job set start_after = now() where name = 'letters' and start_after > now()",
    );
    expect(refusalOf(await undo(id, change)).code).toBe("undo_too_late");
    const later = (await setStatus(id, "in_progress")).json<{ change: number }>();
    expect(refusalOf(await undo(id, change)).code).toBe("undo_too_late");
    expect((await undo(id, later.change)).json()).toMatchObject({ status: "confirmed" });
  });

  it("an undo is refused if another order got the car meanwhile", async () => {
    const { id, carId } = await place();
    const { change } = (await setStatus(id, "cancelled")).json<{ change: number }>();
    await place(carId);
    expect(refusalOf(await undo(id, change))).toMatchObject({ status: 409, code: "car_taken" });
    expect(await orderOf(id)).toMatchObject({ status: "cancelled" });
  });
});

describe("an order without a car", () => {
  it("an order without a car can't be confirmed or begun", async () => {
    const plan = planOf("standard");
    if (!plan) throw new Error("There is no such plan");
    const dates = aMonth(test, 60);
    const choice = {
      tier: plan.tier,
      location: "Fremont",
      insurance: "decline",
      paymentMethod: "paypal",
      totalPrice: planPrice(plan, dates, "decline").total / 100,
    };
    const placed = await test.app.inject({
      method: "POST",
      url: "/api/orders",
      payload: { ...renter, ...dates, ...choice },
    });
    const { id } = placed.json<{ id: string }>();
    for (const status of ["confirmed", "in_progress"] as const)
      expect(refusalOf(await setStatus(id, status))).toMatchObject({
        status: 409,
        code: "order_without_car",
      });
    const giveCar = async () => call("PUT", `${id}/car`, { carId: await makeCar(test) });
    const emailsSent = () =>
      test.services.database.rows("select 1 from emails where order_id = $1 and kind = 'order_car'", [id]);
    await setStatus(id, "cancelled");
    expect([(await giveCar()).statusCode, await emailsSent()]).toEqual([200, []]);
    await setStatus(id, "pending");
    expect([(await giveCar()).statusCode, (await emailsSent()).length]).toEqual([200, 1]);
    expect((await setStatus(id, "confirmed")).statusCode).toBe(200);
  });

  it("an order whose car has left the fleet needs another car first", async () => {
    const { id, carId } = await place();
    expect(await orderOf(id)).toMatchObject({ canChooseCar: false });
    const other = await makeCar(test, { monthlyPrice: 70_000 });
    expect((await call("PUT", `${id}/car`, { carId: other })).statusCode).toBe(422);
    await test.services.database.rows("update cars set retired_at = now() where id = $1", [carId]);
    for (const status of ["confirmed", "in_progress"] as const)
      expect(refusalOf(await setStatus(id, status))).toMatchObject({ status: 409, code: "car_retired" });
    expect(await orderOf(id)).toMatchObject({ canChooseCar: true });
    const offered = (await call("GET", `${id}/cars`)).json<PlanCar[]>().map((car) => car.id);
    expect(offered).toContain(other);
    expect(offered).not.toContain(await makeCar(test, { monthlyPrice: 75_100 }));
    expect((await call("PUT", `${id}/car`, { carId: other })).statusCode).toBe(200);
    expect((await setStatus(id, "confirmed")).statusCode).toBe(200);
  });
});
