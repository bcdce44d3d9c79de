// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeInvitation } from "#server/accounts/invitations.ts";
import { makePerson, testPassword as owners } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { emailTo, emailsTo, linkIn } from "#test/emails.ts";

const strangers = "a stranger's password";
let test: TestApp;
let made = 0;
beforeAll(async () => {
  test = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "loopback" });
});
afterAll(() => test.close());

/** A browser with cookies, unless it keeps none. Each browser is in a network of its own. */
function browser({ keepsCookies = true } = {}) {
  const network = `198.51.100.${++made}`;
  let cookie = "";
  return {
    get: (url: string) =>
      test.app.inject({ url, headers: { "x-forwarded-for": network, ...(cookie && { cookie }) } }),
    async post(url: string, payload: object) {
      const answer = await test.app.inject({
        method: "POST",
        url,
        payload,
        headers: {
          "x-forwarded-for": network,
          "user-agent": `browser ${network}`,
          ...(cookie && { cookie }),
        },
      });
      const [given] = [answer.headers["set-cookie"] ?? []].flat();
      if (given && keepsCookies) cookie = given.split(";")[0] ?? "";
      return answer;
    },
    signUp(email: string, password: string, data: object = {}) {
      return this.post("/auth/v1/signup", { email, password, data });
    },
    async open(email: string, proof: object = {}) {
      const token_hash = linkIn(await emailTo(test, email, "signup")).searchParams.get("token_hash");
      return this.post("/auth/v1/verify", { type: "signup", token_hash, ...proof });
    },
    async signIn(email: string, password: string) {
      const answer = await this.post("/auth/v1/token?grant_type=password", { email, password });
      return answer.json<{ error_code?: string }>().error_code ?? answer.statusCode;
    },
  };
}
const address = () => `newcomer${++made}@example.com`;
/** Makes the minute of the email limits pass. */
const aMinuteLater = () => test.services.database.rows("delete from limits where key like 'email minute %'");
const rights = async (answer: { body: string }) => {
  const { access_token } = JSON.parse(answer.body) as { access_token: string };
  const response = await test.app.inject({
    url: "/api/auth/user",
    headers: { authorization: `Bearer ${access_token}` },
  });
  return response.json<{ userType: string; name: string }>();
};

describe("a sign-up's email that a stranger caused", () => {
  it.each([
    ["first", [strangers, owners]],
    ["second", [owners, strangers]],
  ])(
    "the owner's password wins when the stranger signed up %s within the same minute",
    async (_, passwords) => {
      const [email, owner, stranger] = [address(), browser({ keepsCookies: false }), browser()];
      for (const password of passwords)
        await (password === owners ? owner : stranger).signUp(email, password, {
          full_name: password === owners ? "Owner" : "Mallory",
        });
      expect(await emailsTo(test, email)).toEqual(["signup"]);
      const asked = await owner.open(email, { password: "" });
      expect([asked.statusCode, asked.json()]).toMatchObject([
        422,
        { error_code: "sign_up_password_needed" },
      ]);
      const mistyped = await owner.open(email, { password: "something else" });
      expect([mistyped.statusCode, mistyped.json()]).toMatchObject([
        422,
        { error_code: "sign_up_password_mismatch" },
      ]);
      expect((await owner.open(email, { password: owners })).json()).toMatchObject({
        user: { user_metadata: { full_name: "Owner" } },
      });
      expect([await owner.signIn(email, owners), await stranger.signIn(email, strangers)]).toEqual([
        200,
        "invalid_credentials",
      ]);
    },
  );

  it("a plain client opens the account without the stranger's password, also from a repeated email", async () => {
    const [alone, within, resent] = [address(), address(), address()];
    const [owner, stranger] = [browser({ keepsCookies: false }), browser()];
    for (const email of [alone, within, resent])
      await stranger.signUp(email, strangers, { full_name: "Mallory" });
    await owner.signUp(within, owners);
    await aMinuteLater();
    await owner.post("/auth/v1/resend", { type: "signup", email: resent });
    expect(await emailsTo(test, resent)).toHaveLength(2);
    for (const email of [alone, within, resent]) {
      const opened = await owner.open(email);
      expect(opened.json()).toMatchObject({ user: { email }, access_token: expect.any(String) });
      expect(opened.body).not.toContain("Mallory");
      expect(await stranger.signIn(email, strangers)).toBe("invalid_credentials");
    }
  });

  it("the stranger's password doesn't sign in when the stranger had the email sent again", async () => {
    const [email, both] = [address(), browser({ keepsCookies: false })];
    await both.signUp(email, strangers);
    await aMinuteLater();
    await both.post("/auth/v1/resend", { type: "signup", email });
    await both.open(email);
    expect(await both.signIn(email, strangers)).toBe("invalid_credentials");
  });

  it("an owner without a password opens the account without one and then sets the first", async () => {
    const [email, owner, stranger] = [address(), browser(), browser()];
    await stranger.signUp(email, strangers);
    const { access_token } = (await owner.open(email, { password: null })).json<{ access_token: string }>();
    expect(await stranger.signIn(email, strangers)).toBe("invalid_credentials");
    const headers = { authorization: `Bearer ${access_token}` };
    const chosen = await test.app.inject({
      method: "PUT",
      url: "/auth/v1/user",
      headers,
      payload: { password: owners },
    });
    expect(chosen.statusCode).toBe(200);
    const again = await test.app.inject({
      method: "PUT",
      url: "/auth/v1/user",
      headers,
      payload: { password: "yet another one" },
    });
    expect(again.json()).toMatchObject({ error_code: "reauthentication_needed" });
    expect(await owner.signIn(email, owners)).toBe(200);
  });
});

