// @one-database
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { startMailServer } from "#test/stand-ins/smtp.ts";

const path = "/api/email-subscriptions";
const post = ({ app }: TestApp, url: string, payload: object, remoteAddress = "203.0.113.1") =>
  app.inject({ method: "POST", url, payload, remoteAddress });
const rows = <T = Record<string, unknown>>({ services }: TestApp, query: string, values: unknown[] = []) =>
  services.database.rows<T>(query, values);

type SentEmail = {
  kind: string;
  content: { blocks: { url?: string; facts?: [string, string][] }[]; unsubscribe?: { url: string } };
};
const emailsTo = (test: TestApp, email: string) =>
  rows<SentEmail>(test, "select kind, content from emails where recipient = $1 order by created_at, kind", [
    email,
  ]);
const tokenOf = (address: string | undefined) =>
  new URL(address ?? "about:blank").searchParams.get("token") ?? "";

async function confirmToken(test: TestApp, email: string): Promise<string> {
  const message = (await emailsTo(test, email)).findLast(({ kind }) => kind === "subscription_confirm");
  return tokenOf(message?.content.blocks.find(({ url }) => url)?.url);
}

/** Subscribes and confirms an address. Returns its code and the token that ends it. */
async function subscriber(test: TestApp, email: string): Promise<{ code: string; goodbye: string }> {
  await post(test, path, { email, source: "promo_modal" });
  expect((await post(test, `${path}/confirm`, { token: await confirmToken(test, email) })).statusCode).toBe(
    200,
  );
  const message = (await emailsTo(test, email)).findLast(({ kind }) => kind === "subscription_code");
  return {
    code: message?.content.blocks.find(({ facts }) => facts)?.facts?.[0]?.[1] ?? "",
    goodbye: tokenOf(message?.content.unsubscribe?.url),
  };
}

