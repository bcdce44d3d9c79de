// @one-database
import { describe, expect, it } from "vitest";
import type { WizardBooking } from "#contract/account/booking.ts";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { renderEmail } from "#server/mail/render-email.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";
import { makePerson, type Person, testPassword } from "#test/accounts.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, orderRow } from "#test/condition.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { aMonth, giveLicence, makeCar, renter } from "#test/factories.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { followBegun } from "./follow-begun.ts";

const { test, stripe, admin, rentals } = await startRentals();

const call = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, by: Person, payload?: object) =>
  test.app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });
const rows = <T>(text: string, values: unknown[]) => test.services.database.rows<T & object>(text, values);

let phones = 0;
/** A person whose telephone number is in an earlier order has had a first rental. */
const uniquePhone = (): string => `+1 650 555 ${String(++phones).padStart(4, "0")}`;

/** A booking of two months that is completed, and waits for its first payment. */
async function completed(promo?: string) {
  const person = await makePerson(test);
  if (promo) await rows("insert into promo_codes (code, email) values ($1, $2)", [promo, person.email]);
  await giveLicence(test, person.id);
  const what = { carId: await makeCar(test), ...aMonth(test, 10, 2) };
  const sent = { customerPhone: uniquePhone(), ...what };
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
const emailKinds = async ({ email }: Person) => (await emailsTo(test, email)).toSorted();

describe("a booking with a provider", () => {
  it("a booking with a provider is confirmed by its first payment, once, and is in no list before", async () => {
    const { id, person, what, booking } = await completed();
    expect(booking).toMatchObject({ hold: "held", status: "pending" });
    const list = async () => (await call("GET", "/api/account/orders", person)).json<unknown[]>();
    expect([await list(), await emailKinds(person)]).toEqual([[], []]);
    expect(refusalOf(await call("POST", `/api/orders/${id}/payment-session`, admin))).toMatchObject({
      code: "order_not_found",
    });

    const page = await rentals.session(id, person);
    expect(page.url).toMatch(/^http/);
    expect((await rentals.session(id, person)).url).toBe(page.url);
    // The hold lasts as long as the page, and is prolonged once.
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
    expect(await emailKinds(person)).toEqual(["order_confirmed", "payment_received"]);
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

  it("a booking's payment page ends with its hold, and the booking keeps its answers", async () => {
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

  it("a booking keeps its account from being deleted while its page may take money", async () => {
    const { id, person } = await completed();
    await rentals.session(id, person);
    const remove = () => call("DELETE", "/api/account", person, { current_password: testPassword });
    expect(refusalOf(await remove())).toMatchObject({ status: 409, code: "account_has_money_due" });
    await endHold(id);
    await followBegun(minutesLater(3));
    expect((await remove()).statusCode).toBe(200);
  });

  it("a late payment books free days, and is refunded in full if the days are taken", async () => {
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
    expect(await emailKinds(taken.person)).toEqual(["order_dates_gone", "payment_received"]);
    const kept = await resume(taken.person, taken.what.carId);
    expect(kept).toMatchObject({ hold: "lost", customerPhone: expect.stringContaining("+1 650 555") });
    expect(kept.id).not.toBe(taken.id);
  });

  it("a payment of a renter suspended meanwhile books nothing and is refunded in full", async () => {
    const boss = await makePerson(test, { role: "admin", permissions: ["all"] });
    const suspend = async ({ id }: Person) => {
      const reason = { reason: "Stolen card" };
      expect((await call("POST", `/api/admin/users/${id}/suspend`, boss, reason)).statusCode).toBe(200);
    };
    const { id, person, what } = await completed();
    const { url } = await rentals.session(id, person);
    await suspend(person);
    const [draft] = await rows<{ isHeld: boolean }>(
      `select coalesce(hold_ends_at > now(), false) as "isHeld" from wizard_drafts where id = $1`,
      [id],
    );
    expect(draft?.isHeld).toBe(false);
    stripe.pay(rentals.sessionIdOf(url));
    await followBegun(minutesLater(3));
    expect((await orderRow(test, id)).status).toBe("cancelled");
    const { refunds, payments } = await rentals.money(id);
    expect(refunds).toMatchObject([{ status: "approved", origin: "rule", amount: payments[0]?.amount }]);
    expect(await emailKinds(person)).toEqual(["account_suspended", "order_dates_gone", "payment_received"]);
    const other = await makePerson(test);
    const begun = await call("POST", "/api/wizard", other, { customerPhone: uniquePhone(), ...what });
    expect(begun.json<WizardBooking>()).toMatchObject({ hold: "held" });

    // A booking that nobody pays for ends with the hold.
    const unpaid = await completed();
    const page = await rentals.session(unpaid.id, unpaid.person);
    await suspend(unpaid.person);
    await followBegun(minutesLater(3));
    expect(stripe.sessions.get(rentals.sessionIdOf(page.url))?.status).toBe("expired");
  });

  it("a payment of a renter with a suspended person's address books nothing", async () => {
    const { id, person } = await completed();
    const { url } = await rentals.session(id, person);
    const same = person.email.replace("@", "+other@");
    await rows("update accounts set email = $2, suspended_at = now() where id = $1", [
      (await makePerson(test)).id,
      same,
    ]);
    stripe.pay(rentals.sessionIdOf(url));
    await rentals.check(id, person);
    expect((await orderRow(test, id)).status).toBe("cancelled");
  });

  const holderOf = async (code: string) =>
    (
      await rows<{ order: string | null; draft: string | null }>(
        `select order_id as "order", draft_id as draft from promo_codes where code = $1`,
        [code],
      )
    )[0];

  it("a booking takes its promo code when it is completed, and gives it back when that ends", async () => {
    const { id, person, booking } = await completed("PAYFIRST");
    expect(await holderOf("PAYFIRST")).toEqual({ order: null, draft: id });
    const wanted = { carId: await makeCar(test), ...aMonth(test, 40) };
    const order = () =>
      call("POST", "/api/bookings", person, {
        ...renter,
        ...wanted,
        customerEmail: person.email,
        totalPrice: wireMoney(carPrice(75_000, wanted).total),
        promo: "PAYFIRST",
      });
    expect(refusalOf(await order())).toMatchObject({ status: 422, code: "promo_refused" });
    await call("PATCH", `/api/wizard/${id}`, person, { promo: "" });
    expect(await holderOf("PAYFIRST")).toEqual({ order: null, draft: null });
    await call("PATCH", `/api/wizard/${id}`, person, { promo: "PAYFIRST" });
    await call("POST", `/api/wizard/${id}/complete`, person);
    stripe.pay(rentals.sessionIdOf((await rentals.session(id, person)).url));
    await rentals.check(id, person);
    expect(await holderOf("PAYFIRST")).toEqual({ order: id, draft: null });
    const { total, lines } = await orderRow(test, id);
    expect([wireMoney(total), lines.map(({ kind }) => kind)]).toEqual([
      booking.total,
      ["rental", "insurance", "promo"],
    ]);
    expect(await rentals.balance(id)).toBe(0);
  });

  it("a booking costs the agreed price even if its renter has ordered something else since", async () => {
    const { id, person, booking } = await completed("PAYLATER");
    stripe.pay(rentals.sessionIdOf((await rentals.session(id, person)).url));
    await makeOrder(test, person.id, { customerEmail: person.email });
    await rentals.check(id, person);
    expect(wireMoney((await orderRow(test, id)).total)).toBe(booking.total);
    expect((await call("POST", `/api/orders/${id}/cancel`, person)).statusCode).toBe(200);
    expect(await holderOf("PAYLATER")).toEqual({ order: null, draft: null });
  });

  it("a booking gives its promo code back when its hold lapses, with its page or without one", async () => {
    const [open, bare] = [await completed("LAPSEPAGE"), await completed("LAPSEBARE")];
    await rentals.session(open.id, open.person);
    for (const { id } of [open, bare]) await endHold(id);
    await endStaleOrders(test.services);
    expect(await holderOf("LAPSEBARE")).toEqual({ order: null, draft: null });
    expect(await holderOf("LAPSEPAGE")).toEqual({ order: null, draft: open.id });
    await followBegun(minutesLater(3));
    expect(await holderOf("LAPSEPAGE")).toEqual({ order: null, draft: null });
  });

  it("a promo code gives one discount, however many pages and orders its owner opens", async () => {
    const { person, id } = await completed("ONCE");
    const pages = [(await rentals.session(id, person)).url];
    let last = id;
    const cars = await Promise.all([1, 2, 3].map(() => makeCar(test)));
    for (const carId of cars) {
      const begun = await call("POST", "/api/wizard", person, {
        customerPhone: uniquePhone(),
        carId,
        ...aMonth(test, 10, 2),
      });
      const { id: next } = begun.json<WizardBooking>();
      const answers = { selectedInsurance: "basic", paymentMethod: "credit-card", promo: "ONCE" };
      await call("PATCH", `/api/wizard/${next}`, person, answers);
      await call("POST", `/api/wizard/${next}/complete`, person);
      pages.push((await rentals.session(next, person)).url);
      last = next;
    }
    const open = pages.map((url) => stripe.sessions.get(rentals.sessionIdOf(url))?.status);
    expect(open).toEqual(["expired", "expired", "expired", "open"]);
    stripe.pay(rentals.sessionIdOf(pages.at(-1)));
    await rentals.check(last, person);
    const discounted = await rows(
      `select status from orders where account_id = $1 and lines @> '[{"kind": "promo"}]'`,
      [person.id],
    );
    expect(discounted).toEqual([{ status: "confirmed" }]);
  });

  it("a booking can't be changed while its page can't be ended or is being paid", async () => {
    const { id, person } = await completed();
    const { url } = await rentals.session(id, person);
    stripe.trouble(/expire/, "500", "500");
    const change = () => call("PATCH", `/api/wizard/${id}`, person, { selectedInsurance: "premium" });
    expect(refusalOf(await change())).toMatchObject({ status: 503, code: "provider_unavailable" });
    stripe.calm();
    stripe.pay(rentals.sessionIdOf(url));
    expect(refusalOf(await change())).toMatchObject({ status: 409, code: "conflict" });
    await rentals.check(id, person);
    expect(await orderRow(test, id)).toMatchObject({ status: "confirmed", insurance: { product: "basic" } });
  });

  it("a payment below the first instalment books nothing, is refunded and causes an email", async () => {
    const { id, person } = await completed();
    const { url } = await rentals.session(id, person);
    // The booking changes while a page of its payment is still open.
    await rows("update wizard_drafts set insurance = 'premium' where id = $1", [id]);
    stripe.pay(rentals.sessionIdOf(url));
    await rentals.check(id, person);
    expect((await orderRow(test, id)).status).toBe("cancelled");
    const { refunds, payments } = await rentals.money(id);
    expect(refunds).toMatchObject([{ status: "approved", origin: "rule", amount: payments[0]?.amount }]);
    const { content, language } = await emailTo(test, person.email, "order_dates_gone");
    expect(renderEmail(content, language).text).toContain("an earlier version of this booking");
  });

  it("a changed booking ends its earlier payment page and is paid as it was completed last", async () => {
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
