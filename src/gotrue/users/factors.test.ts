// @one-database
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factorSecret, makePerson, type Person, testPassword } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { codeTextedTo, emailsTo } from "#test/emails.ts";
import { findTexts } from "#server/mail/queries.ts";

let test: TestApp;
beforeAll(async () => {
  // A clock that stands still: a code is as good at the end of a slow test as at its beginning.
  test = await startTestApp({}, { at: new Date().toISOString() });
});
afterAll(() => test.close());

type TokenHolder = Pick<Person, "authorization">;
const call = (method: "GET" | "POST" | "DELETE", url: string, person: TokenHolder, payload?: object) =>
  test.app.inject({ method, url, headers: person.authorization, ...(payload && { payload }) });
const challenge = async (person: TokenHolder, id: string) =>
  (await call("POST", `/auth/v1/factors/${id}/challenge`, person, {})).json<{ id: string }>().id;
const verify = async (person: TokenHolder, id: string, code: string, challenge_id?: string) =>
  call("POST", `/auth/v1/factors/${id}/verify`, person, {
    challenge_id: challenge_id ?? (await challenge(person, id)),
    code,
  });
const authenticator = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) });
const now = () => codeOf(factorSecret);
const codeOf = (secret: string) => authenticator(secret).generate({ timestamp: test.services.now() });
/** A code in full-width characters, with another dash and invisible characters. */
const asPasted = (code: string) =>
  `\u202a${code.toLowerCase().replace("-", "–")}\u202c`.replaceAll(/[a-z0-9]/g, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
  );
const wrongCode = () => String((Number(now()) + 500_000) % 1_000_000).padStart(6, "0");
const signIn = async (email: string): Promise<TokenHolder> => {
  const answer = await test.app.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=password",
    payload: { email, password: testPassword },
  });
  return {
    authorization: { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` },
  };
};
const bearerOf = (answer: Awaited<ReturnType<typeof call>>): TokenHolder => ({
  authorization: { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` },
});
const apiStatus = async (person: TokenHolder) => (await call("GET", "/api/auth/user", person)).statusCode;

