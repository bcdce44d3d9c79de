// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { balanceOf, standingInstalments } from "#server/ledger/queries.ts";
import { endUnpaidBookings } from "#server/booking/wizard/end-unpaid.ts";
import { type Services, today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { runOverBrokenRow } from "#test/broken-row.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { aMonth, giveLicence, makeCar, renter } from "#test/factories.ts";
import { writeRental } from "#test/written-rental.ts";
import { addMissingInstalments, postDueInstalments, sendPaymentNotices } from "./jobs.ts";

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp({
    DESK_EMAIL: "desk@longbay.example",
    PAYMENT_INSTRUCTIONS: "Zelle to pay@longbay.example",
  });
  admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
});
afterAll(() => test.close());

const call = (method: "POST" | "PUT" | "PATCH", url: string, payload: object, by: Person) =>
  test.app.inject({ method, url, payload, headers: by.authorization });
const rows = <Row>(text: string, parameters: unknown[] = []) =>
  test.services.database.rows<Row>(text, parameters);
/** The services with their clock on a day, at noon in Los Angeles unless a time is given. */
const on = (date: string, time = "12:00"): Services => ({
  ...test.services,
  now: () => instantInLosAngeles(date, time),
});

async function confirmed(person: Person, months = 3): Promise<string> {
  return (await writeRental(test, person, { months })).id;
}
const pay = (orderId: string, amount: number) =>
  call(
    "POST",
    `/api/admin/orders/${orderId}/payments`,
    { id: crypto.randomUUID(), amount: amount / 100, method: "cash", paidOn: today(test.services) },
    admin,
  );
const instalmentsOf = (id: string) => standingInstalments(test.services.database.db, id);
const paymentEmails = async (email: string) =>
  (await emailsTo(test, email)).filter((kind) => kind.startsWith("payment_")).toReversed();

describe("a due instalment", () => {
  it("an instalment is posted to the ledger on its day, once", async () => {
    const id = await confirmed(await makePerson(test));
    const [first, second] = await instalmentsOf(id);
    if (!first || !second) throw new Error("no instalments");
    const balance = () => balanceOf(test.services.database.db, id);
    await postDueInstalments(on(addDays(second.dueOn, -1)));
    expect(await balance()).toBe(first.amount);
    await Promise.all([postDueInstalments(on(second.dueOn)), postDueInstalments(on(second.dueOn))]);
    expect(await balance()).toBe(first.amount + second.amount);
  });

  it("an instalment is posted even if another rental's can't be", async () => {
    const person = await makePerson(test);
    const [broken, whole] = [await confirmed(person), await confirmed(person)];
    const [, due] = await instalmentsOf(whole);
    if (!due) throw new Error("no instalments");
    const balance = (id: string) => balanceOf(test.services.database.db, id);
    const before = [await balance(broken), await balance(whole)];
    const row = { table: "ledger_transactions", condition: `new.order_id = '${broken}'` };
    await runOverBrokenRow(test, row, () => postDueInstalments(on(due.dueOn)));
    expect([await balance(broken), await balance(whole)]).toEqual([before[0], (before[1] ?? 0) + due.amount]);
    await postDueInstalments(on(due.dueOn));
    expect(await balance(broken)).toBeGreaterThan(before[0] ?? 0);
  });

  it("an instalment is announced by each email once, and long after its day to administrators", async () => {
    const person = await makePerson(test);
    const id = await confirmed(person);
    const [first, second] = await instalmentsOf(id);
    if (!first || !second) throw new Error("no instalments");
    await pay(id, first.amount);
    // A renter who never got the car is asked for no later month.
    await rows("update orders set status = 'in_progress' where id = $1", [id]);
    const emailsByDay: Record<number, number> = {};
    for (const days of [-4, -3, -2, 0, 1, 2, 3, 5, 7, 8, 9]) {
      const before = (await paymentEmails(person.email)).length;
      const then = on(addDays(second.dueOn, days));
      await postDueInstalments(then);
      await Promise.all([sendPaymentNotices(then), sendPaymentNotices(then)]);
      emailsByDay[days] = (await paymentEmails(person.email)).length - before;
    }
    expect(emailsByDay).toEqual({
      [-4]: 0,
      [-3]: 1,
      [-2]: 0,
      0: 1,
      1: 1,
      2: 0,
      3: 1,
      5: 1,
      7: 0,
      8: 0,
      9: 0,
    });
    expect(await paymentEmails(person.email)).toEqual([
      "payment_received",
      "payment_soon",
      "payment_due",
      "payment_overdue",
      "payment_overdue",
      "payment_overdue",
    ]);
    const invoiced = await rows<{ kind: string; invoices: number }>(
      `select kind, jsonb_array_length(content->'documents') as invoices from emails
       where order_id = $1 and kind in ('payment_soon', 'payment_due', 'payment_overdue') order by created_at`,
      [id],
    );
    expect(invoiced.map(({ invoices }) => invoices)).toEqual([0, 1, 1, 1, 1]);
    const toAdmin = await rows("select from emails where kind = 'admin_payment_past_due' and order_id = $1", [
      id,
    ]);
    expect(toAdmin).toHaveLength(1);
  });

  it("a paid instalment is not announced, and no email is sent at night", async () => {
    const person = await makePerson(test);
    const id = await confirmed(person);
    const [first, second] = await instalmentsOf(id);
    if (!first || !second) throw new Error("no instalments");
    await sendPaymentNotices(on(addDays(first.dueOn, 1), "08:59"));
    expect(await paymentEmails(person.email)).toEqual([]);
    await pay(id, first.amount + second.amount);
    await sendPaymentNotices(on(addDays(second.dueOn, 1)));
    expect(await paymentEmails(person.email)).toEqual(["payment_received"]);
  });
});

