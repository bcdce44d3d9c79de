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
  it("leads whoever has an account to their trip, and a visitor to a new link to their order", async () => {
    const own = await makeOrder(test, renter.id, { isPaid: false });
    expect(await emailOf(own)).toContain(`/dashboard/trips/${own}`);
    const visitors = await makeOrder(test, null, { isPaid: false });
    const { orderNumber } = await orderRow(test, visitors);
    const said = await emailOf(visitors);
    expect(said).toContain(`/find-order?orderNumber=${orderNumber}`);
    expect(said).not.toContain("/dashboard");
  });

  it("tells the day on which it came in, whenever it was typed", async () => {
    const paidOn = addDays(today(test.services), -6);
    const id = await makeOrder(test, renter.id, { isPaid: false });
    expect(await emailOf(id, paidOn)).toContain(`We received $5.00 on ${formatDate(paidOn, "en")}.`);
  });
});
