// @one-database
import { describe, expect, it } from "vitest";
import type { Difference } from "#contract/admin/reconciliation.ts";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { today } from "#server/services.ts";
import { emailsTo } from "#test/emails.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { reconcileNightly, reconcileSince } from "./reconcile-nightly.ts";

const { test, stripe, admin, rentals } = await startRentals({ DESK_EMAIL: "desk@longbay.example" });

async function paid() {
  const { id, person } = await rentals.confirmed(2);
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
  const [intent] = rentals.intentsOf(id);
  if (!intent) throw new Error("nothing paid");
  return { id, person, intent };
}
/** The night after this many days. */
const night = (days: number) => reconcileNightly(rentals.on(addDays(today(test.services), days), "04:30"));
const listed = async () =>
  (await rentals.call("GET", "/api/admin/finance/differences", undefined, admin)).json<Difference[]>();
const close = (id: string, note: string) =>
  rentals.call("PUT", `/api/admin/finance/differences/${id}`, { note }, admin);

const dayAfter = (days: number) => addDays(today(test.services), days);
/** A payment that our books have on a day, and the provider's report of that day does not. */
async function onlyOurs(on: string): Promise<string> {
  const { id, intent } = await paid();
  await test.services.database.rows("update payments set paid_on = $1 where order_id = $2", [on, id]);
  return intent.id;
}
/** A charge of the provider on a day, for a payment that we don't know. */
const nobodys = (ref: string, on: string) => ({
  id: `txn_${ref}`,
  object: "balance_transaction",
  amount: 7700,
  fee: 0,
  net: 7700,
  currency: "usd",
  type: "charge",
  reporting_category: "charge",
  source: { id: `ch_${ref}`, object: "charge", payment_intent: ref },
  created: instantInLosAngeles(on, "12:00") / 1000,
  status: "available",
});

