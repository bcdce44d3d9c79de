// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { confirmWithin, inHours } from "#domain/orders/lifecycle.ts";
import { renderEmail } from "#server/mail/render-email.ts";
import type { Services } from "#server/services.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { aMonth, makeCar, planOrder } from "#test/factories.ts";
import { endPlanOrders } from "./end-plan-orders.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ DESK_EMAIL: "desk@longbay.example" });
});
afterAll(() => test.close());

const at = (date: string, time: string): Services => ({
  ...test.services,
  now: () => instantInLosAngeles(date, time),
});

let made = 0;
async function orderPlan(inDays = 20, customerEmail?: string) {
  const person = await makePerson(test, { email: `plan${++made}@example.com` });
  const dates = aMonth(test, inDays);
  const answer = await test.app.inject({
    method: "POST",
    url: "/api/orders",
    headers: person.authorization,
    payload: planOrder("basic", { customerEmail: customerEmail ?? person.email, ...dates }),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return { ...answer.json<Order>(), person, ...dates };
}
const statusOf = async (id: string): Promise<string | undefined> =>
  (await test.services.database.rows<{ status: string }>("select status from orders where id = $1", [id]))[0]
    ?.status;

it("a plan order without a car ends at its pickup, with one email to both sides the day before", async () => {
  const { id, person, pickupDate } = await orderPlan();
  const dayBefore = addDays(pickupDate, -1);
  await endPlanOrders(at(addDays(pickupDate, -2), "12:00"));
  expect(await emailsTo(test, person.email)).toEqual(["order_received"]);
  await endPlanOrders(at(dayBefore, "12:00"));
  await endPlanOrders(at(dayBefore, "13:00"));
  await endPlanOrders(at(pickupDate, "09:30"));
  expect(await emailsTo(test, person.email)).toEqual(["plan_ending", "order_received"]);
  expect(await emailsTo(test, "desk@longbay.example")).toContain("admin_order_expiring");
  expect(await statusOf(id)).toBe("pending");
  await endPlanOrders(at(pickupDate, "10:30"));
  expect(await statusOf(id)).toBe("cancelled");
  const { content, language } = await emailTo(test, person.email, "order_expired");
  expect(renderEmail(content, language).text).toContain("we didn’t confirm a car for your plan");
});

it("a plan order whose renter moves it after the warning is warned about its new pickup too", async () => {
  const { id, person, pickupDate, returnDate } = await orderPlan();
  await endPlanOrders(at(addDays(pickupDate, -1), "12:00"));
  const moved = { pickupDate: addDays(pickupDate, 10), returnDate: addDays(returnDate, 10) };
  const changed = await test.app.inject({
    method: "POST",
    url: `/api/orders/${id}/changes`,
    headers: person.authorization,
    payload: { kind: "dates", ...moved },
  });
  expect(changed.statusCode, changed.body).toBe(201);
  await endPlanOrders(at(addDays(moved.pickupDate, -1), "12:00"));
  const warnings = (await emailsTo(test, person.email)).filter((kind) => kind === "plan_ending");
  expect(warnings).toHaveLength(2);
});

it("a plan order whose warning was late ends a day later, and a confirmed one stays", async () => {
  const [late, taken] = [await orderPlan(), await orderPlan()];
  const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  const desk = (path: string, payload: object) =>
    test.app.inject({
      method: "PUT",
      url: `/api/admin/orders/${taken.id}/${path}`,
      headers: admin.authorization,
      payload,
    });
  await desk("car", { carId: await makeCar(test, { monthlyPrice: 40_000 }) });
  await desk("status", { status: "confirmed" });
  const next = addDays(late.pickupDate, 1);
  await endPlanOrders(at(late.pickupDate, "18:00"));
  expect(await statusOf(late.id)).toBe("pending");
  await endPlanOrders(at(next, "18:00"));
  expect([await statusOf(late.id), await statusOf(taken.id)]).toEqual(["cancelled", "confirmed"]);
});

it("a plan order with an unconfirmed address ends within a day, and reaches us once confirmed", async () => {
  const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  const toAdmins = async (orderNumber: string) =>
    (
      await test.services.database.rows<{ kind: string }>(
        "select kind from emails where recipient = 'desk@longbay.example' and subject like $1 order by created_at",
        [`%${orderNumber}%`],
      )
    ).map(({ kind }) => kind);
  const withoutCar = async () =>
    (
      await test.app.inject({
        url: "/api/admin/orders?attention=without_car",
        headers: admin.authorization,
      })
    )
      .json<Order[]>()
      .map(({ id }) => id);
  const [never, soon, byHand] = [
    await orderPlan(20, "never@example.com"),
    await orderPlan(20, "soon@example.com"),
    await orderPlan(20, "by-hand@example.com"),
  ];
  for (const order of [never, soon]) {
    expect(await toAdmins(order.orderNumber)).toEqual([]);
    expect(await withoutCar()).not.toContain(order.id);
  }
  const link = JSON.stringify((await emailTo(test, "soon@example.com", "order_received")).content);
  const confirmed = await test.app.inject({
    method: "POST",
    url: `/api/orders/${soon.id}/confirm-email`,
    payload: { key: /key=([\w-]+)/.exec(link)?.[1] },
  });
  expect(confirmed.json(), confirmed.body).toMatchObject({ emailConfirmed: true });
  expect(await toAdmins(soon.orderNumber)).toEqual(["admin_order_placed"]);
  expect(await withoutCar()).toContain(soon.id);
  // An order that an administrator has decided about goes on.
  for (const status of ["cancelled", "pending"])
    await test.app.inject({
      method: "PUT",
      url: `/api/admin/orders/${byHand.id}/status`,
      headers: admin.authorization,
      payload: { status },
    });
  expect(await withoutCar()).toContain(byHand.id);
  const { createdAt, expiresAt } = never;
  expect(Date.parse(expiresAt ?? "") - Date.parse(createdAt)).toBe(confirmWithin);
  const after = (hours: number): Services => ({
    ...test.services,
    now: () => test.services.now() + hours * 3_600_000,
  });
  const all = () => Promise.all([never, soon, byHand].map(({ id }) => statusOf(id)));
  await endPlanOrders(after(inHours(confirmWithin) - 1));
  expect(await all()).toEqual(["pending", "pending", "pending"]);
  for (let run = 0; run < 2; run++) await endPlanOrders(after(inHours(confirmWithin) + 1));
  expect(await all()).toEqual(["cancelled", "pending", "pending"]);
  expect(await emailsTo(test, "never@example.com")).toEqual(["order_expired", "order_received"]);
  const { content, language } = await emailTo(test, "never@example.com", "order_expired");
  expect(renderEmail(content, language).text).toContain("wasn’t confirmed within 24 hours");
  expect(await emailsTo(test, "by-hand@example.com")).not.toContain("order_expired");
});