describe("a second factor", () => {
  it("a session without its second factor is refused by the whole API", async () => {
    const person = await makePerson(test, { hasFactor: true });
    for (const url of [
      "/api/auth/user",
      "/api/auth/v2/profile",
      "/api/auth/sessions",
      "/api/account/orders",
    ]) {
      expect((await call("GET", url, person)).json()).toMatchObject({ code: "insufficient_aal" });
    }
    const raised = bearerOf(await verify(person, person.factorId, now()));
    expect(await apiStatus(raised)).toBe(200);
    expect(await apiStatus(person)).toBe(403);
  });

  it("verifying a second factor ends the other sessions that haven't verified it", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const other = await signIn(person.email);
    await verify(person, person.factorId, now());
    expect((await call("GET", "/auth/v1/user", other)).json()).toMatchObject({
      error_code: "session_not_found",
    });
  });

  it("verifying an old factor keeps the known networks, and verifying a new one deletes them", async () => {
    const rows = (id: string) =>
      test.services.database.rows("select from known_networks where user_id = $1 and network = 'home'", [id]);
    const note = (id: string) =>
      test.services.database.rows("insert into known_networks values ($1, 'home', now())", [id]);
    const person = await makePerson(test, { hasFactor: true });
    await note(person.id);
    await verify(person, person.factorId, now());
    expect(await rows(person.id)).toHaveLength(1);
    const other = await makePerson(test);
    await note(other.id);
    const enrolled = (await call("POST", "/auth/v1/factors", other, { factor_type: "totp" })).json<{
      id: string;
      totp: { secret: string };
    }>();
    expect((await verify(other, enrolled.id, codeOf(enrolled.totp.secret))).statusCode).toBe(200);
    expect(await rows(other.id)).toEqual([]);
  });

  it("a code and a challenge work once, and only in the session that began the challenge", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const code = now();
    const opened = await challenge(person, person.factorId);
    const other = await signIn(person.email);
    expect((await verify(other, person.factorId, code, opened)).json()).toMatchObject({
      error_code: "mfa_ip_address_mismatch",
    });
    expect((await verify(person, person.factorId, code, opened)).statusCode).toBe(200);
    const again = await signIn(person.email);
    expect((await verify(again, person.factorId, code)).json()).toMatchObject({
      error_code: "mfa_verification_failed",
    });
    expect((await verify(again, person.factorId, code, opened)).statusCode).toBe(422);
  });

  it("a code in many simultaneous calls is accepted for only one", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const sessions = await Promise.all(Array.from({ length: 5 }, () => signIn(person.email)));
    const code = now();
    const answers = await Promise.all(sessions.map((session) => verify(session, person.factorId, code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it("a factor refuses even the right code for a while after five wrong ones", async () => {
    const person = await makePerson(test, { hasFactor: true });
    for (let miss = 0; miss < 5; miss++)
      expect((await verify(person, person.factorId, wrongCode())).statusCode).toBe(422);
    const rested = await verify(person, person.factorId, now());
    expect([rested.statusCode, rested.json()]).toMatchObject([
      429,
      { error_code: "over_request_rate_limit" },
    ]);
    expect(Number(rested.headers["retry-after"])).toBeGreaterThan(800);
  });

  it("a sixth code for the same challenge is answered by the rate limit", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const opened = await challenge(person, person.factorId);
    for (let guess = 0; guess < 5; guess++) await verify(person, person.factorId, wrongCode(), opened);
    expect((await verify(person, person.factorId, now(), opened)).json()).toMatchObject({
      code: 429,
      error_code: "over_request_rate_limit",
    });
  });

  it("a code for an expired challenge is refused", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const opened = await challenge(person, person.factorId);
    await test.services.database.rows(
      "update factor_challenges set expires_at = now() - interval '1 day' where id = $1",
      [opened],
    );
    expect((await verify(person, person.factorId, now(), opened)).json()).toMatchObject({
      error_code: "mfa_challenge_expired",
    });
  });

  it("a factor can't be seen, challenged, verified or removed by another person", async () => {
    const [owner, stranger] = [await makePerson(test, { hasFactor: true }), await makePerson(test)];
    const missing = crypto.randomUUID();
    for (const id of [owner.factorId, missing]) {
      const answers = [
        await call("POST", `/auth/v1/factors/${id}/challenge`, stranger, {}),
        await call("DELETE", `/auth/v1/factors/${id}`, stranger),
        await call("POST", `/auth/v1/factors/${id}/verify`, stranger, {
          challenge_id: missing,
          code: "123456",
        }),
      ];
      expect(
        answers.map((answer) => [answer.statusCode, answer.json<{ error_code: string }>().error_code]),
      ).toEqual(Array(3).fill([404, "mfa_factor_not_found"]));
    }
    expect((await call("POST", "/auth/v1/factors/7/challenge", stranger, {})).json()).toMatchObject({
      msg: "factor_id must be an UUID",
    });
  });

  it("a session adds or removes a factor only after it has verified the second factor", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const enrol = await call("POST", "/auth/v1/factors", person, {
      factor_type: "totp",
      friendly_name: "second",
    });
    expect([enrol.statusCode, enrol.json()]).toMatchObject([403, { error_code: "insufficient_aal" }]);
    expect((await call("DELETE", `/auth/v1/factors/${person.factorId}`, person)).json()).toMatchObject({
      error_code: "insufficient_aal",
    });
    const raised = bearerOf(await verify(person, person.factorId, now()));
    expect((await call("DELETE", `/auth/v1/factors/${person.factorId}`, raised)).json()).toEqual({
      id: person.factorId,
    });
    expect(await emailsTo(test, person.email)).toContain("second_factor_removed");
  });

  it("a new factor's secret is shown once and stored encrypted", async () => {
    const person = await makePerson(test);
    const enrolled = (
      await call("POST", "/auth/v1/factors", person, { factor_type: "totp", friendly_name: "Phone" })
    ).json<{
      id: string;
      totp: { secret: string; uri: string; qr_code: string };
    }>();
    expect(enrolled.totp.uri).toContain(`secret=${enrolled.totp.secret}`);
    expect(enrolled.totp.qr_code).toMatch(/^<svg[\s\S]*<\/svg>$/);
    const rows = await test.services.database.rows<{ row: string }>(
      "select to_json(factors)::text as row from factors",
    );
    const listed = (await call("GET", "/auth/v1/user", person)).body;
    expect([...rows.map(({ row }) => row), listed].some((text) => text.includes(enrolled.totp.secret))).toBe(
      false,
    );
    const again = await call("POST", "/auth/v1/factors", person, {
      factor_type: "totp",
      friendly_name: "Phone",
    });
    expect(again.json()).toMatchObject({ error_code: "mfa_factor_name_conflict" });
    expect((await verify(person, enrolled.id, codeOf(enrolled.totp.secret))).json()).toMatchObject({
      user: { factors: [{ status: "verified" }] },
    });
    expect(await emailsTo(test, person.email)).toContain("second_factor_added");
  });

  it("a phone factor receives its code by text", async () => {
    const person = await makePerson(test);
    const { id } = (
      await call("POST", "/auth/v1/factors", person, { factor_type: "phone", phone: "+1 415 555 0100" })
    ).json<{ id: string }>();
    const opened = await challenge(person, id);
    const code = await codeTextedTo(test, "14155550100");
    const wrong = await verify(person, id, code === "111111" ? "222222" : "111111", opened);
    expect(wrong.json()).toMatchObject({
      error_code: "mfa_verification_failed",
      msg: "Invalid MFA Phone code entered",
    });
    const raised = await verify(person, id, code, opened);
    expect(raised.statusCode).toBe(200);
    const again = await call("POST", "/auth/v1/factors", bearerOf(raised), {
      factor_type: "phone",
      phone: "+14155550100",
    });
    expect(again.json()).toMatchObject({ code: 422, error_code: "mfa_verified_factor_exists" });
    const [text] = await findTexts(test.services.database, 1);
    expect(text?.body).toContain("5 minutes");
  });
});

