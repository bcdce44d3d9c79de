// @one-database
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { calculateJwkThumbprint, importJWK, type JWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, testPassword } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar } from "#test/factories.ts";
import { freePort } from "#test/throwaway-cluster.ts";

let test: TestApp;
let address: string;
let service: SupabaseClient;
beforeAll(async () => {
  const port = await freePort();
  test = await startTestApp({ AUTH_ADMIN_API: "on", AUTH_AUTOCONFIRM: "on", PORT: String(port) });
  address = await test.app.listen({ port, host: "127.0.0.1" });
  service = clientOf(await serviceToken("service_role"));
});
afterAll(() => test.close());

const clientOf = (key: string, at = address) =>
  createClient(at, key, { auth: { persistSession: false, autoRefreshToken: false } });

async function serviceToken(role: string, of = test): Promise<string> {
  const [kept] = await of.services.database.rows<{ value: string }>(
    "select value from settings where key = 'signing_key'",
  );
  const jwk = JSON.parse(kept?.value ?? "") as JWK;
  const { kty, crv, x, y } = jwk;
  return new SignJWT({ role })
    .setProtectedHeader({ alg: "ES256", kid: await calculateJwkThumbprint({ kty, crv, x, y }) })
    .setExpirationTime("1h")
    .sign(await importJWK(jwk, "ES256"));
}

