// @one-database
import { beforeEach, describe, expect, it } from "vitest";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { formatMoney } from "#domain/money.ts";
import { issueMissing } from "#server/documents/issue.ts";
import { sendPaymentNotices } from "#server/payments/jobs.ts";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";
import { orderRow } from "#test/condition.ts";
import { emailTo } from "#test/emails.ts";
import { makePerson } from "#test/accounts.ts";
import { startRentals } from "#test/provider-rentals.ts";

const { test, stripe, rentals } = await startRentals();
const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
beforeEach(() => void (stripe.events.length = 0));

const rows = <Row>(text: string, parameters: unknown[] = []) =>
  test.services.database.rows<Row>(text, parameters);
const dollars = (cents: number) => (cents / 100).toFixed(2);
const deliverAll = async () => {
  for (const event of stripe.events.splice(0)) expect((await rentals.deliver(event)).statusCode).toBe(200);
};
const setStatus = (id: string, status: string, more: object = {}) =>
  rentals.call("PUT", `/api/admin/orders/${id}/status`, { status, reason: "Agreed", ...more }, admin);
const asked = async (id: string) =>
  (await rentals.instalments(id)).map(({ number, amount, paid, lines }) => [
    number,
    amount,
    paid,
    lines.map(({ kind }) => kind).includes("refunded_twice"),
  ]);
const losses = async (id: string) => {
  const [sum] = await rows<{ amount: number }>(
    "select coalesce(sum(amount), 0)::float8 as amount from ledger_entries where order_id = $1 and account = 'refunds'",
    [id],
  );
  return sum?.amount;
};
const adminMoney = async (id: string) =>
  (await rentals.call("GET", `/api/admin/orders/${id}/money`, undefined, admin)).json<AdminOrderMoney>();

async function pay(id: string, person: Parameters<typeof rentals.payOnPage>[1]) {
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
}

/** A rental whose first month was paid by card. */
async function paid() {
  const { id, person } = await rentals.written(3);
  await pay(id, person);
  const intent = (await rentals.money(id)).payments[0]?.providerRef ?? "";
  const [first] = await rentals.instalments(id);
  stripe.events.length = 0;
  return { id, person, intent, amount: first?.amount ?? 0 };
}

/** A rental that was cancelled and refunded in full, and whose payment the renter's bank took back as well. */
async function refundedTwice() {
  const rental = await paid();
  await setStatus(rental.id, "cancelled");
  await giveBackByProvider(test.services);
  stripe.events.length = 0;
  const ref = stripe.claims.open(rental.intent, { amount: rental.amount });
  stripe.claims.decide(ref, "lost");
  await deliverAll();
  return { ...rental, ref };
}

