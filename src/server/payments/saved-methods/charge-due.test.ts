// @one-database
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { attemptOn, pastDueDays } from "#domain/payments/attempts.ts";
import type { Person } from "#test/accounts.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { startRentals } from "#test/provider-rentals.ts";
import type { Card } from "#test/stand-ins/stripe.ts";
import { today } from "#server/services.ts";
import { answer, makeCharge } from "#test/charges.ts";
import { attemptNumber, chargeDue } from "./charge-due.ts";
import { followBegun } from "#server/payments/follow-begun.ts";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import { postDueInstalments, sendPaymentNotices } from "#server/payments/jobs.ts";

const { test, stripe, admin, rentals } = await startRentals({ DESK_EMAIL: "desk@longbay.example" });

/** A rental whose first month is paid, with a card that acts as `saved` from now on; handed over by default. */
async function running(saved: Card = "good", months = 3, isHandedOver = true) {
  const { id, person } = await rentals.written(months);
  await rentals.payOnPage(id, person, saved);
  await rentals.check(id, person);
  if (isHandedOver) await rentals.handOver(id);
  const [first, second] = await rentals.instalments(id);
  if (!first || !second) throw new Error("no instalments");
  return { id, person, second };
}
async function dayOf(date: string, time = "12:00") {
  const then = rentals.on(date, time);
  await postDueInstalments(then);
  await chargeDue(then);
  await sendPaymentNotices(then);
}
const charges = async (id: string) =>
  (await rentals.money(id)).payments
    .filter(({ attempt }) => attempt !== null)
    .map(({ attempt, status, failure }) => [attempt, status, failure]);
const emailKinds = async ({ email }: Person) =>
  (await emailsTo(test, email)).filter((kind) => kind.startsWith("payment_")).toReversed();
const minutesAfter = (date: string, minutes: number) => {
  const then = rentals.on(date);
  return { ...then, now: () => then.now() + minutes * 60_000 };
};

it("the database counts the attempts as the domain does", async () => {
  const dueOn = "2026-11-20";
  const late = Array.from({ length: pastDueDays }, (_none, days) => addDays(dueOn, days));
  for (const on of late) {
    const counted: unknown = await test.services.database.db.execute(
      sql`select ${attemptNumber(on)}::int as attempt from (values (${dueOn}::date)) as instalments(due_on)`,
    );
    expect(counted, on).toMatchObject({ rows: [{ attempt: attemptOn(dueOn, on) }] });
  }
});

