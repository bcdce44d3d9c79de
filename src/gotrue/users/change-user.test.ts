// @one-database
import type { EmailKind } from "#domain/people/email-kinds.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person, raise, testPassword } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { codeIn, codeTextedTo, emailTo, emailsTo, linkIn, emailsAtOnceTo } from "#test/emails.ts";

let test: TestApp;
/** The product with its limits. */
let limited: TestApp;
beforeAll(async () => {
  [test, limited] = await Promise.all([
    startTestApp(),
    startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "loopback" }),
  ]);
});
afterAll(() => Promise.all([test.close(), limited.close()]));

const put = (person: Pick<Person, "authorization">, payload: object) =>
  test.app.inject({ method: "PUT", url: "/auth/v1/user", headers: person.authorization, payload });
const post = (url: string, payload: object) =>
  test.app.inject({ method: "POST", url: `/auth/v1${url}`, payload });
const signIn = async (email: string, password: string) =>
  (await post("/token?grant_type=password", { email, password })).statusCode;
const open = async (email: string, kind: EmailKind, type: string) =>
  post("/verify", {
    type,
    token_hash: linkIn(await emailTo(test, email, kind)).searchParams.get("token_hash"),
  });
const user = async (person: Person) =>
  (await test.app.inject({ url: "/auth/v1/user", headers: person.authorization })).json<
    Record<string, unknown>
  >();
