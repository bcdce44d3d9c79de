// @one-database
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { AuditEntry } from "#contract/admin/audit.ts";
import type { InboxConversation } from "#contract/admin/conversations.ts";
import type { Attachment, Conversation, Message } from "#contract/conversations.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { addressOf, listenTo } from "#test/event-stream.ts";
import { makeOrder } from "#test/condition.ts";
import { makeCar } from "#test/factories.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { makePdf, openWith } from "#test/pdf.ts";
import { readPdf } from "#test/pdfium.ts";
import { aPicture } from "#test/papers.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { mailUnread } from "./mail-unread.ts";
import { tidyAttachments } from "./uploads.ts";
import { writePlace } from "#server/db/list-cursor.ts";

let test: TestApp;
let wei: Person;
let other: Person;
let admin: Person;
let colleague: Person;
beforeAll(async () => {
  test = await startTestApp();
  [wei, other, admin, colleague] = await Promise.all([
    makePerson(test),
    makePerson(test),
    makePerson(test, { role: "admin" }),
    makePerson(test, { role: "admin" }),
  ]);
});
afterAll(() => test.close());

type Method = "GET" | "POST" | "PUT" | "DELETE";
const call = (method: Method, url: string, by: Person, payload?: object, app = test.app) =>
  app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });
const asked = (text = "Is it still there?", wanted: object = {}) => ({
  id: crypto.randomUUID(),
  subject: "A question",
  message: { id: crypto.randomUUID(), text },
  ...wanted,
});
async function begin(by: Person, text?: string, wanted?: object): Promise<Conversation> {
  const answer = await call("POST", "/api/conversations", by, asked(text, wanted));
  expect(answer.statusCode).toBe(201);
  return answer.json();
}
const send = (id: string, by: Person, text: string, wanted: object = {}) =>
  call("POST", `/api/conversations/${id}/messages`, by, { id: crypto.randomUUID(), text, ...wanted });
const thread = async (id: string, by: Person): Promise<Message[]> =>
  (await call("GET", `/api/conversations/${id}/messages`, by)).json();
const head = async (id: string, by: Person): Promise<Conversation> =>
  (await call("GET", `/api/conversations/${id}`, by)).json();
const inbox = async (query = ""): Promise<InboxConversation[]> =>
  (await call("GET", `/api/admin/conversations${query}`, admin)).json();