describe("a saved card", () => {
  it("a saved card is charged at nine on the day, once, by any number of processes", async () => {
    const { id, person, second } = await running();
    await dayOf(addDays(second.dueOn, -1));
    await dayOf(second.dueOn, "08:59");
    expect(await charges(id)).toEqual([]);
    const then = rentals.on(second.dueOn, "09:00");
    await postDueInstalments(then);
    await Promise.all([chargeDue(then), chargeDue(then), chargeDue(then)]);
    await dayOf(addDays(second.dueOn, 1));
    expect(await charges(id)).toEqual([[0, "succeeded", null]]);
    expect(rentals.takenFor(id)).toBe(
      (await rentals.money(id)).payments.reduce((sum, { amount }) => sum + amount, 0),
    );
    expect(await rentals.balance(id)).toBe(0);
    expect(await emailKinds(person)).toEqual(["payment_received", "payment_soon", "payment_received"]);
    const soon = JSON.stringify((await emailTo(test, person.email, "payment_soon")).content);
    expect(soon).toContain("We’ll charge it to Visa •••• 4242 that day.");
  });

  it("a saved card is charged on the day and after 1, 3 and 5 days, with an email each time", async () => {
    const { id, person, second } = await running("insufficient_funds");
    for (const days of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) await dayOf(addDays(second.dueOn, days));
    expect(await charges(id)).toEqual(
      [0, 1, 2, 3].map((attempt) => [attempt, "failed", "insufficient_funds"]),
    );
    expect(await emailKinds(person)).toEqual([
      "payment_received",
      ...Array<string>(4).fill("payment_failed"),
    ]);
    const words = JSON.stringify((await emailTo(test, person.email, "payment_failed")).content);
    expect(words).toContain("enough money in the account");
    const admins = await test.services.database.rows(
      "select from emails where kind = 'admin_payment_past_due' and order_id = $1",
      [id],
    );
    expect(admins).toHaveLength(1);
  });

  it("a card that needs confirmation is paid on the page by its owner, and the new card is saved", async () => {
    const { id, person, second } = await running("authentication_required");
    await dayOf(second.dueOn);
    expect(await charges(id)).toEqual([[0, "failed", "authentication_required"]]);
    expect(JSON.stringify((await emailTo(test, person.email, "payment_failed")).content)).toContain(
      "needs you to confirm this payment yourself",
    );
    const { url } = await rentals.session(id, person);
    stripe.pay(rentals.sessionIdOf(url));
    await rentals.check(id, person);
    await dayOf(addDays(second.dueOn, 1));
    expect(await charges(id)).toHaveLength(1);
    const third = (await rentals.instalments(id))[2];
    if (!third) throw new Error("no third month");
    await dayOf(third.dueOn);
    expect((await charges(id)).at(-1)).toEqual([0, "succeeded", null]);
  });

  it("a saved card is not charged for what its owner paid first, and an open page is ended before", async () => {
    const { id, person, second } = await running();
    const { url } = await rentals.session(id, person);
    await dayOf(second.dueOn);
    expect(stripe.sessions.get(rentals.sessionIdOf(url))?.status).toBe("expired");
    expect(await charges(id)).toEqual([[0, "succeeded", null]]);

    const other = await running();
    await rentals.payOnPage(other.id, other.person);
    await dayOf(other.second.dueOn);
    expect(await charges(other.id)).toEqual([]);
    expect((await rentals.instalments(other.id))[1]).toMatchObject({ paid: other.second.amount });
  });

  it("a saved card is not charged, without an email, after a pickup day without a pickup", async () => {
    const { id, person, second } = await running("good", 3, false);
    const { pickup_date: pickup = "" } =
      (
        await test.services.database.rows<{ pickup_date: string }>(
          "select pickup_date::text from orders where id = $1",
          [id],
        )
      )[0] ?? {};
    // A payment that falls due on the pickup day itself is asked for as usual.
    await test.services.database.rows("update instalments set due_on = $2 where id = $1", [
      second.id,
      pickup,
    ]);
    await dayOf(pickup, "08:59");
    for (const days of [1, 3, 5, 9]) await dayOf(addDays(pickup, days));
    expect(await charges(id)).toEqual([]);
    expect(await emailKinds(person)).toEqual(["payment_received"]);
    await rentals.handOver(id);
    await dayOf(addDays(pickup, 3));
    expect(await charges(id)).toEqual([[2, "succeeded", null]]);
  });

  it("a saved card is not charged for a canceled rental", async () => {
    const { id, second } = await running();
    await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled" }, admin);
    await dayOf(second.dueOn);
    expect(await charges(id)).toEqual([]);
  });
});

