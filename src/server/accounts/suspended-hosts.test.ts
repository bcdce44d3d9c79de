// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Secret, TOTP } from "otpauth";
import type { Car } from "#contract/cars.ts";
import { findListedHosts } from "#server/sitemap/queries.ts";
import { factorSecret, makePerson, type Person, testPassword } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder } from "#test/condition.ts";
import { emailsTo, emailTo, linkIn } from "#test/emails.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { creditHost } from "#test/payouts.ts";
import { today } from "#server/services.ts";

let test: TestApp;
let boss: Person;
beforeAll(async () => {
  test = await startTestApp();
  boss = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

type Bearer = Pick<Person, "authorization">;
const bearerOf = (token: string): Bearer => ({ authorization: { authorization: `Bearer ${token}` } });
const call = (by: Bearer, method: "GET" | "POST" | "PUT", url: string, payload?: object) =>
  test.app.inject({ method, url, ...(payload && { payload }), headers: by.authorization });
const suspend = (of: Person) =>
  call(boss, "POST", `/api/admin/users/${of.id}/suspend`, { reason: "Unpaid tolls" });
const signIn = ({ email }: Person) =>
  test.app.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=password",
    payload: { email, password: testPassword },
  });
const auth = (by: Bearer, method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  test.app.inject({ method, url: `/auth/v1${path}`, ...(payload && { payload }), headers: by.authorization });

type Session = { access_token: string; refresh_token: string };
/** Signs a suspended host in again. */
async function backIn(of: Person): Promise<Bearer & Session> {
  expect((await suspend(of)).statusCode).toBe(200);
  const answer = await signIn(of);
  expect(answer.statusCode).toBe(200);
  const session = answer.json<Session>();
  return { ...session, ...bearerOf(session.access_token) };
}
const money = ["earnings", "earnings/lines", "statements", "payouts", "payout-details"];

describe("a suspended host", () => {
  it("a suspended host is signed out at once, and after signing in again reads their earnings", async () => {
    const host = await makePerson(test, { role: "host" });
    const again = await backIn(host);
    expect((await auth(host, "GET", "/user")).statusCode).toBe(403);
    for (const path of money)
      expect((await call(again, "GET", `/api/host/${path}`)).statusCode, path).toBe(200);
    const renewed = await auth(again, "POST", "/token?grant_type=refresh_token", {
      refresh_token: again.refresh_token,
    });
    expect(renewed.statusCode).toBe(200);
    const byApi = await test.app.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: { email: host.email, password: testPassword },
    });
    expect(byApi.statusCode).toBe(200);
    expect((await auth(again, "POST", "/logout?scope=local")).statusCode).toBe(204);
    expect((await call(again, "GET", "/api/host/earnings")).statusCode).toBe(401);
  });

  it("a suspended host reaches nothing of the API except their earnings", async () => {
    const again = await backIn(await makePerson(test, { role: "host" }));
    for (const path of [
      "auth/user",
      "host/cars",
      "host/requests",
      "host/trips",
      "conversations",
      "account/saved-cars",
    ])
      expect(refusalOf(await call(again, "GET", `/api/${path}`)).code, path).toBe("account_suspended");
    expect(refusalOf(await call(again, "PUT", "/api/host/payout-details", {})).code).toBe(
      "account_suspended",
    );
  });

  it("a suspended host can't change their address, password or factors", async () => {
    const host = await makePerson(test, { role: "host" });
    const recover = () =>
      test.app.inject({ method: "POST", url: "/auth/v1/recover", payload: { email: host.email } });
    await recover();
    const again = await backIn(host);
    for (const [method, path, payload] of [
      ["PUT", "/user", { password: "another 1 password", current_password: testPassword }],
      ["PUT", "/user", { data: { full_name: "Nobody" } }],
      ["GET", "/reauthenticate", undefined],
      ["POST", "/factors", { factor_type: "totp", friendly_name: "New" }],
      ["DELETE", `/factors/${crypto.randomUUID()}`, undefined],
      ["POST", `/factors/${crypto.randomUUID()}/challenge`, {}],
    ] as const) {
      const answer = await auth(again, method, path, payload);
      expect([answer.statusCode, answer.json<{ error_code: string }>().error_code], path).toEqual([
        403,
        "user_banned",
      ]);
    }
    // A link that they have had before opens nothing now.
    const link = linkIn(await emailTo(test, host.email, "recovery"));
    const opened = await test.app.inject({
      method: "POST",
      url: "/auth/v1/verify",
      payload: { type: "recovery", token_hash: link.searchParams.get("token_hash") },
    });
    expect(opened.json()).toMatchObject({ error_code: "user_banned" });
  });

  it("a suspended host who forgot the password gets no link, but an email in their language to contact us", async () => {
    for (const [language, says] of [
      ["en", "Forgot it? Contact us"],
      ["zh", "如果忘记了密码，请联系我们"],
    ] as const) {
      const host = await makePerson(test, { role: "host" });
      await test.services.database.rows("update users set language = $2 where id = $1", [host.id, language]);
      await suspend(host);
      expect(JSON.stringify((await emailTo(test, host.email, "account_suspended")).content)).toMatch(
        language === "en" ? /forgotten it, contact us/ : /忘记了密码，请联系我们/,
      );
      for (const [path, payload] of [
        ["recover", { email: host.email }],
        ["otp", { email: host.email, create_user: false }],
      ] as const) {
        const asked = await test.app.inject({ method: "POST", url: `/auth/v1/${path}`, payload });
        expect([asked.statusCode, asked.json()], path).toEqual([200, {}]);
      }
      expect((await emailsTo(test, host.email)).toSorted()).toEqual([
        "account_suspended",
        "sign_in_suspended",
        "sign_in_suspended",
      ]);
      const email = await emailTo(test, host.email, "sign_in_suspended");
      expect(JSON.stringify(email.content)).toContain(says);
      expect(linkIn(email).pathname).toBe("/contact");
    }
  });

  it("a suspended host shows their second factor before reading earnings, and can't add another", async () => {
    const host = await makePerson(test, { role: "host", hasFactor: true });
    const half = await backIn(host);
    expect(refusalOf(await call(half, "GET", "/api/host/earnings")).code).toBe("insufficient_aal");
    const opened = (await auth(half, "POST", `/factors/${host.factorId}/challenge`, {})).json<{
      id: string;
    }>();
    const shown = await auth(half, "POST", `/factors/${host.factorId}/verify`, {
      challenge_id: opened.id,
      code: new TOTP({ secret: Secret.fromBase32(factorSecret) }).generate({
        timestamp: test.services.now(),
      }),
    });
    expect(shown.statusCode).toBe(200);
    const whole = bearerOf(shown.json<Session>().access_token);
    expect((await call(whole, "GET", "/api/host/earnings")).statusCode).toBe(200);
    for (const path of ["/factors", `/factors/${host.factorId}/challenge`])
      expect((await auth(whole, "POST", path, { factor_type: "totp" })).statusCode).toBe(403);
  });

  it("a suspended host appears on no profile page, beside no car and not in the sitemap", async () => {
    const host = await makePerson(test, { role: "host" });
    const username = `h${host.id.slice(0, 8)}`;
    await test.services.database.rows("update accounts set username = $2 where id = $1", [host.id, username]);
    const carId = await makeHostCar(test, host.id);
    const seen = async () => {
      await test.services.carFacts.changed();
      const car = await test.app.inject({ url: `/api/cars/${carId}` });
      const page = await test.app.inject({ url: `/api/hosts/${username}` });
      const listed = await findListedHosts(test.services.database, 1000);
      return [
        car.statusCode,
        car.json<Car>().host?.username,
        page.statusCode,
        listed.some((one) => one.username === username),
      ];
    };
    expect(await seen()).toEqual([200, username, 200, true]);
    await suspend(host);
    expect(await seen()).toEqual([200, undefined, 404, false]);
    // The host's page stays closed even while one of the host's cars is still listed.
    await test.services.database.rows(
      "update cars set available = true, listing_state = 'listed' where id = $1",
      [carId],
    );
    expect((await seen()).at(-1)).toBe(false);
  });

  it("the suspension email names what a host may still read, and a renter's doesn't", async () => {
    const [host, renter] = [await makePerson(test, { role: "host" }), await makePerson(test)];
    await Promise.all([suspend(host), suspend(renter)]);
    const words = async ({ email }: Person) =>
      JSON.stringify((await emailTo(test, email, "account_suspended")).content);
    expect(await words(host)).toContain("earnings, statements, and payouts");
    expect(await words(renter)).not.toContain("earnings");
  });
});