describe("a factor that a person with the password planted", () => {
  const plant = async (person: TokenHolder, phone: string) =>
    (await call("POST", "/auth/v1/factors", person, { factor_type: "phone", phone })).json<{ id: string }>()
      .id;

  it("verifying the first factor removes unverified ones of any type", async () => {
    const person = await makePerson(test);
    const thief = await signIn(person.email);
    const planted = await plant(thief, "+1 415 555 0181");
    const { id, totp } = (await call("POST", "/auth/v1/factors", person, { factor_type: "totp" })).json<{
      id: string;
      totp: { secret: string };
    }>();
    const raised = await verify(person, id, codeOf(totp.secret));
    expect(raised.json()).toMatchObject({ user: { factors: [{ id }] } });
    const again = await signIn(person.email);
    expect((await call("POST", `/auth/v1/factors/${planted}/challenge`, again, {})).json()).toMatchObject({
      error_code: "mfa_factor_not_found",
    });
  });

  it("a session without its second factor can neither challenge nor verify an unverified factor", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const [planted, opened] = [crypto.randomUUID(), crypto.randomUUID()];
    const { rows } = test.services.database;
    await rows(
      "insert into factors (id, user_id, type, status, sealed_secret) select $1, user_id, 'totp', 'unverified', 'x' from factors where id = $2",
      [planted, person.factorId],
    );
    await rows(
      "insert into factor_challenges (id, factor_id, session_id, expires_at) values ($1, $2, $3, now() + interval '5 minutes')",
      [opened, planted, person.sessionId],
    );
    for (const answer of [
      await call("POST", `/auth/v1/factors/${planted}/challenge`, person, {}),
      await verify(person, planted, now(), opened),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { error_code: "insufficient_aal" }]);
    const [kept] = await rows("select status from factors where id = $1", [planted]);
    expect(kept).toEqual({ status: "unverified" });
  });
});

describe("a phone as the second factor of an API sign-in", () => {
  it("the first sign-in call texts a code, and the second one with that code signs in", async () => {
    const person = await makePerson(test);
    const phone = "+1 415 555 0177";
    const { id } = (await call("POST", "/auth/v1/factors", person, { factor_type: "phone", phone })).json<{
      id: string;
    }>();
    const opened = await challenge(person, id);
    await verify(person, id, await codeTextedTo(test, "14155550177"), opened);
    const login = (code?: string) =>
      test.app.inject({
        method: "POST",
        url: "/api/auth/login",
        payload: { email: person.email, password: testPassword, code },
      });
    await test.services.database.rows("delete from limits");
    const asked = await login();
    expect(asked.json()).toMatchObject({
      code: "insufficient_aal",
      message: expect.stringContaining("texted"),
    });
    const code = await codeTextedTo(test, "14155550177");
    const wrong = await login(code === "111111" ? "222222" : "111111");
    expect(wrong.json()).toMatchObject({ code: "invalid_credentials" });
    const right = await login(code);
    expect(right.json()).toMatchObject({ user: { email: person.email }, session: { token_type: "bearer" } });
    expect((await login(code)).statusCode).not.toBe(200);
  });
});

