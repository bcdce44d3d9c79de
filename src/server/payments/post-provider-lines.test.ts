// @one-database
import { describe, expect, it } from "vitest";
import type { FinanceOverview, LedgerTransaction } from "#contract/admin/finance.ts";
import { addDays } from "#domain/dates.ts";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import { today } from "#server/services.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { reconcileNightly } from "./reconcile-nightly.ts";

const { test, stripe, admin, rentals } = await startRentals();

async function paid() {
  const { id, person } = await rentals.confirmed(2);
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
  const [intent] = rentals.intentsOf(id);
  if (!intent) throw new Error("nothing paid");
  return { id, intent };
}
const night = (days: number) => reconcileNightly(rentals.on(addDays(today(test.services), days), "04:30"));
const overview = async () =>
  (await rentals.call("GET", "/api/admin/finance", undefined, admin)).json<FinanceOverview>();
const transactions = async (account: string) =>
  (
    await rentals.call(
      "GET",
      `/api/admin/finance/transactions?account=${account}&limit=100`,
      undefined,
      admin,
    )
  ).json<LedgerTransaction[]>();
const cents = (amount: string | undefined) => Math.round(Number(amount) * 100);
const sumOf = async (account: string) =>
  (await transactions(account))
    .flatMap(({ entries }) => entries)
    .reduce((sum, entry) => sum + (entry.account === account ? cents(entry.amount) : 0), 0);

describe("a provider's fees and payouts", () => {
  it("a provider's fees and payouts are in the ledger after the night, and clearing is what it holds", async () => {
    const { id } = await paid();
    const disputed = await paid();
    const refund = { id: crypto.randomUUID(), amount: "12.34", reason: "wash" };
    await rentals.call("POST", `/api/admin/orders/${id}/refunds`, refund, admin);
    await giveBackByProvider(test.services);
    stripe.claims.decide(stripe.claims.open(disputed.intent.id), "lost");
    for (const event of stripe.events.splice(0)) await rentals.deliver(event);
    stripe.takeFee(250);
    stripe.payOut(50_000);
    await night(2);
    const { providerClearing, bank } = await overview();
    expect(cents(providerClearing)).toBe(stripe.held());
    expect(bank).toBe("500.00");
    expect(await sumOf("provider_clearing")).toBe(stripe.held());
    expect(await sumOf("bank")).toBe(50_000);
    const fees = stripe.balance
      .filter(({ reporting_category: category }) => category === "charge")
      .reduce((sum, { fee }) => sum + Number(fee), 250);
    expect(await sumOf("provider_fees")).toBe(fees);
  });

  it("a provider's line is posted once, however often it is reported", async () => {
    const before = await transactions("provider_clearing");
    await night(3);
    await night(4);
    expect(await transactions("provider_clearing")).toEqual(before);
  });

  it("a payout returned by the bank comes back into clearing", async () => {
    const paidOut = stripe.payOut(7_000);
    const line = {
      ...paidOut,
      id: "txn_back",
      amount: 7_000,
      net: 7_000,
      reporting_category: "payout_reversal",
    };
    stripe.balance.unshift(line);
    await night(5);
    expect([cents((await overview()).providerClearing), (await overview()).bank]).toEqual([
      stripe.held(),
      "500.00",
    ]);
  });

  it("a provider's payout is shown without an order", async () => {
    const found = (await transactions("bank"))[0];
    expect(found).toMatchObject({ kind: "provider_payout", orderId: null, orderNumber: null });
  });

  it("a provider's lines are read back to the last night with a report", async () => {
    stripe.takeFee(99);
    const before = await sumOf("provider_fees");
    await night(20);
    expect(await sumOf("provider_fees")).toBe(before + 99);
  });
});
