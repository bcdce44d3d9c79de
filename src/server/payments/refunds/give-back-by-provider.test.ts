// @one-database
import { describe, expect, it } from "vitest";
import { emailsTo } from "#test/emails.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { giveBackByProvider } from "./give-back-by-provider.ts";

const { test, stripe, admin, rentals } = await startRentals();

async function paid() {
  const { id, person } = await rentals.written(1);
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
  const { payments } = await rentals.money(id);
  return { id, person, amount: payments[0]?.amount ?? 0 };
}
const refund = (id: string, cents: number) =>
  rentals.call(
    "POST",
    `/api/admin/orders/${id}/refunds`,
    { id: crypto.randomUUID(), amount: cents / 100, reason: "Broken heating" },
    admin,
  );
const cancel = (id: string) =>
  rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled" }, admin);
const statuses = async (id: string) => (await rentals.money(id)).refunds.map(({ status }) => status);
const givenBack = () => [...stripe.refunds.values()];

describe("a refund by a provider", () => {
  it("a canceled rental's money goes back by its provider once, with an email to the renter", async () => {
    const { id, person, amount } = await paid();
    await cancel(id);
    await Promise.all([giveBackByProvider(test.services), giveBackByProvider(test.services)]);
    await giveBackByProvider(test.services);
    expect([await statuses(id), rentals.takenFor(id), await rentals.balance(id)]).toEqual([["paid"], 0, 0]);
    expect(givenBack().filter(({ amount: given }) => given === amount).length).toBeGreaterThan(0);
    expect((await emailsTo(test, person.email)).filter((kind) => kind === "refund_paid")).toHaveLength(1);
  });

  it("simultaneous refunds never exceed what was paid", async () => {
    const { id, amount } = await paid();
    const part = Math.floor(amount / 2) + 1;
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(id, part)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 422, 422, 422,
    ]);
    await Promise.all([giveBackByProvider(test.services), giveBackByProvider(test.services)]);
    expect(rentals.takenFor(id)).toBeGreaterThanOrEqual(0);
  });

  it("a refund whose answer was lost is made once", async () => {
    const { id, amount } = await paid();
    await refund(id, 2000);
    stripe.trouble(/POST .*refunds/, "500-after", "500-after");
    await giveBackByProvider(test.services);
    expect(await statuses(id)).toEqual(["approved"]);
    await giveBackByProvider(test.services);
    expect([await statuses(id), rentals.takenFor(id)]).toEqual([["paid"], amount - 2000]);
  });

  it("a refund is paid once the provider says so, not when it was requested", async () => {
    const { id } = await paid();
    await refund(id, 2000);
    stripe.refundsAre = "pending";
    await giveBackByProvider(test.services);
    stripe.refundsAre = "succeeded";
    expect(await statuses(id)).toEqual(["approved"]);
    const row = givenBack().at(-1);
    Object.assign(row ?? {}, { status: "succeeded" });
    await rentals.deliver({ id: "evt_refund", type: "refund.updated", data: { object: row } });
    expect(await statuses(id)).toEqual(["paid"]);
  });

  it("a refund can be paid by an administrator only after the provider could not", async () => {
    const { id } = await paid();
    await refund(id, 2000);
    const decide = async () => {
      const [one] = (await rentals.money(id)).refunds;
      return rentals.call(
        "PUT",
        `/api/admin/refunds/${one?.id}`,
        { decision: "paid", reference: "check 7" },
        admin,
      );
    };
    expect((await decide()).json()).toMatchObject({ code: "refund_by_provider" });
    stripe.refundsAre = "pending";
    await giveBackByProvider(test.services);
    stripe.refundsAre = "succeeded";
    const row = givenBack().at(-1);
    Object.assign(row ?? {}, { status: "failed", failure_reason: "expired_or_canceled_card" });
    await giveBackByProvider(test.services);
    expect((await decide()).statusCode).toBe(200);
    expect(await statuses(id)).toEqual(["paid"]);
  });
});
