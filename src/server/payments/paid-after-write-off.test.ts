import { expect, it } from "vitest";
import { makePerson } from "#test/accounts.ts";
import { startRentals } from "#test/provider-rentals.ts";

const { test, stripe, admin, rentals } = await startRentals();
const second = await makePerson(test, { role: "admin", permissions: ["all"] });
const dollars = (cents: number): string => (cents / 100).toFixed(2);

it("a late provider payment pays a write-off and isn't refunded", async () => {
  const { id, person } = await rentals.written(1);
  const { url } = await rentals.session(id, person);
  // The provider didn't know the payment, and we gave up on it.
  await test.services.database.rows("update payments set status = 'cancelled' where order_id = $1", [id]);
  const ended = { status: "completed", reason: "Brought back" };
  await rentals.call("PUT", `/api/admin/orders/${id}/status`, ended, second);
  const owed = await rentals.balance(id);
  const writeOff = { id: crypto.randomUUID(), amount: dollars(owed), reason: "Not to be had" };
  await rentals.call("POST", `/api/admin/orders/${id}/write-offs`, writeOff, admin);
  await rentals.call("PUT", `/api/admin/write-offs/${writeOff.id}`, { decision: "written" }, second);
  expect([owed > 0, await rentals.balance(id)]).toEqual([true, 0]);
  stripe.pay(rentals.sessionIdOf(url), "good");
  for (const event of stripe.events.splice(0)) expect((await rentals.deliver(event)).statusCode).toBe(200);
  const { balance, refunds, writtenOff, payments } = await rentals.money(id);
  expect(payments.map(({ status }) => status)).toEqual(["succeeded"]);
  expect({ balance, refunds, writtenOff }).toEqual({ balance: 0, refunds: [], writtenOff: 0 });
});
