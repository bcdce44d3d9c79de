// @one-database
import { describe, expect, it } from "vitest";
import { emailsTo } from "#test/emails.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { giveBackByProvider } from "./give-back-by-provider.ts";

const { test, stripe, admin, rentals } = await startRentals({ DESK_EMAIL: "desk@longbay.example" });

/** A rental whose first month is paid on Stripe's page. */
async function paid() {
  const { id, person } = await rentals.written(2);
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
  const [intent] = rentals.intentsOf(id);
  const [first] = await rentals.instalments(id);
  if (!intent || !first) throw new Error("nothing paid");
  stripe.events.length = 0;
  return { id, person, intent, first };
}
/** Delivers all events that Stripe has, twice. */
async function deliverAll() {
  const events = stripe.events.splice(0);
  for (const event of [...events, ...events.map((one) => ({ ...one, id: `${one.id}-again` }))])
    await rentals.deliver(event);
}
const refund = (id: string, amount: string) =>
  rentals.call(
    "POST",
    `/api/admin/orders/${id}/refunds`,
    { id: crypto.randomUUID(), amount, reason: "Late" },
    admin,
  );
const clearing = async (id: string) =>
  (
    await test.services.database.rows<{ sum: number }>(
      "select coalesce(sum(amount), 0)::float8 as sum from ledger_entries where order_id = $1 and account = 'provider_clearing'",
      [id],
    )
  )[0]?.sum;
const deadEvents = () => test.services.database.rows("select from webhook_events where status = 'dead'");

describe("a refund that bounces later", () => {
  it("a bounced refund is open again, announced to renter and administrators, and paid by hand", async () => {
    const { id, person, first } = await paid();
    await refund(id, "100.00");
    await giveBackByProvider(test.services);
    await deliverAll();
    expect(await clearing(id)).toBe(first.amount - 10_000);
    const [given] = [...stripe.refunds.values()].slice(-1);
    stripe.bounce(String(given?.id));
    await deliverAll();
    expect(await clearing(id)).toBe(first.amount);
    const { refunds } = await rentals.money(id);
    expect(refunds).toMatchObject([{ status: "approved", amount: 10_000, paidOn: null }]);
    expect(await emailsTo(test, person.email)).toContain("refund_bounced");
    expect(await emailsTo(test, "desk@longbay.example")).toContain("admin_refund_bounced");

    const answer = await rentals.call(
      "PUT",
      `/api/admin/refunds/${refunds[0]?.id}`,
      { decision: "paid" },
      admin,
    );
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await rentals.money(id)).refunds).toMatchObject([{ status: "paid" }]);
    expect(await clearing(id)).toBe(first.amount);
    expect(await deadEvents()).toEqual([]);
  });

  it("a bounced refund of a cancellation is owed to the renter until it is paid again", async () => {
    const { id, first } = await paid();
    await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled" }, admin);
    await giveBackByProvider(test.services);
    await deliverAll();
    expect(await rentals.balance(id)).toBe(0);
    const [given] = [...stripe.refunds.values()].slice(-1);
    stripe.bounce(String(given?.id));
    await deliverAll();
    expect(await rentals.balance(id)).toBe(-first.amount);
    const open = (await rentals.money(id)).refunds.find(({ status }) => status === "approved");
    await rentals.call("PUT", `/api/admin/refunds/${open?.id}`, { decision: "paid" }, admin);
    expect(await rentals.balance(id)).toBe(0);
  });
});

describe("a refund made on the provider's own pages", () => {
  it("a provider's refund is recorded once and can't be paid again", async () => {
    const { id, person, intent, first } = await paid();
    stripe.refundByHand(intent.id, 20_000);
    await deliverAll();
    const { refunds } = await rentals.money(id);
    expect(refunds).toMatchObject([{ status: "paid", amount: 20_000, origin: "provider" }]);
    expect(await clearing(id)).toBe(first.amount - 20_000);
    expect(await emailsTo(test, person.email)).toContain("refund_paid");
    expect(await emailsTo(test, "desk@longbay.example")).toContain("admin_foreign_refund");
    const above = await refund(id, (first.amount / 100).toFixed(2));
    expect(above.json<{ code: string }>().code).toBe("refund_above_paid");
    expect(await deadEvents()).toEqual([]);
  });

  it("a provider's refund replaces the one of a cancellation", async () => {
    const { id, intent, first } = await paid();
    await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled" }, admin);
    stripe.refundByHand(intent.id, first.amount);
    await deliverAll();
    await giveBackByProvider(test.services);
    expect(rentals.takenFor(id)).toBe(0);
    expect(await rentals.balance(id)).toBe(0);
    const { refunds } = await rentals.money(id);
    expect(refunds.filter(({ status }) => status === "approved")).toEqual([]);
  });

  it("a provider's refund withdraws a manual refund for which no money is left", async () => {
    const { id, intent, first } = await paid();
    await refund(id, "400.00");
    stripe.refundByHand(intent.id, first.amount);
    await deliverAll();
    await giveBackByProvider(test.services);
    expect(rentals.takenFor(id)).toBe(0);
    const statuses = (await rentals.money(id)).refunds.map(({ origin, status }) => `${origin} ${status}`);
    expect(new Set(statuses)).toEqual(new Set(["hand withdrawn", "provider paid"]));
  });

  it("a provider's refund is found by its charge if nothing else is reported", async () => {
    const { id, intent } = await paid();
    stripe.refundByHand(intent.id, 5000);
    stripe.events.length = 0;
    const charge = stripe.balance.map(({ source }) => source as { id: string; payment_intent?: string });
    const { id: chargeId = "" } =
      charge.find((one) => one.payment_intent === intent.id && one.id.startsWith("ch")) ?? {};
    await rentals.deliver({ id: "evt_charge", type: "charge.refunded", data: { object: { id: chargeId } } });
    expect((await rentals.money(id)).refunds).toMatchObject([{ amount: 5000, origin: "provider" }]);
  });
});

it("a payment of an unexpected amount is recorded as paid and announced to administrators", async () => {
  const { id, person } = await rentals.written(2);
  await rentals.payOnPage(id, person);
  const [intent] = rentals.intentsOf(id);
  const [first] = await rentals.instalments(id);
  const taken = (first?.amount ?? 0) - 2500;
  Object.assign(intent ?? {}, { amount_received: taken });
  await rentals.check(id, person);
  const { payments, instalments } = await rentals.money(id);
  expect(payments).toMatchObject([{ status: "succeeded", amount: taken }]);
  expect(instalments[0]).toMatchObject({ paid: taken });
  expect(await emailsTo(test, "desk@longbay.example")).toContain("admin_payment_differs");
});