describe("texts to numbers without a known owner", () => {
  it("texts go only to allowed countries and are limited by network and in all, except a factor's code", async () => {
    const limited = await startTestApp({
      RATE_LIMITS: "on",
      TRUST_PROXY: "loopback",
      SMS_COUNTRIES: "+1, +49",
    });
    try {
      const { database } = limited.services;
      const person = await makePerson(limited);
      const send = (from: string, url: string, payload: object, by?: TokenHolder) =>
        limited.app.inject({
          method: "POST",
          url: `/auth/v1${url}`,
          payload,
          headers: { ...by?.authorization, "x-forwarded-for": from },
        });
      const own = "2001:db8:50::1";
      for (const [url, payload, by] of [
        ["/otp", { phone: "+44 20 7946 0000" }],
        ["/signup", { phone: "+8613800138000", password: testPassword }],
        ["/resend", { type: "sms", phone: "+443457404404" }],
        ["/factors", { factor_type: "phone", phone: "+8613800138000" }, person],
      ] as const)
        expect((await send(own, url, payload, by)).json(), url).toMatchObject({
          code: 422,
          error_code: "phone_country_refused",
        });
      const phone = { factor_type: "phone", phone: "+4930901820" };
      const { id } = (await send(own, "/factors", phone, person)).json<{ id: string }>();
      const opened = (await send(own, `/factors/${id}/challenge`, {}, person)).json<{ id: string }>();
      const code = await codeTextedTo(limited, "4930901820");
      const raised = await send(own, `/factors/${id}/verify`, { challenge_id: opened.id, code }, person);
      expect(raised.statusCode, raised.body).toBe(200);

      const pumped: number[] = [];
      for (let at = 0; at < 12; at++) {
        const to = { phone: `+1415555${String(2000 + at)}` };
        pumped.push((await send(`2001:db8:51:${at}::1`, "/otp", to)).statusCode);
      }
      expect(pumped).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
      await database.rows("update limits set uses = 200 where key = 'texts day all'");
      const refused = await send("2001:db8:52::1", "/otp", { phone: "+14155553000" });
      expect(refused.json()).toMatchObject({ code: 429, error_code: "over_sms_send_rate_limit" });
      await database.rows("delete from limits where key like 'email minute %'");
      expect(
        (await send("2001:db8:51::1", `/factors/${id}/challenge`, {}, bearerOf(raised))).statusCode,
      ).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

describe("recovery codes", () => {
  it("a recovery code replaces the factor once, and new codes replace the old ones", async () => {
    const person = await makePerson(test, { hasFactor: true });
    expect((await call("POST", "/api/auth/recovery-codes", person)).statusCode).toBe(403);
    const raised = bearerOf(await verify(person, person.factorId, asPasted(now())));
    const { codes } = (await call("POST", "/api/auth/recovery-codes", raised)).json<{ codes: string[] }>();
    expect(new Set(codes).size).toBe(10);
    const [first = "", second = ""] = codes;
    const session = await signIn(person.email);
    expect((await verify(session, person.factorId, asPasted(first))).statusCode).toBe(200);
    expect((await verify(await signIn(person.email), person.factorId, first)).statusCode).toBe(422);
    await call("POST", "/api/auth/recovery-codes", raised);
    expect((await verify(await signIn(person.email), person.factorId, second)).statusCode).toBe(422);
    const rows = await test.services.database.rows<{ row: string }>(
      "select to_json(recovery_codes)::text as row from recovery_codes",
    );
    expect(rows.some(({ row }) => codes.some((code) => row.includes(code)))).toBe(false);
  });

  it("recovery codes are refused to an account without a second factor", async () => {
    expect((await call("POST", "/api/auth/recovery-codes", await makePerson(test))).json()).toMatchObject({
      code: "insufficient_aal",
    });
  });
});
