// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Notifications, PaymentMethod } from "#contract/account/settings.ts";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { remindRenters } from "#server/trips/remind-renters.ts";
import { today } from "#server/services.ts";
import { makePerson, testPassword, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { emailsTo } from "#test/emails.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { creditHost } from "#test/payouts.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ SMS_URL: "http://127.0.0.1:9/sms" });
});
afterAll(() => test.close());

type Method = "GET" | "POST" | "PUT" | "DELETE";
const call = (method: Method, path: string, person?: Person, payload?: object) =>
  test.app.inject({
    method,
    url: `/api/account${path}`,
    headers: person?.authorization ?? {},
    ...(payload && { payload }),
  });
const rows = <T = unknown>(text: string, values: unknown[]) => test.services.database.rows<T>(text, values);

async function order(person: Person, inDays = 10): Promise<string> {
  const id = crypto.randomUUID();
  const carId = await makeCar(test, { monthlyPrice: 75_000 });
  const dates = aMonth(test, inDays);
  const totalPrice = wireMoney(carPrice(75_000, dates).total);
  const payload = { ...renter, customerEmail: person.email, id, carId, ...dates, totalPrice };
  const headers = person.authorization;
  const answer = await test.app.inject({ method: "POST", url: "/api/bookings", payload, headers });
  expect(answer.statusCode, answer.body).toBe(201);
  return id;
}

describe("notifications", () => {
  const choose = (person: Person, ...occasions: object[]) =>
    call("PUT", "/notifications", person, { occasions });

  it("the settings keep the choices, but emails about security, orders and money can't be switched off", async () => {
    const person = await makePerson(test);
    const before = (await call("GET", "/notifications", person)).json<Notifications>();
    expect(before.smsUnavailable).toBe("no_phone");
    expect(
      before.occasions.filter(({ isEmailFixed }) => isEmailFixed).map(({ occasion }) => occasion),
    ).toEqual(["security", "orders", "money"]);
    const changed = await choose(person, { occasion: "reminders", email: false, sms: true });
    expect(changed.json<Notifications>().occasions).toContainEqual({
      occasion: "reminders",
      email: false,
      isEmailFixed: false,
      sms: true,
    });
    for (const wrong of [
      { occasion: "security", email: false },
      { occasion: "orders", email: false },
      { occasion: "money", email: false },
      { occasion: "money", sms: true },
    ]) {
      const refused = await choose(person, wrong);
      expect(refused.statusCode, JSON.stringify(wrong)).toBe(422);
      expect(Object.keys(refused.json<{ fields: object }>().fields)).toHaveLength(1);
    }
    expect((await choose(person, { occasion: "toString", email: false })).statusCode).toBe(422);
    // One refused choice: no choice is changed.
    await choose(person, { occasion: "saved_cars", email: false }, { occasion: "money", email: false });
    const after = (await call("GET", "/notifications", person)).json<Notifications>();
    expect(after.occasions.find(({ occasion }) => occasion === "saved_cars")?.email).toBe(true);
  });

  it("a reminder goes by email, not at all, or by text message to a confirmed number", async () => {
    const people = [await makePerson(test), await makePerson(test), await makePerson(test)];
    const [usual, none, texted] = people;
    if (!usual || !none || !texted) throw new Error("nobody");
    const ids = [await order(usual, 1), await order(none, 1), await order(texted, 1)];
    await rows("update orders set status = 'confirmed' where id = any($1)", [ids]);
    await choose(none, { occasion: "reminders", email: false });
    await choose(texted, { occasion: "reminders", sms: true });
    await rows("update users set phone = '16505550199', phone_confirmed_at = now() where id = $1", [
      texted.id,
    ]);
    const noon = Date.parse(`${dateInLosAngeles(test.services.now())}T20:00:00Z`);
    const early = Date.parse(`${dateInLosAngeles(test.services.now())}T13:00:00Z`);
    await remindRenters({ ...test.services, now: () => early });
    const reminders = async (person: Person) =>
      (await emailsTo(test, person.email)).filter((kind) => kind.endsWith("_reminder"));
    expect(await reminders(usual)).toEqual([]);
    for (let times = 0; times < 2; times++) await remindRenters({ ...test.services, now: () => noon });
    expect([await reminders(usual), await reminders(none), await reminders(texted)]).toEqual([
      ["pickup_reminder"],
      [],
      ["pickup_reminder"],
    ]);
    const texts = await rows<{ kind: string; body: string }>(
      "select kind, body from text_messages where recipient = '16505550199'",
      [],
    );
    expect(texts.map(({ kind }) => kind)).toEqual(["pickup_reminder"]);
    expect(texts[0]?.body).toContain("starts tomorrow");
    // A changed date brings a new reminder.
    await rows("update orders set status = 'in_progress', return_date = $2 where id = $1", [
      ids[0],
      addDays(dateInLosAngeles(noon), 5),
    ]);
    await remindRenters({ ...test.services, now: () => noon + 4 * 86_400_000 });
    expect(await reminders(usual)).toEqual(["return_reminder", "pickup_reminder"]);
  });

  it("a plan's renter is reminded of the pickup even if the email about the plan's end came earlier", async () => {
    const person = await makePerson(test);
    const id = await order(person, 1);
    const noon = Date.parse(`${dateInLosAngeles(test.services.now())}T20:00:00Z`);
    await rows("update orders set status = 'confirmed' where id = $1", [id]);
    await rows(
      "insert into reminders (order_id, kind, day) select id, 'plan_ending', pickup_date from orders where id = $1",
      [id],
    );
    for (let times = 0; times < 2; times++) await remindRenters({ ...test.services, now: () => noon });
    expect((await emailsTo(test, person.email)).filter((kind) => kind === "pickup_reminder")).toHaveLength(1);
  });

  it("a suspended account gets no reminder that was switched off and no text message", async () => {
    const [none, texted] = [await makePerson(test), await makePerson(test)];
    const ids = [await order(none, 1), await order(texted, 1)];
    await rows("update orders set status = 'confirmed' where id = any($1)", [ids]);
    await choose(none, { occasion: "reminders", email: false });
    await choose(texted, { occasion: "reminders", sms: true });
    await rows("update users set phone = '16505550198', phone_confirmed_at = now() where id = $1", [
      texted.id,
    ]);
    await rows("update accounts set suspended_at = now() where id = any($1)", [[none.id, texted.id]]);
    const noon = Date.parse(`${dateInLosAngeles(test.services.now())}T20:00:00Z`);
    await remindRenters({ ...test.services, now: () => noon });
    expect(await emailsTo(test, none.email)).not.toContain("pickup_reminder");
    expect(await emailsTo(test, texted.email)).toContain("pickup_reminder");
    expect(await rows("select 1 from text_messages where recipient = '16505550198'", [])).toEqual([]);
  });
});