describe("a former host", () => {
  it("a suspended former host signs in only if they have a car or earnings", async () => {
    const [withCar, withEarnings, withNothing] = [
      await makePerson(test, { role: "host" }),
      await makePerson(test, { role: "host" }),
      await makePerson(test, { role: "host" }),
    ];
    await makeHostCar(test, withCar.id);
    await creditHost(test.services, {
      hostId: withEarnings.id,
      orderId: await makeOrder(test, boss.id),
      amount: 100,
      payableOn: today(test.services),
    });
    for (const former of [withCar, withEarnings, withNothing])
      await call(boss, "PUT", `/api/admin/users/${former.id}/role`, { role: "customer" });
    for (const former of [withCar, withEarnings])
      expect((await call(await backIn(former), "GET", "/api/host/earnings")).statusCode).toBe(200);
    await suspend(withNothing);
    expect((await signIn(withNothing)).statusCode).toBe(400);
  });

  it("a former host who isn't suspended keeps everything except the host's pages", async () => {
    const former = await makePerson(test, { role: "host" });
    await call(boss, "PUT", `/api/admin/users/${former.id}/role`, { role: "customer" });
    for (const path of [
      ...money.map((one) => `host/${one}`),
      "auth/user",
      "conversations",
      "account/saved-cars",
    ])
      expect((await call(former, "GET", `/api/${path}`)).statusCode, path).toBe(200);
    for (const path of ["host/requests", "host/trips"])
      expect(refusalOf(await call(former, "GET", `/api/${path}`)).code, path).toBe("host_not_approved");
  });
});

it("a suspended renter and a host banned through the service's own key can't sign in", async () => {
  const [renter, host] = [await makePerson(test), await makePerson(test, { role: "host" })];
  await suspend(renter);
  await test.services.database.rows(
    "update users set banned_until = now() + interval '1 day' where id = $1",
    [host.id],
  );
  for (const person of [renter, host])
    expect((await signIn(person)).json()).toMatchObject({ error_code: "user_banned" });
  expect((await call(host, "GET", "/api/host/earnings")).statusCode).toBe(401);
});