describe("the person who signed up", () => {
  it("the same browser opens the email with one press, even if a stranger's sign-up caused it", async () => {
    const [email, owner, stranger] = [address(), browser(), browser()];
    await stranger.signUp(email, strangers, { full_name: "Mallory" });
    await owner.signUp(email, owners, { full_name: "Owner" });
    expect((await owner.open(email, { password: "" })).json()).toMatchObject({
      user: { user_metadata: { full_name: "Owner" } },
    });
    expect([await owner.signIn(email, owners), await stranger.signIn(email, strangers)]).toEqual([
      200,
      "invalid_credentials",
    ]);
  });

  it("another device opens the email by the password, even after five wrong ones", async () => {
    const [email, desktop, phone] = [address(), browser(), browser()];
    await desktop.signUp(email, owners);
    for (let guess = 0; guess < 5; guess++) await phone.open(email, { password: `guess ${guess}` });
    expect((await phone.open(email, { password: "x".repeat(5000) })).statusCode).toBe(422);
    expect((await phone.open(email, { password: owners })).statusCode).toBe(200);
    expect(await desktop.signIn(email, owners)).toBe(200);
  });

  it("the unmodified client opens its only email without a password", async () => {
    const [email, client] = [address(), browser({ keepsCookies: false })];
    const { id } = (await client.signUp(email, owners)).json<{ id: string }>();
    expect((await client.open(email)).json()).toMatchObject({ user: { id } });
    expect(await client.signIn(email, owners)).toBe(200);
  });

  it("a link says whose it is and whether it needs a password, without being used up", async () => {
    const [email, owner, other] = [address(), browser(), browser()];
    await owner.signUp(email, owners);
    const token_hash = linkIn(await emailTo(test, email, "signup")).searchParams.get("token_hash");
    const read = (by: typeof owner, type = "signup") => by.post("/api/auth/link", { token_hash, type });
    expect((await read(owner)).json()).toEqual({ email, asksPassword: false });
    expect((await read(other)).json()).toEqual({ email, asksPassword: true });
    const nothing = { email: null, asksPassword: false };
    expect([(await read(other, "recovery")).json(), (await read(other, "constructor")).json()]).toEqual([
      nothing,
      nothing,
    ]);
    expect((await owner.open(email, { password: "" })).statusCode).toBe(200);
    expect((await read(owner)).json()).toEqual(nothing);
  });
});

