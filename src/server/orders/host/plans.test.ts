// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AdminOrderDetail } from "#contract/admin/orders.ts";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { HostRequest } from "#contract/host/requests.ts";
import type { Order } from "#contract/orders.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { wireMoney } from "#domain/money.ts";
import { measureAnswers } from "#server/hosting/measure-answers.ts";
import { endPlanOrders } from "#server/orders/moves/end-plan-orders.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { remindHosts } from "./remind.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { orderRow } from "#test/condition.ts";
import { aMonth, makeCar, renter as typed, planOrder } from "#test/factories.ts";
import { requestCalls } from "#test/host-requests.ts";

const desk = "desk@longbay.example";
let test: TestApp;
let host: Person;
let renter: Person;
let admin: Person;
const { call, rows, answer, carOf, letLapse, emailsAbout } = requestCalls(() => test);
beforeAll(async () => {
  test = await startTestApp({ DESK_EMAIL: desk, PAYMENT_INSTRUCTIONS: "Zelle us" });
  [host, renter, admin] = await Promise.all([
    makePerson(test, { role: "host" }),
    makePerson(test),
    makePerson(test, { role: "admin", permissions: ["all"] }),
  ]);
});
afterAll(() => test.close());

async function orderPlan(inDays = 20, by = renter): Promise<string> {
  const sent = planOrder("standard", { customerEmail: by.email, ...aMonth(test, inDays) });
  const placed = await call(by, "POST", "/api/orders", sent);
  expect(placed.statusCode, placed.body).toBe(201);
  return placed.json<Order>().id;
}
async function enterOrder(carId: string): Promise<string> {
  const wanted = { carId, ...aMonth(test, 20) };
  const { total } = (await call(admin, "POST", "/api/quotes", wanted)).json<{ total: string }>();
  const body = { ...typed, customerEmail: renter.email, ...wanted, totalPrice: total, language: "en" };
  const entered = await call(admin, "POST", "/api/admin/bookings", body);
  expect(entered.statusCode, entered.body).toBe(201);
  return entered.json<Order>().id;
}
const give = (id: string, carId: string) => call(admin, "PUT", `/api/admin/orders/${id}/car`, { carId });
/** Makes a plan order and gives it a host's car. */
async function asked(inDays?: number) {
  const id = await orderPlan(inDays);
  const carId = await carOf(host);
  expect((await give(id, carId)).statusCode).toBe(200);
  return { id, carId };
}
const kindsTo = async (id: string, recipient: string) =>
  (await emailsAbout(id)).filter((email) => email.recipient === recipient).map(({ kind }) => kind);
const seenByRenter = async (id: string) =>
  (await call(renter, "GET", `/api/account/orders/${id}`)).json<OwnOrderDetail>();
const inTray = async (id: string) =>
  (await call(admin, "GET", "/api/admin/orders?attention=without_car")).body.includes(id);
const confirm = (id: string) => call(admin, "PUT", `/api/admin/orders/${id}/status`, { status: "confirmed" });
const requestsOf = async (by: Person, state = "waiting") =>
  (await call(by, "GET", `/api/host/requests?state=${state}`)).json<HostRequest[]>();

it("a host's car chosen for a plan waits for the host's answer, with a share of the plan's price", async () => {
  const { id, carId } = await asked();
  const order = await orderRow(test, id);
  expect(order).toMatchObject({ status: "pending", hostId: host.id, hostSharePercent: 80, hostAnswer: null });
  expect(order.expiresAt?.getTime()).toBe((order.hostAskedAt?.getTime() ?? 0) + 24 * 3_600_000);
  const request = (await requestsOf(host)).find((one) => one.id === id);
  const rental = order.lines.find(({ kind }) => kind === "rental")?.amount ?? 0;
  expect(request?.earnings.lines).toContainEqual({ kind: "rental", amount: wireMoney(rental) });
  expect(request).toMatchObject({ state: "waiting", isPlan: true, car: { id: carId } });
  expect(await kindsTo(id, host.email)).toEqual(["host_order_asked"]);
  expect(await kindsTo(id, renter.email)).toEqual(["order_received"]);
  expect(await seenByRenter(id)).toMatchObject({ status: "pending", host: { outcome: "waiting" } });
  expect((await answer(host, id, "accepted")).statusCode).toBe(200);
  expect(await orderRow(test, id)).toMatchObject({ status: "confirmed", hostAnswer: "accepted" });
  expect(await kindsTo(id, renter.email)).toEqual(["order_received", "order_confirmed"]);
});

