// @one-database
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makePerson, type Person, testPassword } from "#test/accounts.ts";
import type { EmailContent } from "#server/mail/email.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { emailTo, emailsTo, linkIn } from "#test/emails.ts";
import { makeInvitation } from "./invitations.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const call = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  { payload, person }: { payload?: object; person?: Person } = {},
) => test.app.inject({ method, url, headers: person?.authorization ?? {}, ...(payload && { payload }) });
const newcomer = (email: string) => ({
  email,
  password: testPassword,
  full_name: "Wei Lin",
  username: email.split("@")[0]?.replace(/\W/g, "_"),
});
const confirm = async (email: string) => {
  const token_hash = linkIn(await emailTo(test, email, "signup")).searchParams.get("token_hash");
  return (await call("POST", "/auth/v1/verify", { payload: { type: "signup", token_hash } })).json<{
    access_token: string;
  }>().access_token;
};
const roleOf = async (token: string) =>
  (await test.app.inject({ url: "/api/auth/user", headers: { authorization: `Bearer ${token}` } })).json<{
    userType: string;
    adminPermissions: string[];
  }>();

describe("a profile", () => {
  it("the profile can be read and changed, and a refusal names the wrong fields", async () => {
    const person = await makePerson(test);
    const before = (await call("GET", "/api/auth/v2/profile", { person })).json();
    expect(before).toMatchObject({
      profile: { id: person.id, email: person.email, full_name: "Wei Lin", role: "customer" },
      permissions: [],
    });
    const changed = await call("PUT", "/api/auth/v2/profile", {
      person,
      payload: { full_name: "魏琳", username: "Wei_Lin", phone: "+1 650 555 0100" },
    });
    expect(changed.json()).toMatchObject({
      profile: { full_name: "魏琳", username: "wei_lin", phone: "+1 650 555 0100" },
    });
    const other = await makePerson(test);
    const taken = await call("PUT", "/api/auth/profile", { person: other, payload: { username: "WEI_LIN" } });
    expect([taken.statusCode, taken.json()]).toMatchObject([
      409,
      { message: "Username is already taken", error: "Username is already taken", fields: { username: {} } },
    ]);
    const invalid = await call("PUT", "/api/auth/v2/profile", {
      person,
      payload: { username: "a b", full_name: "" },
    });
    expect([invalid.statusCode, invalid.json()]).toMatchObject([
      422,
      { fields: { username: {}, full_name: {} } },
    ]);
    const [kept] = await test.services.database.rows<{ changes: number }>(
      "select count(*)::int as changes from audit_events where entity = 'user' and entity_id = $1 and action = 'changed'",
      [person.id],
    );
    expect(kept?.changes).toBe(1);
  });
});