describe("a night's report of a provider", () => {
  it("a night's report is empty if both sides agree", async () => {
    await paid();
    await night(2);
    expect(await listed()).toEqual([]);
  });

  it("a night's report records an unknown or bounced refund of the provider by itself", async () => {
    const { id, intent } = await paid();
    stripe.refundByHand(intent.id, 3000);
    await night(3);
    expect((await rentals.money(id)).refunds).toMatchObject([{ status: "paid", amount: 3000 }]);
    const [given] = [...stripe.refunds.values()].slice(-1);
    stripe.bounce(String(given?.id));
    await night(4);
    expect((await rentals.money(id)).refunds).toMatchObject([{ status: "approved", amount: 3000 }]);
    expect(await listed()).toEqual([]);
    stripe.events.length = 0;
  });

  it("an unknown or missing payment alerts until somebody explains it", async () => {
    const line = nobodys("pi_nobody", dayAfter(0));
    stripe.balance.unshift(line);
    await night(5);
    const [found] = await listed();
    expect(found).toMatchObject({ ref: "pi_nobody", status: "missing_here", theirs: "77.00", ours: null });
    expect(await emailsTo(test, "desk@longbay.example")).toContain("admin_reconciliation");
    const alerts = await rentals.call("GET", "/api/admin/system/alerts", undefined, admin);
    expect(alerts.body).toContain("differs from our books");
    expect((await close(found?.id ?? "", "")).statusCode).toBe(422);
    expect((await close(found?.id ?? "", "A test of ours")).statusCode).toBe(200);
    await night(6);
    expect(await listed()).toEqual([]);
    Object.assign(line, { amount: 8800 });
    await night(7);
    expect(await listed()).toMatchObject([{ ref: "pi_nobody", theirs: "88.00" }]);
    stripe.balance.splice(stripe.balance.indexOf(line), 1);
    await night(8);
    expect(await listed()).toEqual([]);
  });

  it("a line of another kind or currency alerts until it is closed", async () => {
    const line = (id: string, more: object) => ({
      id,
      object: "balance_transaction",
      amount: -1200,
      fee: 0,
      net: -1200,
      currency: "usd",
      type: "adjustment",
      reporting_category: "other_adjustment",
      source: null,
      created: Math.floor(Date.now() / 1000),
      status: "available",
      ...more,
    });
    const added = [
      line("txn_other", {}),
      line("txn_euro_payout", { currency: "eur", type: "payout", reporting_category: "payout" }),
      line("txn_euro_fee", { currency: "eur", type: "stripe_fee", reporting_category: "fee" }),
    ];
    stripe.balance.unshift(...added);
    await night(12);
    const found = await listed();
    const words = found.map(({ ref, kind, status, currency }) => `${ref} ${kind} ${status} ${currency}`);
    expect(new Set(words)).toEqual(
      new Set([
        "txn_euro_fee fee missing_here eur",
        "txn_euro_payout payout missing_here eur",
        "txn_other other missing_here usd",
      ]),
    );
    for (const { id } of found) expect((await close(id, "Seen with the provider")).statusCode).toBe(200);
    await night(13);
    expect(await listed()).toEqual([]);
    stripe.balance.splice(0, added.length);
    await night(14);
  });

  it("a night's report is fetched once, and not before four", async () => {
    const reports = () => stripe.calls.filter(({ path }) => path.includes("balance_transactions")).length;
    const before = reports();
    await reconcileNightly(rentals.on(addDays(today(test.services), 15), "03:59"));
    expect(reports()).toBe(before);
    await night(15);
    await night(15);
    expect(reports()).toBe(before + 1);
  });

  it("a payment that the provider never had stays open until somebody explains it", async () => {
    const ref = await onlyOurs(dayAfter(20));
    const open = { ref, status: "missing_there", theirs: null };
    for (const days of [22, 30, 32, 33, 45]) {
      await night(days);
      expect(await listed()).toMatchObject([open]);
    }
    const [found] = await listed();
    expect((await close(found?.id ?? "", "Cash, recorded as a card")).statusCode).toBe(200);
  });

  it("a line that agreed for a night and differs again is opened and announced again", async () => {
    const emailsSent = async () =>
      (await emailsTo(test, "desk@longbay.example")).filter((kind) => kind === "admin_reconciliation").length;
    const line = nobodys("pi_again", dayAfter(50));
    stripe.balance.unshift(line);
    await night(54);
    const before = await emailsSent();
    expect(await listed()).toMatchObject([{ ref: "pi_again" }]);
    stripe.balance.splice(stripe.balance.indexOf(line), 1);
    await night(55);
    expect(await listed()).toEqual([]);
    stripe.balance.unshift(line);
    await night(56);
    expect(await listed()).toMatchObject([{ ref: "pi_again", theirs: "77.00" }]);
    expect(await emailsSent()).toBe(before + 1);
    await night(57);
    expect(await emailsSent()).toBe(before + 1);
    const [found] = await listed();
    expect((await close(found?.id ?? "", "A test of ours")).statusCode).toBe(200);
    await night(58);
    expect(await listed()).toEqual([]);
  });
});

describe("a refund that bounces weeks later", () => {
  it("a refund and its return in different reports are no difference", async () => {
    const { id, intent } = await paid();
    stripe.refundByHand(intent.id, 3000);
    const [given] = [...stripe.refunds.values()].slice(-1);
    const at = (line: (typeof stripe.balance)[number] | undefined, days: number) =>
      line && Object.assign(line, { created: instantInLosAngeles(dayAfter(days), "12:00") / 1000 });
    const own = (category: string) =>
      stripe.balance.find(
        ({ reporting_category, source }) => reporting_category === category && source === given,
      );
    at(own("refund"), 60);
    await night(61);
    expect((await rentals.money(id)).refunds).toMatchObject([{ status: "paid", amount: 3000 }]);
    stripe.bounce(String(given?.id));
    at(own("refund_failure"), 73);
    await night(74);
    expect((await rentals.money(id)).refunds).toMatchObject([{ status: "approved", amount: 3000 }]);
    expect(await listed()).toEqual([]);
    await night(75);
    expect(await listed()).toEqual([]);
    stripe.events.length = 0;
  });
});

describe("the difference since a day", () => {
  it("a difference between two reports counts once", async () => {
    const since = dayAfter(80);
    const lines = [27, 28, 29].map((days) => nobodys(`pi_since_${days}`, addDays(since, days)));
    stripe.balance.unshift(...lines);
    for (const days of [27, 28, 29]) await onlyOurs(addDays(since, days));
    expect(await reconcileSince(rentals.on(addDays(since, 70)), since)).toBe(6);
    expect(await listed()).toHaveLength(6);
  });
});
