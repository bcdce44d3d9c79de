// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import type { ChangeQuote } from "#contract/changes.ts";
import { addDays } from "#domain/dates.ts";
import { balanceOf, standingInstalments } from "#server/ledger/queries.ts";
import { recountRefunds } from "#server/ledger/refunds.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { callAs } from "#test/client.ts";
import { orderRow } from "#test/condition.ts";
import { writeRental } from "#test/written-rental.ts";

let test: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  owner = await makePerson(test);
});
afterAll(() => test.close());

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, by = admin) =>
  callAs(test, by, method, url, payload);
const dollars = (cents: number): string => (cents / 100).toFixed(2);
const refundsOf = async (id: string) =>
  (await call("GET", `/api/admin/orders/${id}/money`)).json<AdminOrderMoney>().refunds;

/** A rental that is paid, and of which some is to be given back by hand. */
async function paidWithGoodwill(inDays: number, months: number, goodwill: string) {
  const { id, total } = await writeRental(test, owner, { inDays, months });
  const payment = { id: crypto.randomUUID(), amount: dollars(total), method: "cash", reference: "A1" };
  await call("POST", `/api/admin/orders/${id}/payments`, { ...payment, paidOn: "2026-01-01" });
  const refund = { id: crypto.randomUUID(), amount: goodwill, reason: "The car was late" };
  await call("POST", `/api/admin/orders/${id}/refunds`, refund);
  return { id, paid: total };
}

/** Gives back whatever is approved, one after the other. */
async function giveAllBack(id: string, first: "hand" | "rule"): Promise<number> {
  const isFirst = ({ reason }: { reason: string }) => (reason === "The car was late") === (first === "hand");
  const approved = (await refundsOf(id)).filter(({ status }) => status === "approved");
  for (const { id: refundId } of [...approved.filter(isFirst), ...approved.filter((one) => !isFirst(one))])
    await call("PUT", `/api/admin/refunds/${refundId}`, { decision: "paid" });
  return approved.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
}
const stateOf = async (id: string) => {
  const standing = await standingInstalments(test.services.database.db, id);
  const isPaid = standing.every(({ amount, paid }) => amount === paid);
  return { balance: await balanceOf(test.services.database.db, id), isPaid };
};

describe.each(["hand", "rule"] as const)(
  "a refund by hand and one by a rule, the one by %s first",
  (first) => {
    it("the two refunds together are what is paid beyond what a cancellation keeps", async () => {
      const { id, paid } = await paidWithGoodwill(0, 1, "400.00");
      const shown = await call("GET", `/api/account/orders/${id}`, undefined, owner);
      const price = shown.json<OwnOrderDetail>().actions.cancel.price;
      const kept = Math.round(Number(price?.kept) * 100);
      expect([kept > 0, price?.refund]).toEqual([true, dollars(paid - kept - 40_000)]);
      await call("POST", `/api/orders/${id}/cancel`, {}, owner);
      expect(await giveAllBack(id, first)).toBe(paid - kept);
      expect(await stateOf(id)).toEqual({ balance: 0, isPaid: true });
    });

    it("the two refunds together are what is paid beyond a price lowered meanwhile", async () => {
      const { id, paid } = await paidWithGoodwill(10, 2, "100.00");
      const { pickupDate } = await orderRow(test, id);
      const shorter = { kind: "dates", pickupDate, returnDate: addDays(pickupDate, 40) };
      await call("POST", `/api/orders/${id}/changes`, shorter, owner);
      const { total } = await orderRow(test, id);
      expect(await giveAllBack(id, first)).toBe(paid - total);
      expect((await stateOf(id)).isPaid).toBe(true);
    });
  },
);

it("a refund by hand after a cancellation adds to the cancellation's, even after a recount", async () => {
  const { id, paid } = await paidWithGoodwill(0, 1, "100.00");
  await call("POST", `/api/orders/${id}/cancel`, {}, owner);
  const [kept] = await standingInstalments(test.services.database.db, id);
  const amount = dollars(kept?.amount ?? 0);
  const refund = { id: crypto.randomUUID(), amount, reason: "The car was late" };
  await call("POST", `/api/admin/orders/${id}/refunds`, refund);
  await test.services.database.transaction((tx) =>
    recountRefunds(test.services, tx, id, { actor: "system" }),
  );
  expect(await giveAllBack(id, "hand")).toBe(paid);
});

it("a declined refund by hand leaves the cancellation's refund", async () => {
  const { id, paid } = await paidWithGoodwill(10, 1, "600.00");
  const second = await makePerson(test, { role: "admin", permissions: ["all"] });
  await call("POST", `/api/orders/${id}/cancel`, {}, owner);
  const byHand = (await refundsOf(id)).find(({ status }) => status === "awaiting_approval");
  await call("PUT", `/api/admin/refunds/${byHand?.id ?? ""}`, { decision: "declined", reason: "No" }, second);
  expect(await giveAllBack(id, "rule")).toBe(paid);
  expect(await stateOf(id)).toEqual({ balance: 0, isPaid: true });
});

it("goodwill counts in an early return's quote as in its refund, and no credit is left", async () => {
  const { id, paid } = await paidWithGoodwill(0, 1, "300.00");
  await giveAllBack(id, "hand");
  await test.services.database.rows("update orders set status = 'in_progress' where id = $1", [id]);
  const { pickupDate } = await orderRow(test, id);
  const sooner = { kind: "early_return", returnDate: addDays(pickupDate, 3) };
  const quoted = (await call("POST", `/api/orders/${id}/changes/quote`, sooner, owner)).json<ChangeQuote>();
  await call("POST", `/api/orders/${id}/changes`, sooner, owner);
  const { total } = await orderRow(test, id);
  expect(quoted.refund).toBe(dollars(paid - 30_000 - total));
  expect(await giveAllBack(id, "rule")).toBe(paid - 30_000 - total);
  expect(await stateOf(id)).toEqual({ balance: 0, isPaid: true });
});
