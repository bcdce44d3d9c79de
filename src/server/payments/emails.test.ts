// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeOrder, orderRow } from "#test/condition.ts";
import { addDays, formatDate, type IsoDate } from "#domain/dates.ts";
import { today } from "#server/services.ts";

let test: TestApp;
let admin: Person;
let renter: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  renter = await makePerson(test);
});
afterAll(() => test.close());

/** What the email about a payment of an order says, as it is kept. */
async function emailOf(orderId: string, paidOn: IsoDate = today(test.services)): Promise<string> {
  await test.app.inject({
    method: "POST",
    url: `/api/admin/orders/${orderId}/payments`,
    payload: { id: crypto.randomUUID(), amount: "5.00", method: "cash", paidOn },
    headers: admin.authorization,
  });
  const [email] = await test.services.database.rows<{ content: string }>(
    "select content::text as content from emails where order_id = $1 and kind = 'payment_received'",
    [orderId],
  );
  return email?.content ?? "";
}

describe("an email about a payment", () => {
  it("a payment's email leads an account to the trip and a visitor to a new link", async () => {
    const own = await makeOrder(test, renter.id, { isPaid: false });
    expect(await emailOf(own)).toContain(`/dashboard/trips/${own}`);
    const visitors = await makeOrder(test, null, { isPaid: false });
    const { orderNumber } = await orderRow(test, visitors);
    const said = await emailOf(visitors);
    expect(said).toContain(`/find-order?orderNumber=${orderNumber}`);
    expect(said).not.toContain("/dashboard");
  });

  it("a payment's email names the day on which the money came", async () => {
    const paidOn = addDays(today(test.services), -6);
    const id = await makeOrder(test, renter.id, { isPaid: false });
    expect(await emailOf(id, paidOn)).toContain(`We received $5.00 on ${formatDate(paidOn, "en")}.`);
  });

  it("a payment's email follows the waiting confirmation, and stays if that is taken back", async () => {
    const id = await makeOrder(test, renter.id, { status: "pending", isPaid: false });
    await test.services.database.rows("delete from instalments where order_id = $1", [id]);
    const set = await test.app.inject({
      method: "PUT",
      url: `/api/admin/orders/${id}/status`,
      payload: { status: "confirmed" },
      headers: admin.authorization,
    });
    expect(set.statusCode, set.body).toBe(200);
    await emailOf(id);
    const waiting = async () =>
      (
        await test.services.database.rows<{ kind: string; seconds: number }>(
          `select kind, extract(epoch from start_after - now())::float8 as seconds from pgboss.job
           join emails on emails.id::text = data->>'emailId'
           where name = 'letters' and order_id = $1 and state = 'created' order by start_after`,
          [id],
        )
      ).map(({ kind, seconds }) => [kind, seconds > 1]);
    expect(await waiting()).toEqual([
      ["order_confirmed", true],
      ["payment_received", true],
    ]);
    const undone = await test.app.inject({
      method: "POST",
      url: `/api/admin/orders/${id}/undo-status`,
      payload: { change: set.json<{ change: number }>().change },
      headers: admin.authorization,
    });
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await waiting()).toEqual([["payment_received", true]]);
    await test.app.inject({
      method: "PUT",
      url: `/api/admin/orders/${id}/status`,
      payload: { status: "cancelled" },
      headers: admin.authorization,
    });
    expect((await waiting()).map(([kind]) => String(kind)).toSorted()).toEqual([
      "order_cancelled",
      "payment_received",
    ]);
  });
});
