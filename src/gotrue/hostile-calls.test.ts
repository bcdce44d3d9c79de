// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, raise, testPassword } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const words = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];

it.each(words)("the name of a built-in property is refused wherever a word is expected: %s", async (word) => {
  const person = await makePerson(test);
  const { authorization: headers } = person;
  const email = "somebody@example.com";
  const post = (url: string, payload: object) => test.app.inject({ method: "POST", url, payload, headers });
  const answers = [
    await post("/auth/v1/verify", { type: word, token_hash: "x" }),
    await post("/auth/v1/verify", { type: word, email, token: "123456" }),
    await post("/auth/v1/resend", { type: word, email }),
    await post(`/auth/v1/token?grant_type=${word}`, { email, password: testPassword }),
    await post(`/auth/v1/logout?scope=${word}`, {}),
    await post("/auth/v1/factors", { factor_type: word }),
    await test.app.inject(`/rest/v1/profiles?select=${word}`),
    await test.app.inject(`/rest/v1/profiles?select=username&${word}=eq.a`),
    await test.app.inject(`/rest/v1/${word}`),
    await post("/rest/v1/profiles", { id: person.id, [word === "__proto__" ? "prototype" : word]: 1 }),
  ];
  for (const { statusCode } of answers) expect([400, 401, 403, 404, 422]).toContain(statusCode);
  const link = await test.app.inject(`/auth/v1/verify?type=${word}&token=x`);
  expect([link.statusCode, link.headers.location]).toEqual([303, expect.stringContaining("otp_expired")]);
});

it.each([
  "/auth/v1/verify?type=signup&type=recovery&token=x",
  "/auth/v1/verify?type=signup&token=x&token=y",
  "/auth/v1/verify?token[a]=b&type=signup",
  "/rest/v1/profiles?select=username&select=id&username=eq.a",
  "/rest/v1/profiles?select=username&username=eq.a&username=eq.b",
  "/rest/v1/profiles?select=username&username=eq.%00",
  "/rest/v1/profiles?select=username&username=eq.%ED%A0%80",
])("an odd query never fails with 500: %s", async (url) => {
  expect((await test.app.inject(url)).statusCode).toBeLessThan(500);
});

it.each(["\u0000", "a\u0007b", "two\nlines", "\ud800", "x".repeat(101)])(
  "a factor can't be named %j",
  async (friendly_name) => {
    const person = await makePerson(test);
    const url = "/auth/v1/factors";
    const answer = await test.app.inject({
      method: "POST",
      url,
      headers: person.authorization,
      payload: { factor_type: "totp", friendly_name },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error_code: "validation_failed" }]);
  },
);

it("simultaneous calls for one factor's name or one profile succeed once, and the others are refused", async () => {
  const person = await makePerson(test);
  const post = (url: string, payload: object) =>
    test.app.inject({ method: "POST", url, headers: person.authorization, payload });
  const factors = await Promise.all(
    Array.from({ length: 5 }, () =>
      post("/auth/v1/factors", { factor_type: "totp", friendly_name: "Phone" }),
    ),
  );
  expect(factors.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 422, 422, 422, 422,
  ]);
  const profiles = await Promise.all(
    Array.from({ length: 5 }, () => post("/rest/v1/profiles", { id: person.id, username: "only_one" })),
  );
  expect(profiles.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    201, 409, 409, 409, 409,
  ]);
});

it("a person's data can't be changed before their second factor is verified", async () => {
  const person = await makePerson(test, { hasFactor: true });
  const put = (by: typeof person, payload: object) =>
    test.app.inject({ method: "PUT", url: "/auth/v1/user", headers: by.authorization, payload });
  for (const payload of [{ data: { full_name: "Mallory" } }, { password: "another good one" }, {}])
    expect((await put(person, payload)).json()).toMatchObject({ code: 401, error_code: "insufficient_aal" });
  expect((await put(await raise(test, person), { data: { full_name: "Owner" } })).json()).toMatchObject({
    user_metadata: { full_name: "Owner" },
  });
});

it("a person can't change what the service itself records about them", async () => {
  const person = await makePerson(test);
  const payload = { app_metadata: { role: "admin" }, data: { full_name: "Climber" } };
  const answer = await test.app.inject({
    method: "PUT",
    url: "/auth/v1/user",
    headers: person.authorization,
    payload,
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([403, { error_code: "not_admin" }]);
});

it("a new password is refused when it is common or made of its owner's name or email", async () => {
  const person = await makePerson(test);
  const put = (password: string) =>
    test.app.inject({
      method: "PUT",
      url: "/auth/v1/user",
      headers: person.authorization,
      payload: { password, current_password: testPassword },
    });
  for (const password of ["iloveyou", "Sunshine", person.email, "WeiLin!1"])
    expect((await put(password)).json()).toMatchObject({ error_code: "weak_password" });
  expect((await put("seven quiet herons")).statusCode).toBe(200);
});