const bearerOf = (answer: Awaited<ReturnType<typeof post>>) => ({
  authorization: { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` },
});

describe("a new password", () => {
  it("a password can't be changed by a token alone, without the old password or a mailed code", async () => {
    const person = await makePerson(test);
    expect((await put(person, { password: "another one" })).json()).toMatchObject({
      code: 400,
      error_code: "reauthentication_needed",
    });
    expect(
      (await put(person, { password: "another one", current_password: "a guess" })).json(),
    ).toMatchObject({ error_code: "current_password_mismatch" });
    expect((await put(person, { password: "another one", nonce: "000000" })).json()).toMatchObject({
      code: 422,
      error_code: "reauthentication_not_valid",
    });
    expect(await signIn(person.email, testPassword)).toBe(200);
  });

  it("the current password can be guessed with a stolen token only ten times, from any networks", async () => {
    const { authorization } = await makePerson(limited);
    const guess = async (at: number) =>
      (
        await limited.app.inject({
          method: "PUT",
          url: "/auth/v1/user",
          headers: { ...authorization, "x-forwarded-for": `192.0.2.${at}` },
          payload: { password: "another one", current_password: `a guess ${at}` },
        })
      ).statusCode;
    const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => guess(at)));
    expect(answers.toSorted((a, b) => a - b)).toEqual([...Array<number>(10).fill(400), 429, 429, 429, 429]);
  });

  it("a change by the old password keeps this session, ends the others and emails the owner", async () => {
    const person = await makePerson(test);
    const other = bearerOf(
      await post("/token?grant_type=password", { email: person.email, password: testPassword }),
    );
    await post("/recover", { email: person.email });
    expect(
      (await put(person, { password: testPassword, current_password: testPassword })).json(),
    ).toMatchObject({ error_code: "same_password" });
    expect((await put(person, { password: "another one", current_password: testPassword })).statusCode).toBe(
      200,
    );
    expect([await signIn(person.email, testPassword), await signIn(person.email, "another one")]).toEqual([
      400, 200,
    ]);
    expect((await test.app.inject({ url: "/auth/v1/user", headers: other.authorization })).statusCode).toBe(
      403,
    );
    expect((await user(person)).id).toBe(person.id);
    expect(await emailsTo(test, person.email)).toContain("password_changed");
    expect((await open(person.email, "recovery", "recovery")).statusCode).toBe(403);
  });

  it("a mailed code changes the password once, and stops working after five wrong guesses", async () => {
    const person = await makePerson(test);
    const ask = () => test.app.inject({ url: "/auth/v1/reauthenticate", headers: person.authorization });
    await ask();
    const nonce = codeIn(await emailTo(test, person.email, "reauthentication"));
    const wrong = nonce === "111111" ? "222222" : "111111";
    for (let guess = 0; guess < 5; guess++) await put(person, { password: "another one", nonce: wrong });
    expect((await put(person, { password: "another one", nonce })).json()).toMatchObject({
      error_code: "reauthentication_not_valid",
    });
    await ask();
    const fresh = codeIn(await emailTo(test, person.email, "reauthentication"));
    expect((await put(person, { password: "another one", nonce: fresh })).statusCode).toBe(200);
    expect((await put(person, { password: "a third one", nonce: fresh })).json()).toMatchObject({
      error_code: "reauthentication_not_valid",
    });
  });

  it("a recovery link sets one password within a day, and still needs the second factor", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const [known, unknown] = [
      await post("/recover", { email: person.email }),
      await post("/recover", { email: "unknown@example.com" }),
    ];
    expect([known.body, unknown.body]).toEqual(["{}", "{}"]);
    expect(await emailsTo(test, "unknown@example.com")).toEqual([]);
    const opened = await open(person.email, "recovery", "recovery");
    expect(opened.json()).toMatchObject({ user: { id: person.id } });
    const recovering = bearerOf(opened);
    expect((await put(recovering, { password: "another one" })).json()).toMatchObject({
      code: 401,
      error_code: "insufficient_aal",
    });
    expect(
      (await test.app.inject({ url: "/api/auth/user", headers: recovering.authorization })).statusCode,
    ).toBe(403);
    expect((await open(person.email, "recovery", "recovery")).statusCode).toBe(403);

    const simple = await makePerson(test);
    await post("/recover", { email: simple.email });
    const session = bearerOf(await open(simple.email, "recovery", "recovery"));
    expect((await put(session, { password: "another one" })).statusCode).toBe(200);
    expect((await test.app.inject({ url: "/auth/v1/user", headers: simple.authorization })).statusCode).toBe(
      403,
    );
    expect(await signIn(simple.email, "another one")).toBe(200);
    await test.services.database.rows(
      "update sessions set amr = replace(amr::text, '\"timestamp\": 1', '\"timestamp\": ')::jsonb where user_id = $1",
      [simple.id],
    );
    expect((await put(session, { password: "a third one" })).json()).toMatchObject({
      error_code: "reauthentication_needed",
    });
  });
});

/** Confirms an order that was placed with an address, as a reader of its mailbox does. */
async function confirmOrder(id: string, email: string): Promise<string> {
  const link = linkIn(await emailTo(test, email, "order_received"));
  const key = link.searchParams.get("key") ?? "";
  const payload = { key };
  await test.app.inject({ method: "POST", url: `/api/orders/${id}/confirm-email`, payload });
  return key;
}

describe("a new address", () => {
  it("a new address takes effect in the account too once both mailboxes have confirmed it", async () => {
    const person = await makePerson(test);
    expect((await put(person, { email: "New.Address@example.com" })).json()).toMatchObject({
      error_code: "reauthentication_needed",
    });
    const asked = await put(person, { email: "New.Address@example.com", current_password: testPassword });
    expect(asked.json()).toMatchObject({ email: person.email, new_email: "new.address@example.com" });
    expect((await open("new.address@example.com", "email_change_new", "email_change")).json()).toEqual({
      msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
      code: "200",
    });
    expect((await user(person)).email).toBe(person.email);
    expect((await open(person.email, "email_change_current", "email_change")).json()).toMatchObject({
      user: { email: "new.address@example.com" },
    });
    expect([
      await signIn("new.address@example.com", testPassword),
      await signIn(person.email, testPassword),
    ]).toEqual([200, 400]);
    const [account] = await test.services.database.rows("select email from accounts where id = $1", [
      person.id,
    ]);
    expect(account).toEqual({ email: "new.address@example.com" });
    expect(await emailsTo(test, person.email)).toContain("email_changed");
  });

  it("a new address receives the emails of orders, except of those with a different address", async () => {
    const person = await makePerson(test);
    const order = async (inDays: number, by: object, customerEmail = person.email) => {
      const wanted = { carId: await makeCar(test), ...aMonth(test, inDays) };
      const { total } = (
        await test.app.inject({ method: "POST", url: "/api/quotes", payload: wanted })
      ).json<{ total: string }>();
      const payload = { ...renter, ...wanted, customerEmail, totalPrice: total };
      const answer = await test.app.inject({ method: "POST", url: "/api/bookings", payload, ...by });
      return answer.json<{ id: string }>().id;
    };
    const signedIn = { headers: person.authorization };
    const visitors = await order(20, {});
    await confirmOrder(visitors, person.email);
    const [own, over, elsewhere] = [
      await order(10, signedIn),
      await order(30, signedIn),
      await order(40, signedIn, "family@example.com"),
    ];
    await test.services.database.rows("update orders set status = 'cancelled' where id = $1", [over]);
    await put(person, { email: "moved.on@example.com", current_password: testPassword });
    await open("moved.on@example.com", "email_change_new", "email_change");
    const writesTo = async () =>
      new Map(
        (
          await test.services.database.rows<{ id: string; email: string; account: string | null }>(
            "select id, customer_email as email, account_id as account from orders where id = any($1::uuid[])",
            [[own, visitors, over, elsewhere]],
          )
        ).map(({ id, ...row }) => [id, row]),
      );
    expect((await writesTo()).get(own)?.email).toBe(person.email);
    await open(person.email, "email_change_current", "email_change");
    expect(await writesTo()).toEqual(
      new Map([
        [own, { email: "moved.on@example.com", account: person.id }],
        [visitors, { email: "moved.on@example.com", account: person.id }],
        [over, { email: "moved.on@example.com", account: person.id }],
        [elsewhere, { email: "family@example.com", account: person.id }],
      ]),
    );
  });

  it("a changed address closes the visitor's orders to the key in the former mailbox", async () => {
    const person = await makePerson(test);
    const wanted = { carId: await makeCar(test), ...aMonth(test, 10) };
    const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: wanted });
    const { total } = quote.json<{ total: string }>();
    const payload = { ...renter, ...wanted, customerEmail: person.email, totalPrice: total };
    const placed = await test.app.inject({ method: "POST", url: "/api/bookings", payload });
    const { id } = placed.json<{ id: string }>();
    const key = await confirmOrder(id, person.email);
    const cancel = () =>
      test.app.inject({ method: "POST", url: `/api/orders/${id}/cancel`, payload: { key } });
    const seen = async () =>
      (await test.app.inject({ url: `/api/orders/${id}?key=${key}` })).json<{ canCancel?: boolean }>();
    expect(key).not.toBe("");
    const before = await seen();
    await put(person, { email: "moved.away@example.com", current_password: testPassword });
    await open("moved.away@example.com", "email_change_new", "email_change");
    await open(person.email, "email_change_current", "email_change");
    expect(await seen()).not.toEqual(before);
    expect((await cancel()).statusCode).toBe(404);
    const own = await test.app.inject({ url: `/api/account/orders/${id}`, headers: person.authorization });
    expect(own.json()).toMatchObject({ id, status: "pending" });
  });

  it("the address entered last counts, though an earlier mistyped one was never confirmed", async () => {
    const person = await makePerson(test);
    await put(person, { email: "mistypde@example.com", current_password: testPassword });
    await put(person, { email: "mistyped@example.com", current_password: testPassword });
    expect((await open("mistypde@example.com", "email_change_new", "email_change")).statusCode).toBe(403);
    expect((await open("mistyped@example.com", "email_change_new", "email_change")).json()).toMatchObject({
      code: "200",
    });
    expect((await open(person.email, "email_change_current", "email_change")).json()).toMatchObject({
      user: { email: "mistyped@example.com" },
    });
  });

  it("a new address gets one email a minute about the change, whoever repeats it, without a name", async () => {
    for (const person of [await makePerson(limited), await makePerson(limited)]) {
      const headers = person.authorization;
      await limited.app.inject({
        method: "PUT",
        url: "/auth/v1/user",
        headers,
        payload: {
          email: "stranger@example.com",
          current_password: testPassword,
          data: { full_name: "Eve" },
        },
      });
      await limited.services.database.rows("delete from limits where key like 'email network%'");
      await limited.app.inject({
        method: "POST",
        url: "/auth/v1/resend",
        payload: { type: "email_change", email: person.email },
      });
    }
    expect(await emailsAtOnceTo(limited, "stranger@example.com")).toEqual(["email_change_new"]);
    const { content } = await emailTo(limited, "stranger@example.com", "email_change_new");
    expect(content.greeting).toBe("Hello,");
  });

  it("a new address can't be confirmed by the emails about an earlier one", async () => {
    const person = await makePerson(limited);
    const change = (email: string) =>
      limited.app.inject({
        method: "PUT",
        url: "/auth/v1/user",
        headers: person.authorization,
        payload: { email, current_password: testPassword },
      });
    await change("own@example.com");
    const former = await Promise.all(
      (
        [
          ["own@example.com", "email_change_new"],
          [person.email, "email_change_current"],
        ] as const
      ).map(async ([email, kind]) =>
        linkIn(await emailTo(limited, email, kind)).searchParams.get("token_hash"),
      ),
    );
    await limited.app.inject({
      method: "POST",
      url: "/auth/v1/otp",
      payload: { email: "victim@example.com" },
    });
    expect((await change("victim@example.com")).json()).toMatchObject({ new_email: "victim@example.com" });
    expect(await emailsTo(limited, "victim@example.com")).toEqual(["email_change_new", "signup"]);
    for (const token_hash of former) {
      const opened = await limited.app.inject({
        method: "POST",
        url: "/auth/v1/verify",
        payload: { type: "email_change", token_hash },
      });
      expect(opened.json()).toMatchObject({ error_code: "otp_expired" });
    }
    const kept = (await limited.app.inject({ url: "/auth/v1/user", headers: person.authorization })).json<{
      email: string;
    }>();
    expect(kept.email).toBe(person.email);
  });

  it("a changed address invalidates the recovery link in the old mailbox", async () => {
    const person = await makePerson(test);
    await post("/recover", { email: person.email });
    await put(person, { email: "moved@example.com", current_password: testPassword });
    await open("moved@example.com", "email_change_new", "email_change");
    await open(person.email, "email_change_current", "email_change");
    expect((await open(person.email, "recovery", "recovery")).statusCode).toBe(403);
  });

  it("a new address is refused while it belongs to another account", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    expect((await put(person, { email: other.email, current_password: testPassword })).json()).toMatchObject({
      code: 422,
      error_code: "email_exists",
    });
  });

  it("a new address needs the second factor where there is one", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const asked = { email: "elsewhere@example.com", current_password: testPassword };
    expect((await put(person, asked)).json()).toMatchObject({ code: 401, error_code: "insufficient_aal" });
    expect((await put(await raise(test, person), asked)).statusCode).toBe(200);
  });
});

describe("other changes of a person's own data", () => {
  it("changed metadata is merged into the earlier metadata, and null removes a key", async () => {
    const person = await makePerson(test);
    await put(person, { data: { colour: "blue", size: 3 } });
    const changed = await put(person, { data: { colour: null, __proto__: { x: 1 } } });
    expect(changed.json<{ user_metadata: object }>().user_metadata).toEqual({
      full_name: "Wei Lin",
      email_verified: true,
      size: 3,
    });
  });

  it("changed metadata is refused when it would be too large for a token", async () => {
    const person = await makePerson(test);
    expect((await put(person, { data: { first: "租".repeat(1000) } })).statusCode).toBe(200);
    expect((await put(person, { data: { second: "车".repeat(1000) } })).json()).toMatchObject({
      code: 400,
      error_code: "validation_failed",
    });
    expect((await put(person, { data: { first: null, second: "车".repeat(1000) } })).statusCode).toBe(200);
  });

  it("a phone is accepted once its code is entered", async () => {
    const person = await makePerson(test);
    expect((await put(person, { phone: "+1 650 555 0177", current_password: testPassword })).statusCode).toBe(
      200,
    );
    const token = await codeTextedTo(test, "16505550177");
    expect((await post("/resend", { type: "phone_change", phone: "+16505550177" })).statusCode).toBe(200);
    const again = await codeTextedTo(test, "16505550177");
    expect((await post("/verify", { type: "phone_change", phone: "+16505550177", token })).statusCode).toBe(
      token === again ? 200 : 403,
    );
    expect(
      (await post("/verify", { type: "phone_change", phone: "+16505550177", token: again })).json(),
    ).toMatchObject({
      user: { id: person.id, phone: "16505550177" },
    });
  });

  it("a changed phone invalidates the code that the former phone received", async () => {
    const person = await makePerson(test);
    const take = async (phone: string) => {
      await put(person, { phone: `+${phone}`, current_password: testPassword });
      const token = await codeTextedTo(test, phone);
      const taken = await post("/verify", { type: "phone_change", phone: `+${phone}`, token });
      expect(taken.statusCode, taken.body).toBe(200);
    };
    const [former, next] = ["16505550178", "16505550179"];
    await take(former);
    for (const setPhone of [
      () => take(next),
      () => test.services.database.rows("update users set phone = '16505550180' where id = $1", [person.id]),
    ]) {
      const { phone } = (await user(person)) as { phone: string };
      expect((await post("/otp", { phone: `+${phone}`, create_user: false })).statusCode).toBe(200);
      const token = await codeTextedTo(test, phone);
      await setPhone();
      const late = await post("/verify", { type: "sms", phone: `+${phone}`, token });
      expect(late.json(), late.body).toMatchObject({ code: 403, error_code: "otp_expired" });
    }
  });
});
