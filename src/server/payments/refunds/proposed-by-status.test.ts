// @one-database
import type { EmailKind } from "#domain/people/email-kinds.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import type { SystemAlert } from "#contract/admin/dashboard.ts";
import { chargebacks } from "#server/db/schema/money/chargebacks.ts";
import { orders } from "#server/db/schema/orders.ts";
import { previewReschedule, reschedule } from "#server/ledger/reschedule.ts";
import { recountRefunds } from "#server/ledger/refunds.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { orderRow } from "#test/condition.ts";
import { emailTo } from "#test/emails.ts";

let test: TestApp;
let renter: Person;
let uploader: Person;
let holder: Person;
let second: Person;
beforeAll(async () => {
  test = await startTestApp();
  renter = await makePerson(test);
  uploader = await makePerson(test, { role: "admin", permissions: ["upload_data"] });
  holder = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  second = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
});
afterAll(() => test.close());

const setStatus = (id: string, status: string, by = uploader) =>
  callAs(test, by, "PUT", `/api/admin/orders/${id}/status`, { status });
const moneyOf = async (id: string) =>
  (await callAs(test, holder, "GET", `/api/admin/orders/${id}/money`)).json<AdminOrderMoney>();
const refundsOf = async (id: string) =>
  (await moneyOf(id)).refunds.map(({ status, amount, origin }) => `${status} ${amount} ${origin}`);
const own = async (id: string) =>
  (await callAs(test, renter, "GET", `/api/account/orders/${id}`)).json<OwnOrderDetail>();
const recount = (id: string) =>
  test.services.database.transaction((tx) => recountRefunds(test.services, tx, id, { actor: "system" }));
const decide = async (id: string, decision: "approved" | "declined") => {
  const waiting = (await moneyOf(id)).refunds.find(({ status }) => status === "awaiting_approval");
  return callAs(test, holder, "PUT", `/api/admin/refunds/${waiting?.id}`, { decision, reason: "As agreed" });
};
const textOf = async (email: string, kind: EmailKind) =>
  JSON.stringify((await emailTo(test, email, kind)).content);

/** A rental of a month that begins in three weeks, paid whole. */
async function paid() {
  const id = await makeRental(test, renter.id, { months: 1, inDays: 20 });
  const { total, customerEmail } = await orderRow(test, id);
  await pay(test, id, total, "system");
  return { id, total: (total / 100).toFixed(2), email: customerEmail };
}