describe("a rental from before instalments", () => {
  it("a rental from before instalments gets them once", async () => {
    const id = await confirmed(await makePerson(test), 2);
    // An order as an earlier version left it: the ledger can't be emptied, so this is a copy of the order's row.
    const [old] = await rows<{ id: string }>(
      `insert into orders (id, order_number, source, status, car_id, pickup_date, return_date, pickup_time, return_time, customer_name,
         customer_email, customer_phone, pickup_location, language, monthly_price, days, months, discount_percent, lines, subtotal, fees,
         taxes, total, miles_included, collision_included, request_hash, key_hash)
       select gen_random_uuid(), order_number || 'B', source, status, $2, pickup_date, return_date, pickup_time, return_time, customer_name,
         customer_email, customer_phone, pickup_location, language, monthly_price, days, months, discount_percent, lines, subtotal, fees,
         taxes, total, miles_included, collision_included, request_hash, key_hash from orders where id = $1 returning id`,
      [id, await makeCar(test)],
    );
    if (!old) throw new Error("no order");
    await addMissingInstalments(test.services);
    await addMissingInstalments(test.services);
    expect((await instalmentsOf(old.id)).map(({ amount }) => amount)).toEqual(
      (await instalmentsOf(id)).map(({ amount }) => amount),
    );
  });
});

