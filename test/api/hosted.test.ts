// @one-database
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeInvitation } from "#server/accounts/invitations.ts";
import { makePerson, type Person, raise, testPassword } from "../accounts.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { emailTo, emailsTo, linkIn } from "../emails.ts";
import { freePort } from "../throwaway-cluster.ts";

describe("with a hosted project", () => {
  let project: TestApp;
  let ours: TestApp;
  let projectAddress: string;
  beforeAll(async () => {
    const [projectPort, port] = [await freePort(), await freePort()];
    project = await startTestApp({
      PORT: String(projectPort),
      AUTH_ALLOWED_ORIGINS: `http://127.0.0.1:${port}`,
    });
    projectAddress = await project.app.listen({ port: projectPort, host: "127.0.0.1" });
    ours = await startTestApp({
      PORT: String(port),
      SUPABASE_URL: projectAddress,
      SUPABASE_PUBLISHABLE_KEY: "publishable",
    });
  });
  afterAll(async () => {
    await ours.close();
    await project.close();
  });

  const user = (authorization: string) =>
    ours.app.inject({ url: "/api/auth/user", headers: { authorization } });

  it("a hosted project's tokens open our API, and our own accounts table decides the role", async () => {
    const client = createClient(projectAddress, "publishable", {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const email = "hosted@example.com";
    await client.auth.signUp({
      email,
      password: testPassword,
      options: { data: { full_name: "Hosted", username: "hosted_one", account_type: "admin" } },
    });
    const token_hash = linkIn(await emailTo(project, email, "signup")).searchParams.get("token_hash") ?? "";
    const { data } = await client.auth.verifyOtp({ token_hash, type: "signup" });
    const answer = await user(`Bearer ${data.session?.access_token}`);
    expect(answer.json()).toMatchObject({
      id: data.user?.id,
      email,
      userType: "customer",
      isAdmin: false,
      profile: { username: "hosted_one", full_name: "Hosted" },
    });
    await client.auth.signOut();
    const local = await ours.services.database.rows("select from accounts where id = $1", [data.user?.id]);
    expect(local).toHaveLength(1);
    expect(await ours.services.database.rows("select from users")).toEqual([]);
  });

  it("a hosted project's second factor is required by our API", async () => {
    const person = await makePerson(project, { hasFactor: true });
    expect((await user(`Bearer ${person.token}`)).json()).toMatchObject({ code: "insufficient_aal" });
    expect((await user((await raise(project, person)).authorization.authorization)).statusCode).toBe(200);
  });

  it("a token that the hosted project didn't sign, or whose session has ended there, is refused", async () => {
    const person = await makePerson(project);
    const [header, payload] = person.token.split(".");
    for (const token of [
      `${header}.${payload}.${"A".repeat(86)}`,
      "a.b.c",
      (await makePerson(await stranger())).token,
    ])
      expect((await user(`Bearer ${token}`)).statusCode).toBe(401);
    await project.services.database.rows("delete from sessions where id = $1", [person.sessionId]);
    expect((await user(person.authorization.authorization)).statusCode).toBe(401);
  });

  const strangers: TestApp[] = [];
  afterAll(() => Promise.all(strangers.map((each) => each.close())));
  async function stranger(): Promise<TestApp> {
    const started = await startTestApp();
    strangers.push(started);
    return started;
  }

  it("the hosted project's sign-in, emails and refusals reach our callers", async () => {
    const person = await makePerson(project);
    const login = await ours.app.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: { email: person.email, password: testPassword },
    });
    expect(login.json()).toMatchObject({ user: { id: person.id }, session: { token_type: "bearer" } });
    const wrong = await ours.app.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: { email: person.email, password: "wrong one" },
    });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      401,
      { code: "invalid_credentials", message: "Invalid login credentials" },
    ]);
    await ours.app.inject({
      method: "POST",
      url: "/api/auth/forgot-password",
      payload: { email: person.email },
    });
    expect((await emailTo(project, person.email, "recovery")).recipient).toBe(person.email);
    const cookie = String(login.headers["set-cookie"]).split(";")[0] ?? "";
    expect(
      (await ours.app.inject({ method: "POST", url: "/api/auth/logout", headers: { cookie } })).statusCode,
    ).toBe(200);
    expect((await ours.app.inject({ url: "/api/auth/user", headers: { cookie } })).statusCode).toBe(401);
  });

  it("an invitation code makes only its own person an administrator, once", async () => {
    const { code } = await makeInvitation(ours.services, { permissions: ["manage_cars"] });
    const [ann, bob] = [await makePerson(project), await makePerson(project)];
    const enter = (email: string, headers: Record<string, string>, entered = code) =>
      ours.app.inject({
        method: "POST",
        url: "/api/auth/admin-code",
        payload: { email, code: entered },
        headers,
      });
    const isAdmin = async (person: Person) =>
      (await user(person.authorization.authorization)).json<{ isAdmin: boolean }>().isAdmin;

    expect((await enter(ann.email, ann.authorization, "AAAAAAAAA-AAAAAAAAA-AAAAAAAAA")).statusCode).toBe(422);
    // With another person's email, or without a session, the code is checked but not used up.
    expect((await enter(ann.email, bob.authorization)).statusCode).toBe(200);
    expect((await enter(ann.email, {})).statusCode).toBe(200);
    expect([await isAdmin(ann), await isAdmin(bob)]).toEqual([false, false]);
    expect((await enter(ann.email, ann.authorization)).statusCode).toBe(200);
    expect(await isAdmin(ann)).toBe(true);
    expect((await enter(bob.email, bob.authorization)).statusCode).toBe(422);
    expect(await isAdmin(bob)).toBe(false);
  });

  it("the product has no sign-in service of its own beside a hosted project", async () => {
    for (const url of [
      "/auth/v1/settings",
      "/rest/v1/profiles?select=username&username=eq.a",
      "/api/auth/sessions",
    ]) {
      expect((await ours.app.inject(url)).statusCode).toBe(404);
    }
  });

  it("the hosted project may be called from our pages only", async () => {
    const preflight = (origin: string) =>
      fetch(`${projectAddress}/auth/v1/token?grant_type=password`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST" },
      });
    const allowed = await preflight(ours.services.config.publicUrl.origin);
    expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([
      204,
      ours.services.config.publicUrl.origin,
    ]);
    expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
  });

  it("our rate limits guard the hosted project, which sees all our callers as one", async () => {
    const limited = await startTestApp({
      SUPABASE_URL: projectAddress,
      SUPABASE_PUBLISHABLE_KEY: "publishable",
      RATE_LIMITS: "on",
      TRUST_PROXY: "loopback",
    });
    try {
      const person = await makePerson(project);
      const post = (address: string, url: string, payload: object) =>
        limited.app.inject({ method: "POST", url, payload, headers: { "x-forwarded-for": address } });
      const guess = { email: person.email, password: "wrong one" };
      const guesses = await Promise.all(
        Array.from({ length: 25 }, () => post("198.51.100.1", "/api/auth/login", guess)),
      );
      const statuses = guesses.map(({ statusCode }) => statusCode);
      expect([
        statuses.filter((status) => status === 401).length,
        statuses.filter((status) => status === 429).length,
      ]).toEqual([10, 15]);
      expect(
        (await post("198.51.100.2", "/api/auth/login", { email: person.email, password: testPassword }))
          .statusCode,
      ).not.toBe(401);
      for (let at = 0; at < 3; at++)
        expect(
          (await post("198.51.100.3", "/api/auth/forgot-password", { email: person.email })).statusCode,
        ).toBe(200);
      expect((await emailsTo(project, person.email)).filter((kind) => kind === "recovery")).toHaveLength(1);
    } finally {
      await limited.close();
    }
  });

  it("the product answers 503 while the hosted project is away, and lets nobody in", async () => {
    const away = await startTestApp({
      SUPABASE_URL: `http://127.0.0.1:${await freePort()}`,
      SUPABASE_PUBLISHABLE_KEY: "publishable",
    });
    try {
      const person = await makePerson(project);
      const answer = await away.app.inject({ url: "/api/auth/user", headers: person.authorization });
      expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: "unavailable" }]);
      expect((await away.app.inject("/api/cars")).statusCode).toBe(200);
    } finally {
      await away.close();
    }
  });
});