describe("a subscription", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it("a subscription waits for its confirmation and keeps no readable token", async () => {
    const email = "wei.lin@example.com";
    const answer = await post(test, path, { email, source: "promo_modal", language: "zh" });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, message: expect.any(String) }]);
    const [row] = await rows<{ hash: string }>(
      test,
      "select source, language, confirm_hash as hash, confirmed_at as confirmed from email_subscriptions where email = $1",
      [email],
    );
    expect(row).toMatchObject({ source: "promo_modal", language: "zh", confirmed: null });
    const token = await confirmToken(test, email);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(row?.hash).not.toContain(token);
    expect(await rows(test, "select from promo_codes where email = $1", [email])).toEqual([]);
  });

  it("a repeated unconfirmed subscription is emailed again, and only the newest link works", async () => {
    await post(test, path, { email: "Ann.Case@example.com" });
    const first = await confirmToken(test, "Ann.Case@example.com");
    expect((await post(test, path, { email: "ann.case@EXAMPLE.com" })).json()).toMatchObject({
      success: true,
    });
    expect(
      await rows(test, "select from email_subscriptions where lower(email) = 'ann.case@example.com'"),
    ).toHaveLength(1);
    expect(refusalOf(await post(test, `${path}/confirm`, { token: first }))).toMatchObject({
      status: 404,
      code: "link_not_found",
    });
    expect(
      (await post(test, `${path}/confirm`, { token: await confirmToken(test, "Ann.Case@example.com") }))
        .statusCode,
    ).toBe(200);
  });

  it("a confirmed subscription gets one code, however often its button is pressed", async () => {
    const email = "once@example.com";
    await post(test, path, { email });
    const token = await confirmToken(test, email);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(test, `${path}/confirm`, { token })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect((await emailsTo(test, email)).filter(({ kind }) => kind === "subscription_code")).toHaveLength(1);
    const codes = await rows<{ code: string }>(test, "select code from promo_codes where email = $1", [
      email,
    ]);
    expect(codes).toEqual([
      { code: expect.stringMatching(/^BAY-[2-9A-HJKMNP-TV-Z]{7}-[2-9A-HJKMNP-TV-Z]{7}$/) },
    ]);
    const refused = await post(test, path, { email: "ONCE@example.com" });
    expect(refused.json()).toMatchObject({
      code: "already_subscribed",
      error: "This email is already subscribed to our updates.",
    });
    expect(refused.statusCode).toBe(409);
  });

  it("a subscription is not confirmed by an unknown link or one older than seven days", async () => {
    expect(refusalOf(await post(test, `${path}/confirm`, { token: "x".repeat(43) }))).toMatchObject({
      status: 404,
      code: "link_not_found",
    });
    await post(test, path, { email: "late@example.com" });
    await rows(
      test,
      "update email_subscriptions set confirm_expires_at = now() - interval '1 second' where email = 'late@example.com'",
    );
    expect(
      (await post(test, `${path}/confirm`, { token: await confirmToken(test, "late@example.com") }))
        .statusCode,
    ).toBe(404);
    expect(await rows(test, "select from promo_codes where email = 'late@example.com'")).toEqual([]);
  });

  it("a subscription ends with one click and comes back without a second code", async () => {
    const email = "back.again@example.com";
    const { code, goodbye } = await subscriber(test, email);
    expect((await post(test, `${path}/unsubscribe`, { token: "y".repeat(43) })).statusCode).toBe(404);
    for (let time = 0; time < 2; time++)
      expect((await post(test, `${path}/unsubscribe`, { token: goodbye })).statusCode).toBe(200);
    const old = await confirmToken(test, email);
    expect((await post(test, `${path}/confirm`, { token: old })).statusCode).toBe(404);
    expect((await subscriber(test, email)).code).toBe(code);
    expect(await rows(test, "select from promo_codes where email = $1", [email])).toHaveLength(1);
    // An email from the first subscription still unsubscribes.
    expect((await post(test, `${path}/unsubscribe`, { token: goodbye })).statusCode).toBe(200);
    expect(
      await rows(test, "select from email_subscriptions where email = $1 and unsubscribed_at is not null", [
        email,
      ]),
    ).toHaveLength(1);
  });

  it("a renewed subscription whose code was used gets an email that says so", async () => {
    const email = "used.it@example.com";
    const { code, goodbye } = await subscriber(test, email);
    const order = {
      ...renter,
      ...aMonth(test),
      customerEmail: email,
      carId: await makeCar(test),
      promo: code,
    };
    const { total } = (await post(test, "/api/quotes", order)).json<{ total: string }>();
    expect((await post(test, "/api/bookings", { ...order, totalPrice: total })).statusCode).toBe(201);
    await post(test, `${path}/unsubscribe`, { token: goodbye });
    expect((await subscriber(test, email)).code).toBe("");
    const messages = await rows<{ subject: string }>(
      test,
      "select subject from emails where recipient = $1 and kind = 'subscription_code' order by created_at",
      [email],
    );
    expect(messages.map(({ subject }) => subject)).toEqual([
      "Your code: $20 off your first rental",
      "Welcome back: your email is confirmed",
    ]);
  });

  it("a subscription in Chinese has emails that lead to pages in Chinese", async () => {
    const email = "chinese@example.com";
    await post(test, path, { email, language: "zh" });
    await post(test, `${path}/confirm`, { token: await confirmToken(test, email) });
    const links = (await emailsTo(test, email))
      .flatMap(({ content }) => [
        content.unsubscribe?.url ?? "",
        ...content.blocks.map(({ url = "" }) => url),
      ])
      .filter(Boolean);
    expect(links).toHaveLength(3);
    for (const link of links) expect(new URL(link).searchParams.get("lang")).toBe("zh");
    expect((await test.app.inject("/dev/mailbox.json")).body).toMatch(/优惠码：BAY-/);
  });

  it("a subscription's code lowers the price of a first rental, in small letters too", async () => {
    const { code } = await subscriber(test, renter.customerEmail);
    const carId = await makeCar(test);
    const dates = aMonth(test);
    const promo = code.toLowerCase();
    const quote = (await post(test, "/api/quotes", { carId, ...dates, promo })).json<{
      total: string;
      lines: object[];
    }>();
    expect(quote.lines).toContainEqual({ kind: "promo", amount: "-20.00" });
    const order = await post(test, "/api/bookings", {
      ...renter,
      customerPhone: "+1 650 555 0777",
      ...dates,
      carId,
      totalPrice: quote.total,
      promo,
    });
    expect(order.statusCode).toBe(201);
    expect(order.json()).toMatchObject({
      totalPrice: quote.total,
      lines: expect.arrayContaining([{ kind: "promo", amount: "-20.00" }]),
    });
    const again = await post(test, "/api/bookings", {
      ...renter,
      ...aMonth(test, 200),
      carId,
      totalPrice: quote.total,
      promo,
    });
    expect(refusalOf(again)).toMatchObject({ code: "promo_refused", fields: ["promo"] });
    expect(
      await rows(test, "select from promo_codes where code = $1 and order_id = $2", [
        code,
        order.json<{ id: string }>().id,
      ]),
    ).toHaveLength(1);
  });

  it("a program's subscription that fills in the hidden field is not made", async () => {
    expect((await post(test, path, { email: "robot@example.com", website: "x" })).json()).toMatchObject({
      success: true,
    });
    expect(await rows(test, "select from email_subscriptions where email = 'robot@example.com'")).toEqual([]);
  });

  it("a hostile string is accepted as no address, source or token", { timeout: 300_000 }, async () => {
    for (const [at, text] of hostileStrings.entries()) {
      const answers = [
        await post(test, `${path}/confirm`, { token: text }),
        await post(test, `${path}/unsubscribe`, { token: text }),
        await post(test, path, { email: text }),
      ];
      // These take turns, since a subscription that is made costs an email.
      const field = ["source", undefined, "language", undefined][at % 4];
      if (field) answers.push(await post(test, path, { email: `h${at}@example.com`, [field]: text }));
      for (const { statusCode } of answers)
        expect([200, 400, 404, 422], JSON.stringify(text)).toContain(statusCode);
      expect(answers.slice(0, 2).map(({ statusCode }) => statusCode)).not.toContain(200);
    }
    const written = await rows<{ recipient: string }>(test, "select distinct recipient from emails");
    expect(written.filter(({ recipient }) => /eve|attacker|[\r\n,<>\s]/.test(recipient))).toEqual([]);
  });
});