it("an order that gets another host's car is announced to both hosts", async () => {
  const { id } = await asked();
  const other = await makePerson(test, { role: "host" });
  const announcedTo = async ({ id: reader }: Person) =>
    (await rows("select from events where $1 = any(\"to\") and about ->> 'orderId' = $2", [reader, id]))
      .length;
  const before = await announcedTo(host);
  expect(before).toBe(1);
  expect((await give(id, await carOf(other))).statusCode).toBe(200);
  expect([await announcedTo(host), await announcedTo(other)]).toEqual([before + 1, 1]);
});

it.each([
  ["a plan's order", async () => (await asked()).id],
  ["an order that the back office entered", async () => enterOrder(await carOf(host))],
])("the email about a host's yes to %s names no end, since it doesn't end unpaid", async (_name, place) => {
  const id = await place();
  expect((await answer(host, id, "accepted")).statusCode).toBe(200);
  const email = (await emailsAbout(id)).findLast(({ kind }) => kind === "order_confirmed");
  expect(email?.content).toContain("needed before you get the keys");
  expect(email?.content).not.toContain("canceled");
});

it.each([
  ["a no", (id: string) => answer(host, id, "declined", { reason: "repair", words: "Brakes" })],
  [
    "no answer in time",
    async (id: string) => {
      await letLapse(id);
      await endStaleOrders(test.services);
    },
  ],
])(
  "a plan's order is the back office's again after %s, and its renter still waits for a car",
  async (_how, refuse) => {
    const { id } = await asked();
    await refuse(id);
    expect(await orderRow(test, id)).toMatchObject({ status: "pending", expiresAt: null, holdsCar: false });
    expect(await inTray(id)).toBe(true);
    const shown = await seenByRenter(id);
    expect([shown.status, shown.car, shown.host, shown.carName ?? null]).toEqual([
      "pending",
      undefined,
      undefined,
      null,
    ]);
    expect(await kindsTo(id, renter.email)).toEqual(["order_received"]);
    expect(await kindsTo(id, desk)).toContain("admin_order_back_at_desk");
    expect((await requestsOf(host, "answered")).map((one) => one.id)).toContain(id);
    expect(refusalOf(await confirm(id))).toMatchObject({ status: 409, code: "order_without_car" });
    // The back office gets one email, at any number of runs of the job.
    await endStaleOrders(test.services);
    expect((await kindsTo(id, desk)).filter((kind) => kind === "admin_order_back_at_desk")).toHaveLength(1);

    const ours = await makeCar(test, { monthlyPrice: 70_000 });
    expect((await give(id, ours)).statusCode).toBe(200);
    expect(await orderRow(test, id)).toMatchObject({
      carId: ours,
      hostId: null,
      hostSharePercent: null,
      hostAnswer: null,
      holdsCar: true,
    });
    expect(await inTray(id)).toBe(false);
    expect(await kindsTo(id, renter.email)).toContain("order_car");
    expect((await confirm(id)).statusCode).toBe(200);
  },
);

it("a host who hasn't answered is informed when the back office chooses another host's car", async () => {
  const { id } = await asked();
  const next = await makePerson(test, { role: "host" });
  expect((await give(id, await carOf(next))).statusCode).toBe(200);
  expect(await kindsTo(id, host.email)).toEqual(["host_order_asked", "host_order_taken_elsewhere"]);
  expect(await kindsTo(id, next.email)).toEqual(["host_order_asked"]);
  expect((await requestsOf(host)).map((one) => one.id)).not.toContain(id);
  expect(refusalOf(await answer(host, id, "accepted")).status).toBe(404);
  expect((await answer(next, id, "accepted")).statusCode).toBe(200);
});

it("a confirmed plan order gets no host's car, nor does one with days that the host doesn't rent out", async () => {
  const id = await orderPlan();
  expect((await give(id, await makeCar(test, { monthlyPrice: 70_000 }))).statusCode).toBe(200);
  expect((await confirm(id)).statusCode).toBe(200);
  const refused = await give(id, await carOf(host));
  expect(refused.json()).toMatchObject({ code: "change_not_possible", obstacle: "host_first" });
  const soon = await orderPlan(3);
  const slow = await carOf(host, { noticeDays: 10 });
  expect(refusalOf(await give(soon, slow))).toMatchObject({ status: 422, fields: ["carId"] });
  expect(await orderRow(test, soon)).toMatchObject({ carId: null, hostId: null });
});

