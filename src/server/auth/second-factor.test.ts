import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, type Person, raise } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder } from "#test/condition.ts";
import { resetFactors } from "#gotrue/users/reset-factors.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ ADMIN_SECOND_FACTOR: "on" });
});
afterAll(() => test.close());

const get = (who: Person, url: string) => test.app.inject({ url, headers: who.authorization });
const enrol = (who: Person) =>
  test.app.inject({
    method: "POST",
    url: "/auth/v1/factors",
    headers: who.authorization,
    payload: { factor_type: "totp", friendly_name: "Phone" },
  });
const admin = (hasFactor = false) => makePerson(test, { role: "admin", permissions: ["all"], hasFactor });

it("an administrator without a second factor can do nothing but sign out", async () => {
  const person = await admin();
  for (const url of ["/api/admin/user", "/api/admin/orders", "/api/account/orders", "/api/host/cars"])
    expect([url, refusalOf(await get(person, url)).code]).toEqual([url, "factor_needed"]);
  const left = await test.app.inject({
    method: "POST",
    url: "/api/auth/logout",
    headers: person.authorization,
  });
  expect(left.statusCode).toBe(200);
});

it("an administrator without a second factor sees of a renter's order what a stranger sees", async () => {
  const order = `/api/orders/${await makeOrder(test, (await makePerson(test)).id)}`;
  const calls = [order, `${order}/documents`, `${order}/documents/RA-1`, `${order}/replacements`];
  const statusesFor = async (who: Person) =>
    Promise.all(calls.map(async (url) => (await get(who, url)).statusCode));
  const codesFor = async (who: Person) =>
    Promise.all(calls.map(async (url) => refusalOf(await get(who, url)).code));
  const stranger = await makePerson(test);
  expect(await codesFor(stranger)).toEqual(calls.map(() => "order_not_found"));
  expect(await codesFor(await admin())).toEqual(await codesFor(stranger));
  const whole = await raise(test, await admin(true));
  expect((await statusesFor(whole)).slice(0, 2)).toEqual([200, 200]);
});

it("a stolen password enrolls no factor without a link from the mailbox", async () => {
  const person = await admin();
  expect((await enrol(person)).json()).toMatchObject({ error_code: "email_link_needed" });
  await test.services.database.rows(
    `update sessions set amr = amr || jsonb_build_array(jsonb_build_object('method', 'magiclink',
       'timestamp', extract(epoch from now())::bigint - 3700)) where id = $1`,
    [person.sessionId],
  );
  expect((await enrol(person)).statusCode).toBe(403);
  await test.services.database.rows(
    `update sessions set amr = jsonb_build_array(jsonb_build_object('method', 'magiclink',
       'timestamp', extract(epoch from now())::bigint - 60)) where id = $1`,
    [person.sessionId],
  );
  expect((await enrol(person)).statusCode).toBe(200);
});

it("an administrator with a second factor, and a customer without one, go on as before", async () => {
  const person = await admin(true);
  expect(refusalOf(await get(person, "/api/admin/orders")).code).toBe("insufficient_aal");
  expect((await get(await raise(test, person), "/api/admin/orders")).statusCode).toBe(200);
  const customer = await makePerson(test);
  expect((await get(customer, "/api/account/orders")).statusCode).toBe(200);
  expect((await enrol(customer)).statusCode).toBe(200);
});

it("resetting a factor ends every session of its owner", async () => {
  const person = await raise(test, await admin(true));
  const { database } = test.services;
  const reset = await database.transaction((tx) => resetFactors(tx, person.email.toUpperCase()));
  expect(reset).toEqual({ userId: person.id, count: 1 });
  expect((await get(person, "/api/admin/orders")).statusCode).toBe(401);
  expect(await database.transaction((tx) => resetFactors(tx, "nobody@example.com"))).toBeUndefined();
});