describe("a refund caused by an administrator without the right to payments", () => {
  it("a refund waits for a payments administrator, and its renter reads that it is checked", async () => {
    const { id, total, email } = await paid();
    await setStatus(id, "cancelled");
    expect(await refundsOf(id)).toEqual([`awaiting_approval ${total} rule`]);
    expect((await own(id)).refunds).toMatchObject([{ status: "awaiting_approval", amount: total }]);
    const emailText = await textOf(email, "order_cancelled");
    expect(emailText).toContain(`We’re checking your refund of $${total}`);
    expect(emailText).not.toContain("We’ll refund");
    const alerts = await callAs(test, holder, "GET", "/api/admin/system/alerts");
    expect(alerts.json<SystemAlert[]>().some(({ id }) => id.startsWith("refunds_waiting"))).toBe(true);

    await decide(id, "approved");
    expect(await refundsOf(id)).toEqual([`approved ${total} rule`]);
  });

  it("a declined refund isn't proposed again before the status changes", async () => {
    const { id, total, email } = await paid();
    await setStatus(id, "cancelled");
    await decide(id, "declined");
    await recount(id);
    expect(await refundsOf(id)).toEqual([`declined ${total} rule`]);
    expect((await own(id)).refunds).toEqual([]);
    expect(await textOf(email, "refund_declined")).toContain(`checked your refund of $${total}`);

    await setStatus(id, "confirmed");
    await setStatus(id, "cancelled", holder);
    expect(await refundsOf(id)).toEqual([`declined ${total} rule`, `approved ${total} rule`]);
  });

  it("a declined refund that is paid by hand holds back no later refund", async () => {
    const { id, total } = await paid();
    await setStatus(id, "cancelled");
    await decide(id, "declined");
    const refund = { id: crypto.randomUUID(), amount: total, reason: "After all" };
    const asked = await callAs(test, holder, "POST", `/api/admin/orders/${id}/refunds`, refund);
    expect(asked.statusCode, asked.body).toBe(201);
    await callAs(test, second, "PUT", `/api/admin/refunds/${refund.id}`, { decision: "approved" });
    await callAs(test, holder, "PUT", `/api/admin/refunds/${refund.id}`, { decision: "paid" });
    await recount(id);
    expect(await refundsOf(id)).toEqual([`declined ${total} rule`, `paid ${total} hand`]);
    // Paid by mistake, and asked back.
    await pay(test, id, 5_000, "system");
    const back = await callAs(test, renter, "POST", `/api/orders/${id}/credit`, {});
    expect(back.json()).toEqual({ refund: "50.00" });
    const open = (await refundsOf(id)).filter((one) => one.startsWith("approved"));
    expect(open).toEqual(["approved 50.00 rule"]);
  });

  it("a declined refund stays declined when the renter's credit is given back by hand", async () => {
    const id = await makeRental(test, renter.id, { months: 1, inDays: 20 });
    const order = await orderRow(test, id);
    // One payment, of which only a part is beyond the price.
    await pay(test, id, order.total + 5_000, "system");
    const [rental, ...others] = order.lines;
    const lines = rental ? [{ ...rental, amount: rental.amount - 10_000 }, ...others] : [];
    const changed = { ...order, lines, total: order.total - 10_000 };
    await test.services.database.transaction(async (tx) => {
      await tx.update(orders).set({ lines, total: changed.total }).where(eq(orders.id, id));
      await reschedule(test.services, tx, changed, { actor: uploader.id, decidedBy: uploader.id });
    });
    await decide(id, "declined");
    const byHand = async (amount: string) => {
      const refund = { id: crypto.randomUUID(), amount, reason: "As asked" };
      await callAs(test, holder, "POST", `/api/admin/orders/${id}/refunds`, refund);
      await callAs(test, holder, "PUT", `/api/admin/refunds/${refund.id}`, { decision: "paid" });
    };
    const askBack = () =>
      test.app.inject({
        method: "POST",
        url: `/api/orders/${id}/credit`,
        payload: {},
        headers: renter.authorization,
      });
    await byHand("50.00");
    expect(refusalOf(await askBack()).code).toBe("no_credit");
    // Now a part of the declined refund is given after all; a later credit goes back whole.
    await byHand("30.00");
    await recount(id);
    await pay(test, id, 2_000, "system");
    expect((await askBack()).json()).toEqual({ refund: "20.00" });
    expect((await refundsOf(id)).toSorted()).toEqual([
      "approved 20.00 rule",
      "declined 100.00 rule",
      "paid 30.00 hand",
      "paid 50.00 hand",
    ]);
  });

  it("a refund stays declined when another payment of its order is corrected", async () => {
    const { id, total } = await paid();
    await setStatus(id, "cancelled");
    await decide(id, "declined");
    const payment = { id: crypto.randomUUID(), amount: "50.00", method: "cash", reference: "B2" };
    const paidOn = "2026-01-01";
    const money = `/api/admin/orders/${id}/payments`;
    expect((await callAs(test, holder, "POST", money, { ...payment, paidOn })).statusCode).toBe(201);
    const mistake = { reason: "It was for another order", tell: false };
    const taken = await callAs(test, holder, "POST", `/api/admin/payments/${payment.id}/take-back`, mistake);
    expect(taken.statusCode, taken.body).toBe(200);
    const standing = (await refundsOf(id)).filter((refund) => !refund.startsWith("withdrawn"));
    expect(standing).toEqual([`declined ${total} rule`]);
  });

  it("a quote and its change separate the refund to check from the one paid at once", async () => {
    const { id } = await paid();
    const lower = async (by: number, decidedBy: string) => {
      const order = await orderRow(test, id);
      const [rental, ...others] = order.lines;
      const lines = rental ? [{ ...rental, amount: rental.amount - by }, ...others] : [];
      const changed = { ...order, lines, total: order.total - by };
      const preview = await previewReschedule(test.services, test.services.database.db, changed, decidedBy);
      await test.services.database.transaction(async (tx) => {
        await tx.update(orders).set({ lines, total: changed.total }).where(eq(orders.id, id));
        await reschedule(test.services, tx, changed, { actor: decidedBy, decidedBy });
      });
      return preview;
    };
    expect(await lower(5_000, uploader.id)).toMatchObject({ refund: 5_000, toCheck: 5_000 });
    expect(await lower(3_000, "renter")).toMatchObject({ refund: 8_000, toCheck: 5_000 });
    const open = (await refundsOf(id)).filter((refund) => !refund.startsWith("withdrawn"));
    expect(open.toSorted()).toEqual(["approved 30.00 rule", "awaiting_approval 50.00 rule"]);
  });

  it("a waiting refund isn't approved by the end of a chargeback", async () => {
    const { id, total } = await paid();
    await setStatus(id, "cancelled");
    const { db } = test.services.database;
    const [payment] = (await moneyOf(id)).payments;
    const at = new Date();
    await db.insert(chargebacks).values({
      orderId: id,
      paymentId: payment?.id ?? "",
      mode: "stripe",
      providerRef: crypto.randomUUID(),
      state: "open",
      reason: "fraud",
      amount: Math.round(Number(total) * 100),
      look: 1,
      openedAt: at,
      checkedAt: at,
    });
    await recount(id);
    expect(await refundsOf(id)).toEqual([`withdrawn ${total} rule`]);
    await db.update(chargebacks).set({ state: "won", decidedAt: at });
    await recount(id);
    expect(await refundsOf(id)).toEqual([`withdrawn ${total} rule`, `awaiting_approval ${total} rule`]);
  });

  it("an approved refund stays approved when the administrator undoes the status", async () => {
    const { id, total } = await paid();
    await setStatus(id, "cancelled", holder);
    const { change } = (await setStatus(id, "confirmed")).json<{ change: number }>();
    await callAs(test, uploader, "POST", `/api/admin/orders/${id}/undo-status`, { change });
    expect(await refundsOf(id)).toEqual([`withdrawn ${total} rule`, `approved ${total} rule`]);
  });

  it("an administrator without the right to payments can't waive what the terms keep", async () => {
    const { id } = await paid();
    const asked = await test.app.inject({
      method: "PUT",
      url: `/api/admin/orders/${id}/status`,
      payload: { status: "cancelled", fullRefund: true },
      headers: uploader.authorization,
    });
    expect(refusalOf(asked)).toMatchObject({ status: 403, code: "forbidden" });
    expect((await orderRow(test, id)).status).toBe("confirmed");
  });
});
