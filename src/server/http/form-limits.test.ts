// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { emailsAtOnceTo, emailsTo } from "#test/emails.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "loopback" });
});
afterAll(() => test.close());

const post = (address: string, url: string, payload: object) =>
  test.app.inject({ method: "POST", url, payload, headers: { "x-forwarded-for": address } });

it("a network that sends a form too often is blocked alone", async () => {
  const message = {
    name: "Somebody",
    email: "somebody@example.com",
    subject: "Hello",
    message: "Is the car there in May?",
  };
  // Almost all messages of the hour are used up: the refused ones use up none of the rest.
  await test.services.database.rows(
    "insert into limits (key, uses, ends_at) values ('contact in all', 570, now() + interval '1 hour')",
  );
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => (await post("203.0.113.5", "/api/contact", message)).statusCode),
  );
  expect(statuses.filter((status) => status < 300)).toHaveLength(20);
  expect(
    (await post("203.0.113.6", "/api/contact", { ...message, email: "other@example.com" })).statusCode,
  ).toBeLessThan(300);
  await test.services.database.rows("delete from limits where key = 'contact in all'");
});

/** Acts as if a minute had passed for the limit of one email a minute. */
const aMinute = () => test.services.database.rows("delete from limits where key like 'email minute %'");
const stranger = (at: number) => `198.51.${Math.floor(at / 250)}.${at % 250}`;

it("an address gets a limited number of emails at once, and the rest follow later, one of a kind", async () => {
  const email = "mailed.by.strangers@example.com";
  const written = { name: "Somebody", email, subject: "Hello", message: "Is the car there in May?" };
  const forms = [
    ["/api/contact", written],
    ["/api/email-subscriptions", { email }],
    ["/auth/v1/signup", { email, password: "typed by somebody" }],
  ] as const;
  for (let at = 0; at < 30; at++) {
    const [form, body] = forms[at % forms.length] ?? forms[0];
    expect((await post(stranger(at), form, body)).statusCode, form).toBeLessThan(300);
    await aMinute();
  }
  const count = (kinds: string[]) =>
    Object.fromEntries(kinds.map((kind) => [kind, kinds.filter((one) => one === kind).length]));
  expect(count(await emailsAtOnceTo(test, email))).toEqual({
    contact_received: 2,
    subscription_confirm: 2,
    signup: 5,
  });
  expect(count(await emailsTo(test, email))).toEqual({
    contact_received: 3,
    // The link that they have still works, so no further email waits.
    subscription_confirm: 2,
    signup: 6,
  });
});

it("a stranger's searches for unknown orders don't use up the emails of the address", async () => {
  const email = "named.victim@example.com";
  for (let at = 0; at < 10; at++) {
    const lost = { email, orderNumber: "LB-2222-2222" };
    expect((await post(stranger(at + 40), "/api/orders/find", lost)).statusCode).toBeLessThan(300);
    await post(stranger(at + 40), "/auth/v1/recover", { email });
    await post(stranger(at + 40), "/auth/v1/resend", { type: "signup", email });
    await aMinute();
  }
  expect(await emailsTo(test, email)).toEqual([]);
  await post("203.0.113.60", "/auth/v1/signup", { email, password: "a word of my own" });
  expect(await emailsAtOnceTo(test, email)).toEqual(["signup"]);
  const dates = aMonth(test);
  const order = { ...renter, ...dates, carId: await makeCar(test), customerEmail: email };
  const totalPrice = wireMoney(carPrice(75_000, dates).total);
  expect((await post("203.0.113.60", "/api/bookings", { ...order, totalPrice })).statusCode).toBe(201);
  expect(await emailsAtOnceTo(test, email)).toEqual(["order_received", "signup"]);
});

it("strangers' orders with somebody's address don't keep its owner from ordering or from their email", async () => {
  const email = "ordered.for@example.com";
  const order = async (from: string) => {
    const dates = aMonth(test);
    const totalPrice = wireMoney(carPrice(75_000, dates).total);
    const wanted = { ...renter, ...dates, carId: await makeCar(test), customerEmail: email, totalPrice };
    return (await post(from, "/api/bookings", wanted)).statusCode;
  };
  for (let at = 0; at < 8; at++) {
    expect(await order(stranger(at + 80))).toBe(201);
    await aMinute();
  }
  expect(await order("203.0.113.61")).toBe(201);
  expect(await emailsAtOnceTo(test, email)).toHaveLength(5);
  expect(await emailsTo(test, email)).toHaveLength(9);
});

