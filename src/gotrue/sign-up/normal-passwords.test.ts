// @one-database
import { argon2Sync, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { codeIn, emailTo, linkIn } from "#test/emails.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const composed = "Crème-brûlée-月租-7";
const apart = composed.normalize("NFD");
const invisible = "\ufeffCr\u200bème-brû\u00adlée-月租-7\u202e";
const forms = [composed, apart, invisible, "Ｃrème-brûlée-月租-７"];

const post = (url: string, payload: object, headers = {}) =>
  test.app.inject({ method: "POST", url, payload, headers });
const signIn = async (email: string, password: string) =>
  (await post("/auth/v1/token?grant_type=password", { email, password })).statusCode;
const logIn = async (email: string, password: string) =>
  (await post("/api/auth/login", { email, password })).statusCode;
const put = (authorization: object, payload: object) =>
  test.app.inject({ method: "PUT", url: "/auth/v1/user", headers: { ...authorization }, payload });
const signUp = (email: string, password: string) => post("/auth/v1/signup", { email, password });
const confirm = async (email: string, password: string) =>
  post("/auth/v1/verify", {
    type: "signup",
    token_hash: linkIn(await emailTo(test, email, "signup")).searchParams.get("token_hash"),
    password,
  });
const hashOf = async (email: string) => {
  const [user] = await test.services.database.rows<{ hash: string }>(
    "select password_hash as hash from users where email = $1",
    [email],
  );
  return user?.hash ?? "";
};

/** A hash as the program made it before passwords had a normal form. */
function hashAsTyped(typed: string): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync("argon2id", {
    message: typed,
    nonce,
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  const bare = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=19456,t=2,p=1$${bare(nonce)}$${bare(tag)}`;
}

async function makeOld(typed: string): Promise<string> {
  const { email } = await makePerson(test);
  await test.services.database.rows("update users set password_hash = $2 where email = $1", [
    email,
    hashAsTyped(typed),
  ]);
  return email;
}

describe("a password in another Unicode form", () => {
  it.each([...forms.entries()])(
    "a password signs in, whatever Unicode form it was set in (%i)",
    async (at, typed) => {
      const email = `form${at}@example.com`;
      expect((await signUp(email, typed)).statusCode).toBe(200);
      expect(await signIn(email, typed)).toBe(400);
      const other = forms[(at + 1) % forms.length] ?? "";
      expect((await confirm(email, other)).statusCode).toBe(200);
      for (const form of forms)
        expect([await signIn(email, form), await logIn(email, form)]).toEqual([200, 200]);
      expect(await signIn(email, "Creme-brulee-月租-7")).toBe(400);
    },
  );

  it("a password needs its sign-up's confirmation in any Unicode form", async () => {
    const email = "waits-in-another-form@example.com";
    await signUp(email, composed);
    const answer = await post("/auth/v1/token?grant_type=password", { email, password: apart });
    expect(answer.json()).toMatchObject({ error_code: "email_not_confirmed" });
  });

  it("the current password is recognized in any Unicode form and refused as a new one", async () => {
    const { email, authorization } = await makePerson(test);
    const nonceFor = async () => {
      await test.app.inject({ url: "/auth/v1/reauthenticate", headers: authorization });
      return codeIn(await emailTo(test, email, "reauthentication"));
    };
    expect((await put(authorization, { password: apart, nonce: await nonceFor() })).statusCode).toBe(200);
    expect(await signIn(email, composed)).toBe(200);
    expect(
      (await put(authorization, { password: invisible, current_password: composed })).json(),
    ).toMatchObject({
      error_code: "same_password",
    });
    expect((await put(authorization, { password: "another one", current_password: apart })).statusCode).toBe(
      200,
    );
  });

  it("a password from a recovery email signs in in another Unicode form", async () => {
    const { email } = await makePerson(test);
    await post("/auth/v1/recover", { email });
    const token_hash = linkIn(await emailTo(test, email, "recovery")).searchParams.get("token_hash");
    const opened = await post("/auth/v1/verify", { type: "recovery", token_hash });
    const authorization = `Bearer ${opened.json<{ access_token: string }>().access_token}`;
    expect((await put({ authorization }, { password: apart })).statusCode).toBe(200);
    expect(await logIn(email, composed)).toBe(200);
  });

  it("a password set through the API works when typed in another Unicode form", async () => {
    const email = "form-of-api@example.com";
    const body = { email, password: apart, full_name: "Wei Lin", username: "form_of_api" };
    expect((await post("/api/auth/v2/signup", body)).statusCode).toBe(200);
    await confirm(email, composed);
    expect(await logIn(email, invisible)).toBe(200);
  });
});

describe("a password that was hashed as entered", () => {
  it.each([apart, invisible])(
    "an old hash signs in by the same text, and from then on in every Unicode form (%#)",
    async (typed) => {
      const email = await makeOld(typed);
      const before = await hashOf(email);
      expect(await signIn(email, composed)).toBe(400);
      expect(await hashOf(email)).toBe(before);
      expect(await signIn(email, typed)).toBe(200);
      expect(await hashOf(email)).not.toBe(before);
      for (const form of forms) expect(await signIn(email, form)).toBe(200);
    },
  );

  it("an old hash proves the current password for a change", async () => {
    const { email, authorization } = await makePerson(test);
    await test.services.database.rows("update users set password_hash = $2 where email = $1", [
      email,
      hashAsTyped(apart),
    ]);
    expect((await put(authorization, { password: apart, current_password: apart })).json()).toMatchObject({
      error_code: "same_password",
    });
    expect((await put(authorization, { password: "another one", current_password: apart })).statusCode).toBe(
      200,
    );
  });

  it("an old hash confirms a sign-up that has waited since then", async () => {
    const email = "waited@example.com";
    await signUp(email, composed);
    const { waitingHashes } = await import("./waiting-sign-ups.ts");
    const [, older] = await waitingHashes(test.services, email, apart);
    await test.services.database.rows("update sign_ups set password_hash = $2 where recipient = $1", [
      email,
      older,
    ]);
    expect((await confirm(email, apart)).statusCode).toBe(200);
    expect(await signIn(email, apart)).toBe(200);
    expect(await signIn(email, composed)).toBe(200);
  });

  it("an old hash with an empty normal form is kept, and an empty password doesn't sign in", async () => {
    const email = await makeOld("\u200b\u200b\u200b\u200b\u200b\u200b");
    const before = await hashOf(email);
    expect(await signIn(email, "\u200b\u200b\u200b\u200b\u200b\u200b")).toBe(200);
    expect(await hashOf(email)).toBe(before);
    expect(await signIn(email, "")).toBe(400);
  });
});

describe("a new password", () => {
  it.each([
    ["seems long enough", "abc\u200b\u200b\u200b", 422, "weak_password", ["length"]],
    ["is short in its normal form", "e\u0301".repeat(5), 422, "weak_password", ["length"]],
    ["is the product's name", "L0ngbay2026", 422, "weak_password", ["brand"]],
    ["is the product's name in Chinese", "长湾123456", 422, "weak_password", ["brand"]],
    ["is one repeated character", "kkkkkkkk", 422, "weak_password", ["pattern"]],
    ["is a row of keys", "2wsx1qaz!", 422, "weak_password", ["pattern"]],
    ["is a common one in full width", "ｍｏｎｋｅｙ１２", 422, "weak_password", ["pwned"]],
    ["is common except for invisible characters", "mon\u200bkey12", 422, "weak_password", ["pwned"]],
  ])(
    "a new password that %s is refused at sign-up and at a change",
    async (_what, password, status, code, reasons) => {
      const refused = { error_code: code, weak_password: { reasons } };
      const atSignUp = await signUp("weak@example.com", password);
      expect([atSignUp.statusCode, atSignUp.json()]).toMatchObject([status, refused]);
      const { authorization } = await makePerson(test);
      const atChange = await put(authorization, { password, current_password: "correct horse battery" });
      expect([atChange.statusCode, atChange.json()]).toMatchObject([status, refused]);
      const body = { email: "weak@example.com", password, full_name: "Wei", username: "weak_one" };
      expect((await post("/api/auth/v2/signup", body)).statusCode).toBeGreaterThanOrEqual(400);
    },
  );

  it("a new password can have 72 bytes in its normal form, in any Unicode form, and no more", async () => {
    expect((await signUp("long1@example.com", "éàèùâêîôûëïü".normalize("NFD").repeat(3))).statusCode).toBe(
      200,
    );
    const long = "the quick brown fox jumps over the lazy dog and then over the lazy cat!!";
    expect(long).toHaveLength(72);
    expect((await signUp("long3@example.com", long)).statusCode).toBe(200);
    expect((await signUp("long4@example.com", `${long}\u200b`)).statusCode).toBe(200);
    expect((await signUp("long5@example.com", `${long}.`)).json()).toMatchObject({
      error_code: "validation_failed",
      msg: "Password cannot be longer than 72 characters",
    });
  });
});
