// @one-database
import { expect, it } from "vitest";
import { giveBackByProvider } from "./give-back-by-provider.ts";
import { today } from "#server/services.ts";
import { startRentals } from "#test/provider-rentals.ts";

const { test, stripe, admin, rentals } = await startRentals();
const dollars = (cents: number): string => (cents / 100).toFixed(2);

it("a month paid twice is refunded in full, and an earlier refund by hand stays", async () => {
  const { id, person } = await rentals.written(2);
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
  const goodwill = { id: crypto.randomUUID(), amount: "50.00", reason: "The car was late" };
  const asked = await rentals.call("POST", `/api/admin/orders/${id}/refunds`, goodwill, admin);
  expect(asked.statusCode, asked.body).toBeLessThan(300);
  await giveBackByProvider(test.services);
  const { url } = await rentals.session(id, person);
  const second = (await rentals.instalments(id)).at(-1)?.amount ?? 0;
  const recorded = {
    id: crypto.randomUUID(),
    amount: dollars(second),
    method: "cash",
    paidOn: today(test.services),
    reference: "",
  };
  await rentals.call("POST", `/api/admin/orders/${id}/payments`, recorded, admin);
  stripe.pay(rentals.sessionIdOf(url), "good");
  await rentals.check(id, person);
  const { refunds } = await rentals.money(id);
  expect(refunds.map(({ origin, amount }) => [origin, amount])).toEqual([
    ["hand", 5000],
    ["rule", second],
  ]);
});