describe("money refunded twice, by us and by the bank", () => {
  it("money refunded twice is due again, announced, and paid once by the renter", async () => {
    const { id, person, amount } = await refundedTwice();
    expect([await rentals.balance(id), await asked(id)]).toEqual([amount, [[0, amount, 0, true]]]);
    const emailText = JSON.stringify((await emailTo(test, person.email, "payment_taken_back")).content);
    expect(emailText).toContain(`so ${formatMoney(amount, "en")} is due again`);
    expect(await adminMoney(id)).toMatchObject({ dueNow: dollars(amount), refundable: "0.00" });
    await pay(id, person);
    expect([await rentals.balance(id), await asked(id)]).toEqual([0, [[0, amount, amount, true]]]);
    expect((await rentals.money(id)).refunds.map(({ status }) => status)).toEqual(["paid"]);
    await issueMissing(test.services, id);
    const documents = await rows<{ kind: string }>("select kind from order_documents where order_id = $1", [
      id,
    ]);
    expect(documents.map(({ kind }) => kind).toSorted()).toEqual(["receipt", "receipt", "refund_receipt"]);
  });

  it("money refunded twice can be recorded as paid by an administrator", async () => {
    const { id, amount } = await refundedTwice();
    const record = (cents: number) =>
      rentals.call(
        "POST",
        `/api/admin/orders/${id}/payments`,
        {
          id: crypto.randomUUID(),
          amount: dollars(cents),
          method: "cash",
          paidOn: today(test.services),
          reference: "",
        },
        admin,
      );
    expect((await record(amount)).statusCode).toBe(201);
    expect([await rentals.balance(id), await asked(id)]).toEqual([0, [[0, amount, amount, true]]]);
  });

  it("money refunded twice is announced by one email on its day, without an invoice", async () => {
    const { id, person } = await refundedTwice();
    const on = today(test.services);
    await sendPaymentNotices(rentals.on(on));
    const kinds = async () =>
      (
        await rows<{ kind: string }>(
          "select kind from emails where order_id = $1 and recipient = $2 and kind like 'payment_%' order by kind",
          [id, person.email],
        )
      ).map(({ kind }) => kind);
    expect(await kinds()).toEqual(["payment_received", "payment_taken_back"]);
  });

  it("money refunded twice stays due when the rental is revived, besides its months", async () => {
    const { id, amount } = await refundedTwice();
    expect((await setStatus(id, "confirmed")).statusCode).toBe(200);
    const [twice, first] = await asked(id);
    expect([twice, first?.slice(0, 3)]).toEqual([
      [0, amount, 0, true],
      [1, amount, 0],
    ]);
    expect(await rentals.balance(id)).toBe(2 * amount);
    expect((await setStatus(id, "cancelled")).statusCode).toBe(200);
    expect([await rentals.balance(id), await asked(id)]).toEqual([amount, [[0, amount, 0, true]]]);
  });

  it("money refunded twice is not owed after an appeal is won, and its payment is refunded", async () => {
    const { id, person, ref, amount } = await refundedTwice();
    await pay(id, person);
    stripe.events.length = 0;
    stripe.claims.decide(ref, "won");
    await deliverAll();
    expect([await rentals.balance(id), await asked(id)]).toEqual([-amount, []]);
    await giveBackByProvider(test.services);
    expect([await rentals.balance(id), rentals.takenFor(id), await losses(id)]).toEqual([0, 0, 0]);
  });

  it("money refunded twice is owed once a refund on its way arrives after the bank's decision", async () => {
    const { id, person, intent, amount } = await paid();
    const emailText = async () =>
      (
        await rows<{ line: string }>(
          `select kind || ': ' || recipient as line from emails where order_id = $1
           and kind in ('admin_refunded_twice', 'payment_taken_back', 'payment_due') order by kind`,
          [id],
        )
      ).map((row) => row.line);
    await setStatus(id, "cancelled");
    stripe.refundsAre = "pending";
    await giveBackByProvider(test.services);
    stripe.refundsAre = "succeeded";
    stripe.events.length = 0;
    stripe.claims.decide(stripe.claims.open(intent, { amount }), "lost");
    await deliverAll();
    expect([await rentals.balance(id), await asked(id), await emailText()]).toEqual([0, [], []]);
    for (const refund of stripe.refunds.values()) Object.assign(refund, { status: "succeeded" });
    await giveBackByProvider(test.services);
    expect([await rentals.balance(id), await asked(id), await losses(id)]).toEqual([
      amount,
      [[0, amount, 0, true]],
      0,
    ]);
    const { adminEmail } = test.services.config;
    const once = [`admin_refunded_twice: ${adminEmail}`, `payment_taken_back: ${person.email}`];
    expect(await emailText()).toEqual(once);
    const said = JSON.stringify((await emailTo(test, person.email, "payment_taken_back")).content);
    expect(said).toContain(`so ${formatMoney(amount, "en")} is due again`);
    await giveBackByProvider(test.services);
    await sendPaymentNotices(rentals.on(today(test.services)));
    expect(await emailText()).toEqual(once);
  });

  it("money refunded twice is due once in a rental that has become cheaper", async () => {
    const { id, person } = await rentals.written(2);
    for (let month = 0; month < 2; month++) {
      await pay(id, person);
      await rows("update instalments set due_on = $2::date where order_id = $1", [id, today(test.services)]);
    }
    const amount = rentals.takenFor(id);
    const { pickupDate } = await orderRow(test, id);
    const shorter = { kind: "dates", pickupDate, returnDate: addDays(pickupDate, 31) };
    await rentals.call("POST", `/api/orders/${id}/changes`, shorter, person);
    await giveBackByProvider(test.services);
    expect([await rentals.balance(id), rentals.takenFor(id) < amount]).toEqual([0, true]);
    stripe.events.length = 0;
    for (const { providerRef, amount: whole } of (await rentals.money(id)).payments)
      stripe.claims.decide(stripe.claims.open(providerRef ?? "", { amount: whole }), "lost");
    await deliverAll();
    const left = async () =>
      (await rentals.instalments(id))
        .filter(({ postedAt }) => postedAt)
        .reduce((sum, row) => sum + row.amount - row.paid, 0);
    expect([await rentals.balance(id), await left()]).toEqual([amount, amount]);
    await pay(id, person);
    expect([await rentals.balance(id), await left()]).toEqual([0, 0]);
  });
});

describe("a chargeback that is won after all", () => {
  it("a chargeback won after a write-off refunds nothing", async () => {
    const { id, intent, amount } = await paid();
    await setStatus(id, "completed");
    await rows("update instalments set dropped_at = now() where order_id = $1 and number > 1", [id]);
    const ref = stripe.claims.open(intent, { amount });
    stripe.claims.decide(ref, "lost");
    await deliverAll();
    const second = await makePerson(test, { role: "admin", permissions: ["all"] });
    const writeOff = { id: crypto.randomUUID(), amount: dollars(amount), reason: "Not to be had" };
    await rentals.call("POST", `/api/admin/orders/${id}/write-offs`, writeOff, admin);
    await rentals.call("PUT", `/api/admin/write-offs/${writeOff.id}`, { decision: "written" }, second);
    expect(await rentals.balance(id)).toBe(0);
    stripe.claims.decide(ref, "won");
    await deliverAll();
    await giveBackByProvider(test.services);
    expect([await rentals.balance(id), (await rentals.money(id)).refunds]).toEqual([0, []]);
    expect(rentals.takenFor(id)).toBe(amount);
  });
});
