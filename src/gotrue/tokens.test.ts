// @one-database
import { createHmac, generateKeyPairSync } from "node:crypto";
import { exportJWK, importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";

let test: TestApp;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  person = await makePerson(test);
});
afterAll(() => test.close());

const partsOf = (token: string) => token.split(".") as [string, string, string];
const read = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, "base64url").toString());
const write = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Statuses at the API and at the sign-in service. */
async function statuses(token: string): Promise<[number, number]> {
  const headers = { authorization: `Bearer ${token}` };
  const [api, auth] = [
    await test.app.inject({ url: "/api/auth/user", headers }),
    await test.app.inject({ url: "/auth/v1/user", headers }),
  ];
  return [api.statusCode, auth.statusCode];
}

describe("what is no token", () => {
  it("is refused as an invalid token, and a missing token as missing", async () => {
    for (const word of ["garbage", "longbay", "a.b", "a.b.c.d"])
      expect(await statuses(word)).toEqual([401, 403]);
    const answer = await test.app.inject({
      url: "/auth/v1/user",
      headers: { authorization: "Bearer garbage" },
    });
    expect(answer.json()).toMatchObject({
      error_code: "bad_jwt",
      msg: expect.stringContaining("unable to parse or verify signature"),
    });
    for (const authorization of ["", "Bearer ", "Basic YTpi"])
      expect(
        (await test.app.inject({ url: "/auth/v1/user", headers: { authorization } })).json(),
      ).toMatchObject({ code: 401, error_code: "no_authorization" });
  });
});

describe("a token of ours", () => {
  it("is taken, and is ES256 with the id of a published key", async () => {
    expect(await statuses(person.token)).toEqual([200, 200]);
    const jwks = (await test.app.inject("/auth/v1/.well-known/jwks.json")).json<{
      keys: Record<string, unknown>[];
    }>();
    expect(read(partsOf(person.token)[0])).toEqual({ alg: "ES256", kid: jwks.keys[0]?.kid, typ: "JWT" });
    expect(read(partsOf(person.token)[1])).toMatchObject({
      aud: "authenticated",
      role: "authenticated",
      aal: "aal1",
      sub: person.id,
      session_id: person.sessionId,
    });
  });

  it("comes with a key set that holds no secret field", async () => {
    const answer = await test.app.inject("/auth/v1/.well-known/jwks.json");
    expect(answer.headers["cache-control"]).toBe("public, max-age=600");
    const { keys } = answer.json<{ keys: object[] }>();
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(Object.keys(key).toSorted()).toEqual(["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"]);
      expect(key).toMatchObject({ alg: "ES256", use: "sig", key_ops: ["verify"] });
    }
  });

  it("is worth nothing once its session has ended, and its cookie neither", async () => {
    const leaving = await makePerson(test);
    expect(await statuses(leaving.token)).toEqual([200, 200]);
    const left = await test.app.inject({
      method: "POST",
      url: "/auth/v1/logout?scope=local",
      headers: { ...leaving.authorization, "content-type": "application/json" },
    });
    expect(left.statusCode).toBe(204);
    expect(await statuses(leaving.token)).toEqual([401, 403]);
    expect(
      (await test.app.inject({ url: "/api/auth/user", headers: { cookie: `session=${leaving.token}` } }))
        .statusCode,
    ).toBe(401);
  });

  it("is worth nothing while its user is banned", async () => {
    const banned = await makePerson(test);
    await test.services.database.rows(
      "update users set banned_until = now() + interval '1 hour' where id = $1",
      [banned.id],
    );
    expect(await statuses(banned.token)).toEqual([401, 403]);
  });
});

describe("a forged token is refused", () => {
  const forged: [string, () => Promise<string> | string][] = [
    ["without a signature", () => `${write({ alg: "none", typ: "JWT" })}.${partsOf(person.token)[1]}.`],
    [
      "that says none and keeps the signature",
      () => `${write({ alg: "none" })}.${partsOf(person.token)[1]}.${partsOf(person.token)[2]}`,
    ],
    ["with an empty signature", () => `${partsOf(person.token)[0]}.${partsOf(person.token)[1]}.`],
    ["signed with HS256 and the public key", () => withPublicKey()],
    ["of a foreign key under our id", () => foreign({ kid: kid() })],
    ["of a foreign key under its own id", () => foreign({ kid: "theirs" })],
    ["that brings its key along", () => foreign({ kid: kid(), jwk: true })],
    ["whose key id is a path", () => foreign({ kid: "../../../dev/null" })],
    ["with a critical extension", () => ours({}, { crit: ["evil"], evil: true })],
    ["with another's id put in", () => tampered({ sub: crypto.randomUUID() })],
    ["raised to aal2 by hand", () => tampered({ aal: "aal2" })],
    ["with a role put in", () => tampered({ role: "service_role" })],
    ["of our key, expired", () => ours({ exp: seconds() - 60, iat: seconds() - 3700 })],
    ["of our key, not valid yet", () => ours({ nbf: seconds() + 600 })],
    ["of our key, for another audience", () => ours({ aud: "somebody else" })],
    ["of our key, from another issuer", () => ours({ iss: "https://evil.example/auth/v1" })],
    ["of our key, without an end", () => ours({ exp: undefined })],
    ["of our key, without a session", () => ours({ session_id: undefined })],
    ["of our key, for a session that is not theirs", () => ours({ sub: crypto.randomUUID() })],
    ["of our key, for a session that never was", () => ours({ session_id: crypto.randomUUID() })],
    ["that is the refresh token", () => person.refreshToken],
    ["that is no token", () => "a.b.c"],
    ["that is the publishable key", () => "longbay"],
  ];

  it.each(forged)("%s", async (_name, make) => {
    const [api, auth] = await statuses(await make());
    expect(api).toBe(401);
    expect([401, 403]).toContain(auth);
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  const kid = () => String(read(partsOf(person.token)[0]).kid);
  const claims = () => read(partsOf(person.token)[1]);

  function tampered(change: Record<string, unknown>): string {
    const [header, payload, signature] = partsOf(person.token);
    return `${header}.${write({ ...read(payload), ...change })}.${signature}`;
  }

  async function withPublicKey(): Promise<string> {
    const { keys } = (await test.app.inject("/auth/v1/.well-known/jwks.json")).json<{
      keys: Record<string, unknown>[];
    }>();
    const body = `${write({ alg: "HS256", kid: kid(), typ: "JWT" })}.${partsOf(person.token)[1]}`;
    return `${body}.${createHmac("sha256", JSON.stringify(keys[0])).update(body).digest("base64url")}`;
  }

  async function foreign({ kid, jwk }: { kid: string; jwk?: boolean }): Promise<string> {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const header = {
      alg: "ES256",
      kid,
      ...(jwk && { jwk: await exportJWK(publicKey) }),
      jku: "https://evil.example/jwks.json",
    };
    return new SignJWT(claims()).setProtectedHeader(header).sign(privateKey);
  }

  async function ours(
    change: Record<string, unknown>,
    header: Record<string, unknown> = {},
  ): Promise<string> {
    const [kept] = await test.services.database.rows<{ value: string }>(
      "select value from settings where key = 'signing_key'",
    );
    const key = await importJWK(JSON.parse(kept?.value ?? ""), "ES256");
    return new SignJWT({ ...claims(), ...change })
      .setProtectedHeader({ alg: "ES256", kid: kid(), ...header })
      .sign(key, { crit: { evil: true } });
  }
});
