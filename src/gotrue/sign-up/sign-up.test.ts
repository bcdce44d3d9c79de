// @one-database
import { createHook } from "node:async_hooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, testPassword } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { codeTextedTo, emailTo, emailsTo, linkIn } from "#test/emails.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  test.app.inject({ method: "POST", url: `/auth/v1${url}`, payload, headers });
const signUp = (email: string, more: object = {}, headers: Record<string, string> = {}) =>
  post("/signup", { email, password: testPassword, ...more }, headers);
const confirm = async (email: string, password?: string) =>
  post("/verify", {
    type: "signup",
    token_hash: tokenIn(linkIn(await emailTo(test, email, "signup"))),
    password,
  });
const tokenIn = (link: URL) => link.searchParams.get("token_hash") ?? "";
const signIn = (email: string, password = testPassword) =>
  post("/token?grant_type=password", { email, password });

/** The names of all fields in an answer, at every depth: a difference would show that two answers differ. */
const shape = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shape)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shape(inner)]))
      : typeof value;

/** The number of passwords that are hashed during the work: hashing takes most of an answer's time. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === "ARGON2REQUEST") hashes += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return hashes;
}

describe("signing up", () => {
  it("a sign-up hashes one password for a known, a waiting and a new address", async () => {
    const person = await makePerson(test);
    await signUp("waits-already@example.com");
    for (const email of [person.email, "waits-already@example.com", "new-here@example.com"])
      expect([email, await hashesOf(() => signUp(email))]).toEqual([email, 1]);
    // Signing in afterwards takes the same work, too: one hash for an account's password, one for a waiting
    // sign-up's.
    const trying = (email: string) => hashesOf(() => signIn(email, "not that password 7"));
    expect([await trying(person.email), await trying("new-here@example.com")]).toEqual([2, 2]);
    const calm = await makePerson(test);
    expect([await trying(calm.email), await trying("never-heard-of@example.com")]).toEqual([1, 1]);
  });

  it("a sign-up gets the same answer for a known and an unknown address, and emails the owner", async () => {
    const person = await makePerson(test);
    const [known, unknown] = [
      await signUp(person.email, { data: { full_name: "Wei" } }),
      await signUp("nobody-yet@example.com", { data: { full_name: "Wei" } }),
    ];
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
    expect(shape(known.json())).toEqual(shape(unknown.json()));
    expect(known.json()).toMatchObject({
      role: "authenticated",
      aud: "authenticated",
      identities: [{ provider: "email" }],
      email: person.email,
    });
    expect(known.json<{ id: string }>().id).not.toBe(person.id);
    expect(Object.keys(known.headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted());
    expect(await emailsTo(test, person.email)).toEqual(["account_exists"]);
    expect(await emailsTo(test, "nobody-yet@example.com")).toEqual(["signup"]);
    expect((await signIn(person.email)).statusCode).toBe(200);
  });

  it("a sign-up counts only once its email's button is clicked, with its own data and password", async () => {
    const email = "target@example.com";
    await signUp(email, { password: "the attacker's", data: { full_name: "Attacker", username: "mallory" } });
    const attackers = linkIn(await emailTo(test, email, "signup"));
    await signUp(email, { data: { full_name: "Owner", username: "owner" } });
    const owners = linkIn(await emailTo(test, email, "signup"));
    expect((await signIn(email)).json()).toMatchObject({ error_code: "email_not_confirmed" });
    const opened = await post("/verify", { type: "signup", token_hash: tokenIn(owners) });
    expect(opened.json()).toMatchObject({ user: { user_metadata: { full_name: "Owner" } } });
    expect((await signIn(email, "the attacker's")).json()).toMatchObject({
      error_code: "invalid_credentials",
    });
    expect((await signIn(email)).statusCode).toBe(200);
    expect((await post("/verify", { type: "signup", token_hash: tokenIn(attackers) })).statusCode).toBe(403);
  });

  it("a person's own metadata gives no rights", async () => {
    const email = "climber@example.com";
    await signUp(email, {
      data: { account_type: "admin", role: "admin", isAdmin: true, permissions: ["all"] },
      role: "service_role",
      app_metadata: { role: "admin" },
    });
    const { access_token } = (await confirm(email)).json<{ access_token: string }>();
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await test.app.inject({ url: "/api/auth/user", headers })).json()).toMatchObject({
      isAdmin: false,
      userType: "customer",
      adminPermissions: [],
    });
    expect((await test.app.inject({ url: "/api/admin/user", headers })).statusCode).toBe(403);
    await test.app.inject({
      method: "PUT",
      url: "/auth/v1/user",
      headers,
      payload: { data: { role: "admin" }, app_metadata: { role: "admin" }, role: "admin" },
    });
    await test.app.inject({
      method: "PUT",
      url: "/api/auth/v2/profile",
      headers,
      payload: {
        full_name: "Climber",
        role: "admin",
        isAdmin: true,
        permissions: ["all"],
        id: crypto.randomUUID(),
      },
    });
    expect((await test.app.inject({ url: "/api/auth/user", headers })).json()).toMatchObject({
      isAdmin: false,
      name: "Climber",
      adminPermissions: [],
    });
  });

  it("a sign-up's email contains no word that the caller entered", async () => {
    const email = "victim@example.com";
    const typed = { full_name: "Mallory Canary", username: "canary_one", language: "en" };
    const ask = [
      () => signUp(email, { data: typed }),
      () => post("/resend", { type: "signup", email }),
      () => post("/otp", { email, create_user: true, data: typed }),
    ];
    for (const each of ask) {
      await each();
      const { content } = await emailTo(test, email, "signup");
      expect(content.greeting).toBe("Hello,");
      expect(JSON.stringify(content)).not.toMatch(/canary/i);
    }
  });

  it("an administrator's code never appears in metadata or tokens", async () => {
    const [signedUp, byCode, changed] = ["code-1@example.com", "code-2@example.com", "code-3@example.com"];
    const data = { full_name: "Coder", admin_code: "CANARY-CODE" };
    await signUp(signedUp, { data });
    await post("/otp", { email: byCode, create_user: true, data });
    await signUp(changed);
    const opened = [await confirm(signedUp), await confirm(byCode)];
    const { access_token: token } = (await confirm(changed)).json<{ access_token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    opened.push(await test.app.inject({ method: "PUT", url: "/auth/v1/user", headers, payload: { data } }));
    for (const answer of opened) {
      const { user, access_token, ...own } = answer.json<Record<string, unknown>>();
      expect([answer.statusCode, user ?? own]).toMatchObject([
        200,
        { user_metadata: { full_name: "Coder" } },
      ]);
      expect(answer.body).not.toMatch(/admin_code|CANARY/);
      const claims = Buffer.from(String(access_token).split(".")[1] ?? "", "base64url").toString();
      expect(claims).not.toMatch(/admin_code|CANARY/);
    }
  });

  it("a sign-up as a host makes a customer's account and a host application", async () => {
    const email = "host@example.com";
    await signUp(email, { data: { account_type: "host", full_name: "Hao" } });
    const { user } = (await confirm(email)).json<{ user: { id: string } }>();
    const [account] = await test.services.database.rows("select role from accounts where id = $1", [user.id]);
    const applications = await test.services.database.rows(
      "select status from host_applications where account_id = $1",
      [user.id],
    );
    expect([account, applications]).toEqual([{ role: "customer" }, [{ status: "pending" }]]);
  });

  it("a user name in two simultaneous sign-ups is given to only one, whatever its case", async () => {
    const answers = await Promise.all(
      ["one@example.com", "two@example.com"].map((email, at) =>
        signUp(email, { data: { username: at ? "Same_Name" : "same_name" } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(answers.find(({ statusCode }) => statusCode === 422)?.json()).toMatchObject({
      msg: "Username is already taken",
    });
    const check = await test.app.inject("/rest/v1/profiles?select=username&username=eq.SAME_NAME&limit=1");
    expect(check.json()).toEqual([{ username: "same_name" }]);
  });

  it.each([
    [{ password: "12345" }, 422, "weak_password", /at least 6/],
    [{ password: "" }, 400, "validation_failed", /valid password/],
    [{ password: "x".repeat(73) }, 400, "validation_failed", /72/],
    [{ password: "x".repeat(9000) }, 400, "validation_failed", /72/],
    [{ email: "xx:;x@x.x", password: "" }, 400, "validation_failed", /invalid format/],
    [{ email: "a@b.co\r\nBcc: c@d.co" }, 400, "validation_failed", /invalid format/],
    [{ email: "" }, 422, "anonymous_provider_disabled", /disabled/],
    [{ data: { username: "a b" } }, 400, "validation_failed", /Username/],
    [{ data: { full_name: "\u0000" } }, 400, "validation_failed", /data/],
    [{ data: { full_name: "\ud800" } }, 400, "validation_failed", /data/],
    [{ data: { full_name: "x".repeat(5000) } }, 400, "validation_failed", /data/],
    [{ email: ["a@b.co"] }, 400, "validation_failed", /email/],
    [{ password: "password1" }, 422, "weak_password", /easy to guess/],
    [{ password: "Qwertyuiop" }, 422, "weak_password", /easy to guess/],
    [{ password: "somebody@example.com" }, 422, "weak_password", /too much like/],
    [{ password: "my-somebody-99" }, 422, "weak_password", /too much like/],
    [{ password: "the_wei_lin_one", data: { username: "wei_lin" } }, 422, "weak_password", /too much like/],
    [{ password: "LinWei2026", data: { full_name: "Lin Wei" } }, 422, "weak_password", /too much like/],
    [{ code_challenge: "short", code_challenge_method: "s256" }, 400, "validation_failed", /code_challenge/],
  ])("a sign-up with %j is refused", async (wrong, status, code, message) => {
    const answer = await signUp("somebody@example.com", wrong);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({
      code: status,
      error_code: code,
      msg: expect.stringMatching(message),
    });
  });

  it("a client that requests GoTrue's newer errors gets them", async () => {
    const answer = await signUp(
      "somebody@example.com",
      { password: "12345" },
      { "x-supabase-api-version": "2024-01-01" },
    );
    expect(answer.headers["x-supabase-api-version"]).toBe("2024-01-01");
    expect(answer.json()).toEqual({
      code: "weak_password",
      message: "Password should be at least 6 characters.",
      weak_password: { reasons: ["length"] },
    });
  });

  it.each(["{", "[1,", "nothing"])("a body that is no JSON is refused: %s", async (payload) => {
    const answer = await test.app.inject({
      method: "POST",
      url: "/auth/v1/signup",
      payload,
      headers: { "content-type": "application/json" },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error_code: "bad_json" }]);
  });
});

describe("the email of a sign-up", () => {
  it("the link leads to PUBLIC_URL whatever the request's host, and its token is kept as a hash", async () => {
    const email = "poisoned@example.com";
    await signUp(
      email,
      {},
      { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
    );
    const link = linkIn(await emailTo(test, email, "signup"));
    expect(link.origin).toBe(test.services.config.publicUrl.origin);
    const rows = await test.services.database.rows<{ row: string }>(
      "select to_json(mailed_tokens)::text as row from mailed_tokens",
    );
    expect(rows.some(({ row }) => row.includes(tokenIn(link)))).toBe(false);
    expect(tokenIn(link).length).toBeGreaterThanOrEqual(43);
  });

  it("the link opens once, and a scanner's GET doesn't use it up", async () => {
    const email = "scanned@example.com";
    await signUp(email);
    const link = linkIn(await emailTo(test, email, "signup"));
    await test.app.inject(link.pathname + link.search);
    await test.app.inject({ method: "HEAD", url: `/auth/v1/verify?token=${tokenIn(link)}&type=signup` });
    const [first, second] = [await confirm(email), await confirm(email)];
    expect([first.statusCode, second.statusCode]).toEqual([200, 403]);
    expect(second.json()).toMatchObject({ error_code: "otp_expired" });
  });

  it("the link opens for only one of many simultaneous clicks", async () => {
    const email = "eager@example.com";
    await signUp(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(email)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(9);
  });

  it("the link is refused after a day, and as another kind of link", async () => {
    const email = "late@example.com";
    await signUp(email);
    const token_hash = tokenIn(linkIn(await emailTo(test, email, "signup")));
    for (const type of ["recovery", "invite", "email_change"])
      expect((await post("/verify", { type, token_hash })).statusCode).toBe(403);
    await test.services.database.rows(
      "update mailed_tokens set expires_at = now() - interval '1 second' where recipient = $1",
      [email],
    );
    expect((await confirm(email)).json()).toMatchObject({ error_code: "otp_expired" });
  });

  it("the email can be sent again to a waiting address, and the answer is the same for an unknown one", async () => {
    const email = "again@example.com";
    await signUp(email);
    const [known, unknown] = [
      await post("/resend", { type: "signup", email }),
      await post("/resend", { type: "signup", email: "unheard-of@example.com" }),
    ];
    expect([known.json(), unknown.json()]).toEqual([{}, {}]);
    expect(await emailsTo(test, email)).toEqual(["signup", "signup"]);
    expect(await emailsTo(test, "unheard-of@example.com")).toEqual([]);
    expect((await confirm(email, testPassword)).statusCode).toBe(200);
    expect((await signIn(email)).statusCode).toBe(200);
  });

  it("an unconfirmed user gets the email again and keeps their password", async () => {
    const { id, email } = await makePerson(test);
    await test.services.database.rows("update users set email_confirmed_at = null where id = $1", [id]);
    expect((await signIn(email)).json()).toMatchObject({ error_code: "email_not_confirmed" });
    await post("/resend", { type: "signup", email });
    expect((await confirm(email)).json()).toMatchObject({ user: { id } });
    expect((await signIn(email)).statusCode).toBe(200);
  });
});

it("a sign-up by phone keeps the user name that it reserved", async () => {
  const [phone, username] = ["14155550123", "by_phone"];
  await post("/signup", {
    // The phone number in full-width characters, as a Chinese keyboard writes it.
    phone: "＋１（４１５）５５５–０１２３",
    password: testPassword,
    data: { full_name: "Wei Lin", username },
  });
  const confirmed = await post("/verify", {
    type: "sms",
    phone: `+${phone}`,
    token: await codeTextedTo(test, phone),
  });
  expect(confirmed.json()).toMatchObject({ user: { phone } });
  expect(
    await test.services.database.rows("select username from accounts where phone = $1", [`+${phone}`]),
  ).toEqual([{ username }]);
});
