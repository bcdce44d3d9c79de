import { afterAll, describe, expect, it } from "vitest";
import type { ContactMessage } from "#contract/admin/contact.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { emailsTo, emailTo } from "#test/emails.ts";

const test = await startTestApp();
afterAll(test.close);
const admin = await makePerson(test, { role: "admin" });

const list = (query = "") =>
  test.app.inject({ url: `/api/admin/messages${query}`, headers: admin.authorization });
const answer = (id: string, text: string) =>
  test.app.inject({
    method: "POST",
    url: `/api/admin/messages/${id}/answer`,
    headers: admin.authorization,
    payload: { text },
  });
let place = 0;
async function write(email: string, language = "en", typed: object = {}, by?: Person): Promise<string> {
  const payload = {
    name: "Wei Lin",
    email,
    subject: "A car for June",
    message: "Is there a minivan?",
    language,
    ...typed,
  };
  expect(
    (
      await test.app.inject({
        method: "POST",
        url: "/api/contact",
        payload,
        remoteAddress: `203.0.113.${++place}`,
        ...(by && { headers: by.authorization }),
      })
    ).statusCode,
  ).toBe(200);
  const [newest] = (await list("?limit=1")).json<ContactMessage[]>();
  return newest?.id ?? "";
}

describe("messages to us", () => {
  it("a message is answered once, by an email in the sender's language", async () => {
    const id = await write("sender@example.com", "zh");
    const answers = await Promise.all([answer(id, "有的，六月初可取车。"), answer(id, "另一个答复")]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const won = answers.find(({ statusCode }) => statusCode === 200)?.json<ContactMessage>();
    expect(won).toMatchObject({ id, answeredBy: "Wei Lin", language: "zh" });
    expect(refusalOf(await answer(id, "Again"))).toMatchObject({ status: 409, code: "message_answered" });
    expect(
      (await emailsTo(test, "sender@example.com")).filter((kind) => kind === "contact_answer"),
    ).toHaveLength(1);
    const mail = await emailTo(test, "sender@example.com", "contact_answer");
    expect(mail.language).toBe("zh");
    expect(mail.content.blocks).toContainEqual({ kind: "paragraph", text: won?.answer });
  });

  it("an answer to an unconfirmed address repeats nothing typed, and one to a confirmed address does", async () => {
    const typed = {
      name: "Win at www.evil.example",
      subject: "http://evil.example wins",
      message: "Go to evil.example",
    };
    await answer(await write("victim@example.com", "en", typed), "We have none.");
    const strange = await emailTo(test, "victim@example.com", "contact_answer");
    expect(strange.subject).toMatch(/^Your message to \S+ on /);
    expect(JSON.stringify(strange.content)).toContain("We have none.");
    expect(JSON.stringify(strange)).not.toContain("evil");

    const person = await makePerson(test);
    await answer(await write(person.email, "en", {}, person), "Yes, two.");
    const own = await emailTo(test, person.email, "contact_answer");
    expect(own.subject).toBe("Re: A car for June");
    expect(JSON.stringify(own.content)).toContain("Is there a minivan?");
  });

  it("a message's subject and name reach the back office without links", async () => {
    await write("links@example.com", "en", { name: "www.evil.example", subject: "http://evil.example wins" });
    const { rows } = test.services.database;
    const [mail] = await rows<{ subject: string; content: string }>(
      `select subject, content::text as content from emails where kind = 'admin_contact_message'
         and content::text like '%links@example.com%'`,
    );
    expect(mail?.subject).toBe("Message: http: //evil. example wins");
    expect(mail?.content).toContain("www. evil. example");
    expect(mail?.content).not.toMatch(/www\.evil|:\/\/evil/);
  });

  it("the messages are listed newest first, by state and in pages", async () => {
    const ids = [
      await write("one@example.com"),
      await write("two@example.com"),
      await write("three@example.com"),
    ];
    await answer(ids[1] ?? "", "Yes.");
    const idsOf = async (query: string) => (await list(query)).json<ContactMessage[]>().map(({ id }) => id);
    expect((await idsOf("?state=open")).slice(0, 2)).toEqual([ids[2], ids[0]]);
    expect(await idsOf("?state=answered")).toContain(ids[1]);
    const first = await list("?limit=2");
    expect(first.headers["x-total-count"]).toBe(String((await list()).json<unknown[]>().length));
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? "";
    expect(
      (await test.app.inject({ url: next, headers: admin.authorization })).json<ContactMessage[]>()[0]?.id,
    ).toBe(ids[0]);
    expect((await list("?state=lost")).statusCode).toBe(400);
  });

  it("a message can be closed without an answer and reopened, without an email", async () => {
    const id = await write("spam@example.com");
    const put = (of: string, closed: boolean) =>
      test.app.inject({
        method: "PUT",
        url: `/api/admin/messages/${of}/closed`,
        headers: admin.authorization,
        payload: { closed },
      });
    const isListed = async (state: string) =>
      (await list(`?state=${state}`)).json<ContactMessage[]>().some((message) => message.id === id);
    expect((await put(id, true)).json()).toMatchObject({
      id,
      answer: null,
      closedBy: "Wei Lin",
      closedAt: expect.any(String),
    });
    expect([await isListed("open"), await isListed("closed")]).toEqual([false, true]);
    expect((await put(id, false)).json()).toMatchObject({ closedAt: null, closedBy: null });
    expect([await isListed("open"), await isListed("closed")]).toEqual([true, false]);
    await put(id, true);
    expect((await answer(id, "It was none after all.")).json()).toMatchObject({ closedAt: null });
    expect(refusalOf(await put(id, true))).toMatchObject({ status: 409, code: "message_answered" });
    for (const nobody of [crypto.randomUUID(), "x"])
      expect(refusalOf(await put(nobody, true))).toMatchObject({ status: 404 });
    expect(
      (await emailsTo(test, "spam@example.com")).filter((kind) => kind === "contact_answer"),
    ).toHaveLength(1);
  });

  it("an answer with empty text or to an unknown message is refused", async () => {
    const id = await write("four@example.com");
    for (const text of ["", "   ", "x".repeat(5001)])
      expect(refusalOf(await answer(id, text))).toMatchObject({ status: 422, fields: ["text"] });
    expect(refusalOf(await answer(id, "Card 4111 1111 1111 1111"))).toMatchObject({
      code: "card_number_refused",
    });
    for (const nobody of [crypto.randomUUID(), "x"])
      expect(refusalOf(await answer(nobody, "Hello"))).toMatchObject({
        status: 404,
        code: "message_not_found",
      });
    expect(await emailsTo(test, "four@example.com")).not.toContain("contact_answer");
  });

  it("an answer with hostile text is taken as text", async () => {
    for (const text of hostileStrings.slice(0, 40)) {
      const id = await write(`hostile${place}@example.com`);
      expect([200, 400, 422], text).toContain((await answer(id, text)).statusCode);
    }
    expect((await test.app.inject("/dev/mailbox")).body).not.toMatch(/<script>|<img|<svg/i);
  });

  it("the list of messages names no network address", async () => {
    await write("five@example.com");
    expect((await list()).body).not.toMatch(/placed|203\.0\.113/i);
  });
});