describe("payment methods", () => {
  const card = { brand: "visa", last4: "4242", expiry: "12/39" };
  const add = (person: Person, body: object) => call("POST", "/payment-methods", person, body);
  const list = async (person: Person) =>
    (await call("GET", "/payment-methods", person)).json<PaymentMethod[]>();

  it("each payment method is kept once, only for its account, and one is the default", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const id = crypto.randomUUID();
    const first = await add(person, { id, method: "credit-card", card });
    expect([first.statusCode, first.json<PaymentMethod>().isDefault]).toEqual([201, true]);
    await add(person, { id, method: "credit-card", card });
    const paypal = (await add(person, { method: "paypal" })).json<PaymentMethod>();
    expect((await list(person)).map((one) => [one.method, one.isDefault])).toEqual([
      ["credit-card", true],
      ["paypal", false],
    ]);
    const change = (who: Person, which: string) =>
      call("PUT", `/payment-methods/${which}`, who, { isDefault: true });
    expect([(await change(other, paypal.id)).statusCode, (await change(person, "x")).statusCode]).toEqual([
      404, 404,
    ]);
    await change(person, paypal.id);
    expect((await list(person)).map(({ isDefault, method }) => [method, isDefault])).toEqual([
      ["paypal", true],
      ["credit-card", false],
    ]);
    expect((await call("DELETE", `/payment-methods/${id}`, other)).statusCode).toBe(404);
    expect((await add(other, { id, method: "paypal" })).statusCode).toBe(422);
    for (const changed of [{ method: "paypal" }, { method: "credit-card", card: { ...card, last4: "1111" } }])
      expect((await add(person, { id, ...changed })).statusCode).toBe(422);
    await call("DELETE", `/payment-methods/${paypal.id}`, person);
    expect((await list(person)).map(({ id: kept, isDefault }) => [kept, isDefault])).toEqual([[id, true]]);
  });

  it("a payment method with a full number, an expired card or an empty card is refused", async () => {
    const person = await makePerson(test);
    const wrong = [
      { method: "credit-card", card: { ...card, number: "4242424242424242" } },
      { method: "credit-card", card: { ...card, expiry: "01/20" } },
      { method: "credit-card" },
      { method: "paypal", card },
      { method: "cash" },
    ];
    const statuses = [];
    for (const body of wrong) statuses.push((await add(person, body)).statusCode);
    expect(statuses).toEqual([400, 422, 422, 422, 422]);
    expect(await list(person)).toEqual([]);
  });

  it("payment methods added simultaneously leave exactly one default", async () => {
    const person = await makePerson(test);
    await Promise.all(Array.from({ length: 8 }, () => add(person, { method: "paypal", isDefault: true })));
    const kept = await list(person);
    expect([kept.length, kept.filter(({ isDefault }) => isDefault).length]).toEqual([8, 1]);
  });
});

