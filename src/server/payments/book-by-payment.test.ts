import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { WizardBooking } from "#contract/account/wizard.ts";
import { wireMoney } from "#domain/money.ts";
import { makePerson, type Person, testPassword } from "#test/accounts.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, orderRow } from "#test/condition.ts";
import { emailsTo } from "#test/emails.ts";
import { aMonth, giveLicence, makeCar } from "#test/factories.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { followBegun } from "./follow-begun.ts";

const { test, stripe, admin, rentals } = await startRentals();

const call = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, by: Person, payload?: object) =>
  test.app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });
const rows = <T>(text: string, values: unknown[]) => test.services.database.rows<T & object>(text, values);

/** A booking of two months that is completed, and waits for its first payment. */
async function completed(promo?: string) {
  const person = await makePerson(test);
  if (promo) await rows("insert into promo_codes (code, email) values ($1, $2)", [promo, person.email]);
  await giveLicence(test, person.id);
  const what = { carId: await makeCar(test), ...aMonth(test, 10, 2) };
  const sent = { customerPhone: "+1 650 555 0134", ...what };
  const { id } = (await call("POST", "/api/wizard", person, sent)).json<WizardBooking>();
  const answers = { selectedInsurance: "basic", paymentMethod: "credit-card", ...(promo && { promo }) };
  await call("PATCH", `/api/wizard/${id}`, person, answers);
  const answer = await call("POST", `/api/wizard/${id}/complete`, person);
  expect(answer.statusCode, answer.body).toBe(200);
  return { id, person, what, booking: answer.json<WizardBooking>() };
}
const resume = async (person: Person, carId: string) =>
  (await call("GET", `/api/wizard?carId=${carId}`, person)).json<WizardBooking>();
const minutesLeft = ({ holdEndsAt }: WizardBooking) =>
  Math.round((Date.parse(holdEndsAt ?? "") - Date.now()) / 60_000);
const endHold = (id: string) =>
  rows("update wizard_drafts set hold_ends_at = now() - interval '1 minute' where id = $1", [id]);
const minutesLater = (minutes: number) => ({
  ...test.services,
  now: () => test.services.now() + minutes * 60_000,
});
const told = async ({ email }: Person) => (await emailsTo(test, email)).toSorted();

