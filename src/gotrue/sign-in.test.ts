// @one-database
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetExpired } from "#server/sign-in/open-auth.ts";
import { makePerson, testPassword } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { emailTo, emailsTo, linkIn } from "#test/emails.ts";

const password = testPassword;

describe("signing in by password", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());
  const signIn = (payload: object) =>
    test.app.inject({ method: "POST", url: "/auth/v1/token?grant_type=password", payload });

  it("a wrong password and an unknown address get the same answer", async () => {
    const { email } = await makePerson(test);
    const [wrong, unknown] = [
      await signIn({ email, password: "not this one" }),
      await signIn({ email: "nobody@example.com", password }),
    ];
    expect([wrong.statusCode, unknown.statusCode]).toEqual([400, 400]);
    expect(wrong.body).toBe(unknown.body);
    expect(wrong.json()).toEqual({
      code: 400,
      error_code: "invalid_credentials",
      msg: "Invalid login credentials",
    });
    expect(Object.keys(wrong.headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted());
  });

  it("the address is accepted in upper and lower case", async () => {
    const { email } = await makePerson(test);
    expect((await signIn({ email: email.toUpperCase(), password })).statusCode).toBe(200);
  });

  it("a waiting sign-up's password is refused once its address has an account without a password", async () => {
    const { id, email } = await makePerson(test, { email: "wanted@example.com" });
    await test.services.database.rows("update users set email = null, password_hash = null where id = $1", [
      id,
    ]);
    await test.app.inject({
      method: "POST",
      url: "/auth/v1/signup",
      payload: { email, password: "an attacker's" },
    });
    await test.services.database.rows("update users set email = $2 where id = $1", [id, email]);
    expect((await signIn({ email, password: "an attacker's" })).json()).toMatchObject({
      error_code: "email_not_confirmed",
    });
  });

  it("a ban is shown only to a caller with the right password", async () => {
    const { id, email } = await makePerson(test);
    await test.services.database.rows(
      "update users set banned_until = now() + interval '1 day' where id = $1",
      [id],
    );
    expect((await signIn({ email, password: "not this one" })).json()).toMatchObject({
      error_code: "invalid_credentials",
    });
    expect((await signIn({ email, password })).json()).toMatchObject({ error_code: "user_banned" });
  });

  it.each([
    [{}, "validation_failed"],
    [{ email: "a@b.co", password: { $ne: null } }, "validation_failed"],
    [{ email: "' or 1=1 --@x.co", password }, "validation_failed"],
    [{ phone: "12", password }, "validation_failed"],
    [{ email: "nobody@example.com", password: "x".repeat(9000) }, "invalid_credentials"],
  ])("a sign-in with %j is refused", async (payload, code) => {
    expect((await signIn(payload)).json()).toMatchObject({ code: 400, error_code: code });
  });

  it.each([
    ["/token?grant_type=web3", 422, "web3_provider_disabled"],
    ["/token?grant_type=id_token", 400, "provider_disabled"],
    ["/token?grant_type=else", 400, "invalid_credentials"],
    ["/token", 400, "invalid_credentials"],
    ["/token?grant_type=a&grant_type=b", 400, "validation_failed"],
    ["/sso", 404, "saml_provider_disabled"],
    ["/nowhere", 404, "not_found"],
  ])("a disabled or unknown way to sign in is refused by its own error: %s", async (url, status, code) => {
    const answer = await test.app.inject({
      method: "POST",
      url: `/auth/v1${url}`,
      headers: { "content-type": "application/json" },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { error_code: code }]);
  });

  it("the administrators' calls are unknown while they are off", async () => {
    expect((await test.app.inject("/auth/v1/admin/users")).statusCode).toBe(404);
  });
});