it("a form at its overall limit stays open to a network that hasn't used it", async () => {
  await test.services.database.rows(
    "insert into limits (key, uses, ends_at) values ('contact in all', 600, now() + interval '1 hour') on conflict (key) do update set uses = 600, ends_at = excluded.ends_at",
  );
  const send = async () =>
    (
      await post("203.0.113.62", "/api/contact", {
        name: "Somebody",
        email: "late@example.com",
        subject: "Hello",
        message: "Is the car there in May?",
      })
    ).statusCode;
  expect([await send(), await send()]).toEqual([200, 429]);
});

it("strangers can't use up the password resets of an account's owner", async () => {
  const { email } = await makePerson(test);
  const home = "203.0.113.77";
  await post(home, "/auth/v1/token?grant_type=password", { email, password: "correct horse battery" });
  const recoveries = async () =>
    (await emailsAtOnceTo(test, email)).filter((kind) => kind === "recovery").length;
  for (let at = 0; at < 8; at++) {
    // Other emails to that address, and new passwords from everywhere, change nothing.
    await post(`203.0.113.${at + 100}`, "/auth/v1/signup", { email, password: `typed by somebody ${at}` });
    await post(`203.0.113.${at + 100}`, "/auth/v1/otp", { email, create_user: false });
    await aMinute();
  }
  expect(await recoveries()).toBe(0);
  await post("203.0.113.99", "/auth/v1/recover", { email });
  expect(await recoveries()).toBe(1);
  for (let at = 0; at < 8; at++) {
    await aMinute();
    await post(`203.0.113.${at + 120}`, "/auth/v1/recover", { email });
  }
  expect(await recoveries()).toBe(5);
  await post(home, "/auth/v1/recover", { email });
  expect(await recoveries()).toBe(6);
});

it("strangers' networks can't use up the codes of an account's owner, and a /48 has a small share", async () => {
  const { services } = test;
  const { email, authorization } = await makePerson(test);
  const home = "2001:db8:77:1::1";
  const signIn = { email, password: "correct horse battery" };
  expect((await post(home, "/auth/v1/token?grant_type=password", signIn)).statusCode).toBe(200);
  // Different /64 networks of one /48: sixty addresses get an email, from any form, and then no more.
  const statuses: number[] = [];
  for (let at = 0; at < 66; at++) {
    const from = `2001:db8:66:${at.toString(16)}::1`;
    const to = `flood${at}@example.com`;
    const written = { name: "Somebody", email: to, subject: "Hello", message: "Is the car there in May?" };
    // An unknown address makes no email of the second form, so most use that one.
    const [form, body] =
      (
        {
          0: ["/auth/v1/otp", { email: to }],
          6: ["/api/contact", written],
        } as const
      )[at % 12] ?? (["/auth/v1/recover", { email: to }] as const);
    statuses.push((await post(from, form, body)).statusCode);
  }
  expect(statuses.map((status) => status < 300)).toEqual([
    ...Array.from({ length: 60 }, () => true),
    ...Array.from({ length: 6 }, () => false),
  ]);
  const asksFrom = async (from: string, to: string) =>
    (await post(from, "/auth/v1/otp", { email: to, create_user: false })).statusCode;
  expect(await asksFrom("2001:db8:67:1::1", "elsewhere@example.com")).toBe(200);
  // Together, many such networks have used up all codes of the hour.
  await services.database.rows(
    "insert into limits (key, uses, ends_at) values ('email all otp', 1000, now() + interval '1 hour') on conflict (key) do update set uses = 1000",
  );
  expect(await asksFrom("2001:db8:68:1::1", "elsewhere2@example.com")).toBe(429);
  expect(await asksFrom(home, email)).toBe(200);
  // Another caller in the owner's network can't use up the emails of a signed-in account either.
  await services.database.rows("update limits set uses = 1000 where key like 'email %'");
  const again = await test.app.inject({
    url: "/auth/v1/reauthenticate",
    headers: { ...authorization, "x-forwarded-for": "2001:db8:66:1::1" },
  });
  expect(again.statusCode, again.body).toBe(200);
});
