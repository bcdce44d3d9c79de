// @one-database
import { describe, expect, it } from "vitest";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import { today } from "#server/services.ts";
import { makePerson } from "#test/accounts.ts";
import { refusalOf } from "#test/client.ts";
import { startRentals } from "#test/provider-rentals.ts";

const { test, stripe, admin, rentals } = await startRentals();
const second = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });

/** A rental with the first month paid by card, and some more in cash. */
async function paidTwoWays(cash: string) {
  const { id, person } = await rentals.written(2);
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
  const paymentId = crypto.randomUUID();
  const sent = {
    id: paymentId,
    amount: cash,
    method: "cash",
    reference: paymentId,
    paidOn: today(test.services),
  };
  const answer = await rentals.call("POST", `/api/admin/orders/${id}/payments`, sent, admin);
  expect(answer.statusCode, answer.body).toBe(201);
  return { id, person, paymentId };
}
const takeBack = (paymentId: string) =>
  rentals.call("POST", `/api/admin/payments/${paymentId}/take-back`, { reason: "Never came" }, admin);
const decide = (refundId: string, decision: string) =>
  rentals.call("PUT", `/api/admin/refunds/${refundId}`, { decision }, second);

describe("a payment taken back during a refund", () => {
  it("a payment taken back leaves the refund to the card and drops the rest", async () => {
    const { id, paymentId } = await paidTwoWays("300.00");
    await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled" }, admin);
    await giveBackByProvider(test.services);
    const taken = rentals
      .intentsOf(id)
      .reduce((sum, { amount_received }) => sum + Number(amount_received), 0);
    expect(rentals.takenFor(id)).toBe(0);
    expect((await takeBack(paymentId)).statusCode).toBe(200);
    const { refunds } = await rentals.money(id);
    expect(refunds.map(({ status, amount }) => [status, amount])).toEqual([["paid", taken]]);
    expect(await rentals.balance(id)).toBe(0);
    // Given back once, it can't be given back again.
    const again = { id: crypto.randomUUID(), amount: "1.00", reason: "Once more" };
    const refused = await rentals.call("POST", `/api/admin/orders/${id}/refunds`, again, admin);
    expect(refusalOf(refused).code).toBe("refund_above_paid");
    stripe.events.length = 0;
  });

  it("a payment can't be taken back once its part of the refund was paid", async () => {
    const { id, paymentId } = await paidTwoWays("300.00");
    await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled" }, admin);
    const [refund] = (await rentals.money(id)).refunds;
    const answer = await decide(refund?.id ?? "", "paid");
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await rentals.money(id)).refunds[0]?.status).toBe("approved");
    expect(refusalOf(await takeBack(paymentId)).code).toBe("payment_not_correctable");
  });

  it("a payment taken back drops its own part of a refund, and other payments refund theirs", async () => {
    const { id, paymentId } = await paidTwoWays("200.00");
    const asked = { id: crypto.randomUUID(), amount: "300.00", reason: "Late handover" };
    const answer = await rentals.call("POST", `/api/admin/orders/${id}/refunds`, asked, admin);
    expect(answer.statusCode, answer.body).toBe(201);
    const taken = rentals.takenFor(id);
    expect((await takeBack(paymentId)).statusCode).toBe(200);
    expect((await rentals.money(id)).refunds).toMatchObject([{ status: "approved", amount: 10_000 }]);
    await giveBackByProvider(test.services);
    expect((await rentals.money(id)).refunds).toMatchObject([{ status: "paid", amount: 10_000 }]);
    expect(rentals.takenFor(id)).toBe(taken - 10_000);
    stripe.events.length = 0;
  });

  it("a payment taken back drops a refund that was for this payment alone", async () => {
    const { id, paymentId } = await paidTwoWays("300.00");
    const asked = { id: crypto.randomUUID(), amount: "200.00", reason: "Late handover" };
    await rentals.call("POST", `/api/admin/orders/${id}/refunds`, asked, admin);
    expect((await takeBack(paymentId)).statusCode).toBe(200);
    expect((await rentals.money(id)).refunds).toMatchObject([{ status: "withdrawn", amount: 20_000 }]);
    expect((await decide(asked.id, "paid")).statusCode).toBe(409);
    await giveBackByProvider(test.services);
    expect((await rentals.money(id)).refunds).toMatchObject([{ status: "withdrawn", amount: 20_000 }]);
  });

  it("a payment taken back leaves the rest of a waiting refund to the second administrator", async () => {
    const { id, paymentId } = await paidTwoWays("450.00");
    const asked = { id: crypto.randomUUID(), amount: "900.00", reason: "Late handover" };
    const answer = await rentals.call("POST", `/api/admin/orders/${id}/refunds`, asked, admin);
    expect(answer.statusCode, answer.body).toBe(201);
    const taken = rentals.takenFor(id);
    expect((await takeBack(paymentId)).statusCode).toBe(200);
    const left = { status: "awaiting_approval", amount: 45_000 };
    expect((await rentals.money(id)).refunds).toMatchObject([left]);
    await giveBackByProvider(test.services);
    expect(rentals.takenFor(id)).toBe(taken);
    expect((await decide(asked.id, "approved")).statusCode).toBe(200);
    await giveBackByProvider(test.services);
    expect(rentals.takenFor(id)).toBe(taken - 45_000);
  });
});
