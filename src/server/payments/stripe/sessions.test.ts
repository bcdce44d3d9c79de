// @one-database
import { describe, expect, it } from "vitest";
import { makePerson } from "#test/accounts.ts";
import { emailsTo } from "#test/emails.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { followBegun } from "#server/payments/follow-begun.ts";

const { test, stripe, admin, rentals } = await startRentals();

const paidOf = async (id: string) => (await rentals.money(id)).payments.map(({ status }) => status);
const created = () =>
  stripe.calls.filter(({ method, path }) => method === "POST" && path.endsWith("/sessions"));
const later = (minutes: number) => {
  const now = test.services.now() + minutes * 60_000;
  return { ...test.services, now: () => now };
};

describe("paying on the provider's page", () => {
  it("a payment page is paid once Stripe says so, and not because the renter returned", async () => {
    const { id, person } = await rentals.written();
    const [first] = await rentals.instalments(id);
    const one = await rentals.session(id, person);
    const before = created().length;
    const again = await rentals.session(id, person);
    expect([one.status, one.mode, again.url, created().length]).toEqual([200, "stripe", one.url, before]);
    expect(await rentals.check(id, person)).toMatchObject({ state: "open" });
    expect(await paidOf(id)).toEqual(["begun"]);
    const session = stripe.sessions.get(rentals.sessionIdOf(one.url));
    expect(session).toMatchObject({
      amount_total: first?.amount,
      currency: "usd",
      metadata: { order_id: id },
    });
    stripe.pay(rentals.sessionIdOf(one.url));
    expect(await rentals.check(id, person)).toMatchObject({ state: "none", dueNow: "0.00" });
    expect(await paidOf(id)).toEqual(["succeeded"]);
    expect(await rentals.balance(id)).toBe(0);
    expect((await rentals.money(id)).savedMethod).toBe("Visa •••• 4242");
    expect((await emailsTo(test, person.email)).filter((kind) => kind === "payment_received")).toHaveLength(
      1,
    );
  });

  it("two simultaneous requests open one page", async () => {
    const { id, person } = await rentals.written();
    const [one, other] = await Promise.all([rentals.session(id, person), rentals.session(id, person)]);
    expect([one.status, other.url]).toEqual([200, one.url]);
    expect(await paidOf(id)).toEqual(["begun"]);
  });

  it("a page for another sum than is due now is ended", async () => {
    const { id, person } = await rentals.written();
    const one = await rentals.session(id, person);
    const [first] = await rentals.instalments(id);
    const payload = {
      id: crypto.randomUUID(),
      amount: 10,
      method: "cash",
      paidOn: new Date(test.services.now() - 86_400_000).toISOString().slice(0, 10),
    };
    await rentals.call("POST", `/api/admin/orders/${id}/payments`, payload, admin);
    const other = await rentals.session(id, person);
    expect(other.url).not.toBe(one.url);
    expect(stripe.sessions.get(rentals.sessionIdOf(one.url))?.status).toBe("expired");
    expect(stripe.sessions.get(rentals.sessionIdOf(other.url))?.amount_total).toBe(
      (first?.amount ?? 0) - 1000,
    );
  });

  it("a sum that is paid twice is refunded by rule", async () => {
    const { id, person } = await rentals.written(1);
    const { url } = await rentals.session(id, person);
    const [first] = await rentals.instalments(id);
    const payload = {
      id: crypto.randomUUID(),
      amount: (first?.amount ?? 0) / 100,
      method: "cash",
      paidOn: new Date(test.services.now() - 86_400_000).toISOString().slice(0, 10),
    };
    await rentals.call("POST", `/api/admin/orders/${id}/payments`, payload, admin);
    stripe.pay(rentals.sessionIdOf(url));
    await rentals.check(id, person);
    const { refunds } = await rentals.money(id);
    expect(refunds).toMatchObject([
      { amount: first?.amount, status: "approved", reason: "overpaid", origin: "rule" },
    ]);
  });

  it("a payment page is found again after a kill and after a lost answer", async () => {
    const { id, person } = await rentals.written();
    stripe.trouble(/POST .*sessions/, "cut-after", "cut-after");
    const failed = await rentals.session(id, person);
    expect(failed.status).toBe(503);
    const before = stripe.sessions.size;
    const again = await rentals.session(id, person);
    expect([again.status, stripe.sessions.size]).toEqual([200, before]);
    // The state after a process that ended before it had saved the page.
    await test.services.database.rows("update payments set session_ref = null where order_id = $1", [id]);
    expect((await rentals.session(id, person)).url).toBe(again.url);
    expect(stripe.sessions.size).toBe(before);
  });

  it("a payment page answers 503 when Stripe is down or busy, without Stripe's words", async () => {
    const { id, person } = await rentals.written();
    stripe.trouble(/POST .*sessions/, "429", "500", "500");
    const answers = [await rentals.session(id, person), await rentals.session(id, person)];
    expect(answers).toMatchObject([{ status: 503, code: "provider_unavailable" }, { status: 503 }]);
    expect(JSON.stringify(answers)).not.toMatch(/sk_test|Too many requests|Sorry/);
    expect((await rentals.session(id, person)).status).toBe(200);
  });

  it("a payment without a webhook is looked up, and an expired page ends its payment", async () => {
    const { id, person } = await rentals.written();
    await rentals.payOnPage(id, person);
    await followBegun(later(3));
    expect(await paidOf(id)).toEqual(["succeeded"]);
    const other = await rentals.written();
    const { url } = await rentals.session(other.id, other.person);
    Object.assign(stripe.sessions.get(rentals.sessionIdOf(url)) ?? {}, { status: "expired", url: null });
    await followBegun(later(65));
    expect(await paidOf(other.id)).toEqual(["cancelled"]);
  });

  it("a payment page is not found for a stranger or with a wrong key", async () => {
    const { id } = await rentals.written();
    const stranger = await makePerson(test);
    expect((await rentals.session(id, stranger)).status).toBe(404);
    const visitor = await test.app.inject({
      method: "POST",
      url: `/api/orders/${id}/payment-session?key=wrong`,
      payload: {},
    });
    expect(visitor.statusCode).toBe(404);
  });

  it("a paid order has no payment page", async () => {
    const { id, person } = await rentals.written(1);
    await rentals.payOnPage(id, person);
    await rentals.check(id, person);
    expect((await rentals.session(id, person)).url).toBeUndefined();
  });

  it("a payment page is for the next instalment if nothing is due", async () => {
    const { id, person } = await rentals.written(2);
    await rentals.payOnPage(id, person);
    await rentals.check(id, person);
    const [, second] = await rentals.instalments(id);
    const { url } = await rentals.session(id, person);
    expect(stripe.sessions.get(rentals.sessionIdOf(url))?.amount_total).toBe(second?.amount);
  });
});
