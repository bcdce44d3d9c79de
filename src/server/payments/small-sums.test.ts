// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NextStep, OwnOrderDetail } from "#contract/account/orders.ts";
import type { FinanceRow } from "#contract/admin/finance.ts";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import type { SystemAlert } from "#contract/admin/dashboard.ts";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { FinanceFigure } from "#domain/payments/finance.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { callAs } from "#test/client.ts";
import { orderRow } from "#test/condition.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { sendPaymentNotices } from "./jobs.ts";

let test: TestApp;
let renter: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp({
    DESK_EMAIL: "desk@longbay.example",
    STRIPE_SECRET_KEY: "sk_test_longbay000",
    STRIPE_WEBHOOK_SECRET: "whsec_longbay000",
  });
  renter = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

/** A running rental whose first month is paid except for 30 cents. */
async function allBut30Cents(months: number) {
  const id = await makeRental(test, renter.id, { months });
  const [first] = await standingInstalments(test.services.database.db, id);
  await pay(test, id, (first?.amount ?? 0) - 30, "system");
  return { id, email: (await orderRow(test, id)).customerEmail };
}
const own = async (id: string) =>
  (await callAs(test, renter, "GET", `/api/account/orders/${id}`)).json<OwnOrderDetail>();
const paymentEmails = async (email: string) =>
  (await emailsTo(test, email)).filter((kind) => kind.startsWith("payment_") && kind !== "payment_received");
const tellOn = (days: number) => {
  const at = instantInLosAngeles(addDays(today(test.services), days), "12:00");
  return sendPaymentNotices({ ...test.services, now: () => at });
};

describe("a sum too small for Stripe", () => {
  it("a small remaining sum is not requested, and administrators see it", async () => {
    const { id, email } = await allBut30Cents(1);
    const money = await own(id);
    expect(money).toMatchObject({ dueNow: "0.00", leftToPay: "0.30", providers: [], mode: "stripe" });
    expect(money.small).toEqual({ amount: "0.30", joinsNext: false });
    expect(money.instalments.map(({ state }) => state)).toEqual(["due"]);
    const overview = (await callAs(test, renter, "GET", "/api/account/overview")).json<{
      next: NextStep[];
    }>();
    expect(overview.next.filter(({ kind, orderId }) => kind === "payment" && orderId === id)).toEqual([]);
    for (const days of [0, 1, 3, 8]) await tellOn(days);
    expect(await paymentEmails(email)).toEqual([]);
    expect(await emailsTo(test, "desk@longbay.example")).not.toContain("admin_payment_past_due");
    await test.services.database.rows("update instalments set due_on = due_on - 20 where order_id = $1", [
      id,
    ]);
    const alerts = (await callAs(test, admin, "GET", "/api/admin/system/alerts")).json<SystemAlert[]>();
    expect(alerts.filter(({ id }) => id.startsWith("payments_past_due"))).toEqual([]);
    const rowsOf = async (figure: FinanceFigure) =>
      (await callAs(test, admin, "GET", `/api/admin/finance/rows?figure=${figure}`)).json<FinanceRow[]>();
    expect(await rowsOf("overdue_month")).toEqual([]);
    expect(await rowsOf("owed_by_renters")).toMatchObject([{ orderId: id, amount: "0.30" }]);
    const seen = (await callAs(test, admin, "GET", `/api/admin/orders/${id}/money`)).json<AdminOrderMoney>();
    expect(seen.small).toEqual({ amount: "0.30", joinsNext: false });
  });

  it("a small sum is requested with the next instalment", async () => {
    const { id, email } = await allBut30Cents(2);
    expect(await own(id)).toMatchObject({
      dueNow: "0.00",
      providers: ["stripe"],
      small: { amount: "0.30", joinsNext: true },
    });
    const [, second] = await standingInstalments(test.services.database.db, id);
    for (const days of [0, 1, 3, 5]) await tellOn(days);
    expect(await paymentEmails(email)).toEqual([]);
    const at = instantInLosAngeles(second?.dueOn ?? "", "12:00");
    await sendPaymentNotices({ ...test.services, now: () => at });
    expect(await paymentEmails(email)).toEqual(["payment_due"]);
    const both = (((second?.amount ?? 0) + 30) / 100).toFixed(2);
    expect(JSON.stringify((await emailTo(test, email, "payment_due")).content)).toContain(`$${both}`);
  });
});
