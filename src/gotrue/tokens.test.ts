// @one-database
import { createHmac, generateKeyPairSync } from "node:crypto";
import { exportJWK, importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { openSigningKeys } from "./sessions/signing-keys.ts";

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

describe("a text that is no token", () => {
  it("garbage is refused as an invalid token, and an empty header as a missing one", async () => {
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

describe("a token that was verified before", () => {
  it("is accepted until it expires, and refused from then on", async () => {
    const issuer = "https://longbay.example/auth/v1";
    let time = Date.now();
    const keys = await openSigningKeys(test.services.database, issuer, undefined, () => time);
    const iat = Math.floor(time / 1000);
    const token = await keys.sign({ iss: issuer, aud: "authenticated", iat, exp: iat + 3600 });
    const claims = await keys.verify(token);
    time += 3600_000;
    expect(await keys.verify(token)).toEqual(claims);
    time += 31_000;
    await expect(keys.verify(token)).rejects.toMatchObject({ code: "ERR_JWT_EXPIRED" });
    time -= 3600_000;
    await expect(keys.verify(`${token.slice(0, -4)}AAAA`)).rejects.toMatchObject({
      code: "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
    });
  });
});

describe("a token that Longbay signed", () => {
  it("a new token is accepted and is signed by ES256 with the id of a published key", async () => {
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

  it("the published key set has no secret field", async () => {
    const answer = await test.app.inject("/auth/v1/.well-known/jwks.json");
    expect(answer.headers["cache-control"]).toBe("public, max-age=600");
    const { keys } = answer.json<{ keys: object[] }>();
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(Object.keys(key).toSorted()).toEqual(["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"]);
      expect(key).toMatchObject({ alg: "ES256", use: "sig", key_ops: ["verify"] });
    }
  });

  it("a token or its cookie is refused once its session has ended", async () => {
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

  it("a token is refused while its user is banned", async () => {
    const banned = await makePerson(test);
    await test.services.database.rows(
      "update users set banned_until = now() + interval '1 hour' where id = $1",
      [banned.id],
    );
    expect(await statuses(banned.token)).toEqual([401, 403]);
  });
});

describe("a forged token", () => {
  const forged: [string, () => Promise<string> | string][] = [
    ["without a signature", () => `${write({ alg: "none", typ: "JWT" })}.${partsOf(person.token)[1]}.`],
    [
      "whose algorithm is none and that keeps its signature",
      () => `${write({ alg: "none" })}.${partsOf(person.token)[1]}.${partsOf(person.token)[2]}`,
    ],
    ["with an empty signature", () => `${partsOf(person.token)[0]}.${partsOf(person.token)[1]}.`],
    ["signed with HS256 and the public key", () => withPublicKey()],
    ["signed by a foreign key under the id of Longbay's key", () => foreign({ kid: kid() })],
    ["signed by a foreign key under its own id", () => foreign({ kid: "theirs" })],
    ["that contains its own key", () => foreign({ kid: kid(), jwk: true })],
    ["whose key id is a path", () => foreign({ kid: "../../../dev/null" })],
    ["with a critical extension", () => ours({}, { crit: ["evil"], evil: true })],
    ["with another user's id put in", () => tampered({ sub: crypto.randomUUID() })],
    ["raised to aal2 by hand", () => tampered({ aal: "aal2" })],
    ["with a role put in", () => tampered({ role: "service_role" })],
    ["of Longbay's key that has expired", () => ours({ exp: seconds() - 60, iat: seconds() - 3700 })],
    ["of Longbay's key that isn't valid yet", () => ours({ nbf: seconds() + 600 })],
    ["of Longbay's key for another audience", () => ours({ aud: "somebody else" })],
    ["of Longbay's key from another issuer", () => ours({ iss: "https://evil.example/auth/v1" })],
    ["of Longbay's key without an expiry", () => ours({ exp: undefined })],
    ["of Longbay's key without a session", () => ours({ session_id: undefined })],
    ["of Longbay's key for another user's session", () => ours({ sub: crypto.randomUUID() })],
    ["of Longbay's key for a session that never existed", () => ours({ session_id: crypto.randomUUID() })],
    ["that is in fact the refresh token", () => person.refreshToken],
    ["of four meaningless parts", () => "a.b.c"],
    ["that is in fact the publishable key", () => "longbay"],
  ];

  it.each(forged)("a token %s is refused", async (_name, make) => {
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