describe("signing up through the API", () => {
  it("sign-up answers the same for a known and a new address", async () => {
    const person = await makePerson(test);
    const answers = [];
    for (const email of [person.email, "api-newcomer@example.com"])
      answers.push(await call("POST", "/api/auth/v2/signup", { payload: newcomer(email) }));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      Array(2).fill([200, '{"message":"Please check your email to confirm your account."}']),
    );
    const refused = await call("POST", "/api/auth/login", {
      payload: { email: "api-newcomer@example.com", password: testPassword },
    });
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: "email_not_confirmed" }]);
    await confirm("api-newcomer@example.com");
    const login = await call("POST", "/api/auth/login", {
      payload: { email: "api-newcomer@example.com", password: testPassword },
    });
    expect(login.json()).toMatchObject({
      user: { profile: { username: "api_newcomer" } },
      session: { token_type: "bearer" },
    });
  });

  it("login answers the same to a wrong password and an unknown address", async () => {
    const person = await makePerson(test);
    const answers = [];
    for (const email of [person.email, "nobody@example.com"])
      answers.push(await call("POST", "/api/auth/login", { payload: { email, password: "wrong one" } }));
    const bodies = answers.map((answer) => ({ ...answer.json<object>(), requestId: "" }));
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({ code: "invalid_credentials", message: "Invalid login credentials" });
  });

  it("login also needs the code of a person with a second factor", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const without = await call("POST", "/api/auth/login", {
      payload: { email: person.email, password: testPassword },
    });
    expect([without.statusCode, without.json(), without.headers["set-cookie"]]).toMatchObject([
      403,
      { code: "insufficient_aal" },
      undefined,
    ]);
    const wrong = await call("POST", "/api/auth/login", {
      payload: { email: person.email, password: testPassword, code: "000000" },
    });
    expect(wrong.json()).toMatchObject({ code: "invalid_credentials" });
  });

  it.each(["/api/auth/v2/signout", "/api/auth/logout"])(
    "a session ends through %s even if the call announces JSON and sends no body",
    async (url) => {
      const person = await makePerson(test);
      const headers = { ...person.authorization, "content-type": "application/json" };
      expect((await test.app.inject({ method: "POST", url, headers })).statusCode).toBe(200);
      expect((await call("GET", "/api/auth/user", { person })).statusCode).toBe(401);
    },
  );

  it.each([
    ["/cars?brand=Kia&city=Fremont", "/cars?brand=Kia&city=Fremont"],
    ["//evil.example", null],
    ["/\\evil.example", null],
    ["https://evil.example/cars", null],
    ["/%2f/evil.example", null],
    ["javascript:alert(1)", null],
  ])("the sign-in link leads back to a page of this site and to no other: %s", async (redirect, to) => {
    const person = await makePerson(test);
    const payload = { email: person.email, redirect };
    expect((await call("POST", "/api/auth/forgot-password", { payload })).statusCode).toBe(200);
    const [email] = await test.services.database.rows<{ content: EmailContent }>(
      "select content from emails where kind = 'recovery' and recipient = $1",
      [person.email],
    );
    const link = email?.content.blocks.find((block) => block.kind === "link");
    const { origin, pathname, searchParams } = new URL(link?.url ?? "");
    expect([origin, pathname]).toEqual([test.services.config.publicUrl.origin, "/auth/confirm"]);
    const back = searchParams.get("redirect_to");
    expect(back && new URL(back).searchParams.get("redirect")).toBe(to);
    expect(JSON.stringify(email)).not.toMatch(/evil|javascript/);
  });

  it("a password reset answers the same for known and unknown addresses and mails only the known one", async () => {
    const person = await makePerson(test);
    const [known, unknown] = [
      await call("POST", "/api/auth/forgot-password", { payload: { email: person.email } }),
      await call("POST", "/api/auth/forgot-password", { payload: { email: "nobody@example.com" } }),
    ];
    expect(known.body).toBe(unknown.body);
    expect([await emailsTo(test, person.email), await emailsTo(test, "nobody@example.com")]).toEqual([
      ["recovery"],
      [],
    ]);
  });
});