describe("guessing passwords", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "loopback" });
  });
  afterAll(() => test.close());
  const from = (address: string, payload: object) =>
    test.app.inject({
      method: "POST",
      url: "/auth/v1/token?grant_type=password",
      payload,
      headers: { "x-forwarded-for": address },
    });

  it("guesses from many networks slow down this account, known or not, and no other", async () => {
    const [victim, neighbour] = [await makePerson(test), await makePerson(test)];
    for (const email of [victim.email, "nobody@example.com"]) {
      const answers = [];
      for (let at = 0; at < 20; at++)
        answers.push(await from(`203.0.113.${at}`, { email, password: `guess ${at}` }));
      const slowed = answers.filter(({ statusCode }) => statusCode === 429);
      expect(slowed.length).toBeGreaterThanOrEqual(7);
      expect(Number(slowed[0]?.headers["retry-after"])).toBeGreaterThan(0);
      expect(slowed[0]?.json()).toMatchObject({ error_code: "over_request_rate_limit" });
    }
    expect((await from("198.51.100.7", { email: neighbour.email, password })).statusCode).toBe(200);
  });

  it("guesses don't lock out the owner in a network where they have signed in before", async () => {
    const { email } = await makePerson(test);
    expect((await from("198.51.100.20", { email, password })).statusCode).toBe(200);
    for (let at = 0; at < 14; at++) await from(`192.0.2.${at}`, { email, password: `guess ${at}` });
    expect((await from("198.51.100.20", { email, password })).statusCode).toBe(200);
    expect((await from("192.0.2.200", { email, password })).statusCode).toBe(429);
  });

  it("a known network outlasts a sign-out, but not a sign-out everywhere or a new password", async () => {
    const { email, id } = await makePerson(test);
    const home = "198.51.100.21";
    const signOut = async (token: string, scope: string) =>
      test.app.inject({
        method: "POST",
        url: `/auth/v1/logout?scope=${scope}`,
        headers: { authorization: `Bearer ${token}` },
      });
    const tokenAt = async (address: string) => {
      const answer = await from(address, { email, password });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ access_token: string }>().access_token;
    };
    const known = async () =>
      (
        await test.services.database.rows(
          "select from known_networks where user_id = $1 and network <> 'test'",
          [id],
        )
      ).length;
    expect((await signOut(await tokenAt(home), "local")).statusCode).toBe(204);
    expect(await known()).toBe(1);
    for (let at = 0; at < 14; at++) await from(`192.0.2.${at}`, { email, password: `guess ${at}` });
    expect((await from("192.0.2.201", { email, password })).statusCode).toBe(429);
    const token = await tokenAt(home);
    await signOut(token, "global");
    expect(await known()).toBe(0);
    expect((await from(home, { email, password })).statusCode).toBe(429);
    await test.services.database.rows("delete from limits");
    await signOut(await tokenAt("198.51.100.22"), "local");
    const own = await tokenAt(home);
    expect(await known()).toBe(2);
    const changed = await test.app.inject({
      method: "PUT",
      url: "/auth/v1/user",
      headers: { authorization: `Bearer ${own}`, "x-forwarded-for": home },
      payload: { password: "another word of my own", current_password: password },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await known()).toBe(1);
  });

  it("a session ended from another network removes its own network from the known ones, and no other", async () => {
    const { id, email } = await makePerson(test);
    for (const address of ["198.51.100.41", "198.51.100.42", "198.51.100.43"])
      expect((await from(address, { email, password })).statusCode).toBe(200);
    const { rows } = test.services.database;
    const [home, work, here] = await rows<{ id: string; network: string }>(
      "select id, network from sessions where user_id = $1 and network <> 'test' order by created_at",
      [id],
    );
    await rows("delete from sessions where id = $1", [home?.id]);
    const signedIn = (await from("198.51.100.43", { email, password })).json<{ access_token: string }>();
    const ended = await test.app.inject({
      method: "DELETE",
      url: `/api/auth/sessions/${work?.id}`,
      headers: { authorization: `Bearer ${signedIn.access_token}` },
    });
    expect(ended.statusCode, ended.body).toBe(200);
    const known = await rows<{ network: string }>(
      "select network from known_networks where user_id = $1 and network <> 'test'",
      [id],
    );
    expect(new Set(known.map(({ network }) => network))).toEqual(new Set([home?.network, here?.network]));
  });

  it("a network isn't known without the second factor, or after ninety days without use", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const { database } = test.services;
    const networks = () =>
      database.rows("select network from known_networks where user_id = $1 and network <> 'test'", [
        person.id,
      ]);
    expect((await from("198.51.100.23", { email: person.email, password })).statusCode).toBe(200);
    expect(await networks()).toEqual([]);
    const other = await makePerson(test);
    await from("198.51.100.24", { email: other.email, password });
    const kept = await test.app.inject({ url: "/api/account/export", headers: other.authorization });
    expect(kept.json<{ knownNetworks: object[] }>().knownNetworks).toHaveLength(2);
    await database.rows(
      "update known_networks set seen_at = seen_at - interval '90 days' where user_id = $1",
      [other.id],
    );
    for (let at = 0; at < 14; at++)
      await from(`192.0.2.${at}`, { email: other.email, password: `guess ${at}` });
    expect((await from("198.51.100.24", { email: other.email, password })).statusCode).toBe(429);
    await forgetExpired(test.services);
    expect(await database.rows("select from known_networks where user_id = $1", [other.id])).toEqual([]);
  });

  it("guesses from one IPv6 network end after ten tries", async () => {
    const { email } = await makePerson(test);
    for (let at = 0; at < 10; at++)
      expect((await from(`2001:db8:1:2::${at + 1}`, { email, password: `guess ${at}` })).statusCode).toBe(
        400,
      );
    expect((await from("2001:db8:1:2:ffff::1", { email, password })).statusCode).toBe(429);
  });

  it("only ten of forty simultaneous guesses are checked, for known and unknown addresses", async () => {
    const { email } = await makePerson(test);
    for (const name of [email, "nobody-at-all@example.com"]) {
      const payload = { email: name, password: "wrong every time" };
      const answers = await Promise.all(Array.from({ length: 40 }, () => from("198.51.100.90", payload)));
      const tried = answers.filter(({ statusCode }) => statusCode === 400);
      expect([tried.length, answers.filter(({ statusCode }) => statusCode === 429).length]).toEqual([10, 30]);
    }
  });

  it("a waiting sign-up's password doesn't reset the count of failures", async () => {
    const { email } = await makePerson(test);
    const address = "198.51.100.91";
    await test.app.inject({
      method: "POST",
      url: "/auth/v1/signup",
      payload: { email, password: "typed by a guesser" },
      headers: { "x-forwarded-for": address },
    });
    const said = [];
    for (let at = 0; at < 12; at++)
      said.push(
        (await from(address, { email, password: at % 3 ? `guess ${at}` : "typed by a guesser" })).statusCode,
      );
    expect(said.slice(10)).toEqual([429, 429]);
  });

  it("a forwarded address counts only from a trusted proxy", async () => {
    const naive = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const { email } = await makePerson(naive);
      const answers = [];
      for (let at = 0; at < 12; at++) {
        const headers = { "x-forwarded-for": `203.0.113.${at}`, forwarded: `for=203.0.113.${at}` };
        answers.push(
          await naive.app.inject({
            method: "POST",
            url: "/auth/v1/token?grant_type=password",
            payload: { email, password: `guess ${at}` },
            headers,
          }),
        );
      }
      expect(answers.at(-1)?.statusCode).toBe(429);
    } finally {
      await naive.close();
    }
  });
});