describe("a charge after a rental", () => {
  /** The rental is over, and its renter has agreed to what it costs beyond its price. */
  async function agreed(saved: Card) {
    const { id, person } = await rentals.written(1);
    await rentals.payOnPage(id, person, saved);
    await rentals.check(id, person);
    for (const status of ["in_progress", "completed"])
      await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status, reason: "Seen" }, admin);
    const { id: charge } = await makeCharge(test, admin, id, { category: "cleaning", amount: "80.00" });
    await answer(test, person, charge, { answer: "accept" });
    return { id, person };
  }
  const failed = async (id: string, person: Person) =>
    (await rentals.call("GET", `/api/orders/${id}`, undefined, person)).json<{
      money: { failedCharge?: object; dueNow: string };
    }>().money;
  const early = () => rentals.on(today(test.services), "03:00");

  it("an accepted charge is taken at once, and its failure is shown until another card pays", async () => {
    const { id, person } = await agreed("insufficient_funds");
    await chargeDue(early());
    expect(await charges(id)).toEqual([[0, "failed", "insufficient_funds"]]);
    const on = today(test.services);
    expect(await failed(id, person)).toMatchObject({
      dueNow: "80.00",
      failedCharge: {
        amount: "80.00",
        method: "Visa •••• 4242",
        why: "funds",
        category: "cleaning",
        nextOn: addDays(on, 1),
      },
    });
    const said = JSON.stringify((await emailTo(test, person.email, "payment_failed")).content);
    for (const part of [
      "$80.00 to Visa •••• 4242 for cleaning",
      "enough money in the account",
      "We’ll try again on",
      "Pay now",
    ])
      expect(said).toContain(part);
    await rentals.payOnPage(id, person);
    await rentals.check(id, person);
    const after = await failed(id, person);
    expect([after.dueNow, after.failedCharge]).toEqual(["0.00", undefined]);
    await dayOf(addDays(on, 1));
    expect(await charges(id)).toHaveLength(1);
  });

  it("a charge accepted after the rental was canceled is taken too", async () => {
    const { id, person } = await running();
    const { id: charge } = await makeCharge(test, admin, id, { category: "cleaning", amount: "80.00" });
    await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled" }, admin);
    await giveBackByProvider(test.services);
    await answer(test, person, charge, { answer: "accept" });
    expect((await failed(id, person)).dueNow).toBe("80.00");
    await chargeDue(early());
    expect(await charges(id)).toEqual([[0, "succeeded", null]]);
    expect((await failed(id, person)).dueNow).toBe("0.00");
  });

  it("a charge isn't tried again automatically once its renter has removed the card", async () => {
    const { id, person } = await agreed("expired_card");
    await chargeDue(early());
    await test.app.inject({
      method: "DELETE",
      url: `/api/orders/${id}/saved-method`,
      headers: person.authorization,
    });
    const { failedCharge } = await failed(id, person);
    expect(failedCharge).toMatchObject({ why: "expired" });
    expect(failedCharge).not.toHaveProperty("nextOn");
  });
});

describe("a lost answer between the provider's charge and our row", () => {
  it("lost answers of the provider charge nobody twice and lose no payment", async () => {
    const runs = [];
    for (let index = 0; index < 2; index++) runs.push(await running("good", 3));
    // Two months of two rentals: each answer is lost, in one way or another.
    for (let month = 1; month <= 2; month++) {
      const due = (await rentals.instalments(runs[0]?.id ?? ""))[month];
      if (!due) throw new Error("no month");
      // Each call and its one repetition by the client.
      for (let index = 0; index < 30; index++) {
        const lost = index % 2 ? ("cut-after" as const) : ("500-after" as const);
        stripe.trouble(/POST .*payment_intents/, lost, lost);
      }
      await postDueInstalments(rentals.on(due.dueOn));
      await chargeDue(rentals.on(due.dueOn));
      stripe.calm();
      for (const { id } of runs) expect((await charges(id)).at(-1)).toEqual([0, "begun", null]);
      await chargeDue(rentals.on(due.dueOn));
      await followBegun(minutesAfter(due.dueOn, 2));
      await followBegun(minutesAfter(due.dueOn, 5));
    }
    for (const { id } of runs) {
      const { payments, instalments } = await rentals.money(id);
      expect(payments.map(({ status }) => status)).toEqual(Array<string>(3).fill("succeeded"));
      const asked = instalments.reduce((sum, { amount }) => sum + amount, 0);
      expect(rentals.takenFor(id)).toBe(asked);
      expect(instalments.every(({ amount, paid }) => amount === paid)).toBe(true);
    }
  });

  it("an attempt that the provider never received is repeated with its own key", async () => {
    const { id, second } = await running();
    stripe.trouble(/POST .*payment_intents/, "429");
    await chargeDue(rentals.on(second.dueOn));
    expect(await charges(id)).toEqual([[0, "begun", null]]);
    await followBegun(minutesAfter(second.dueOn, 3));
    expect(await charges(id)).toEqual([[0, "succeeded", null]]);
    const keys = stripe.calls.filter(({ key }) => key?.startsWith("charge:")).map(({ key }) => key);
    expect(keys.at(-1)).toBe(keys.at(-2));
  });
});