describe("with a project that signs with a shared secret", () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = (claims: object) => {
    const body = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
    return `${body}.${createHmac("sha256", "only the project knows").update(body).digest("base64url")}`;
  };
  const id = crypto.randomUUID();
  const claims = {
    sub: id,
    session_id: crypto.randomUUID(),
    role: "authenticated",
    aal: "aal1",
    exp: Math.floor(Date.now() / 1000) + 3600,
  };
  const token = signed(claims);
  const people = new Map([[token, id]]);
  /** A token of a person who is new to us. */
  const stranger = () => {
    const sub = crypto.randomUUID();
    const theirs = signed({ ...claims, sub, session_id: crypto.randomUUID() });
    people.set(theirs, sub);
    return theirs;
  };
  /** Extra facts that the project answers about its users, or a refusal in place of the answer. */
  let facts: object = {};
  let refusal: { status: number; code: string } | undefined;
  let server: Server;
  let ours: TestApp;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (refusal) {
        response.writeHead(refusal.status, {
          "content-type": "application/json",
          "x-supabase-api-version": "2024-01-01",
        });
        return response.end(JSON.stringify({ code: refusal.code, message: "not now" }));
      }
      const bearer = request.headers.authorization?.slice("Bearer ".length) ?? "";
      const isKnown =
        request.url === "/auth/v1/user" && people.has(bearer) && request.headers.apikey === "publishable";
      response.writeHead(isKnown ? 200 : 403, {
        "content-type": "application/json",
        "x-supabase-api-version": "2024-01-01",
      });
      const user = {
        id: people.get(bearer),
        aud: "authenticated",
        role: "authenticated",
        email: "hs@example.com",
        email_confirmed_at: "2026-01-01T00:00:00Z",
        user_metadata: { full_name: "Shared" },
        app_metadata: {},
        created_at: "2026-01-01T00:00:00Z",
        ...facts,
      };
      response.end(JSON.stringify(isKnown ? user : { code: "bad_jwt", message: "invalid JWT" }));
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    ours = await startTestApp({
      SUPABASE_URL: `http://127.0.0.1:${port}`,
      SUPABASE_PUBLISHABLE_KEY: "publishable",
    });
  });
  afterAll(async () => {
    await ours.close();
    server.close();
  });

  const status = async (bearer: string) =>
    (await ours.app.inject({ url: "/api/auth/user", headers: { authorization: `Bearer ${bearer}` } }))
      .statusCode;

  it.each([
    [null, ""],
    ["words", ""],
    [{ full_name: "Wei\u0000\r\nBcc: x", username: "\u0000", phone: "\ud800" }, "Wei Bcc: x"],
    [{ full_name: ["Wei"], account_type: {}, role: "admin", permissions: ["all"] }, ""],
  ])("a person with the metadata %j is signed in", async (user_metadata, name) => {
    facts = { user_metadata };
    const answer = await ours.app.inject({
      url: "/api/auth/user",
      headers: { authorization: `Bearer ${stranger()}` },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { profile: { full_name: name }, isAdmin: false, adminPermissions: [] },
    ]);
    facts = {};
  });

  it("a person banned by the hosted project is refused while the ban lasts", async () => {
    facts = { banned_until: "2099-01-01T00:00:00Z" };
    expect(await status(stranger())).toBe(401);
    facts = { banned_until: "2020-01-01T00:00:00Z" };
    expect(await status(stranger())).toBe(200);
    facts = {};
  });

  it.each([
    [429, "over_request_rate_limit"],
    [500, "unexpected_failure"],
  ])(
    "sessions are kept when the hosted project answers %s, and signing out shows the failure",
    async (code, word) => {
      const leaving = stranger();
      expect(await status(leaving)).toBe(200);
      refusal = { status: code, code: word };
      expect(await status(stranger())).toBe(503);
      for (const bearer of [leaving, stranger()]) {
        const left = await ours.app.inject({
          method: "POST",
          url: "/api/auth/logout",
          headers: { cookie: `session=${bearer}` },
        });
        expect([left.statusCode, left.headers["set-cookie"]]).toMatchObject([
          503,
          expect.stringContaining("Max-Age=0"),
        ]);
      }
      refusal = undefined;
    },
  );

  it("a token is accepted only as the hosted project has confirmed it", async () => {
    expect(await status(token)).toBe(200);
    expect(await status(signed({ ...claims, sub: crypto.randomUUID() }))).toBe(401);
    expect(await status(`${part({ alg: "none" })}.${part(claims)}.x`)).toBe(401);
    expect(await status(`${part({ alg: "ES256" })}.${part(claims)}.x`)).not.toBe(200);
  });
});
