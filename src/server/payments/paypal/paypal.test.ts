// @one-database
import { afterAll, describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { chargeDue } from "#server/payments/saved-methods/charge-due.ts";
import { followBegun } from "#server/payments/follow-begun.ts";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import { postDueInstalments } from "#server/payments/jobs.ts";
import type { Person } from "#test/accounts.ts";
import { emailsTo } from "#test/emails.ts";
import { type PaypalEvent, startPaypal } from "#test/stand-ins/paypal.ts";
import { startRentals } from "#test/provider-rentals.ts";

const paypal = await startPaypal();
afterAll(paypal.close);
const { test, stripe, admin, rentals } = await startRentals(paypal.env);

const open = async (id: string, person: Person) => {
  const answer = await rentals.call(
    "POST",
    `/api/orders/${id}/payment-session`,
    { provider: "paypal" },
    person,
  );
  return { status: answer.statusCode, ...answer.json<{ url?: string; mode: string }>() };
};
const pageOf = ({ url }: { url?: string }) => rentals.sessionIdOf(url);
const deliver = (event: object, isForged = false) =>
  test.app.inject({ method: "POST", url: "/api/webhooks/paypal", ...paypal.signed(event, isForged) });
const statusesOf = async (id: string) => (await rentals.money(id)).payments.map(({ status }) => status);
const charges = async (id: string) =>
  (await rentals.money(id)).payments
    .filter(({ attempt }) => attempt !== null)
    .map(({ status, failure }) => [status, failure]);
const approvedOf = (page: string): PaypalEvent => {
  const event = paypal.events.find(
    ({ event_type, resource }) =>
      event_type === "CHECKOUT.ORDER.APPROVED" && "id" in resource && resource.id === page,
  );
  if (!event) throw new Error("nothing was approved");
  return event;
};
async function running(months = 3) {
  const { id, person } = await rentals.written(months);
  paypal.approve(pageOf(await open(id, person)));
  await rentals.check(id, person);
  await rentals.handOver(id);
  const [first, second] = await rentals.instalments(id);
  if (!first || !second) throw new Error("no instalments");
  return { id, person, first, second };
}
const minutesAfter = (date: string, minutes: number) => {
  const then = rentals.on(date);
  return { ...then, now: () => then.now() + minutes * 60_000 };
};

describe("paying at PayPal", () => {
  it("an approved PayPal payment is captured once and saves the account for later instalments", async () => {
    const { id, person } = await rentals.written();
    const [first] = await rentals.instalments(id);
    const page = await open(id, person);
    expect([page.status, page.mode, (await open(id, person)).url]).toEqual([200, "paypal", page.url]);
    expect(await rentals.check(id, person)).toMatchObject({ state: "open" });
    paypal.approve(pageOf(page));
    expect(await rentals.check(id, person)).toMatchObject({ state: "none", dueNow: "0.00" });
    expect([await statusesOf(id), paypal.takenFor(id), await rentals.balance(id)]).toEqual([
      ["succeeded"],
      first?.amount,
      0,
    ]);
    expect((await rentals.money(id)).savedMethod).toBe("PayPal");
  });

  it("an approved PayPal payment is captured once by its events, and a forged event is refused", async () => {
    const { id, person } = await rentals.written();
    const page = pageOf(await open(id, person));
    paypal.approve(page);
    const event = approvedOf(page);
    expect((await deliver({ ...event, id: "WH-FORGED" }, true)).statusCode).toBe(400);
    expect(await statusesOf(id)).toEqual(["begun"]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(event)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await expect.poll(() => statusesOf(id)).toEqual(["succeeded"]);
    for (const later of paypal.events.slice()) await deliver(later);
    expect([await statusesOf(id), await rentals.balance(id)]).toEqual([["succeeded"], 0]);
    expect((await emailsTo(test, person.email)).filter((kind) => kind === "payment_received")).toHaveLength(
      1,
    );
  });

  it("a PayPal payment approved after its page was given up is not captured", async () => {
    const { id, person } = await rentals.written();
    const page = pageOf(await open(id, person));
    await rentals.payOnPage(id, person);
    await rentals.check(id, person);
    paypal.approve(page);
    await deliver(approvedOf(page));
    expect([paypal.takenFor(id), (await statusesOf(id)).toSorted()]).toEqual([0, ["cancelled", "succeeded"]]);
  });

  it("a PayPal payment is found again after a lost answer, at each step", async () => {
    const { id, person } = await rentals.written();
    paypal.trouble(/POST .*orders$/, "cut-after");
    expect((await open(id, person)).status).toBe(503);
    const before = paypal.orders.size;
    const page = pageOf(await open(id, person));
    expect(paypal.orders.size).toBe(before);
    paypal.approve(page);
    paypal.trouble(/POST .*capture$/, "500-after");
    expect(await rentals.check(id, person)).toMatchObject({ state: "confirming" });
    expect(await rentals.check(id, person)).toMatchObject({ state: "none" });
    const [first] = await rentals.instalments(id);
    expect(paypal.takenFor(id)).toBe(first?.amount);
  });
});

describe("a saved PayPal account", () => {
  it("a saved PayPal account is charged once on the day, even after a lost answer", async () => {
    const { id, first, second } = await running();
    // Other rentals have payments due that day too: each answer is lost.
    for (let index = 0; index < 30; index++) paypal.trouble(/POST .*orders$/, "cut-after");
    await postDueInstalments(rentals.on(second.dueOn));
    await chargeDue(rentals.on(second.dueOn));
    paypal.calm();
    expect(await charges(id)).toEqual([["begun", null]]);
    await followBegun(minutesAfter(second.dueOn, 3));
    expect(await charges(id)).toEqual([["succeeded", null]]);
    expect([paypal.takenFor(id), await rentals.balance(id)]).toEqual([first.amount + second.amount, 0]);
  });

  it("a saved PayPal account that declines is charged again on later days, with an email each time", async () => {
    const { id, person, second } = await running();
    paypal.decline(true);
    for (const days of [0, 1]) await chargeDue(rentals.on(addDays(second.dueOn, days)));
    paypal.decline(false);
    await chargeDue(rentals.on(addDays(second.dueOn, 3)));
    expect(await charges(id)).toEqual([
      ["failed", "instrument_declined"],
      ["failed", "instrument_declined"],
      ["succeeded", null],
    ]);
    expect((await emailsTo(test, person.email)).filter((kind) => kind === "payment_failed")).toHaveLength(2);
  });
});

describe("a refund", () => {
  it("a refund goes back by PayPal once and never exceeds what was paid", async () => {
    const { id, first } = await running(3);
    await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled" }, admin);
    paypal.trouble(/POST .*refund$/, "500-after");
    await giveBackByProvider(test.services);
    await giveBackByProvider(test.services);
    const { refunds } = await rentals.money(id);
    expect(refunds).toMatchObject([{ status: "paid", amount: first.amount }]);
    expect([paypal.takenFor(id), await rentals.balance(id)]).toEqual([0, 0]);
  });
});

describe("PayPal beside Stripe", () => {
  it("a renter who leaves Stripe's page and chooses PayPal pays once, at PayPal", async () => {
    const { id, person } = await rentals.written();
    const first = await rentals.call("POST", `/api/orders/${id}/payment-session`, undefined, person);
    const usual = first.json<{ url: string; mode: string }>();
    expect(usual.mode).toBe("stripe");
    const chosen = await open(id, person);
    expect([chosen.status, chosen.mode]).toEqual([200, "paypal"]);
    expect(stripe.sessions.get(rentals.sessionIdOf(usual.url))?.status).toBe("expired");
    paypal.approve(pageOf(chosen));
    await rentals.check(id, person);
    const { payments } = await rentals.money(id);
    expect(payments.filter(({ status }) => status === "succeeded").map(({ mode }) => mode)).toEqual([
      "paypal",
    ]);
    expect([rentals.takenFor(id), await rentals.balance(id)]).toEqual([0, 0]);
  });
});
