// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";

const message = {
  name: "Wei Lin",
  email: "wei.lin@example.com",
  phone: "+1 650 555 0134",
  subject: "A car for June",
  message: "Good morning,\n\nis there a minivan in June?",
};
const from = (place: number) => `203.0.113.${place}`;
const send = ({ app }: TestApp, payload: object, remoteAddress = from(1), headers = {}) =>
  app.inject({ method: "POST", url: "/api/contact", payload, remoteAddress, headers });
const rows = <T = Record<string, unknown>>({ services }: TestApp, query: string) =>
  services.database.rows<T>(query);

describe("a message to us", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it("a message is kept whole, mailed to the back office, and acknowledged in the sender's language", async () => {
    const answer = await send(test, { ...message, language: "zh" });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true, message: "我们会在 24 小时内回复您" });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(
      await rows(test, "select name, email, phone, subject, message, language, answer from contact_messages"),
    ).toEqual([{ ...message, language: "zh", answer: null }]);
    const emails = await rows<{ kind: string; recipient: string; language: string; words: string }>(
      test,
      "select kind, recipient, language, subject || content::text as words from emails order by kind desc",
    );
    expect(emails).toMatchObject([
      { kind: "contact_received", recipient: message.email, language: "zh" },
      {
        kind: "admin_contact_message",
        recipient: "desk@longbay.example",
        language: "en",
        words: expect.stringContaining("is there a minivan in June?"),
      },
    ]);
    const [kept] = await rows<{ id: string }>(test, "select id from contact_messages");
    expect(emails[1]?.words).toContain(`/admin/messages?message=${kept?.id}`);
  });

  it("the answer is in the language of the visitor's cookie, and in English otherwise", async () => {
    expect((await send(test, message, from(2), { cookie: "language=zh" })).json()).toMatchObject({
      message: "我们会在 24 小时内回复您",
    });
    expect((await send(test, message, from(2))).json()).toEqual({
      success: true,
      message: "We'll get back to you within 24 hours",
    });
  });

  it("the acknowledgment never carries a stranger's words to the address it names", async () => {
    await send(test, {
      ...message,
      email: "victim@example.com",
      name: "BUY NOW",
      subject: "BUY NOW",
      message: "BUY NOW https://attacker.example",
    });
    const [email] = await rows<{ words: string }>(
      test,
      "select subject || content::text as words from emails where recipient = 'victim@example.com'",
    );
    expect(email?.words).toBeDefined();
    expect(email?.words).not.toMatch(/BUY NOW|attacker/);
  });

  it("a message with missing or invalid fields is refused, and the fields are named", async () => {
    expect(refusalOf(await send(test, {}))).toEqual({
      status: 422,
      code: "invalid",
      fields: ["name", "email", "subject", "message"],
    });
    expect(refusalOf(await send(test, { ...message, name: "   " }))).toMatchObject({
      status: 422,
      fields: ["name"],
    });
    expect(
      refusalOf(await send(test, { ...message, email: "a@b.example\r\nBcc: eve@attacker.example" })),
    ).toMatchObject({ status: 422, fields: ["email"] });
    expect(refusalOf(await send(test, { ...message, message: "x".repeat(5001) }))).toMatchObject({
      status: 422,
      fields: ["message"],
    });
    expect((await send(test, { ...message, phone: "" })).statusCode).toBe(200);
  });

  it("a message with a card number is refused before anything keeps it", async () => {
    const answer = await send(test, { ...message, message: "My card is 4111 1111 1111 1111, thanks" });
    expect(refusalOf(answer)).toMatchObject({ code: "card_number_refused" });
    expect(await rows(test, "select from contact_messages where message like '%4111%'")).toEqual([]);
  });

  it("a program's message that fills in the hidden field is answered and not kept", async () => {
    const answer = await send(test, {
      ...message,
      email: "robot@example.com",
      website: "https://attacker.example",
    });
    expect(answer.json()).toMatchObject({ success: true });
    expect(await rows(test, "select from contact_messages where email = 'robot@example.com'")).toEqual([]);
    expect(await rows(test, "select from emails where recipient = 'robot@example.com'")).toEqual([]);
  });

  it("a message from another site's page is refused", async () => {
    expect(
      refusalOf(await send(test, message, from(3), { origin: "https://attacker.example" })),
    ).toMatchObject({ status: 403, code: "cross_site" });
  });

  it("a hostile string in any field is taken as text or refused", { timeout: 300_000 }, async () => {
    expect(hostileStrings.length).toBeGreaterThanOrEqual(200);
    const alone = ["phone", "language", "website"];
    for (const [at, text] of hostileStrings.entries()) {
      // What is kept as it was written gets each string at once; fields that refuse most of them stand alone.
      for (const fields of [["name", "subject", "message"], ["email"], [alone[at % alone.length] ?? ""]]) {
        const hostile = Object.fromEntries(fields.map((field) => [field, text]));
        const answer = await send(test, { ...message, ...hostile });
        expect([200, 400, 422], `${fields.join()} ${JSON.stringify(text)}`).toContain(answer.statusCode);
        expect(answer.headers["content-type"]).toMatch(/^application\/json/);
        expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      }
    }
    const [kept] = await rows<{ message: string }>(
      test,
      "select message from contact_messages where message like '<script>%'",
    );
    expect(kept?.message).toBe("<script>window.hostile=1</script>");
    const mailbox = await test.app.inject("/dev/mailbox");
    expect(mailbox.body).not.toMatch(/<script>|<img|<svg/i);
  });
});

describe("messages beyond the limits", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ RATE_LIMITS: "on" });
  });
  afterAll(() => test.close());

  it("messages beyond the limit are kept, but an address gets one email a minute", async () => {
    for (let time = 0; time < 3; time++)
      expect((await send(test, message, from(10 + time))).json()).toMatchObject({ success: true });
    expect(await rows(test, "select from contact_messages")).toHaveLength(3);
    expect(await rows(test, "select from emails where kind = 'contact_received'")).toHaveLength(1);
    expect(await rows(test, "select from emails where kind = 'admin_contact_message'")).toHaveLength(3);
  });

  it("a network's messages are refused after twenty in an hour, with a time to retry", async () => {
    for (let time = 0; time < 20; time++)
      expect((await send(test, { ...message, email: `a${time}@example.com` }, from(99))).statusCode).toBe(
        200,
      );
    const refused = await send(test, { ...message, email: "a21@example.com" }, from(99));
    expect(refusalOf(refused)).toMatchObject({ status: 429, code: "too_many_requests" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await send(test, { ...message, email: "a22@example.com" }, from(98))).statusCode).toBe(200);
    expect(await rows(test, "select from limits where key like '%@%' or key like '%203.0.113%'")).toEqual([]);
  });
});