it("a plan order that still waits for the host at its pickup ends, with an email to host and renter", async () => {
  const { id } = await asked();
  const { pickupDate } = await orderRow(test, id);
  const at = (time: string) => ({ ...test.services, now: () => instantInLosAngeles(pickupDate, time) });
  await rows("update orders set expires_at = now() + interval '40 days' where id = $1", [id]);
  await rows("insert into reminders (order_id, kind, day) values ($1, 'plan_ending', $2::date)", [
    id,
    pickupDate,
  ]);
  await endPlanOrders(at("23:00"));
  expect(await orderRow(test, id)).toMatchObject({ status: "cancelled", hostAnswer: "lapsed" });
  expect(await kindsTo(id, host.email)).toEqual(["host_order_asked", "host_order_lapsed"]);
  expect(await kindsTo(id, renter.email)).toContain("order_expired");
});

it("a declined plan order counts as an answer of the host", async () => {
  const patient = await makePerson(test, { role: "host" });
  const id = await orderPlan();
  await give(id, await carOf(patient));
  await answer(patient, id, "declined", { reason: "dates" });
  await measureAnswers(test.services);
  const [measured] = await rows<{ asked: number; answered: number }>(
    "select asked, answered from host_answers where host_id = $1",
    [patient.id],
  );
  expect(measured).toEqual({ asked: 1, answered: 1 });
});

it("a host's decline stays through a cancellation, until the order has another car", async () => {
  const { id } = await asked();
  await answer(host, id, "declined", { reason: "repair" });
  const cancel = () =>
    call(admin, "PUT", `/api/admin/orders/${id}/status`, { status: "cancelled", reason: "No car" });
  expect((await cancel()).statusCode).toBe(200);
  expect(refusalOf(await confirm(id))).toMatchObject({ status: 409, code: "order_without_car" });
  expect((await give(id, await carOf(host))).json()).toMatchObject({ obstacle: "host_first" });
  expect((await give(id, await makeCar(test, { monthlyPrice: 70_000 }))).statusCode).toBe(200);
  expect((await confirm(id)).statusCode).toBe(200);
  expect(await orderRow(test, id)).toMatchObject({ hostId: null, hostAnswer: null, holdsCar: true });
  expect((await seenByRenter(id)).car).toBeDefined();
});

it("a host who let a plan's order lapse can be asked about the same car again", async () => {
  const { id, carId } = await asked();
  await letLapse(id);
  await endStaleOrders(test.services);
  expect((await give(id, carId)).statusCode).toBe(200);
  expect(await orderRow(test, id)).toMatchObject({ hostAnswer: null, holdsCar: true });
  expect((await requestsOf(host)).map((one) => one.id)).toContain(id);
});

it("a host who accepted gets an email when the order gets another car, and their price is removed", async () => {
  const { id } = await asked();
  await answer(host, id, "accepted");
  await rows("update orders set host_monthly_price = monthly_price * 2 where id = $1", [id]);
  expect((await give(id, await makeCar(test, { monthlyPrice: 70_000 }))).statusCode).toBe(200);
  expect(await kindsTo(id, host.email)).toContain("host_rental_closed");
  expect(await orderRow(test, id)).toMatchObject({ hostId: null, hostMonthlyPrice: null });
});

it("the back office gets a suspended host's requests at once, and is reminded of them", async () => {
  const gone = await makePerson(test, { role: "host" });
  const id = await orderPlan();
  await give(id, await carOf(gone));
  expect(
    (await call(admin, "POST", `/api/admin/users/${gone.id}/suspend`, { reason: "Unpaid tolls" })).statusCode,
  ).toBe(200);
  expect(await kindsTo(id, desk)).toContain("admin_order_asked");
  await rows("update orders set host_asked_at = now() - interval '13 hours' where id = $1", [id]);
  await remindHosts(test.services);
  expect((await kindsTo(id, desk)).filter((kind) => kind === "admin_order_asked")).toHaveLength(2);
  expect(await kindsTo(id, gone.email)).toEqual(["host_order_asked"]);
});

it("the order's history shows the host's answer to the back office", async () => {
  const { id } = await asked();
  await answer(host, id, "declined", { reason: "dates" });
  const shown = (await call(admin, "GET", `/api/admin/orders/${id}`)).json<AdminOrderDetail>();
  expect(JSON.stringify(shown.history)).toContain("host_declined");
});