describe("an unpaid booking", () => {
  const hour = 3_600_000;
  const later = (hours: number): Services => {
    const now = test.services.now() + hours * hour;
    return { ...test.services, now: () => now };
  };

  async function booked(person: Person, inDays = 20): Promise<string> {
    await giveLicence(test, person.id);
    const what = { carId: await makeCar(test), ...aMonth(test, inDays), customerPhone: renter.customerPhone };
    const { id } = (await call("POST", "/api/wizard", what, person)).json<{ id: string }>();
    await call("PATCH", `/api/wizard/${id}`, { selectedInsurance: "basic", paymentMethod: "paypal" }, person);
    const answer = await call("POST", `/api/wizard/${id}/complete`, {}, person);
    expect(answer.statusCode, answer.body).toBe(200);
    return id;
  }
  const pickUpAfter = (id: string, hours: number) =>
    rows(
      `update orders set pickup_date = pickup::date, pickup_time = to_char(pickup, 'HH24:MI')
       from (select (created_at + interval '${hours} hours') at time zone 'America/Los_Angeles' as pickup from orders where id = $1) as moved
       where id = $1`,
      [id],
    );
  const statusOf = async (id: string) =>
    (await rows<{ status: string }>("select status from orders where id = $1", [id]))[0]?.status;
  const emailsByDay = async (person: Person) =>
    (await emailsTo(test, person.email)).filter((kind) => kind.startsWith("booking_")).toReversed();

  it("an unpaid booking is warned a day before, and ends after 72 hours with nothing owed", async () => {
    const person = await makePerson(test);
    const id = await booked(person);
    await endUnpaidBookings(later(47));
    expect(await emailsByDay(person)).toEqual([]);
    await endUnpaidBookings(later(48.1));
    await endUnpaidBookings(later(71));
    expect(await emailsByDay(person)).toEqual(["booking_unpaid"]);
    expect(await statusOf(id)).toBe("confirmed");
    await Promise.all([endUnpaidBookings(later(73)), endUnpaidBookings(later(73))]);
    expect(await statusOf(id)).toBe("cancelled");
    expect(await emailsByDay(person)).toEqual(["booking_unpaid", "booking_ended_unpaid"]);
    expect(await balanceOf(test.services.database.db, id)).toBe(0);
  });

  it("the email about an ended booking names what is refunded and kept of a partial payment", async () => {
    for (const kept of [false, true]) {
      const person = await makePerson(test);
      const id = await booked(person);
      if (kept) await pickUpAfter(id, 80);
      await pay(id, 10_000);
      await endUnpaidBookings(later(48.1));
      await endUnpaidBookings(later(73));
      expect(await statusOf(id)).toBe("cancelled");
      const { content } = await emailTo(test, person.email, "booking_ended_unpaid");
      const said = JSON.stringify(content);
      expect(said).toContain("wasn’t paid in full");
      expect(said).toContain(`We’ll refund ${kept ? "$75.00" : "$100.00"} the way you paid.`);
      expect(said.includes("We keep $25.00")).toBe(kept);
    }
  });

  it("a booking with an earlier pickup that nobody charges is not ended by the job", async () => {
    const person = await makePerson(test);
    const id = await booked(person);
    await pickUpAfter(id, 50);
    for (const hours of [27, 49, 73, 200]) await endUnpaidBookings(later(hours));
    expect([await statusOf(id), await emailsByDay(person)]).toEqual(["confirmed", []]);
  });

  it("a booking never ends within a day of the warning, however late the job runs", async () => {
    const person = await makePerson(test);
    const id = await booked(person);
    await endUnpaidBookings(later(200));
    expect([await statusOf(id), await emailsByDay(person)]).toEqual(["confirmed", ["booking_unpaid"]]);
    await endUnpaidBookings(later(225));
    expect(await statusOf(id)).toBe("cancelled");
  });

  it("a booking that is paid, or confirmed by an administrator, does not end", async () => {
    const [payer, other] = [await makePerson(test), await makePerson(test)];
    const paid = await booked(payer);
    const [first] = await instalmentsOf(paid);
    await pay(paid, first?.amount ?? 0);
    const known = await booked(other);
    for (const status of ["pending", "confirmed"])
      await call("PUT", `/api/admin/orders/${known}/status`, { status }, admin);
    await endUnpaidBookings(later(49));
    await endUnpaidBookings(later(80));
    expect([await statusOf(paid), await statusOf(known)]).toEqual(["confirmed", "confirmed"]);
    expect([await emailsByDay(payer), await emailsByDay(other)]).toEqual([[], []]);
  });
});