describe("the account's data", () => {
  it("the download holds all of the account's data and none of another person's", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const [own, theirs] = [await order(person), await order(other)];
    const carId = await makeCar(test, { name: "Saved one" });
    await call("PUT", `/saved-cars/${carId}`, person);
    const message = { name: "W", email: person.email, subject: "Hello", message: "A question of mine" };
    await test.app.inject({ method: "POST", url: "/api/contact", payload: message });
    const answer = await call("GET", "/export", person);
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="account-[\d-]+\.json"$/);
    const text = answer.body;
    for (const part of [own, "Saved one", "A question of mine", person.email]) expect(text).toContain(part);
    for (const part of [theirs, other.email, "passwordHash", "keyHash", "requestHash"])
      expect(text).not.toContain(part);
  });
});

it("a host's download holds their cars, drafts included, and the address on the agreements", async () => {
  const [host, other] = [await makePerson(test, { role: "host" }), await makePerson(test, { role: "host" })];
  const draft = { model: "Half typed", description: "My words" };
  const begun = await test.app.inject({
    method: "POST",
    url: "/api/host/cars",
    headers: host.authorization,
    payload: draft,
  });
  expect(begun.statusCode, begun.body).toBe(201);
  const listed = await makeHostCar(test, host.id);
  const theirs = await makeHostCar(test, other.id);
  const rented = await order(host);
  await rows(
    `insert into agreement_acceptances (id, order_id, version, name, address, facts, text_hash, accepted_by, accepted_at)
     values (gen_random_uuid(), $1, '1', 'Ann Lee', '2 Elm Street', '{}', '', $2, now())`,
    [rented, host.id],
  );
  const answer = await call("GET", "/export", host);
  const { hostedCars, agreements } = answer.json<Record<string, object[]>>();
  expect(hostedCars).toMatchObject([
    { id: listed, state: "listed", handoverAddress: "12 Secret Lane", papers: [{}, {}] },
    { ...draft, state: "draft" },
  ]);
  expect(agreements).toMatchObject([{ orderId: rented, name: "Ann Lee", address: "2 Elm Street" }]);
  expect(answer.body).not.toContain(theirs);
});

