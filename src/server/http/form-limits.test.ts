// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { emailsTo } from "#test/emails.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "loopback" });
});
afterAll(() => test.close());

const post = (address: string, url: string, payload: object) =>
  test.app.inject({ method: "POST", url, payload, headers: { "x-forwarded-for": address } });

it("one network that sends a form six hundred times shuts it for itself alone", async () => {
  const message = {
    name: "Somebody",
    email: "somebody@example.com",
    subject: "Hello",
    message: "Is the car there in May?",
  };
  const statuses = await Promise.all(
    Array.from({ length: 610 }, async () => (await post("203.0.113.5", "/api/contact", message)).statusCode),
  );
  expect(statuses.filter((status) => status < 300)).toHaveLength(20);
  expect(
    (await post("203.0.113.6", "/api/contact", { ...message, email: "other@example.com" })).statusCode,
  ).toBeLessThan(300);
});

it("an address gets five emails an hour, whatever strangers have us send there", async () => {
  const email = "mailed.by.strangers@example.com";
  const written = { name: "Somebody", email, subject: "Hello", message: "Is the car there in May?" };
  const forms = [
    ["/api/contact", written],
    ["/api/email-subscriptions", { email }],
    ["/auth/v1/signup", { email, password: "typed by somebody" }],
  ] as const;
  for (let at = 0; at < 9; at++) {
    const [form, body] = forms[at % forms.length] ?? forms[0];
    await post(`203.0.113.${at + 10}`, form, body);
    await test.services.database.rows(
      "delete from limits where key like 'email minute %' or key like '% a minute'",
    );
  }
  expect(await emailsTo(test, email)).toHaveLength(5);
});

it("no stranger uses up what the owner of an account needs for a new password", async () => {
  const { email } = await makePerson(test);
  const home = "203.0.113.77";
  await post(home, "/auth/v1/token?grant_type=password", { email, password: "correct horse battery" });
  const minute = () => test.services.database.rows("delete from limits where key like 'email minute %'");
  const recoveries = async () => (await emailsTo(test, email)).filter((kind) => kind === "recovery").length;
  for (let at = 0; at < 8; at++) {
    // Whatever else goes to that address, and resets from everywhere.
    await post(`203.0.113.${at + 100}`, "/auth/v1/signup", { email, password: `typed by somebody ${at}` });
    await post(`203.0.113.${at + 100}`, "/auth/v1/otp", { email, create_user: false });
    await minute();
  }
  expect(await recoveries()).toBe(0);
  await post("203.0.113.99", "/auth/v1/recover", { email });
  expect(await recoveries()).toBe(1);
  for (let at = 0; at < 8; at++) {
    await minute();
    await post(`203.0.113.${at + 120}`, "/auth/v1/recover", { email });
  }
  const before = await recoveries();
  expect(before).toBe(5);
  await post(home, "/auth/v1/recover", { email });
  expect(await recoveries()).toBe(6);
});