describe("becoming an administrator", () => {
  const invite = async (permissions: ("all" | "manage_cars")[] = ["manage_cars"]) =>
    (await makeInvitation(test.services, { permissions })).code;

  it("an administrator's code works once, for a confirmed email at the address that it was typed for", async () => {
    const code = await invite();
    const refused = await call("POST", "/api/auth/v2/signup", {
      payload: { ...newcomer("boss@example.com"), type: "admin", admin_code: "WRONG-CODE" },
    });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { code: "admin_code_refused", fields: { admin_code: {} } },
    ]);
    expect(
      (
        await call("POST", "/api/auth/v2/signup", {
          payload: { ...newcomer("boss@example.com"), type: "admin" },
        })
      ).statusCode,
    ).toBe(422);
    expect(
      (
        await call("POST", "/api/auth/v2/signup", {
          payload: {
            ...newcomer("boss@example.com"),
            type: "admin",
            admin_code: `\u200b${code.toLowerCase().replaceAll("-", "–")}`,
          },
        })
      ).statusCode,
    ).toBe(200);
    expect(await roleOf(await confirm("boss@example.com"))).toMatchObject({
      userType: "admin",
      adminPermissions: ["manage_cars"],
    });
    const again = await call("POST", "/api/auth/v2/signup", {
      payload: { ...newcomer("second@example.com"), type: "admin", admin_code: code },
    });
    expect(again.json()).toMatchObject({ code: "admin_code_refused" });
  });

  it("type=admin alone makes nobody an administrator", async () => {
    await call("POST", "/auth/v1/signup", {
      payload: {
        email: "sneak@example.com",
        password: testPassword,
        data: { account_type: "admin", admin_code: "anything" },
      },
    });
    expect(await roleOf(await confirm("sneak@example.com"))).toMatchObject({
      userType: "customer",
      adminPermissions: [],
    });
  });

  it("a signed-in person with the invited address becomes an administrator at once, and only once", async () => {
    const [person, other, code] = [await makePerson(test), await makePerson(test), await invite(["all"])];
    const elsewhere = await call("POST", "/api/auth/admin-code", {
      person,
      payload: { email: "else@example.com", code },
    });
    expect([elsewhere.statusCode, await roleOf(person.token)]).toMatchObject([200, { userType: "customer" }]);
    const both = await Promise.all(
      [person, other].map((each) =>
        call("POST", "/api/auth/admin-code", { person: each, payload: { email: each.email, code } }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const roles = [await roleOf(person.token), await roleOf(other.token)];
    expect(roles.map(({ userType }) => userType).toSorted()).toEqual(["admin", "customer"]);
    expect(roles.find(({ userType }) => userType === "admin")?.adminPermissions).toEqual([
      "all",
      "all_permissions",
    ]);
  });

  it("a lesser code takes no permission from a full administrator and adds to those of another", async () => {
    const person = await makePerson(test, { role: "admin", permissions: ["all", "all_permissions"] });
    const made = await call("POST", "/api/admin/invitations", {
      person,
      payload: { permissions: ["manage_cars"] },
    });
    const used = await call("POST", "/api/auth/admin-code", {
      person,
      payload: { email: person.email, code: made.json().code },
    });
    expect([used.statusCode, await roleOf(person.token)]).toMatchObject([
      200,
      { adminPermissions: ["all", "all_permissions"] },
    ]);
    const lesser = await makePerson(test, { role: "admin", permissions: ["view_reports"] });
    await call("POST", "/api/auth/admin-code", {
      person: lesser,
      payload: { email: lesser.email, code: await invite() },
    });
    expect(await roleOf(lesser.token)).toMatchObject({ adminPermissions: ["manage_cars", "view_reports"] });
  });

  let friends = 0;
  it.each([
    ["lost a right", "role", { role: "admin", permissions: ["manage_users"] }],
    ["is no administrator any more", "role", { role: "customer", permissions: [] }],
    ["was suspended", "suspend", { reason: "left" }],
  ])("the code of an administrator who %s since makes no administrator", async (_why, action, payload) => {
    const boss = await makePerson(test, { role: "admin", permissions: ["all", "all_permissions"] });
    const maker = await makePerson(test, { role: "admin", permissions: ["manage_users", "manage_cars"] });
    const codes: string[] = [];
    for (let at = 0; at < 2; at++)
      codes.push(
        (
          await call("POST", "/api/admin/invitations", {
            person: maker,
            payload: { permissions: ["manage_cars"] },
          })
        ).json().code,
      );
    const email = `friend${++friends}@example.com`;
    await call("POST", "/api/auth/v2/signup", {
      payload: { ...newcomer(email), type: "admin", admin_code: codes[0] },
    });
    const done = await call(action === "role" ? "PUT" : "POST", `/api/admin/users/${maker.id}/${action}`, {
      person: boss,
      payload,
    });
    expect(done.statusCode).toBe(200);
    expect(await roleOf(await confirm(email))).toMatchObject({
      userType: "customer",
      adminPermissions: [],
    });
    const late = await makePerson(test);
    const refused = await call("POST", "/api/auth/admin-code", {
      person: late,
      payload: { email: late.email, code: codes[1] },
    });
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: "admin_code_refused" }]);
  });

  describe("with limits", () => {
    let limited: TestApp;
    beforeAll(async () => {
      limited = await startTestApp({ RATE_LIMITS: "on" });
    });
    afterAll(() => limited.close());
    beforeEach(() => limited.services.database.rows("delete from limits"));

    it("a network may try five administrator codes in a quarter of an hour", async () => {
      const statuses = [];
      for (let at = 0; at < 7; at++) {
        const payload = { email: "guess@example.com", code: `CODE-${at}` };
        statuses.push(
          (await limited.app.inject({ method: "POST", url: "/api/auth/admin-code", payload })).statusCode,
        );
      }
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
    });

    it("sign-ups at the sign-in service don't reveal whether a code is right", async () => {
      const { code } = await makeInvitation(limited.services, { permissions: ["manage_cars"] });
      const codes = ["A", "B", "C", "D", "E", code];
      for (const [at, admin_code] of codes.entries()) {
        const payload = {
          email: `guess${at}@example.com`,
          password: testPassword,
          data: { account_type: "admin", admin_code },
        };
        const answer = await limited.app.inject({ method: "POST", url: "/auth/v1/signup", payload });
        expect(answer.statusCode, answer.body).toBe(200);
      }
      const waiting = await limited.services.database.rows<{ invited: number }>(
        "select count(invitation_id)::int as invited from sign_ups",
      );
      expect(waiting).toEqual([{ invited: 0 }]);
      const payload = { email: "guess@example.com", code: "F" };
      const form = await limited.app.inject({ method: "POST", url: "/api/auth/admin-code", payload });
      expect(form.statusCode).toBe(429);
    });
  });

  it("administrators grant, list and withdraw codes with no more permissions than their own", async () => {
    const admin = await makePerson(test, { role: "admin", permissions: ["manage_users", "manage_cars"] });
    const made = await call("POST", "/api/admin/invitations", {
      person: admin,
      payload: { permissions: ["manage_cars"] },
    });
    const { code, invitation } = made.json<{ code: string; invitation: { id: string } }>();
    expect([made.statusCode, code.length]).toEqual([201, 29]);
    for (const permissions of [["view_reports"], ["all"], ["manage_cars", "all_permissions"]]) {
      expect(
        (await call("POST", "/api/admin/invitations", { person: admin, payload: { permissions } }))
          .statusCode,
      ).toBe(403);
    }
    const listed = (await call("GET", "/api/admin/invitations", { person: admin })).json<
      { id: string; createdBy: string }[]
    >();
    expect(listed).toContainEqual(
      expect.objectContaining({ id: invitation.id, createdBy: admin.email, permissions: ["manage_cars"] }),
    );
    expect(JSON.stringify(listed)).not.toContain(code);
    const lesser = await makePerson(test, { role: "admin", permissions: ["manage_users"] });
    expect(
      (await call("DELETE", `/api/admin/invitations/${invitation.id}`, { person: lesser })).json(),
    ).toMatchObject({ code: "forbidden" });
    expect(
      (await call("DELETE", `/api/admin/invitations/${invitation.id}`, { person: admin })).statusCode,
    ).toBe(200);
    expect(
      (await call("DELETE", `/api/admin/invitations/${invitation.id}`, { person: admin })).statusCode,
    ).toBe(404);
    expect(
      (await call("POST", "/api/auth/admin-code", { payload: { email: "x@example.com", code } })).statusCode,
    ).toBe(422);
  });
});