describe("the holder of the service's key", () => {
  it("the service's key creates, finds, changes, bans and deletes users", async () => {
    const made = await service.auth.admin.createUser({
      email: "made@example.com",
      password: testPassword,
      email_confirm: true,
      user_metadata: { a: 1 },
      app_metadata: { plan: "x" },
    });
    if (made.error) throw made.error;
    const { user } = made.data;
    expect(user).toMatchObject({
      email: "made@example.com",
      user_metadata: { a: 1 },
      app_metadata: { plan: "x", provider: "email" },
    });
    expect(
      (await service.auth.admin.createUser({ email: "made@example.com", password: testPassword })).error,
    ).toMatchObject({
      code: "email_exists",
      status: 422,
    });
    const listed = await service.auth.admin.listUsers({ page: 1, perPage: 5 });
    expect(listed.data.users[0]?.id).toBe(user.id);
    expect((await service.auth.admin.listUsers({ page: -1 })).error).toMatchObject({ status: 400 });
    expect(
      (await service.auth.admin.createUser({ id: user.id, email: "twice@example.com" })).error,
    ).toMatchObject({ code: "user_already_exists" });
    await service.auth.admin.createUser({ phone: "+14155550142" });
    expect((await service.auth.admin.updateUserById(user.id, { phone: "+14155550142" })).error).toMatchObject(
      { code: "phone_exists", status: 422 },
    );
    const tooLong = await service.auth.admin.updateUserById(user.id, { ban_duration: "9999999h" });
    expect(tooLong.error).toMatchObject({ code: "validation_failed", status: 400 });
    const changed = await service.auth.admin.updateUserById(user.id, {
      user_metadata: { b: 2 },
      email: "changed@example.com",
    });
    expect(changed.data.user).toMatchObject({ email: "changed@example.com", user_metadata: { a: 1, b: 2 } });

    const person = clientOf("longbay");
    expect(
      (await person.auth.signInWithPassword({ email: "changed@example.com", password: testPassword })).error,
    ).toBeNull();
    await service.auth.admin.updateUserById(user.id, { ban_duration: "24h" });
    expect((await person.auth.refreshSession()).error).not.toBeNull();
    expect(
      (await person.auth.signInWithPassword({ email: "changed@example.com", password: testPassword })).error,
    ).toMatchObject({ code: "user_banned" });
    expect((await service.auth.admin.deleteUser(user.id)).error).toBeNull();
    expect((await service.auth.admin.getUserById(user.id)).error).toMatchObject({
      code: "user_not_found",
      status: 404,
    });
    const [kept] = await test.services.database.rows(
      "select email, full_name, username from accounts where id = $1",
      [user.id],
    );
    expect(kept).toEqual({ email: "", full_name: "", username: null });
  });

  it("deleting a user removes them from finished orders, emails and history, but not from open orders", async () => {
    const { database } = test.services;
    const person = await makePerson(test);
    const call = (url: string, payload: object, method: "POST" | "PUT" = "POST") =>
      test.app.inject({ method, url, payload, headers: person.authorization });
    await call("/api/auth/v2/profile", { full_name: "Canary Bird", phone: "+1 415 555 0199" }, "PUT");
    const carId = await makeCar(test);
    const order = async (from: number) => {
      const dates = aMonth(test, from);
      const { total } = (await call("/api/quotes", { carId, ...dates })).json<{ total: string }>();
      const canary = {
        customerName: "Canary Bird",
        customerPhone: "+1 415 555 0199",
        pickupLocation: "Canary Road",
        customerEmail: person.email,
      };
      return (await call("/api/bookings", { carId, ...dates, ...canary, totalPrice: total })).json<{
        id: string;
      }>().id;
    };
    const [over, open] = [await order(5), await order(80)];
    await test.app.inject({ url: "/api/account/orders", headers: person.authorization });
    const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
    await test.app.inject({
      method: "POST",
      url: `/api/admin/orders/${over}/notes`,
      payload: { text: "Canary called" },
      headers: desk.authorization,
    });
    const setStatus = (status: string) =>
      test.app.inject({
        method: "PUT",
        url: `/api/admin/orders/${over}/status`,
        payload: { status, reason: "Canary asked for it" },
        headers: desk.authorization,
      });
    await setStatus("confirmed");
    const moved = { kind: "pickup", pickupLocation: "Canary Lane", pickupTime: "11:00", returnTime: "12:00" };
    expect((await call(`/api/orders/${over}/changes`, moved)).statusCode).toBe(201);
    expect((await setStatus("cancelled")).statusCode).toBe(200);
    await database.rows("update emails set sent_at = now()");
    expect((await service.auth.admin.deleteUser(person.id)).error).toBeNull();
    const rowsOf = async (table: string, where: string) =>
      JSON.stringify(await database.rows(`select * from ${table} where ${where}`));
    for (const [table, where] of [
      ["orders", `id = '${over}'`],
      ["emails", `order_id = '${over}'`],
      ["order_notes", `order_id = '${over}'`],
      ["audit_events", `entity_id = '${over}'`],
      ["audit_events", `entity_id = '${person.id}'`],
    ] as const)
      expect(await rowsOf(table, where)).not.toMatch(new RegExp(`Canary|0199|${person.email}`, "i"));
    expect(JSON.parse(await rowsOf("orders", `id = '${over}'`))).toMatchObject([
      { status: "cancelled", account_id: null, car_id: carId },
    ]);
    expect(JSON.parse(await rowsOf("orders", `id = '${open}'`))).toMatchObject([
      { customer_name: "Canary Bird", account_id: null },
    ]);
  });

  it("deleting a user who never confirmed their address keeps the messages from that address", async () => {
    const email = "never-confirmed@example.com";
    const words = { name: "Somebody", email, subject: "A question", message: "Is the car there in May?" };
    await test.app.inject({ method: "POST", url: "/api/contact", payload: words });
    const made = await service.auth.admin.createUser({ email, password: testPassword });
    expect((await service.auth.admin.deleteUser(made.data.user?.id ?? "")).error).toBeNull();
    expect(
      await test.services.database.rows("select from contact_messages where email = $1", [email]),
    ).toHaveLength(1);
  });

  it("a generated sign-up link opens with the password that it was made with, and has no code", async () => {
    const email = "by-the-service@example.com";
    const { data } = await service.auth.admin.generateLink({ type: "signup", email, password: testPassword });
    expect(data.properties?.email_otp).toBe("");
    const opened = await clientOf("longbay").auth.verifyOtp({
      token_hash: data.properties?.hashed_token ?? "",
      type: "signup",
    });
    expect(opened.data.user?.email).toBe(email);
    expect(
      (await clientOf("longbay").auth.signInWithPassword({ email, password: testPassword })).error,
    ).toBeNull();
  });

  it("generated links open like mailed links", async () => {
    const person = await makePerson(test);
    const { data } = await service.auth.admin.generateLink({
      type: "recovery",
      email: person.email,
      options: { redirectTo: `${address}/cars` },
    });
    expect(data.properties).toMatchObject({ verification_type: "recovery", redirect_to: `${address}/cars` });
    const opened = await clientOf("longbay").auth.verifyOtp({
      token_hash: data.properties?.hashed_token ?? "",
      type: "recovery",
    });
    expect(opened.data.user?.id).toBe(person.id);
    const magic = await service.auth.admin.generateLink({ type: "magiclink", email: person.email });
    const typed = await clientOf("longbay").auth.verifyOtp({
      email: person.email,
      token: magic.data.properties?.email_otp ?? "",
      type: "email",
    });
    expect(typed.data.user?.id).toBe(person.id);
    const invited = await service.auth.admin.inviteUserByEmail("invited@example.com");
    expect(invited.data.user?.invited_at).toBeDefined();
  });

  it("the service's key lists and removes factors without seeing their secrets", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const { data } = await service.auth.admin.mfa.listFactors({ userId: person.id });
    expect(data?.factors).toMatchObject([{ id: person.factorId, factor_type: "totp", status: "verified" }]);
    expect(JSON.stringify(data)).not.toMatch(/secret/i);
    const removed = await service.auth.admin.mfa.deleteFactor({ userId: person.id, id: person.factorId });
    expect([removed.error, JSON.stringify(removed.data)]).toEqual([
      null,
      expect.stringContaining(person.factorId),
    ]);
    expect((await service.auth.admin.mfa.listFactors({ userId: person.id })).data?.factors).toEqual([]);
  });

  it("the user list is refused to another role, to a person's token and to the publishable key", async () => {
    const person = await makePerson(test, { role: "admin", permissions: ["all"] });
    for (const key of [
      await serviceToken("authenticated"),
      await serviceToken("anon"),
      person.token,
      "longbay",
    ]) {
      expect((await clientOf(key).auth.admin.listUsers()).error?.status).toBeGreaterThanOrEqual(401);
    }
  });
});