describe("emails over the limit", () => {
  it("a repeated recovery request within a minute sends no second email and gets the same answer", async () => {
    const test = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const { email } = await makePerson(test);
      const answers = [];
      for (let at = 0; at < 3; at++)
        answers.push(await test.app.inject({ method: "POST", url: "/auth/v1/recover", payload: { email } }));
      expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(3).fill([200, "{}"]));
      expect(await emailsTo(test, email)).toEqual(["recovery"]);
    } finally {
      await test.close();
    }
  });
});

describe("PKCE", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  const verifier = randomBytes(40).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const exchange = (auth_code: string, code_verifier: string) =>
    test.app.inject({
      method: "POST",
      url: "/auth/v1/token?grant_type=pkce",
      payload: { auth_code, code_verifier },
    });

  async function codeFor(email: string): Promise<string> {
    await test.app.inject({
      method: "POST",
      url: "/auth/v1/recover",
      payload: { email, code_challenge: challenge, code_challenge_method: "s256" },
    });
    const token = linkIn(await emailTo(test, email, "recovery")).searchParams.get("token_hash");
    const opened = await test.app.inject(`/auth/v1/verify?token=pkce_${token}&type=recovery`);
    expect(opened.statusCode).toBe(303);
    return new URL(String(opened.headers.location)).searchParams.get("code") ?? "";
  }

  it("a code and its verifier give a session once", async () => {
    const { email, id } = await makePerson(test);
    const code = await codeFor(email);
    expect((await exchange(code, "another verifier")).json()).toMatchObject({
      error_code: "bad_code_verifier",
    });
    expect((await exchange(code, verifier)).json()).toMatchObject({ user: { id }, token_type: "bearer" });
    expect((await exchange(code, verifier)).json()).toMatchObject({ error_code: "flow_state_not_found" });
  });

  it("a code is refused after five minutes", async () => {
    const { email } = await makePerson(test);
    const code = await codeFor(email);
    await test.services.database.rows("update exchange_codes set expires_at = now() - interval '1 second'");
    const answer = await exchange(code, verifier);
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { error_code: "flow_state_expired" }]);
  });

  it("a recovery link leads back only to this site", async () => {
    const { email } = await makePerson(test);
    await test.app.inject({
      method: "POST",
      url: "/auth/v1/recover?redirect_to=https://evil.example/",
      payload: { email },
    });
    const message = linkIn(await emailTo(test, email, "recovery"));
    expect(message.href).not.toContain("evil");
    const opened = await test.app.inject(
      `/auth/v1/verify?token=${message.searchParams.get("token_hash")}&type=recovery&redirect_to=https://evil.example/`,
    );
    const back = new URL(String(opened.headers.location));
    expect(back.origin).toBe(test.services.config.publicUrl.origin);
    expect(new URLSearchParams(back.hash.slice(1)).get("access_token")).toMatch(/^ey/);
    const used = await test.app.inject(
      `/auth/v1/verify?token=${message.searchParams.get("token_hash")}&type=recovery`,
    );
    expect(String(used.headers.location)).toContain(
      "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=",
    );
  });
});