describe("subscriptions beyond the limits", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ RATE_LIMITS: "on" });
  });
  afterAll(() => test.close());

  it("a subscription beyond the limit gets the same answer and no second email, and the first link works", async () => {
    const email = "bombed@example.com";
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, time) => post(test, path, { email }, `203.0.113.${time + 10}`)),
    );
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(await emailsTo(test, email)).toHaveLength(1);
    expect((await post(test, `${path}/confirm`, { token: await confirmToken(test, email) })).statusCode).toBe(
      200,
    );
    expect((await post(test, path, { email }, "203.0.113.20")).statusCode).toBe(409);
  });

  it("a link stays valid until another email may be sent", async () => {
    const email = "asked.often@example.com";
    for (let times = 0; times < 4; times++) {
      await post(test, path, { email }, `203.0.113.${times + 77}`);
      // A minute passes.
      await test.services.database.rows("delete from limits where key like 'email minute subscribe%'");
    }
    expect(await emailsTo(test, email)).toHaveLength(2);
    expect((await post(test, `${path}/confirm`, { token: await confirmToken(test, email) })).statusCode).toBe(
      200,
    );
  });

  it("a network's subscriptions are refused after twenty in an hour", async () => {
    const answers = [];
    for (let time = 0; time < 21; time++)
      answers.push(
        (await post(test, path, { email: `n${time}@example.com` }, `2001:db8:1:2::${time + 1}`)).statusCode,
      );
    expect(answers).toEqual([...Array<number>(20).fill(200), 429]);
  });
});

describe("the email with the code", () => {
  it("the email with the code has a header to unsubscribe in one click", async () => {
    const server = await startMailServer();
    const test = await startTestApp({ SMTP_URL: server.url });
    try {
      const email = "reader@example.com";
      await post(test, path, { email });
      await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 30_000, interval: 100 });
      const first = server.received[0];
      expect(first?.header).not.toMatch(/List-Unsubscribe/i);
      // The words of an email with a token are forgotten once it is sent: only its reader knows them.
      await vi.waitFor(async () => expect(await confirmToken(test, email)).toBe(""), {
        timeout: 30_000,
        interval: 100,
      });
      const token = tokenOf(/https?:\/\/\S+confirm\?token=\S+/.exec(first?.email.text ?? "")?.[0]);
      expect((await post(test, `${path}/confirm`, { token })).statusCode).toBe(200);
      await vi.waitFor(() => expect(server.received).toHaveLength(2), { timeout: 30_000, interval: 100 });
      const message = server.received[1];
      const unfolded = message?.header.replace(/\r\n\s+/g, " ") ?? "";
      expect(unfolded).toMatch(
        /^List-Unsubscribe: <http:\/\/\S+\/subscriptions\/unsubscribe\?token=[\w-]{43}>$/m,
      );
      expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
      expect(message?.email.text).toMatch(/BAY-\w{7}-\w{7}/);
      expect(message?.email.html).toContain("/subscriptions/unsubscribe?token=");
    } finally {
      await test.close();
      await server.close();
    }
  });
});