describe("a booking with a provider", () => {
  it("is confirmed by its first payment, once, and stands nowhere before", async () => {
    const { id, person, what, booking } = await completed();
    expect(booking).toMatchObject({ hold: "held", status: "pending" });
    const list = async () => (await call("GET", "/api/account/orders", person)).json<unknown[]>();
    expect([await list(), await told(person)]).toEqual([[], []]);
    expect(refusalOf(await call("POST", `/api/orders/${id}/payment-session`, admin))).toMatchObject({
      code: "order_not_found",
    });

    const page = await rentals.session(id, person);
    expect(page.url).toMatch(/^http/);
    expect((await rentals.session(id, person)).url).toBe(page.url);
    // As long as the page stands, and once.
    expect(minutesLeft(await resume(person, what.carId))).toBe(60);
    await rows("update wizard_drafts set hold_ends_at = now() + interval '40 minutes' where id = $1", [id]);
    await rentals.session(id, person);
    expect(minutesLeft(await resume(person, what.carId))).toBe(40);

    stripe.pay(rentals.sessionIdOf(page.url));
    const answers = await Promise.all([rentals.check(id, person), rentals.check(id, person)]);
    expect(answers.map(({ state }) => state)).toEqual(["none", "none"]);
    expect(await orderRow(test, id)).toMatchObject({ status: "confirmed", accountId: person.id });
    expect(await list()).toHaveLength(1);
    const [first, second] = await rentals.instalments(id);
    expect([first?.paid, second?.paid]).toEqual([first?.amount, 0]);
    expect(await rentals.balance(id)).toBe(0);
    expect(rentals.takenFor(id)).toBe(first?.amount);
    expect(await told(person)).toEqual(["order_confirmed", "payment_received"]);
    const starts = await rows<{ kind: string; isLater: boolean }>(
      `select kind, start_after > min(start_after) over () as "isLater" from pgboss.job join emails on emails.id::text = data->>'emailId'
       where name = 'letters' and order_id = $1 and recipient = $2 order by start_after`,
      [id, person.email],
    );
    expect(starts.map(({ kind, isLater }) => [kind, isLater])).toEqual([
      ["order_confirmed", false],
      ["payment_received", true],
    ]);
    const again = await call("POST", `/api/wizard/${id}/complete`, person);
    expect(again.json<WizardBooking>()).toMatchObject({ hold: "booked", status: "confirmed" });
  });

  it("takes its page away with its hold, and goes on with everything that was typed", async () => {
    const { id, person, what } = await completed();
    const { url } = await rentals.session(id, person);
    await endHold(id);
    expect(refusalOf(await call("POST", `/api/orders/${id}/payment-session`, person))).toMatchObject({
      status: 409,
      code: "hold_lost",
    });
    await followBegun(minutesLater(3));
    expect(stripe.sessions.get(rentals.sessionIdOf(url))?.status).toBe("expired");
    expect(await resume(person, what.carId)).toMatchObject({ hold: "lost", selectedInsurance: "basic" });
  });

  it("keeps its account for as long as its page may take money", async () => {
    const { id, person } = await completed();
    await rentals.session(id, person);
    const remove = () => call("DELETE", "/api/account", person, { current_password: testPassword });
    expect(refusalOf(await remove())).toMatchObject({ status: 409, code: "account_has_money_due" });
    await endHold(id);
    await followBegun(minutesLater(3));
    expect((await remove()).statusCode).toBe(200);
  });

  it("whose payment comes late has its days where they are free, else everything back", async () => {
    const free = await completed();
    const page = await rentals.session(free.id, free.person);
    await endHold(free.id);
    stripe.pay(rentals.sessionIdOf(page.url));
    await rentals.check(free.id, free.person);
    expect((await orderRow(test, free.id)).status).toBe("confirmed");

    const taken = await completed();
    const other = await rentals.session(taken.id, taken.person);
    await endHold(taken.id);
    await rows("update wizard_drafts set hold_began_at = null, hold_ends_at = null where id = $1", [
      taken.id,
    ]);
    await makeOrder(test, null, taken.what);
    stripe.pay(rentals.sessionIdOf(other.url));
    await rentals.check(taken.id, taken.person);
    expect((await orderRow(test, taken.id)).status).toBe("cancelled");
    const { refunds, payments } = await rentals.money(taken.id);
    expect(refunds).toMatchObject([{ status: "approved", origin: "rule", amount: payments[0]?.amount }]);
    expect(await told(taken.person)).toEqual(["order_dates_gone", "payment_received"]);
    const kept = await resume(taken.person, taken.what.carId);
    expect(kept).toMatchObject({ hold: "lost", customerPhone: "+1 650 555 0134" });
    expect(kept.id).not.toBe(taken.id);
  });

  it("costs what was agreed where another order takes its promo code at the same moment, and leaves it the code", async () => {
    const { id, person, booking } = await completed("PAYFIRST");
    const other = await makeOrder(test, null, {});
    stripe.pay(rentals.sessionIdOf((await rentals.session(id, person)).url));
    const locked = Promise.withResolvers<void>();
    const checking = locked.promise.then(() => rentals.check(id, person));
    await test.services.database.transaction(async (tx) => {
      await tx.execute(sql`select from promo_codes where code = 'PAYFIRST' for update`);
      locked.resolve();
      await setTimeout(500);
      await tx.execute(sql`update promo_codes set order_id = ${other} where code = 'PAYFIRST'`);
    });
    expect(await checking).toMatchObject({ state: "none" });
    expect(await rows("select order_id as id from promo_codes where code = 'PAYFIRST'", [])).toEqual([
      { id: other },
    ]);
    const { status, total, lines } = await orderRow(test, id);
    expect([status, lines.map(({ kind }) => kind)]).toEqual(["confirmed", ["rental", "insurance", "promo"]]);
    expect(wireMoney(total)).toBe(booking.total);
    const [first] = await rentals.instalments(id);
    expect(first?.paid).toBe(first?.amount);
    expect(await rentals.balance(id)).toBe(0);
  });

  it("costs what was agreed where its renter has ordered something else since", async () => {
    const { id, person, booking } = await completed("PAYLATER");
    stripe.pay(rentals.sessionIdOf((await rentals.session(id, person)).url));
    const promo = { promoCode: "PAYLATER", customerEmail: person.email };
    const other = await makeOrder(test, person.id, promo);
    await rows("update promo_codes set order_id = $1 where code = 'PAYLATER'", [other]);
    await rentals.check(id, person);
    expect(wireMoney((await orderRow(test, id)).total)).toBe(booking.total);
    const cancelled = await call("POST", `/api/orders/${id}/cancel`, person);
    expect(cancelled.statusCode).toBe(200);
    expect(await rows("select order_id as id from promo_codes where code = 'PAYLATER'", [])).toEqual([
      { id: other },
    ]);
  });

  it("is paid as it was completed last: what is answered anew ends the page before", async () => {
    const { id, person } = await completed();
    const before = await rentals.session(id, person);
    await call("PATCH", `/api/wizard/${id}`, person, { selectedInsurance: "premium" });
    expect(refusalOf(await call("POST", `/api/orders/${id}/payment-session`, person))).toMatchObject({
      status: 404,
    });
    await call("POST", `/api/wizard/${id}/complete`, person);
    const after = await rentals.session(id, person);
    expect(after.url).not.toBe(before.url);
    expect(stripe.sessions.get(rentals.sessionIdOf(before.url))?.status).toBe("expired");
    stripe.pay(rentals.sessionIdOf(after.url));
    await rentals.check(id, person);
    const [first] = await rentals.instalments(id);
    expect(first?.paid).toBe(first?.amount);
    expect((await orderRow(test, id)).insurance).toMatchObject({ product: "premium" });
  });
});