describe("a service where a sign-up waits for its email", () => {
  let test: TestApp;
  let service: SupabaseClient;
  beforeAll(async () => {
    const port = await freePort();
    test = await startTestApp({ AUTH_ADMIN_API: "on", PORT: String(port) });
    service = clientOf(
      await serviceToken("service_role", test),
      await test.app.listen({ port, host: "127.0.0.1" }),
    );
  });
  afterAll(() => test.close());

  it("deleting a user deletes their messages and emails, and nobody else's", async () => {
    const { database } = test.services;
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const post = (url: string, payload: object) => test.app.inject({ method: "POST", url, payload });
    for (const { email } of [person, other]) {
      const words = {
        name: "Canary Bird",
        email: email.toUpperCase(),
        subject: "A question",
        message: "Is the car there in May?",
      };
      expect((await post("/api/contact", words)).statusCode).toBeLessThan(300);
      expect((await post("/api/email-subscriptions", { email })).statusCode).toBeLessThan(300);
      await post("/auth/v1/recover", { email });
      await post("/auth/v1/signup", { email, password: "typed by somebody" });
    }
    expect((await service.auth.admin.deleteUser(person.id)).error).toBeNull();
    const naming = async (email: string) => {
      const counts: Record<string, number> = {};
      for (const table of [
        "contact_messages",
        "email_subscriptions",
        "emails",
        "mailed_tokens",
        "sign_ups",
        "users",
        "accounts",
      ]) {
        const [found] = await database.rows<{ rows: number }>(
          `select count(*)::int as rows from ${table} as one where strpos(lower(one::text), $1) > 0`,
          [email],
        );
        counts[table] = found?.rows ?? -1;
      }
      return counts;
    };
    expect(new Set(Object.values(await naming(person.email)))).toEqual(new Set([0]));
    const kept = await naming(other.email);
    expect(kept).toMatchObject({
      contact_messages: 1,
      email_subscriptions: 1,
      mailed_tokens: 1,
      sign_ups: 1,
      users: 1,
      accounts: 1,
    });
    expect(kept.emails).toBeGreaterThanOrEqual(4);
  });

  it("a password that attackers try first is refused to the service's key too", async () => {
    const email = "weak@example.com";
    expect((await service.auth.admin.createUser({ email, password: "iloveyou" })).error).toMatchObject({
      code: "weak_password",
      status: 422,
    });
    expect(
      (await service.auth.admin.generateLink({ type: "signup", email, password: "password" })).error,
    ).toMatchObject({ code: "weak_password" });
    const person = await makePerson(test);
    expect(
      (await service.auth.admin.updateUserById(person.id, { password: person.email })).error,
    ).toMatchObject({ code: "weak_password" });
  });
});

describe("AUTH_AUTOCONFIRM", () => {
  it("a sign-up gives a session at once, and 422 for a known address", async () => {
    const client = clientOf("longbay");
    const made = await client.auth.signUp({
      email: "quick@example.com",
      password: testPassword,
      options: { data: { status: "alpha" } },
    });
    expect(made.data).toMatchObject({
      session: { token_type: "bearer" },
      user: { user_metadata: { status: "alpha", email_verified: true } },
    });
    expect(
      (await client.auth.signUp({ email: "quick@example.com", password: testPassword })).error,
    ).toMatchObject({
      code: "user_already_exists",
      status: 422,
    });
    const anonymous = await clientOf("longbay").auth.signInAnonymously({ options: { data: { a: 1 } } });
    expect(anonymous.data.user).toMatchObject({ is_anonymous: true, user_metadata: { a: 1 } });
    const phone = await clientOf("longbay").auth.signUp({ phone: "+14155550111", password: testPassword });
    expect(phone.data.user).toMatchObject({ phone: "14155550111" });
    expect(
      (await clientOf("longbay").auth.signInWithPassword({ phone: "+14155550111", password: testPassword }))
        .error,
    ).toBeNull();
    expect((await client.auth.updateUser({ password: "another password" })).error).toBeNull();
  });
});
