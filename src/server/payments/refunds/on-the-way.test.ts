// @one-database
import { describe, expect, it } from "vitest";
import type { ChangeQuote } from "#contract/changes.ts";
import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { makeRental, pay } from "#test/changes.ts";
import { answer, makeCharge } from "#test/charges.ts";
import { orderRow } from "#test/condition.ts";
import { emailTo } from "#test/emails.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { giveBackByProvider } from "./give-back-by-provider.ts";

const { test, stripe, rentals } = await startRentals();
const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
const second = await makePerson(test, { role: "admin", permissions: ["all"] });

const dueNow = (id: string) =>
  test.services.database.rows("update instalments set due_on = $2::date where order_id = $1", [
    id,
    today(test.services),
  ]);
const change = (id: string, by: Person, payload: object) =>
  rentals.call("POST", `/api/orders/${id}/changes`, payload, by);
const setStatus = (id: string, status: string) =>
  rentals.call("PUT", `/api/admin/orders/${id}/status`, { status, reason: "Agreed" }, admin);
/** The amounts that an order's instalments ask for, and how much of each is paid. */
const standing = async (id: string) =>
  (await rentals.instalments(id)).map(({ amount, paid }) => [amount, paid]);
const refunds = async (id: string) =>
  (await rentals.money(id)).refunds.map(({ status, amount }) => [status, amount]);
const open = async (id: string) => (await refunds(id)).filter(([status]) => status === "approved");
const loss = async (id: string) => {
  const [sum] = await test.services.database.rows<{ amount: string }>(
    "select coalesce(sum(amount), 0) as amount from ledger_entries where order_id = $1 and account = 'refunds'",
    [id],
  );
  return Number(sum?.amount);
};

async function paid(months: number) {
  const rental = await rentals.written(months);
  for (let month = 0; month < months; month++) {
    await rentals.payOnPage(rental.id, rental.person);
    await rentals.check(rental.id, rental.person);
    await dueNow(rental.id);
  }
  return { ...rental, amount: rentals.takenFor(rental.id) };
}

/** Asks the provider for refunds, which stay pending until `arrive` is called. */
async function beginRefunds(): Promise<() => Promise<void>> {
  const before = new Set(stripe.refunds.keys());
  stripe.refundsAre = "pending";
  await giveBackByProvider(test.services);
  stripe.refundsAre = "succeeded";
  return async () => {
    for (const [key, row] of stripe.refunds)
      if (!before.has(key)) Object.assign(row, { status: "succeeded" });
    await giveBackByProvider(test.services);
  };
}

