// @one-database
import { describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { addInstalment } from "#server/ledger/instalments.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import { reschedule } from "#server/ledger/reschedule.ts";
import { postDueInstalments, sendPaymentNotices } from "#server/payments/jobs.ts";
import { emailTo } from "#test/emails.ts";
import { startRentals } from "#test/provider-rentals.ts";
import type { Card } from "#test/stand-ins/stripe.ts";
import { Refusal } from "#contract/errors.ts";
import type { Services } from "#server/services.ts";
import { chargeAgain } from "./charge-again.ts";
import { chargeDue } from "./charge-due.ts";

const { test, stripe, admin, rentals } = await startRentals();

/** A rental whose first month is paid, with a card that acts as `saved` from now on; it is handed over. */
async function running(saved: Card = "good", months = 3) {
  const { id, person } = await rentals.written(months);
  await rentals.payOnPage(id, person, saved);
  await rentals.check(id, person);
  await rentals.handOver(id);
  const [, second, third] = await rentals.instalments(id);
  if (!second || !third) throw new Error("no months");
  return { id, person, second, third };
}
async function dayOf(date: string) {
  const then = rentals.on(date);
  await postDueInstalments(then);
  await chargeDue(then);
  await sendPaymentNotices(then);
}
async function days(from: string, count: number) {
  for (let day = 0; day < count; day++) await dayOf(addDays(from, day));
}
/** What Stripe has been asked to charge, without what was paid on its page. */
const charged = (id: string) =>
  rentals
    .intentsOf(id)
    .filter(({ setup_future_usage }) => setup_future_usage === null)
    .map(({ amount, status }) => [amount, status]);
/** Adds one more instalment, as an accepted charge does. */
const ask = (id: string, amount: number, on: string) =>
  test.services.database.transaction((tx) =>
    addInstalment(rentals.on(on), tx, id, { lines: [{ kind: "cleaning", amount }], actor: "system" }),
  );

describe("an instalment", () => {
  it("an instalment is charged once although an older one is unpaid", async () => {
    const { id, second } = await running("insufficient_funds");
    await days(second.dueOn, 8);
    expect(charged(id)).toHaveLength(4);
    stripe.makeCards("good");
    const on = addDays(second.dueOn, 9);
    await ask(id, 14_565, on);
    await days(on, 8);
    expect(charged(id).slice(4)).toEqual([[14_565, "succeeded"]]);
    const { instalments } = await rentals.money(id);
    expect(instalments.map(({ amount, paid }) => [amount, paid])).toContainEqual([14_565, 14_565]);
    expect(instalments.find(({ id: one }) => one === second.id)?.paid).toBe(0);
  });

  it("an instalment is charged once after a week without charges", async () => {
    const { id, second, third } = await running();
    await dayOf(addDays(second.dueOn, 9));
    expect(charged(id)).toEqual([]);
    await days(third.dueOn, 8);
    expect(charged(id)).toEqual([[third.amount, "succeeded"]]);
    await dayOf(addDays(third.dueOn, 30));
    expect(charged(id)).toHaveLength(1);
  });

  it("an instalment is not charged after its last attempt, even at another price", async () => {
    const { id, second } = await running("insufficient_funds");
    await days(second.dueOn, 6);
    stripe.makeCards("good");
    await test.services.database.rows(
      "update orders set total = total + 100, lines = jsonb_set(lines, '{0,amount}', to_jsonb((lines->0->>'amount')::int + 100)) where id = $1",
      [id],
    );
    await test.services.database.transaction(async (tx) =>
      reschedule(rentals.on(addDays(second.dueOn, 5)), tx, await lockOrder(tx, id), {
        actor: admin.id,
        decidedBy: "renter",
      }),
    );
    const before = (await rentals.instalments(id)).find(({ dueOn }) => dueOn === second.dueOn);
    expect(before?.id).not.toBe(second.id);
    await days(addDays(second.dueOn, 5), 5);
    expect(charged(id).map(([, status]) => status)).toEqual(Array(4).fill("requires_payment_method"));
  });

  it("an instalment paid by its charge stays paid when the rental is canceled and revived", async () => {
    const { id, second, third } = await running("insufficient_funds");
    await days(second.dueOn, 8);
    stripe.makeCards("good");
    await days(third.dueOn, 2);
    expect(charged(id).slice(4)).toEqual([[third.amount, "succeeded"]]);
    const set = (status: string) =>
      rentals.call("PUT", `/api/admin/orders/${id}/status`, { status, reason: "Mistaken" }, admin);
    await set("cancelled");
    await set("in_progress");
    const paid = (await rentals.instalments(id)).map((row) => [row.number, row.paid === row.amount]);
    expect(paid).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
    await days(addDays(third.dueOn, 3), 8);
    expect(charged(id)).toHaveLength(5);
  });

  it("an instalment can be charged again by hand after its last attempt, once, with a record", async () => {
    const { id, second } = await running("insufficient_funds");
    const again = (services: Services, by = admin.id) =>
      chargeAgain(services, { orderId: id, instalmentId: second.id, by }).then(
        () => "charged",
        (error: unknown) => (error instanceof Refusal ? error.code : error),
      );
    await days(second.dueOn, 2);
    // Another try is still to come.
    expect(await again(rentals.on(addDays(second.dueOn, 2)))).toBe("charge_again_not_possible");
    await days(addDays(second.dueOn, 2), 5);
    const then = rentals.on(addDays(second.dueOn, 7));
    expect(charged(id)).toHaveLength(4);
    expect(await again(then)).toBe("charged");
    expect(charged(id)).toHaveLength(5);
    // The charge failed, and still nothing is charged automatically.
    await days(addDays(second.dueOn, 7), 3);
    expect(charged(id)).toHaveLength(5);
    stripe.makeCards("good");
    const answers = await Promise.all(Array.from({ length: 3 }, () => again(then)));
    expect(answers.filter((answer) => answer === "charged")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "charge_again_not_possible")).toHaveLength(2);
    expect(charged(id).slice(4)).toEqual([
      [second.amount, "requires_payment_method"],
      [second.amount, "succeeded"],
    ]);
    expect((await rentals.instalments(id))[1]?.paid).toBe(second.amount);
    expect(await again(then)).toBe("charge_again_not_possible");
    const written = await test.services.database.rows<{ actor: string }>(
      "select actor from audit_events where entity_id = $1 and action = 'charged_again'",
      [id],
    );
    expect(written).toEqual([{ actor: admin.id }, { actor: admin.id }]);
  });

  it("an instalment too small to be charged goes with the next charge", async () => {
    const { id, second } = await running("insufficient_funds");
    await days(second.dueOn, 7);
    stripe.makeCards("good");
    const on = addDays(second.dueOn, 9);
    await ask(id, 30, on);
    await days(on, 3);
    expect(charged(id)).toHaveLength(4);
    await ask(id, 8000, addDays(on, 4));
    await days(addDays(on, 4), 3);
    expect(charged(id).slice(4)).toEqual([[8030, "succeeded"]]);
  });

  it("an instalment has one valid charge in the database", async () => {
    const { id, second } = await running();
    await dayOf(second.dueOn);
    const charge = (await rentals.money(id)).payments.find(({ attempt }) => attempt !== null);
    if (!charge) throw new Error("no charge");
    const again = { ...charge, id: crypto.randomUUID(), attempt: 1, providerRef: "pi_other" };
    const refused = await test.services.database.db
      .insert(payments)
      .values(again)
      .catch((error: unknown) => error);
    expect(String((refused as { cause?: unknown }).cause)).toContain("payments_charged_once");
  });
});

it("an instalment is not charged automatically after the last email promised so", async () => {
  const { id, person, second } = await running("insufficient_funds");
  await days(second.dueOn, 6);
  const said = JSON.stringify((await emailTo(test, person.email, "payment_failed")).content);
  expect(said).toContain("We won’t charge this again automatically.");
  stripe.makeCards("good");
  await days(addDays(second.dueOn, 6), 12);
  expect(charged(id)).toHaveLength(4);
  expect((await rentals.instalments(id)).find((row) => row.id === second.id)?.paid).toBe(0);
});
