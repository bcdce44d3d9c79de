// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { orderRow } from "#test/condition.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { endStaleOrders } from "./stale-orders.ts";

let test: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  // In the evening no car can be ordered for the same day.
  const noon = instantInLosAngeles(dateInLosAngeles(Date.now()), "12:00");
  test = await startTestApp({}, { at: new Date(noon).toISOString() });
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  owner = await makePerson(test);
});
afterAll(() => test.close());

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, by = admin) =>
  test.app.inject({ method, url, ...(payload && { payload }), headers: by.authorization });
const set = (id: string, status: OrderStatus, more: object = {}) =>
  call("PUT", `/api/admin/orders/${id}/status`, { status, reason: "They said so", ...more });
const moneyOf = async (id: string) =>
  (await call("GET", `/api/admin/orders/${id}/money`)).json<AdminOrderMoney>();

/** Makes a rental that begins today, confirmed and partly paid, and sets these statuses one after the other. */
async function paidAndSet(...statuses: OrderStatus[]): Promise<string> {
  const wanted = { carId: await makeCar(test), ...aMonth(test, 0) };
  const { total } = (await call("POST", "/api/quotes", wanted)).json<{ total: string }>();
  const payload = { ...renter, customerEmail: owner.email, ...wanted, totalPrice: total };
  const { id } = (await call("POST", "/api/bookings", payload, owner)).json<{ id: string }>();
  expect((await set(id, "confirmed")).statusCode).toBe(200);
  const payment = { id: crypto.randomUUID(), amount: "300.00", method: "cash", reference: "A1" };
  const paid = await call("POST", `/api/admin/orders/${id}/payments`, { ...payment, paidOn: "2026-01-01" });
  expect(paid.statusCode, paid.body).toBe(201);
  for (const status of statuses) expect((await set(id, status)).statusCode).toBe(200);
  return id;
}

const keptOf = ({ instalments }: AdminOrderMoney) =>
  instalments.map(({ amount, lines }) => [amount, lines[0]?.kind]);
const givenBack = ({ refunds }: AdminOrderMoney) =>
  refunds.filter(({ status }) => status === "approved").map(({ amount }) => amount);

describe("a rental that was begun by hand, without a record", () => {
  it.each([
    [["in_progress", "pending"]],
    [["completed", "pending"]],
    [["in_progress", "cancelled", "pending"]],
  ] satisfies [OrderStatus[]][])(
    "a rental begun by hand keeps its days when it is canceled by way of %j",
    async (statuses) => {
      const id = await paidAndSet(...statuses);
      const shown = await call("GET", `/api/account/orders/${id}`, undefined, owner);
      const { kept, refund } = shown.json<OwnOrderDetail>().actions.cancel.price ?? {};
      expect(Number(kept)).toBeGreaterThan(0);
      expect(refusalOf(await set(id, "cancelled", { fullRefund: true }))).toMatchObject({ status: 422 });
      expect((await set(id, "cancelled")).statusCode).toBe(200);
      const money = await moneyOf(id);
      expect([keptOf(money), givenBack(money)]).toEqual([[[kept, "kept"]], [refund]]);
    },
  );

  it.each([[["in_progress"]], [["completed"]], [["in_progress", "pending"]]] satisfies [OrderStatus[]][])(
    "a rental that is set to confirmed from %j has not begun, and its car isn't out",
    async (statuses) => {
      const id = await paidAndSet(...statuses, "confirmed");
      const unbegun = { status: "confirmed", tripStartedAt: null, isCarOut: false };
      expect(await orderRow(test, id)).toMatchObject(unbegun);
      const held = await test.services.database.rows("select 1 from day_holds where order_id = $1", [id]);
      expect(held).toEqual([]);
      expect((await set(id, "cancelled", { fullRefund: true })).statusCode).toBe(200);
      expect((await orderRow(test, id)).isCarOut).toBe(false);
    },
  );

  it("a rental begun by hand keeps its days when its renter cancels it or it lapses", async () => {
    const [canceled, unanswered] = [
      await paidAndSet("in_progress", "pending"),
      await paidAndSet("in_progress", "pending"),
    ];
    expect((await call("POST", `/api/orders/${canceled}/cancel`, {}, owner)).statusCode).toBe(200);
    await test.services.database.rows("update orders set expires_at = now() where id = $1", [unanswered]);
    await endStaleOrders(test.services);
    for (const id of [canceled, unanswered]) {
      expect((await orderRow(test, id)).status).toBe("cancelled");
      const money = await moneyOf(id);
      expect(keptOf(money)).toEqual([[expect.anything(), "kept"]]);
      const emails = await test.services.database.rows<{ content: object }>(
        "select content from emails where order_id = $1 and kind in ('order_cancelled', 'order_expired')",
        [id],
      );
      const said = JSON.stringify(emails);
      expect(said).toContain(`We keep $${keptOf(money)[0]?.[0] ?? ""}`);
      expect(said).toContain(`We’ll refund $${givenBack(money)[0] ?? ""}`);
    }
  });

  it("a rental whose beginning is undone has not begun", async () => {
    const id = await paidAndSet();
    const { change } = (await set(id, "in_progress")).json<{ change: number }>();
    expect((await call("POST", `/api/admin/orders/${id}/undo-status`, { change })).statusCode).toBe(200);
    expect((await set(id, "cancelled", { fullRefund: true })).statusCode).toBe(200);
    expect([keptOf(await moneyOf(id)), givenBack(await moneyOf(id))]).toEqual([[], ["300.00"]]);
  });
});
