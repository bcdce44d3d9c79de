import { describe, expect, it } from "vitest";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { today } from "#server/services.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { giveBackByProvider } from "./give-back-by-provider.ts";

const { test, stripe, admin, rentals } = await startRentals();

/** A rental paid by card, with 20.00 of cash beside it, of which 50.00 is to be given back. */
async function refundTwoWays() {
  const { id, person } = await rentals.confirmed(2);
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
  const cash = { id: crypto.randomUUID(), amount: "20.00", method: "cash", paidOn: today(test.services) };
  await rentals.call("POST", `/api/admin/orders/${id}/payments`, cash, admin);
  const refund = { id: crypto.randomUUID(), amount: "50.00", reason: "Broken heating" };
  await rentals.call("POST", `/api/admin/orders/${id}/refunds`, refund, admin);
  return { id, refundId: refund.id };
}
const shown = async (id: string) => {
  const answer = await rentals.call("GET", `/api/admin/orders/${id}/money`, undefined, admin);
  return answer.json<AdminOrderMoney>().refunds[0];
};
const recordGiven = (refundId: string) =>
  rentals.call("PUT", `/api/admin/refunds/${refundId}`, { decision: "paid" }, admin);

describe("a refund that goes back by card and in cash", () => {
  it("administrators are asked for the cash part only, before and after the card's part is paid", async () => {
    const { id, refundId } = await refundTwoWays();
    expect(await shown(id)).toMatchObject({ status: "approved", amount: "50.00", leftByHand: "20.00" });
    await giveBackByProvider(test.services);
    const on = today(test.services);
    const half = await shown(id);
    expect(half).toMatchObject({ status: "approved", leftByHand: "20.00" });
    expect(half?.parts).toHaveLength(2);
    expect(half?.parts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ amount: "20.00", method: "cash", paidOn: null, isByHand: true }),
        expect.objectContaining({ amount: "30.00", mode: "stripe", paidOn: on, isByHand: false }),
      ]),
    );
    expect((await recordGiven(refundId)).statusCode).toBe(200);
    expect(await shown(id)).toMatchObject({ status: "paid", leftByHand: "0.00" });
    const written = await test.services.database.rows<{ amount: string }>(
      `select after->>'amount' as amount from audit_events
       where entity_id = $1 and action = 'refund_paid' order by id`,
      [id],
    );
    expect(written.map(({ amount }) => amount)).toEqual(["30.00", "20.00"]);
  });

  it("administrators are asked for the card's part too once the provider could not pay it", async () => {
    const { id } = await refundTwoWays();
    stripe.refundsAre = "pending";
    await giveBackByProvider(test.services);
    stripe.refundsAre = "succeeded";
    const row = [...stripe.refunds.values()].at(-1);
    Object.assign(row ?? {}, { status: "failed", failure_reason: "expired_or_canceled_card" });
    await giveBackByProvider(test.services);
    const found = await shown(id);
    expect(found).toMatchObject({ status: "approved", leftByHand: "50.00" });
    expect(found?.parts.find(({ mode }) => mode === "stripe")).toMatchObject({
      isByHand: true,
      failure: "expired_or_canceled_card",
    });
  });
});
