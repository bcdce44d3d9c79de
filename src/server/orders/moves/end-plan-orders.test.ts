// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { wireMoney } from "#domain/money.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { planPrice } from "#domain/pricing/taxed-price.ts";
import { renderEmail } from "#server/mail/render-email.ts";
import type { Services } from "#server/services.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
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
async function orderPlan(inDays = 20) {
  const person = await makePerson(test, { email: `plan${++made}@example.com` });
  const dates = aMonth(test, inDays);
  const plan = planOf("basic");
  if (!plan) throw new Error("there is no such plan");
  const answer = await test.app.inject({
    method: "POST",
    url: "/api/orders",
    headers: person.authorization,
    payload: {
      ...renter,
      customerEmail: person.email,
      tier: plan.tier,
      location: "San Jose",
      insurance: "decline",
      paymentMethod: "paypal",
      ...dates,
      totalPrice: wireMoney(planPrice(plan, dates, "decline").total),
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return { ...answer.json<Order>(), person, ...dates };
}
const statusOf = async (id: string): Promise<string | undefined> =>
  (await test.services.database.rows<{ status: string }>("select status from orders where id = $1", [id]))[0]
    ?.status;

it("a plan order that nobody took up ends at its pickup, and its renter and the desk are told the day before, once", async () => {
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

it("one that could not be told in time ends a day later, and one that is confirmed stays", async () => {
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