describe("an administrator's code", () => {
  it("a right code uses up no tries of its network, and wrong ones take no invitation away", async () => {
    const { code } = await makeInvitation(test.services, { permissions: ["manage_cars"] });
    const [email, owner] = [address(), browser()];
    for (let at = 0; at < 6; at++)
      expect((await owner.post("/api/auth/admin-code", { email, code })).statusCode).toBe(200);
    const signUp = () => owner.signUp(email, owners, { account_type: "admin", admin_code: code });
    await signUp();
    for (let at = 0; at < 5; at++)
      await owner.post("/api/auth/admin-code", { email, code: code.split("").toReversed().join("") });
    await aMinuteLater();
    await signUp();
    expect(await rights(await owner.open(email, { password: "" }))).toMatchObject({ userType: "admin" });
  });

  it("belongs to the sign-up that it was typed in, and to no other of the address", async () => {
    const { code } = await makeInvitation(test.services, { permissions: ["manage_cars"] });
    const [email, owner, stranger] = [address(), browser(), browser()];
    await owner.signUp(email, owners, { account_type: "admin", admin_code: code });
    await aMinuteLater();
    await stranger.signUp(email, strangers, { account_type: "admin" });
    // A person opens the owner's email and takes the stranger's password for their own.
    expect(await rights(await owner.open(email, { password: strangers }))).toMatchObject({
      userType: "customer",
    });
    const second = address();
    await owner.signUp(second, owners, { account_type: "admin", admin_code: code, full_name: "Boss" });
    const opened = await owner.open(second, { password: "" });
    expect(opened.body).not.toContain("admin_code");
    expect(await rights(opened)).toMatchObject({ userType: "admin" });
  });

  it("an administrator's code that a visitor enters for an address gives no rights", async () => {
    const { code } = await makeInvitation(test.services, { permissions: ["manage_cars"] });
    const [email, owner] = [address(), browser()];
    expect((await owner.post("/api/auth/admin-code", { email, code })).statusCode).toBe(200);
    await owner.signUp(email, owners);
    expect(await rights(await owner.open(email, { password: "" }))).toMatchObject({ userType: "customer" });
  });
});

it("a sign-up and a sign-in after it get the same answers for a known and an unknown address", async () => {
  const person = await makePerson(test);
  const stranger = browser();
  const said = [];
  for (const email of [person.email, address()]) {
    const signedUp = await stranger.signUp(email, strangers);
    const right = await stranger.post("/auth/v1/token?grant_type=password", { email, password: strangers });
    const wrong = await stranger.post("/auth/v1/token?grant_type=password", {
      email,
      password: "neither of them",
    });
    said.push([
      signedUp.statusCode,
      ...[right, wrong].flatMap(({ statusCode, body, headers }) => [statusCode, body, Object.keys(headers)]),
    ]);
  }
  expect(said[0]).toEqual(said[1]);
  expect(said[0]?.[1]).toBe(400);
  expect((await browser().signIn(person.email, owners)).toString()).toBe("200");
});

it("a user name is reserved for the browser whose sign-up waits with it", async () => {
  const [first, second, owner, other] = [address(), address(), browser(), browser()];
  const data = { username: "only_mine" };
  const isTaken = async (by: typeof owner) =>
    (await by.get("/rest/v1/profiles?select=username&username=eq.only_mine")).json<unknown[]>().length > 0;
  await owner.signUp(first, owners, data);
  expect([await isTaken(owner), await isTaken(other)]).toEqual([false, true]);
  expect((await other.signUp(address(), owners, data)).json()).toMatchObject({
    error_code: "username_taken",
  });
  // The first address was mistyped.
  expect((await owner.signUp(second, owners, data)).statusCode).toBe(200);
  await owner.open(second, { password: "" });
  const [account] = await test.services.database.rows(
    "select email from accounts where username = 'only_mine'",
  );
  expect(account).toEqual({ email: second });
  expect(await isTaken(owner)).toBe(true);
});

it("a mailed token has a code only if its email shows one", async () => {
  const [email, owner] = [address(), browser()];
  const person = await makePerson(test);
  await owner.signUp(email, owners);
  await owner.post("/auth/v1/recover", { email: person.email });
  const asked = await test.app.inject({
    method: "PUT",
    url: "/auth/v1/user",
    headers: person.authorization,
    payload: { email: address(), current_password: owners },
  });
  expect(asked.statusCode).toBe(200);
  await browser().post("/auth/v1/otp", { email: (await makePerson(test)).email });
  const kept = await test.services.database.rows<{ kind: string; coded: number }>(
    "select kind, count(code_hash)::int as coded from mailed_tokens where created_at > now() - interval '1 hour' group by kind",
  );
  const coded = Object.fromEntries(kept.map((row) => [row.kind, row.coded]));
  expect(coded).toMatchObject({
    signup: 0,
    recovery: 0,
    email_change_new: 0,
    email_change_current: 0,
    magiclink: 1,
  });
});