describe("deleting an account", () => {
  const remove = (person: Person, body: object) => call("DELETE", "", person, body);

  it("deleting an account takes the password and no open order, and removes the person's data", async () => {
    const person = await makePerson(test);
    const id = await order(person);
    await call("POST", "/payment-methods", person, { method: "paypal" });
    const right = { current_password: testPassword };
    const open = await remove(person, right);
    expect([open.statusCode, open.json<{ code: string }>().code]).toEqual([409, "account_has_open_orders"]);
    await rows("update orders set status = 'completed' where id = $1", [id]);
    expect((await remove(person, { current_password: "wrong password" })).statusCode).toBe(422);
    expect((await remove(person, {})).statusCode).toBe(422);
    expect((await remove(person, right)).statusCode).toBe(200);
    expect((await call("GET", "/orders", person)).statusCode).toBe(401);
    const [left] = await rows<{ customer_email: string; account_id: string | null; total: number }>(
      "select customer_email, customer_name, account_id, total from orders where id = $1",
      [id],
    );
    expect(left).toMatchObject({ customer_name: "", account_id: null, total: 75_000 });
    expect(left?.customer_email).toMatch(/@deleted\.invalid$/);
    for (const table of ["saved_cars", "payment_methods", "notification_choices"])
      expect(await rows(`select 1 from ${table} where account_id = $1`, [person.id])).toEqual([]);
    expect(await rows("select 1 from users where id = $1", [person.id])).toEqual([]);
    expect(
      await rows("select 1 from audit_events where entity_id = $1 and action = 'deleted' and actor = $1", [
        person.id,
      ]),
    ).toHaveLength(1);
  });

  it("an account can't be deleted while money is due", async () => {
    const person = await makePerson(test);
    const admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
    const id = await order(person);
    const byAdmin = (method: Method, path: string, payload: object) =>
      test.app.inject({
        method,
        url: `/api/admin/orders/${id}${path}`,
        headers: admin.authorization,
        payload,
      });
    expect((await byAdmin("PUT", "/status", { status: "confirmed" })).statusCode).toBe(200);
    await rows("update orders set status = 'completed' where id = $1", [id]);
    const right = { current_password: testPassword };
    const owing = await remove(person, right);
    expect([owing.statusCode, owing.json<{ code: string }>().code]).toEqual([409, "account_has_money_due"]);
    const [row] = await rows<{ total: number }>("select total from orders where id = $1", [id]);
    const paid = await byAdmin("POST", "/payments", {
      id: crypto.randomUUID(),
      amount: wireMoney(row?.total ?? 0),
      method: "cash",
      reference: "",
      paidOn: today(test.services),
    });
    expect(paid.statusCode, paid.body).toBe(201);
    expect((await remove(person, right)).statusCode).toBe(200);
  });

  it("an account can't be deleted while an instalment is due after the rental", async () => {
    const person = await makePerson(test);
    const right = { current_password: testPassword };
    const id = await order(person);
    await rows("update orders set status = 'completed' where id = $1", [id]);
    await rows(
      `insert into instalments (order_id, number, starts_on, ends_on, due_on, lines, amount, paid)
       values ($1, 2, current_date, current_date, current_date + 20, '[]', 5000, 4000)`,
      [id],
    );
    const owing = await remove(person, right);
    expect([owing.statusCode, owing.json<{ code: string }>().code]).toEqual([409, "account_has_money_due"]);
    await rows("update instalments set dropped_at = now() where order_id = $1", [id]);
    expect((await remove(person, right)).statusCode).toBe(200);
  });

  it("an account can't be deleted while its car is out, or a chargeback or refund is open", async () => {
    const right = { current_password: testPassword };
    const codeOf = async (person: Person) => (await remove(person, right)).json<{ code: string }>().code;
    const ended = async (person: Person, accountId: string | null = person.id) => {
      const id = await order(person);
      await rows(
        "update orders set status = 'cancelled', account_id = $2, customer_email = $3, email_confirmed_at = now() where id = $1",
        [id, accountId, person.email],
      );
      return id;
    };
    const out = await makePerson(test);
    const id = await ended(out);
    await rows("update orders set status = 'completed', is_car_out = true where id = $1", [id]);
    expect(await codeOf(out)).toBe("account_has_open_orders");
    await rows("update orders set is_car_out = false where id = $1", [id]);
    expect((await remove(out, right)).statusCode).toBe(200);

    const refund = `insert into refunds (id, order_id, status, amount, origin, reason, proposed_by)
      values (gen_random_uuid(), $1, 'approved', 5000, 'hand', 'a gift', 'x')`;
    const signedIn = await makePerson(test);
    await rows(refund, [await ended(signedIn)]);
    expect(await codeOf(signedIn)).toBe("account_has_money_due");
    const visitor = await makePerson(test);
    const own = await ended(visitor, null);
    await rows(refund, [own]);
    expect(await codeOf(visitor)).toBe("account_has_money_due");
    await rows("update refunds set status = 'paid' where order_id = $1", [own]);
    expect((await remove(visitor, right)).statusCode).toBe(200);

    const disputed = await makePerson(test);
    const taken = await ended(disputed);
    await rows(
      `with paid as (insert into payments (id, order_id, mode, status, amount, method, recorded_by)
         values (gen_random_uuid(), $1, 'stripe', 'succeeded', 5000, 'card', 'x') returning id)
       insert into chargebacks (order_id, payment_id, mode, provider_ref, state, reason, amount, look, opened_at, checked_at)
       select $1, id, 'stripe', 'dp_1', 'open', 'other', 5000, 1, now(), now() from paid`,
      [taken],
    );
    expect(await codeOf(disputed)).toBe("account_has_money_due");
  });

  it("a host's account can't be deleted with open earnings, balances, orders or charges", async () => {
    const right = { current_password: testPassword };
    const codeOf = async (person: Person) => (await remove(person, right)).json<{ code: string }>().code;
    const [host, renter] = [await makePerson(test, { role: "host" }), await makePerson(test)];
    const id = await order(renter);
    await rows(
      "update orders set status = 'completed', host_id = $2, host_share_percent = 80 where id = $1",
      [id, host.id],
    );
    const credit = (amount: number) =>
      creditHost(test.services, { hostId: host.id, orderId: id, amount, payableOn: today(test.services) });
    for (const amount of [60_000, -70_000]) {
      await credit(amount);
      expect(await codeOf(host)).toBe("account_has_earnings_due");
    }
    // The renter went on with another car, but still has this host's car in the order's past.
    const other = await order(await makePerson(test));
    await rows("update orders set status = 'in_progress' where id = $1", [other]);
    await rows(
      `insert into order_stretches (order_id, number, car_id, car_name, host_id, host_share_percent, starts_on, ends_on, reason, created_at)
       select $1, 1, (select id from cars where id <> car_id limit 1), 'Before', $2, 80, pickup_date - 9, pickup_date - 1, 'swap', now() from orders where id = $1`,
      [other, host.id],
    );
    expect(await codeOf(host)).toBe("account_has_open_orders");
    await rows("update orders set status = 'completed' where id = $1", [other]);
    // Below a dollar nothing is paid out.
    await credit(10_050);
    await rows(
      `insert into charges (id, order_id, category, amount, words, proposed_by, request_hash, proposed_at, answer_until)
       values (gen_random_uuid(), $1, 'damage', 5000, 'The bumper', $2, '', now(), now())`,
      [id, host.id],
    );
    expect(await codeOf(host)).toBe("account_has_earnings_due");
    await rows("update charges set status = 'withdrawn' where order_id = $1", [id]);
    await rows(
      `insert into host_adjustments (id, host_id, order_id, kind, status, amount, reason, proposed_by, request_hash, created_at)
       values (gen_random_uuid(), $1, $2, 'take_back', 'awaiting_approval', 80000, 'The pickup never was', 'x', '', now())`,
      [host.id, id],
    );
    expect(await codeOf(host)).toBe("account_has_earnings_due");
    await rows(
      "update host_adjustments set status = 'declined', decided_by = 'y', decided_at = now() where host_id = $1",
      [host.id],
    );
    expect((await remove(host, right)).statusCode).toBe(200);
  });

  it("the last administrator who can appoint others can't delete their account", async () => {
    await rows("update accounts set suspended_at = now() where role = 'admin'", []);
    const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
    const other = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    const right = { current_password: testPassword };
    const refused = await remove(admin, right);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "last_administrator"]);
    expect((await remove(other, right)).statusCode).toBe(200);
    const second = await makePerson(test, { role: "admin", permissions: ["manage_users"] });
    const atOnce = await Promise.all([admin, second].map((person) => remove(person, right)));
    expect(atOnce.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it("deleting an account is refused to a session without its second factor", async () => {
    const person = await makePerson(test, { hasFactor: true });
    expect((await remove(person, { current_password: testPassword })).statusCode).toBe(403);
  });
});