describe("a refund on its way", () => {
  it("a refund on its way pays no month that is billed again", async () => {
    const { id, person, amount } = await paid(2);
    const { pickupDate, returnDate } = await orderRow(test, id);
    const dates = (until: string) => ({ kind: "dates", pickupDate, returnDate: until });
    expect((await change(id, person, dates(addDays(pickupDate, 31)))).statusCode).toBe(201);
    const [[, back] = ["", 0]] = await open(id);
    const arrive = await beginRefunds();
    expect((await change(id, person, dates(returnDate))).statusCode).toBe(201);
    const left = async () => (await standing(id)).reduce((sum, [of = 0, in_ = 0]) => sum + of - in_, 0);
    expect([await left(), (await refunds(id)).map(([status]) => status)]).toEqual([back, ["approved"]]);
    await arrive();
    expect([await left(), await loss(id)]).toEqual([back, 0]);
    expect(rentals.takenFor(id)).toBe(amount - Number(back));
  });

  it("a refund on its way pays no month after another change and isn't promised again", async () => {
    const { id, person } = await paid(2);
    const { pickupDate, returnDate } = await orderRow(test, id);
    const dates = (until: string) => ({ kind: "dates", pickupDate, returnDate: until });
    await change(id, person, dates(addDays(pickupDate, 31)));
    const [[, back] = ["", 0]] = await open(id);
    const arrive = await beginRefunds();
    await change(id, person, dates(returnDate));
    const shorter = dates(addDays(returnDate, -2));
    const quoted = await rentals.call("POST", `/api/orders/${id}/changes/quote`, shorter, person);
    const { refund, instalments } = quoted.json<ChangeQuote>();
    expect([refund, instalments?.map((one) => one.paid)]).toEqual(["0.00", [true, false]]);
    await change(id, person, shorter);
    const asked = async () => (await standing(id)).map(([of = 0, in_ = 0]) => [of, of === in_]);
    const shown = instalments?.map((one) => [Math.round(Number(one.amount) * 100), one.paid]);
    expect(await asked()).toEqual(shown);
    expect(await open(id)).toEqual([["approved", back]]);
    await arrive();
    expect(await asked()).toEqual(shown);
  });

  it("a refund on its way pays nothing of a revived order", async () => {
    const { id, amount } = await paid(1);
    await setStatus(id, "cancelled");
    const arrive = await beginRefunds();
    expect((await setStatus(id, "confirmed")).statusCode).toBe(200);
    expect(await standing(id)).toEqual([[amount, 0]]);
    await arrive();
    expect([await standing(id), await rentals.balance(id), await loss(id)]).toEqual([
      [[amount, 0]],
      amount,
      0,
    ]);
  });

  it("a refund that the provider refused is kept by a revived order", async () => {
    const { id, amount } = await paid(1);
    await setStatus(id, "cancelled");
    // The bank has the money, and nothing has informed us yet.
    const [intent] = rentals.intentsOf(id);
    stripe.claims.open(String(intent?.id));
    const [dispute] = [...stripe.claims.disputes.values()].slice(-1);
    stripe.events.length = 0;
    await giveBackByProvider(test.services);
    expect(await open(id)).toEqual([["approved", amount]]);
    expect((await setStatus(id, "completed")).statusCode).toBe(200);
    expect([await standing(id), await open(id)]).toEqual([[[amount, amount]], []]);
    stripe.claims.decide(String(dispute?.id), "won");
    for (const event of stripe.events.splice(0)) await rentals.deliver(event);
    await giveBackByProvider(test.services);
    expect([await standing(id), await refunds(id), await rentals.balance(id)]).toEqual([
      [[amount, amount]],
      [["withdrawn", amount]],
      0,
    ]);
  });

  it("a refund that hasn't begun pays a charge and is that much lower", async () => {
    const renter = await makePerson(test);
    const id = await makeRental(test, renter.id, { months: 3, inDays: -10, customerEmail: renter.email });
    await pay(test, id, 71_250, admin.id);
    const charge = await makeCharge(test, admin, id);
    await setStatus(id, "cancelled");
    const [[, before] = ["", 0]] = await open(id);
    await answer(test, renter, charge.id, { answer: "accept" });
    const owed = (await rentals.instalments(id)).at(-1);
    expect([owed?.paid, await open(id)]).toEqual([
      owed?.amount,
      [["approved", Number(before) - Number(owed?.amount)]],
    ]);
    expect(await loss(id)).toBe(0);
    const emailText = JSON.stringify((await emailTo(test, renter.email, "charge_accepted")).content);
    expect([emailText.includes("out of the refund we owe you"), emailText.includes("due today")]).toEqual([
      true,
      false,
    ]);
  });

  it("a refund counts once when a payment comes for an ended order", async () => {
    const { id, person } = await rentals.written(3);
    await rentals.payOnPage(id, person);
    await rentals.check(id, person);
    await test.services.database.rows("update orders set pickup_date = $2::date where id = $1", [
      id,
      today(test.services),
    ]);
    await dueNow(id);
    const { url } = await rentals.session(id, person);
    const { refund } = (await change(id, person, { kind: "cancel" })).json<{ refund: string }>();
    const kept = rentals.takenFor(id) - Math.round(Number(refund) * 100);
    expect(kept).toBeGreaterThan(0);
    stripe.pay(rentals.sessionIdOf(url));
    await rentals.check(id, person);
    await giveBackByProvider(test.services);
    expect([rentals.takenFor(id), await rentals.balance(id), await open(id)]).toEqual([kept, 0, []]);
  });

  it("a refund is the whole sum if a waiting manual refund is declined after the cancellation", async () => {
    const renter = await makePerson(test);
    const id = await makeRental(test, renter.id, { months: 3, inDays: 10, customerEmail: renter.email });
    await pay(test, id, 100_000, admin.id);
    const asked = { id: crypto.randomUUID(), amount: "600.00", reason: "Goodwill" };
    await rentals.call("POST", `/api/admin/orders/${id}/refunds`, asked, admin);
    await change(id, renter, { kind: "cancel" });
    expect(await open(id)).toEqual([["approved", 40_000]]);
    const declined = { decision: "declined", reason: "Already given back" };
    expect((await rentals.call("PUT", `/api/admin/refunds/${asked.id}`, declined, second)).statusCode).toBe(
      200,
    );
    expect(await open(id)).toEqual([["approved", 100_000]]);
  });

  it("a cancellation can't be undone once its refund has begun", async () => {
    for (const begin of [beginRefunds, () => giveBackByProvider(test.services)]) {
      const { id } = await paid(1);
      const set = (await setStatus(id, "cancelled")).json<{ change: number }>();
      await begin();
      const undone = await rentals.call("POST", `/api/admin/orders/${id}/undo-status`, set, admin);
      expect([undone.statusCode, undone.json<{ code: string }>().code]).toEqual([409, "undo_too_late"]);
      expect(await orderRow(test, id)).toMatchObject({ status: "cancelled" });
    }
  });
});
