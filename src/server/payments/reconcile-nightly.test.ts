// @one-database
import { describe, expect, it } from "vitest";
import type { Difference } from "#contract/admin/reconciliation.ts";
import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";
import { emailsTo } from "#test/emails.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { reconcileNightly } from "./reconcile-nightly.ts";

const { test, stripe, admin, rentals } = await startRentals({ DESK_EMAIL: "desk@longbay.example" });

async function paid() {
  const { id, person } = await rentals.confirmed(2);
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
  const [intent] = rentals.intentsOf(id);
  if (!intent) throw new Error("nothing paid");
  return { id, person, intent };
}
/** The night after so many days. */
const night = (days: number) => reconcileNightly(rentals.on(addDays(today(test.services), days), "04:30"));
const listed = async () =>
  (await rentals.call("GET", "/api/admin/finance/differences", undefined, admin)).json<Difference[]>();
const close = (id: string, note: string) =>
  rentals.call("PUT", `/api/admin/finance/differences/${id}`, { note }, admin);

describe("a night's report of a provider", () => {
  it("is quiet where both sides agree", async () => {
    await paid();
    await night(2);
    expect(await listed()).toEqual([]);
  });

  it("mends what the provider can tell: a refund that nobody told us of, and one that bounced", async () => {
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

  it("makes an alert of what is nobody's, until somebody says why, and of what never arrived", async () => {
    const line = {
      id: "txn_nobody",
      object: "balance_transaction",
      amount: 7700,
      fee: 0,
      net: 7700,
      currency: "usd",
      type: "charge",
      reporting_category: "charge",
      source: { id: "ch_nobody", object: "charge", payment_intent: "pi_nobody" },
      created: Math.floor(Date.now() / 1000),
      status: "available",
    };
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

  it("is looked at once a night, and not before four", async () => {
    const reports = () => stripe.calls.filter(({ path }) => path.includes("balance_transactions")).length;
    const before = reports();
    await reconcileNightly(rentals.on(addDays(today(test.services), 9), "03:59"));
    expect(reports()).toBe(before);
    await night(9);
    await night(9);
    expect(reports()).toBe(before + 1);
  });
});