describe("a conversation", () => {
  it("a conversation has unread counts and read marks on both sides", async () => {
    const { id } = await begin(wei, "Good morning");
    expect(await head(id, wei)).toMatchObject({ subject: "A question", unread: 0, readByOther: 0 });
    expect(await head(id, admin)).toMatchObject({ isRead: false, unread: 1, from: "Wei Lin" });
    expect((await send(id, admin, "您好，还在")).statusCode).toBe(201);
    await send(id, admin, "Anything else?");
    expect(await head(id, wei)).toMatchObject({ unread: 2, from: "Wei Lin · Longbay", readByOther: 3 });
    const inChinese = await test.app.inject({
      url: `/api/conversations/${id}`,
      headers: { ...wei.authorization, cookie: "language=zh" },
    });
    expect(inChinese.json()).toMatchObject({ from: "Wei Lin · 长湾月租" });
    expect((await call("GET", "/api/conversations/unread", wei)).json()).toEqual({ unread: 2 });
    const messages = await thread(id, wei);
    expect(messages.map(({ number, side, language, isOwn }) => [number, side, language, isOwn])).toEqual([
      [3, "admin", "en", false],
      [2, "admin", "zh", false],
      [1, "renter", "en", true],
    ]);
    expect((await call("PUT", `/api/conversations/${id}/read`, wei, { number: 2 })).json()).toEqual({
      unread: 1,
    });
    expect(await head(id, admin)).toMatchObject({ readByOther: 2, unread: 0 });
    await call("PUT", `/api/conversations/${id}/read`, wei, { number: 1_000_000 });
    expect(await head(id, wei)).toMatchObject({ unread: 0, isRead: true });
    await call("PUT", `/api/conversations/${id}/read`, wei, { number: 1 });
    expect((await head(id, admin)).readByOther).toBe(3);
  });

  it("a repeated message is kept once, even when sent simultaneously", async () => {
    const first = asked("Only once");
    const begun = await Promise.all([1, 2, 3].map(() => call("POST", "/api/conversations", wei, first)));
    expect(begun.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const message = { id: crypto.randomUUID(), text: "Also once" };
    const sent = await Promise.all(
      [1, 2, 3, 4].map(() => call("POST", `/api/conversations/${first.id}/messages`, wei, message)),
    );
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect((await thread(first.id, wei)).map(({ text }) => text)).toEqual(["Also once", "Only once"]);
    expect(await head(first.id, admin)).toMatchObject({ unread: 2 });
    const elsewhere = await begin(other);
    for (const [by, id, changed] of [
      [wei, first.id, { ...message, text: "Other words" }],
      [other, elsewhere.id, message],
      [admin, first.id, message],
      [wei, first.id, { ...message, attachments: [crypto.randomUUID()] }],
    ] as const)
      expect(refusalOf(await call("POST", `/api/conversations/${id}/messages`, by, changed))).toMatchObject({
        status: 422,
        code: "message_id_used",
      });
    for (const [by, sent] of [
      [other, first],
      [wei, { ...first, subject: "Another" }],
      [wei, { ...first, message: { ...first.message, text: "Twice" } }],
      [wei, { ...first, message: { text: "Twice" } }],
    ] as const)
      expect(refusalOf(await call("POST", "/api/conversations", by, sent))).toMatchObject({
        status: 422,
        code: "message_id_used",
      });
    expect(await thread(first.id, wei)).toHaveLength(2);
  });

  it("a conversation can be begun, continued and reported without an id, number or reason", async () => {
    const words = { about: "support", subject: "A question", message: { text: "Hello" } };
    const begun = await call("POST", "/api/conversations", wei, words);
    expect([begun.statusCode, begun.json<Conversation>().about.kind]).toEqual([201, "support"]);
    const { id } = begun.json<Conversation>();
    const sent = await call("POST", `/api/conversations/${id}/messages`, admin, { text: "Hello to you" });
    expect([sent.statusCode, sent.json<Message>().number]).toEqual([201, 2]);
    expect(await head(id, wei)).toMatchObject({ unread: 1 });
    expect((await call("PUT", `/api/conversations/${id}/read`, wei)).statusCode).toBe(200);
    expect(await head(id, wei)).toMatchObject({ unread: 0 });
    expect((await call("PUT", `/api/conversations/${id}/report`, wei)).json()).toMatchObject({
      isReported: true,
    });
    const person = await makePerson(test);
    const { id: blocked } = await begin(person);
    expect((await call("PUT", `/api/conversations/${blocked}/block`, admin)).json()).toMatchObject({
      isBlocked: true,
    });
  });

  it("simultaneous messages are numbered without a gap", async () => {
    const { id } = await begin(wei);
    await Promise.all(Array.from({ length: 12 }, (_, at) => send(id, at % 2 ? wei : admin, `No. ${at}`)));
    expect((await thread(id, wei)).map(({ number }) => number)).toEqual(
      Array.from({ length: 13 }, (_, at) => 13 - at),
    );
  });

  it("a conversation is hidden from other accounts", async () => {
    const { id } = await begin(wei);
    for (const of of [id, crypto.randomUUID(), "x"])
      for (const [method, path, payload] of [
        ["GET", "", undefined],
        ["GET", "/messages", undefined],
        ["POST", "/messages", { id: crypto.randomUUID(), text: "Hello" }],
        ["PUT", "/read", { number: 1 }],
        ["PUT", "/report", { reason: "" }],
        ["PUT", "/block", { isBlocked: true }],
      ] as const)
        expect(
          refusalOf(await call(method, `/api/conversations/${of}${path}`, other, payload)),
        ).toMatchObject({ status: 404, code: "conversation_not_found" });
    expect((await call("GET", "/api/conversations", other)).body).not.toContain(id);
  });

  it("a conversation is about the person's own order, a car, or nothing", async () => {
    const carId = await makeCar(test);
    expect((await begin(wei, "Hi", { about: { carId } })).about).toMatchObject({ kind: "car", id: carId });
    expect((await begin(wei)).about).toEqual({ kind: "support", id: null, label: "" });
    const orderId = await makeOrder(test, wei.id, { pickupDate: "2027-01-04", returnDate: "2027-02-03" });
    expect((await begin(wei, "Hi", { about: { orderId } })).about).toMatchObject({
      kind: "order",
      id: orderId,
      rental: {
        car: "Toyota Camry LE",
        image: expect.stringMatching(/^\/api\/images\//) as string,
        pickupDate: "2027-01-04",
        returnDate: "2027-02-03",
        stage: "upcoming",
      },
    });
    for (const about of [{ carId: crypto.randomUUID() }, { orderId: crypto.randomUUID() }])
      expect(refusalOf(await call("POST", "/api/conversations", wei, asked("Hi", { about })))).toMatchObject({
        status: 422,
        code: "invalid",
      });
  });

  it("a message needs text of at most 4000 characters and no card number", async () => {
    const { id } = await begin(wei);
    expect((await send(id, wei, "界".repeat(4000))).statusCode).toBe(201);
    for (const text of ["", "  \n ", "界".repeat(4001), "e\u0301".repeat(200_000).slice(0, 60_000)])
      expect(refusalOf(await send(id, wei, text))).toMatchObject({ status: 422 });
    expect(refusalOf(await send(id, wei, "Card 4111 1111 1111 1111"))).toMatchObject({
      code: "card_number_refused",
    });
  });

  it("a message with hostile words is taken as text", async () => {
    const { id } = await begin(wei);
    // Each string is sent or searched for by turns: of every kind there are many.
    for (const text of hostileStrings.filter((_text, at) => at % 2 === 1)) {
      const answer = await send(id, wei, text);
      expect([201, 400, 422], text).toContain(answer.statusCode);
    }
    for (const text of hostileStrings.filter((_text, at) => at % 2 === 0)) {
      const search = encodeURIComponent(text.slice(0, 90).toWellFormed());
      const found = await call("GET", `/api/conversations?search=${search}`, wei);
      expect([200, 400], text).toContain(found.statusCode);
    }
    const [last] = await thread(id, admin);
    expect(hostileStrings.map((text) => text.trim().normalize("NFC"))).toContain(last?.text);
  });
});

describe("lists", () => {
  it("the list comes in pages, newest first, and is searched in any language", async () => {
    const person = await makePerson(test);
    const ids: string[] = [];
    for (const text of ["a minivan", "长租五座车", "100% _off_"]) ids.unshift((await begin(person, text)).id);
    const first = await call("GET", "/api/conversations?limit=2", person);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? "";
    const second = await call("GET", next, person);
    expect([...first.json<Conversation[]>(), ...second.json<Conversation[]>()].map(({ id }) => id)).toEqual(
      ids,
    );
    const found = async (search: string) =>
      (await call("GET", `/api/conversations?search=${encodeURIComponent(search)}`, person))
        .json<Conversation[]>()
        .map(({ id }) => id);
    expect(await found("MINIVAN")).toEqual([ids[2]]);
    expect(await found("五座")).toEqual([ids[1]]);
    expect(await found("% _o")).toEqual([ids[0]]);
    expect(await found("%%")).toEqual([]);
    const noDay = ["0000-01-01", "2026-02-30"].map((day) => [`${day}T00:00:00.000000Z`, ids[0]]);
    for (const cursor of ["x", ...[["a", "b"], ...noDay].map(writePlace)])
      expect((await call("GET", `/api/conversations?cursor=${cursor}`, person)).statusCode).toBe(400);
    for (const cursor of [
      "x",
      ...[2 ** 31, -(2 ** 53), 1.5, "1", null].map((number) => writePlace([number])),
    ])
      expect(
        (await call("GET", `/api/conversations/${ids[0]}/messages?cursor=${cursor}`, person)).statusCode,
      ).toBe(400);
  });

  it("a thread comes a page at a time", async () => {
    const { id } = await begin(wei);
    for (let at = 2; at <= 5; at++) await send(id, wei, `No. ${at}`);
    const numbers: number[] = [];
    for (let url = `/api/conversations/${id}/messages?limit=2`; url;) {
      const page = await call("GET", url, wei);
      numbers.push(...page.json<Message[]>().map(({ number }) => number));
      url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? "";
    }
    expect(numbers).toEqual([5, 4, 3, 2, 1]);
  });
});

describe("the inbox", () => {
  it("the inbox knows which conversations wait, who handles them, and which are closed", async () => {
    const { id } = await begin(wei, "Waiting");
    const isIn = async (state: string) => (await inbox(`?state=${state}`)).some((one) => one.id === id);
    expect(await Promise.all(["open", "waiting", "unassigned", "mine", "closed"].map(isIn))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    const change = (payload: object) => call("PUT", `/api/admin/conversations/${id}`, colleague, payload);
    expect((await change({ assignedTo: admin.id })).json()).toMatchObject({
      assignedTo: { id: admin.id },
      person: { id: wei.id, email: wei.email },
    });
    expect(await Promise.all(["unassigned", "mine"].map(isIn))).toEqual([false, true]);
    expect(refusalOf(await change({ assignedTo: wei.id }))).toMatchObject({ fields: ["assignedTo"] });
    await send(id, admin, "We are looking");
    expect(await isIn("waiting")).toBe(false);
    expect((await change({ isClosed: true })).json()).toMatchObject({ isClosed: true });
    expect(await Promise.all(["open", "closed"].map(isIn))).toEqual([false, true]);
    await send(id, wei, "One thing more");
    expect(await Promise.all(["open", "waiting", "closed"].map(isIn))).toEqual([true, true, false]);
  });

  it("an administrator who assigns a conversation too late reads who has it", async () => {
    const { id } = await begin(wei, "Who takes it?");
    const assign = (by: Person, assignedTo: string | null, from?: string | null) =>
      call("PUT", `/api/admin/conversations/${id}`, by, { assignedTo, from });
    expect((await assign(admin, admin.id, null)).statusCode).toBe(200);
    const late = await assign(colleague, colleague.id, null);
    expect(refusalOf(late)).toMatchObject({ status: 412, code: "stale" });
    expect(late.json<{ message: string }>().message).toContain("takes care of this conversation by now");
    expect((await assign(admin, admin.id, null)).json()).toMatchObject({ assignedTo: { id: admin.id } });
    expect((await assign(colleague, colleague.id, admin.id)).json()).toMatchObject({
      assignedTo: { id: colleague.id },
    });
    expect((await assign(colleague, null, colleague.id)).json()).toMatchObject({ assignedTo: null });
    expect(refusalOf(await assign(admin, admin.id, colleague.id))).toMatchObject({ code: "stale" });
    // An assignment without the former assignment that was seen is accepted.
    expect((await assign(admin, admin.id)).json()).toMatchObject({ assignedTo: { id: admin.id } });
  });

  it("a conversation with unread messages can't be closed", async () => {
    const { id } = await begin(wei, "First");
    const close = (seen?: number) =>
      call("PUT", `/api/admin/conversations/${id}`, admin, { isClosed: true, ...(seen && { seen }) });
    await send(id, wei, "Second");
    expect(refusalOf(await close(1))).toMatchObject({ status: 412, code: "stale" });
    expect((await inbox("?state=waiting")).find((one) => one.id === id)).toMatchObject({ unread: 2 });
    // A colleague's note is nothing new for administrators.
    await send(id, colleague, "A note", { isInternal: true });
    expect((await close(2)).json()).toMatchObject({ isClosed: true, waitingSince: null, unread: 0 });
    await send(id, wei, "Third");
    expect(
      (await call("PUT", `/api/admin/conversations/${id}`, admin, { isClosed: false, seen: 1 })).statusCode,
    ).toBe(200);
    expect((await close()).json()).toMatchObject({ isClosed: true });
  });

  it("the inbox can be searched by the person a conversation is with", async () => {
    const zoe = await makePerson(test);
    await call("PUT", "/api/auth/v2/profile", zoe, { full_name: "Zoë Ångström" });
    const { id } = await begin(zoe, "Please");
    const orderId = await makeOrder(test, zoe.id, {
      customerName: "林小薇",
      customerEmail: "wei.lin@qq.example",
    });
    const about = await begin(zoe, "About it", { about: { orderId } });
    await call("POST", "/api/contact", admin, {
      name: "Ömer Said",
      email: "omer@visitor.example",
      subject: "A van",
      message: "Do you have one?",
    });
    const found = async (search: string) =>
      (await inbox(`?search=${encodeURIComponent(search)}`)).map((one) => one.id);
    for (const search of [zoe.email, zoe.email.toUpperCase(), "zoe angstrom", "Ångström Zoë"])
      expect((await found(search)).toSorted(), search).toEqual([id, about.id].toSorted());
    for (const search of ["林小薇", "小薇", "wei.lin@qq"])
      expect(await found(search), search).toEqual([about.id]);
    for (const search of ["omer said", "OMER@visitor.example"])
      expect(
        (await inbox(`?search=${encodeURIComponent(search)}`)).map(({ person }) => person.email),
      ).toEqual(["omer@visitor.example"]);
    for (const search of ["zoe said", "angstrom@qq"]) expect(await found(search), search).toEqual([]);
    // A person's own list has no other people: a search for their name finds nothing in it.
    const own = await call("GET", "/api/conversations?search=angstrom", zoe);
    expect(own.json()).toEqual([]);
  });

  it("a note is visible only to administrators", async () => {
    const { id } = await begin(wei, "Please");
    await send(id, admin, "He called twice already", { isInternal: true });
    expect(refusalOf(await send(id, wei, "A note?", { isInternal: true }))).toMatchObject({ status: 403 });
    expect((await thread(id, wei)).map(({ text }) => text)).toEqual(["Please"]);
    expect((await thread(id, colleague))[0]).toMatchObject({ isInternal: true, number: 2 });
    expect(await head(id, wei)).toMatchObject({ unread: 0, preview: "Please" });
    expect((await call("GET", "/api/conversations?search=called", wei)).json()).toEqual([]);
    expect((await inbox("?state=waiting")).some((one) => one.id === id)).toBe(true);
    expect((await inbox("?search=called")).map((one) => one.id)).toContain(id);
  });

  it("an administrator can block and a person can report, but nobody can block us", async () => {
    const { id } = await begin(wei);
    const refused = await call("PUT", `/api/conversations/${id}/block`, wei, { isBlocked: true });
    expect(refusalOf(refused)).toMatchObject({ status: 409, code: "block_not_possible" });
    // The sentence is right between a renter and a host, too.
    expect(refused.json()).toMatchObject({ message: "Only our team can block someone in a conversation." });
    expect(
      (await call("PUT", `/api/conversations/${id}/report`, wei, { reason: "Rude" })).json(),
    ).toMatchObject({
      isReported: true,
    });
    expect((await inbox()).find((one) => one.id === id)).toMatchObject({ reportReason: "Rude" });
    await call("PUT", `/api/conversations/${id}/block`, admin, { isBlocked: true });
    expect(refusalOf(await send(id, wei, "Hello?"))).toMatchObject({
      status: 403,
      code: "conversation_blocked",
    });
    expect((await send(id, admin, "That was it.")).statusCode).toBe(201);
    await call("PUT", `/api/conversations/${id}/block`, admin, { isBlocked: false });
    expect((await send(id, wei, "Hello!")).statusCode).toBe(201);
  });

  it("a blocked person can write only about an open order", async () => {
    const person = await makePerson(test);
    const [first, beside] = [await begin(person), await begin(person)];
    const orderId = await makeOrder(test, person.id);
    const ended = await makeOrder(test, person.id, { status: "cancelled" });
    await call("PUT", `/api/conversations/${first.id}/block`, admin, { isBlocked: true });
    const refused = { status: 403, code: "conversation_blocked" };
    expect(refusalOf(await send(beside.id, person, "Hello?"))).toMatchObject(refused);
    for (const wanted of [{}, { about: { carId: await makeCar(test) } }, { about: { orderId: ended } }])
      expect(
        refusalOf(await call("POST", "/api/conversations", person, asked("Hello?", wanted))),
      ).toMatchObject(refused);
    const ofOrder = await begin(person, "About my car", { about: { orderId } });
    expect(ofOrder.isBlocked).toBe(true);
    expect((await send(ofOrder.id, person, "It won't start")).statusCode).toBe(201);
    await test.services.database.rows("update orders set status = 'cancelled' where id = $1", [orderId]);
    expect(refusalOf(await send(ofOrder.id, person, "Hello?"))).toMatchObject(refused);
    await call("PUT", `/api/conversations/${ofOrder.id}/block`, admin, { isBlocked: false });
    expect((await send(beside.id, person, "Thank you")).statusCode).toBe(201);
    expect(await begin(person)).toMatchObject({ isBlocked: false });
  });

  it("a saved reply is kept in both languages", async () => {
    const reply = {
      id: crypto.randomUUID(),
      name: "Thanks",
      textEn: "Thank you, {name}",
      textZh: "谢谢{name}",
    };
    expect((await call("POST", "/api/admin/saved-replies", admin, reply)).json()).toEqual(reply);
    expect((await call("POST", "/api/admin/saved-replies", admin, reply)).statusCode).toBe(201);
    const other = { ...reply, textEn: "Other words" };
    expect(refusalOf(await call("POST", "/api/admin/saved-replies", admin, other))).toMatchObject({
      status: 422,
    });
    const { id, ...words } = reply;
    const changed = { ...words, textEn: "Thanks" };
    expect((await call("PUT", `/api/admin/saved-replies/${id}`, admin, changed)).json()).toMatchObject(
      changed,
    );
    expect((await call("GET", "/api/admin/saved-replies", colleague)).json()).toEqual([{ id, ...changed }]);
    await call("PUT", `/api/admin/saved-replies/${id}`, admin, changed);
    await call("DELETE", `/api/admin/saved-replies/${id}`, colleague);
    await call("DELETE", `/api/admin/saved-replies/${id}`, colleague);
    expect(refusalOf(await call("PUT", `/api/admin/saved-replies/${id}`, admin, changed))).toMatchObject({
      code: "reply_not_found",
    });
    const trail = await test.services.database.rows(
      "select actor, action, before, after from audit_events where entity = 'reply' and entity_id = $1 order by id",
      [id],
    );
    expect(trail).toEqual([
      { actor: admin.id, action: "added", before: null, after: words },
      { actor: admin.id, action: "changed", before: words, after: changed },
      { actor: colleague.id, action: "deleted", before: changed, after: null },
    ]);
    const shown = await call("GET", `/api/admin/audit?entity=reply&thing=${id}`, colleague);
    expect(shown.json<AuditEntry[]>().map(({ action, label }) => [action, label])).toEqual([
      ["deleted", "Thanks"],
      ["changed", "Thanks"],
      ["added", "Thanks"],
    ]);
  });
});

describe("a message from before the account", () => {
  it("a message becomes a conversation once the address's owner confirms it", async () => {
    const write = (email: string) =>
      test.app.inject({
        method: "POST",
        url: "/api/contact",
        payload: { name: "Ann", email, subject: "A van?", message: "For six months" },
      });
    await write("later@example.com");
    await write("Later@Example.com");
    const ann = await makePerson(test, { email: "later@example.com" });
    const list = async () => (await call("GET", "/api/conversations", ann)).json<Conversation[]>();
    expect(await list()).toEqual([]);
    const waiting = (await call("GET", "/api/conversations/unconfirmed", ann)).json<{ id: string }[]>();
    for (const { id } of waiting)
      expect((await call("PUT", `/api/conversations/${id}/origin`, ann, { isMine: true })).statusCode).toBe(
        200,
      );
    const [one, two] = await list();
    expect([one?.subject, two?.subject, (await list()).length]).toEqual(["A van?", "A van?", 2]);
    await send(one?.id ?? "", admin, "Yes, we have one");
    expect(
      (await call("GET", "/api/admin/messages?state=answered", admin)).json<
        { id: string; answer: string }[]
      >(),
    ).toContainEqual(expect.objectContaining({ id: one?.id, answer: "Yes, we have one" }));
    await call("POST", `/api/admin/messages/${two?.id}/answer`, admin, { text: "Two, even" });
    expect((await thread(two?.id ?? "", ann)).map(({ text }) => text)).toEqual([
      "Two, even",
      "For six months",
    ]);
    expect((await call("GET", "/api/conversations/unread", ann)).json()).toEqual({ unread: 2 });
  });

  it("a visitor's message is in the inbox, is answered by email, and can be closed in both places", async () => {
    const write = async (subject: string): Promise<string> => {
      const payload = { name: "Bo", email: "bo@example.com", subject, message: "你好", language: "zh" };
      await test.app.inject({ method: "POST", url: "/api/contact", payload });
      return (await inbox()).find((one) => one.subject === subject)?.id ?? "";
    };
    const id = await write("One");
    expect((await inbox("?state=waiting")).find((one) => one.id === id)).toMatchObject({
      person: { id: null, name: "Bo", email: "bo@example.com" },
      isRead: false,
    });
    const message = { id: crypto.randomUUID(), text: "您好" };
    for (const _again of [1, 2])
      expect((await call("POST", `/api/conversations/${id}/messages`, admin, message)).statusCode).toBe(201);
    expect((await emailsTo(test, "bo@example.com")).filter((kind) => kind === "contact_answer")).toHaveLength(
      1,
    );
    expect((await emailTo(test, "bo@example.com", "contact_answer")).subject).toMatch(/^您 .+ 给\S+的留言$/);
    expect((await inbox("?state=closed")).map((one) => one.id)).toContain(id);
    const other_ = await write("Two");
    await call("PUT", `/api/admin/conversations/${other_}`, admin, { isClosed: true });
    expect((await call("GET", "/api/admin/messages?state=closed", admin)).body).toContain(other_);
    await call("PUT", `/api/admin/messages/${other_}/closed`, admin, { closed: false });
    expect((await inbox("?state=open")).map((one) => one.id)).toContain(other_);
    expect(refusalOf(await call("GET", `/api/conversations/${id}`, wei))).toMatchObject({ status: 404 });
  });
});

describe("many messages", () => {
  it("too many messages are refused with a time to retry, and can be sent again later", async () => {
    const limited = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const person = await makePerson(limited);
      const begun = asked();
      await call("POST", "/api/conversations", person, begun, limited.app);
      const statuses = new Set<number>();
      let refused;
      for (let sent = 0; sent < 25; sent++) {
        const message = { id: crypto.randomUUID(), text: `No. ${sent}` };
        const answer = await call(
          "POST",
          `/api/conversations/${begun.id}/messages`,
          person,
          message,
          limited.app,
        );
        statuses.add(answer.statusCode);
        if (answer.statusCode === 429) refused = answer;
      }
      expect([...statuses]).toEqual([201, 429]);
      expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
      const report = { reason: "Over and over" };
      const url = `/api/conversations/${begun.id}/report`;
      expect((await call("PUT", url, person, report, limited.app)).statusCode).toBe(429);
    } finally {
      await limited.close();
    }
  });
});

describe("a file", () => {
  async function upload(
    by: Person,
    content: Buffer | string,
    name: string,
    id: string | null = crypto.randomUUID(),
  ) {
    const form = new FormData();
    if (id) form.append("id", id);
    form.append("file", new File([new Uint8Array(Buffer.from(content))], name));
    const sent = new Response(form);
    return test.app.inject({
      method: "POST",
      url: "/api/uploads",
      payload: Buffer.from(await sent.arrayBuffer()),
      headers: { "content-type": sent.headers.get("content-type") ?? "", ...by.authorization },
    });
  }
  const look = (id: string, by: Person) => call("GET", `/api/uploads/${id}/content`, by);

  it("a file belongs to one message and can be opened by its readers", async () => {
    const picture = await upload(wei, await aPicture(), "../car \u202Egpj.jpg");
    const pdf = await upload(wei, await makePdf(), "保单.pdf");
    expect([picture.statusCode, pdf.statusCode]).toEqual([201, 201]);
    const ids = [picture.json<Attachment>().id, pdf.json<Attachment>().id];
    expect([picture.json(), pdf.json()]).toMatchObject([
      { kind: "image", name: "car gpj.webp" },
      { kind: "pdf", name: "保单.pdf" },
    ]);
    for (const id of ids)
      expect([(await look(id, wei)).statusCode, (await look(id, admin)).statusCode]).toEqual([200, 404]);
    const { id } = await begin(wei);
    expect((await send(id, wei, "Here", { attachments: ids })).json<Message>().attachments).toHaveLength(2);
    expect((await thread(id, admin))[0]?.attachments.map(({ kind }) => kind).toSorted()).toEqual([
      "image",
      "pdf",
    ]);
    for (const file of ids)
      expect([(await look(file, admin)).statusCode, (await look(file, other)).statusCode]).toEqual([
        200, 404,
      ]);
    expect((await look(ids[0] ?? "", admin)).headers).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": "attachment; filename*=UTF-8''car%20gpj.webp",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const notes = await upload(admin, await aPicture(), "note.jpg");
    const noted = notes.json<Attachment>().id;
    await send(id, admin, "For us", { isInternal: true, attachments: [noted] });
    expect([(await look(noted, colleague)).statusCode, (await look(noted, wei)).statusCode]).toEqual([
      200, 404,
    ]);
    for (const [by, files] of [
      [wei, ids],
      [admin, [ids[0]]],
      [wei, [crypto.randomUUID()]],
    ] as const)
      expect(refusalOf(await send(id, by, "Again", { attachments: files }))).toMatchObject({ status: 422 });
  });

  it("a file sent again is the same, and only pictures and plain PDFs are taken", async () => {
    const id = crypto.randomUUID();
    const picture = await aPicture();
    expect((await upload(wei, picture, "a.jpg", id)).statusCode).toBe(201);
    expect((await upload(wei, picture, "a.jpg", id)).statusCode).toBe(201);
    expect(refusalOf(await upload(wei, await aPicture(640), "a.jpg", id))).toMatchObject({ status: 422 });
    expect((await upload(wei, picture, "a.jpg", null)).statusCode).toBe(201);
    const active = await makePdf({ with: (document) => openWith(document, "JavaScript") });
    for (const content of ["<svg onload=alert(1)>", "%PDF-1.7 broken", "", active])
      expect(refusalOf(await upload(wei, content, "x.pdf"))).toMatchObject({
        status: 422,
        code: "file_refused",
      });
    expect((await upload(wei, Buffer.alloc(10 * 1024 * 1024 + 1), "x.jpg")).statusCode).toBe(413);
  });

  it("a file is downloaded under a name that fits its type", async () => {
    const polyglot = Buffer.concat([await makePdf(), Buffer.from("<html><script>alert(1)</script>")]);
    // Other names are the domain's test: each PDF takes a process of its own.
    const saved = "Wei's (2).pdf";
    const kept = (await upload(wei, polyglot, "Wei's (2).html")).json<Attachment>();
    expect(kept).toMatchObject({ kind: "pdf", name: saved });
    const answer = await look(kept.id, wei);
    const encoded = /^attachment; filename\*=UTF-8''([\w.%-]+)$/.exec(
      String(answer.headers["content-disposition"]),
    )?.[1];
    expect(decodeURIComponent(encoded ?? "")).toBe(saved);
    expect(answer.headers["content-type"]).toBe("application/pdf");
    const picture = (await upload(wei, await aPicture(), "a.jpg.html")).json<Attachment>();
    expect(picture).toMatchObject({ kind: "image", name: "a.webp" });
    const { id } = await begin(wei);
    const sent = await send(id, wei, "Here", { attachments: [picture.id] });
    expect(sent.json<Message>().attachments[0]?.name).toBe("a.webp");
    expect((await thread(id, admin))[0]?.attachments[0]?.name).toBe("a.webp");
  });

  it("a PDF is rewritten, and the same when sent again", async () => {
    const sent = Buffer.concat([
      await makePdf({ with: (document) => document.setAuthor("Somebody") }),
      Buffer.from("<html><script>alert(1)</script>"),
    ]);
    const id = crypto.randomUUID();
    const [first, together] = await Promise.all([0, 1].map(() => upload(wei, sent, "a.pdf", id)));
    expect([together?.statusCode, together?.json()]).toEqual([201, first?.json()]);
    const kept = (await look(id, wei)).rawPayload;
    expect(kept.toString("latin1")).not.toMatch(/<script|Author/);
    expect(first?.json<Attachment>().bytes).toBe(kept.length);
    expect(await readPdf(kept)).toMatchObject({ scripts: 0, files: 0, annotations: 0 });
    const again = await upload(wei, sent, "a.pdf", id);
    expect([again.statusCode, again.json()]).toEqual([201, first?.json()]);
    expect((await look(id, wei)).rawPayload.equals(kept)).toBe(true);
    // The kept file differs from the sent one: under the same id it is refused.
    expect(refusalOf(await upload(wei, kept, "a.pdf", id))).toMatchObject({ status: 422 });
  });

  it("a file without a message is deleted after a day", async () => {
    const left = (await upload(wei, await aPicture(), "left.jpg")).json<Attachment>().id;
    await tidyAttachments({ ...test.services, now: () => Date.now() + 25 * 3_600_000 });
    expect((await look(left, wei)).statusCode).toBe(404);
  });
});

describe("an unread message", () => {
  it("unread messages cause one email after ten minutes unless the reader switched it off", async () => {
    const person = await makePerson(test);
    const mails = async () =>
      (await emailsTo(test, person.email)).filter((kind) => kind === "unread_messages").length;
    const [one, two] = [await begin(person), await begin(person)];
    await send(one.id, admin, "Secret words");
    await send(two.id, admin, "Hello");
    const later = { ...test.services, now: () => Date.now() + 11 * 60_000 };
    await mailUnread(test.services);
    expect(await mails()).toBe(0);
    await mailUnread(later);
    await mailUnread(later);
    expect(await mails()).toBe(1);
    const email = await emailTo(test, person.email, "unread_messages");
    expect(email.subject).toBe("You have 2 new messages");
    expect(JSON.stringify(email.content)).not.toContain("Secret words");
    await call("PUT", `/api/conversations/${one.id}/read`, person, { number: 9 });
    await call("PUT", "/api/account/notifications", person, {
      occasions: [{ occasion: "messages", email: false }],
    });
    await send(one.id, admin, "Again");
    await mailUnread({ ...test.services, now: () => Date.now() + 60 * 60_000 });
    expect(await mails()).toBe(1);
  });
});

it("a message that comes while its reader reads the earlier one causes an email too", async () => {
  const person = await makePerson(test);
  const { id } = await begin(person);
  await send(id, admin, "First");
  const at = (minutes: number) => ({ ...test.services, now: () => Date.now() + minutes * 60_000 });
  await mailUnread(at(11));
  const mails = async () =>
    (await emailsTo(test, person.email)).filter((kind) => kind === "unread_messages").length;
  expect(await mails()).toBe(1);
  await send(id, admin, "Second");
  await test.services.database.rows(
    "update messages set created_at = now() + interval '20 minutes' where conversation_id = $1 and text = 'Second'",
    [id],
  );
  const numbers = await test.services.database.rows<{ number: number }>(
    "select number from messages where conversation_id = $1 and text = 'First'",
    [id],
  );
  await call("PUT", `/api/conversations/${id}/read`, person, { number: numbers[0]?.number ?? 0 });
  await mailUnread(at(31));
  expect(await mails()).toBe(2);
});

describe("open screens", () => {
  it("open screens receive messages and read marks, and only administrators' receive notes", async () => {
    const address = await addressOf(test.app);
    const [mine, theirs, admins] = await Promise.all([
      listenTo(address, wei.token),
      listenTo(address, other.token),
      listenTo(address, admin.token),
    ]);
    const { id } = await begin(wei);
    await send(id, admin, "A note", { isInternal: true });
    // The second call changes nothing, so no event is sent.
    for (const number of [1, 1]) await call("PUT", `/api/conversations/${id}/read`, admin, { number });
    await send(id, admin, "Hello");
    await call("PUT", `/api/conversations/${id}/read`, wei, { number: 3 });
    const kinds = (of: typeof mine) => of.events.map(({ kind }) => kind);
    await vi.waitFor(() => expect(kinds(mine)).toEqual(["message", "read", "message", "read"]), {
      timeout: 10_000,
    });
    await vi.waitFor(() => expect(kinds(admins)).toEqual(["message", "note", "read", "message", "read"]), {
      timeout: 10_000,
    });
    expect(theirs.events).toEqual([]);
    for (const stream of [mine, theirs, admins]) stream.cut();
  });
});
