// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InboxConversation } from "#contract/admin/conversations.ts";
import type { Conversation, Message } from "#contract/conversations.ts";
import type { EmailKind } from "#domain/people/email-kinds.ts";
import { renderEmail } from "#server/mail/render-email.ts";
import { makePerson, type Person, testPassword } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { asker, requestCalls, secrets } from "#test/host-requests.ts";
import { mailUnread } from "./mail-unread.ts";

const desk = "desk@longbay.example";
let test: TestApp;
let host: Person;
let renter: Person;
let admin: Person;
const { call, rows, requested, request, accept, decline, carOf, answer: answered } = requestCalls(() => test);
beforeAll(async () => {
  test = await startTestApp({ DESK_EMAIL: desk });
  [host, renter, admin] = await Promise.all([
    makePerson(test, { role: "host" }),
    makePerson(test, { email: "mei.hidden@example.com" }),
    makePerson(test, { role: "admin" }),
  ]);
  await rows("update accounts set full_name = 'Lena Hostsurname' where id = $1", [host.id]);
  await rows("update accounts set full_name = 'Mei Zhangsecret' where id = $1", [renter.id]);
});
afterAll(() => test.close());

const inquiry = (orderId: string, wanted: object, text = "Where will you park it?") => ({
  id: crypto.randomUUID(),
  subject: "A question",
  about: { orderId },
  message: { id: crypto.randomUUID(), text },
  ...wanted,
});
const asHost = { as: "host", to: "renter" };
const begin = (by: Person, orderId: string, wanted: object, text?: string) =>
  call(by, "POST", "/api/conversations", inquiry(orderId, wanted, text));
async function begun(by: Person, orderId: string, wanted: object, text?: string): Promise<Conversation> {
  const answer = await begin(by, orderId, wanted, text);
  expect(answer.statusCode).toBe(201);
  return answer.json();
}
const send = (by: Person, id: string, text: string, more: object = {}) =>
  call(by, "POST", `/api/conversations/${id}/messages`, { id: crypto.randomUUID(), text, ...more });
const head = async (by: Person, id: string) =>
  (await call(by, "GET", `/api/conversations/${id}`)).json<Conversation>();
const thread = async (by: Person, id: string) =>
  (await call(by, "GET", `/api/conversations/${id}/messages`)).json<Message[]>();
const list = async (by: Person, query = "") =>
  (await call(by, "GET", `/api/conversations${query}`)).json<Conversation[]>();
const unread = async (by: Person, query = "") =>
  (await call(by, "GET", `/api/conversations/unread${query}`)).json<{ unread: number }>().unread;
const inbox = async (query = "") =>
  (await call(admin, "GET", `/api/admin/conversations${query}`)).json<InboxConversation[]>();
const emailText = async (recipient: string, kind: EmailKind) => {
  const { content, language } = await emailTo(test, recipient, kind);
  return renderEmail(content, language);
};
const asked = async () => requested(renter, { carId: await carOf(host) });

describe("the account of a host", () => {
  it("a reported conversation stays when its host deletes their account, and other ones are deleted", async () => {
    const leaving = await makePerson(test, { role: "host" });
    const stranger = await makePerson(test);
    const about = async () => {
      const orderId = await requested(stranger, { carId: await carOf(leaving) });
      const { id } = await begun(leaving, orderId, asHost, "Pay me in cash");
      expect((await decline(leaving, orderId)).statusCode).toBe(200);
      return id;
    };
    const [reported, usual] = [await about(), await about()];
    await call(stranger, "PUT", `/api/conversations/${reported}/report`, { reason: "Cash" });
    const leave = (by: Person) =>
      callAs(test, by, "DELETE", "/api/account", { current_password: testPassword });
    const left = await leave(leaving);
    expect(left.statusCode, left.body).toBe(200);
    expect((await list(stranger)).map(({ id }) => id)).toEqual([reported]);
    expect((await thread(stranger, reported)).map(({ text }) => text)).toEqual(["Pay me in cash"]);
    expect((await inbox()).find(({ id }) => id === reported)).toMatchObject({ reportReason: "Cash" });
    expect(refusalOf(await call(admin, "GET", `/api/conversations/${usual}`)).status).toBe(404);
    // The conversation is deleted with the second of its two accounts.
    const gone = await leave(stranger);
    expect(gone.statusCode, gone.body).toBe(200);
    expect(await rows("select 1 from conversations where id = $1", [reported])).toEqual([]);
  });
});

describe("a host with a request", () => {
  it("a host can ask the renter a question, and both read and answer it in their own lists", async () => {
    const orderId = await asked();
    const { id, subject, between } = await begun(host, orderId, asHost);
    const [order] = await rows<{ number: string }>(
      "select order_number as number from orders where id = $1",
      [orderId],
    );
    expect([subject, between]).toEqual([order?.number, { renter: "Mei", host: "Lena" }]);
    expect([await unread(renter), await unread(host, "?as=host")]).toEqual([1, 0]);
    expect((await list(renter)).find((one) => one.id === id)).toMatchObject({ from: "Lena", unread: 1 });
    expect((await send(renter, id, "In a garage")).statusCode).toBe(201);
    expect(await head(host, id)).toMatchObject({ from: "Mei", fromSide: "renter", unread: 1 });
    expect((await list(host, `?as=host&order=${orderId}`)).map((one) => one.id)).toEqual([id]);
    expect(await list(host)).toEqual([]);
    expect((await thread(host, id)).map(({ side, author, isOwn }) => [side, author, isOwn])).toEqual([
      ["renter", "Mei", false],
      ["host", "Lena", true],
    ]);
    expect((await call(host, "PUT", `/api/conversations/${id}/read`, {})).json()).toEqual({ unread: 0 });
    expect(await head(renter, id)).toMatchObject({ readByOther: 2, unread: 0 });
  });

  it("a host and a renter share one conversation about an order, even when both begin it at once", async () => {
    const orderId = await asked();
    const both = await Promise.all([
      begun(host, orderId, asHost, "Hello"),
      begun(renter, orderId, { to: "host" }, "Hi"),
    ]);
    const again = await begun(renter, orderId, { to: "host" }, "And this");
    expect(new Set([...both, again].map(({ id }) => id)).size).toBe(1);
    expect((await thread(host, again.id)).map(({ text }) => text).toSorted()).toEqual([
      "And this",
      "Hello",
      "Hi",
    ]);
  });

  it("a host and a renter read only each other's first names", async () => {
    const orderId = await asked();
    const { id } = await begun(renter, orderId, { to: "host" }, "Hello");
    await begun(host, orderId, { as: "host" }, "To you at the desk");
    const read = [
      `/api/conversations/${id}`,
      `/api/conversations/${id}/messages`,
      "/api/conversations?as=host",
      "/api/conversations/unread?as=host",
      "/api/account/export",
    ];
    const bodies = await Promise.all(read.map(async (url) => (await call(host, "GET", url)).body));
    await mailUnread({ ...test.services, now: () => Date.now() + 11 * 60_000 });
    const { subject, content } = await emailTo(test, host.email, "unread_messages");
    const events = await rows<{ about: string }>('select about::text from events where $1 = any("to")', [
      host.id,
    ]);
    const text = [...bodies, subject, JSON.stringify(content), ...events.map(({ about }) => about)].join(
      "\n",
    );
    expect(text).toContain("Hello");
    const hidden = [...secrets, "mei.hidden", asker.pickupLocation];
    expect(hidden.filter((one) => text.toLowerCase().includes(one.toLowerCase()))).toEqual([]);
    const renters = (await call(renter, "GET", `/api/conversations/${id}`)).body;
    expect(renters).not.toMatch(new RegExp(`Hostsurname|${host.email}`));
  });

  it("a host can't write to a visitor without an account, only to us", async () => {
    const visitor = await request(undefined, { carId: await carOf(host) });
    const { id } = visitor.json<{ id: string }>();
    await rows(
      `update orders set email_confirmed_at = now(), host_asked_at = now(), expires_at = now() + interval '1 day' where id = $1`,
      [id],
    );
    expect(refusalOf(await begin(host, id, asHost))).toMatchObject({
      status: 409,
      code: "renter_without_account",
    });
    expect((await begin(host, id, { as: "host" })).statusCode).toBe(201);
  });
});

describe("a host's conversation with us", () => {
  it("a host's conversation with us is about a rental, a car or anything, and is in the inbox", async () => {
    const carId = await carOf(host);
    const orderId = await asked();
    const { id, between } = await begun(host, orderId, { as: "host" }, "The key is stuck");
    expect(between).toBeNull();
    expect((await inbox("?state=waiting")).find((one) => one.id === id)).toMatchObject({
      person: { id: host.id, name: "Lena Hostsurname" },
      host: null,
      isUnconfirmed: false,
      fromSide: "host",
      unread: 1,
    });
    expect((await send(admin, id, "Pull it gently")).statusCode).toBe(201);
    expect(await head(host, id)).toMatchObject({ unread: 1, isClosed: false, fromSide: "admin" });
    expect(refusalOf(await call(renter, "GET", `/api/conversations/${id}`)).status).toBe(404);
    const about = (wanted: object) => call(host, "POST", "/api/conversations", inquiry(orderId, wanted));
    expect((await about({ as: "host", about: { carId } })).statusCode).toBe(201);
    expect((await about({ as: "host", about: "support" })).statusCode).toBe(201);
    expect(await list(host)).toEqual([]);
  });
});

describe("the back office", () => {
  it("the back office finds conversations of renters and hosts apart and can join them", async () => {
    const orderId = await asked();
    const { id } = await begun(host, orderId, asHost);
    const statesWith = async () => {
      const states = ["open", "waiting", "unassigned", "between"];
      const lists = await Promise.all(states.map((state) => inbox(`?state=${state}`)));
      return states.filter((_state, at) => lists[at]?.some((one) => one.id === id));
    };
    expect(await statesWith()).toEqual(["between"]);
    const found = (await inbox("?state=between")).find((one) => one.id === id);
    expect(found).toMatchObject({
      person: { name: "Mei Zhangsecret", email: renter.email },
      host: { id: host.id, name: "Lena Hostsurname", email: host.email, isBlocked: false },
      unread: 0,
      isJoined: false,
    });
    await send(admin, id, "A note", { isInternal: true });
    expect(await head(renter, id)).toMatchObject({ isJoined: false });
    await send(admin, id, "We can help here");
    for (const side of [renter, host]) {
      expect(await head(side, id)).toMatchObject({ isJoined: true, fromSide: "admin" });
      expect((await thread(side, id)).map(({ text }) => text)).not.toContain("A note");
    }
    await send(renter, id, "Thank you");
    expect(await statesWith()).toEqual(["open", "unassigned", "between"]);
    expect(await head(admin, id)).toMatchObject({ unread: 1 });
  });

  it("the back office sees who reported a conversation and can block either side", async () => {
    const stranger = await makePerson(test);
    const orderId = await requested(stranger, { carId: await carOf(host) });
    const { id } = await begun(host, orderId, asHost, "Pay me in cash");
    const report = await call(stranger, "PUT", `/api/conversations/${id}/report`, { reason: "Cash" });
    expect(report.statusCode).toBe(200);
    const shown = (await inbox()).find((one) => one.id === id);
    expect(shown).toMatchObject({ isReported: true, reportedSide: "renter", reportReason: "Cash" });
    const block = (side: string, isBlocked: boolean) =>
      call(admin, "PUT", `/api/conversations/${id}/block`, { side, isBlocked });
    expect((await block("host", true)).statusCode).toBe(200);
    const refused = { status: 403, code: "conversation_blocked" };
    expect(refusalOf(await send(host, id, "Again"))).toMatchObject(refused);
    expect(refusalOf(await begin(host, orderId, asHost))).toMatchObject(refused);
    expect((await send(stranger, id, "Fine")).statusCode).toBe(201);
    // An order that is open keeps their line to us.
    expect((await begin(host, orderId, { as: "host" })).statusCode).toBe(201);
    await block("host", false);
    await block("renter", true);
    expect([(await head(stranger, id)).isBlocked, (await head(host, id)).isBlocked]).toEqual([true, false]);
    expect(refusalOf(await send(stranger, id, "Again"))).toMatchObject(refused);
    await block("renter", false);
  });
});

/** The answer to each call of a conversation between a renter and a host, for each caller. */
const callers = [
  "the renter",
  "the host",
  "an administrator with no permission",
  "another renter",
  "a host of another car",
  "a visitor",
] as const;
const calls: Record<string, [method: "GET" | "POST" | "PUT", path: string, body?: () => object]> = {
  read: ["GET", ""],
  messages: ["GET", "/messages"],
  write: ["POST", "/messages", () => ({ id: crypto.randomUUID(), text: "Hello" })],
  "write a note": ["POST", "/messages", () => ({ id: crypto.randomUUID(), text: "Hello", isInternal: true })],
  "mark read": ["PUT", "/read", () => ({})],
  report: ["PUT", "/report", () => ({})],
  block: ["PUT", "/block", () => ({ isBlocked: false })],
};
const openTo: Record<string, number[]> = {
  read: [200, 200, 200, 404, 404, 401],
  messages: [200, 200, 200, 404, 404, 401],
  write: [201, 201, 201, 404, 404, 401],
  "write a note": [403, 403, 201, 404, 404, 401],
  "mark read": [200, 200, 200, 404, 404, 401],
  report: [200, 200, 200, 404, 404, 401],
  block: [409, 409, 200, 404, 404, 401],
};

/** A conversation, and each caller's person. */
async function makeCallers() {
  const { id } = await begun(host, await asked(), asHost);
  const people = [
    renter,
    host,
    await makePerson(test, { role: "admin", permissions: [] }),
    await makePerson(test),
    await makePerson(test, { role: "host" }),
    undefined,
  ];
  return { id, people };
}
let madeCallers: ReturnType<typeof makeCallers> | undefined;

describe("a conversation between a renter and a host", () => {
  it.each(Object.keys(calls))(
    "the two sides and the back office have access, and nobody else does: %s",
    async (name) => {
      madeCallers ??= makeCallers();
      const { id, people } = await madeCallers;
      const [method, path, body] = calls[name] ?? ["GET", "none"];
      const statuses: number[] = [];
      for (const person of people)
        statuses.push((await call(person, method, `/api/conversations/${id}${path}`, body?.())).statusCode);
      expect(callers.map((caller, at) => [caller, statuses[at]])).toEqual(
        callers.map((caller, at) => [caller, openTo[name]?.[at]]),
      );
    },
  );

  const over = { status: 409, code: "conversation_over" };
  it.each([
    ["while the request waits", "", true],
    ["once it is promised", "status = 'confirmed', host_answer = 'accepted', host_answered_at = now()", true],
    [
      "during the rental",
      "status = 'in_progress', trip_started_at = now(), host_answer = 'accepted', host_answered_at = now()",
      true,
    ],
    [
      "6 days after the car is back",
      "status = 'completed', trip_started_at = now(), trip_completed_at = now(), is_car_out = false, car_back_at = now() - interval '6 days'",
      true,
    ],
    [
      "8 days after the car is back",
      "status = 'completed', trip_started_at = now(), trip_completed_at = now(), is_car_out = false, car_back_at = now() - interval '8 days'",
      false,
    ],
  ])("%s both sides or neither can write, and both can read", async (_when, columns, isOpen) => {
    const orderId = await asked();
    const { id } = await begun(host, orderId, asHost);
    if (columns) await rows(`update orders set ${columns} where id = $1`, [orderId]);
    for (const [by, wanted] of [
      [host, asHost],
      [renter, { to: "host" }],
    ] as const) {
      expect((await head(by, id)).isOver).toBe(!isOpen);
      const answers = [await send(by, id, "One more"), await begin(by, orderId, wanted)];
      const codes = answers.map((answer) => answer.json<{ code?: string }>().code);
      expect(codes).toEqual(isOpen ? [undefined, undefined] : [over.code, over.code]);
      expect((await thread(by, id)).length).toBeGreaterThan(0);
    }
    expect((await begin(host, orderId, { as: "host" })).statusCode).toBe(201);
    expect((await begin(renter, orderId, {})).statusCode).toBe(201);
  });

  it("a conversation ends with its declined request, and none begins before the host gets the request", async () => {
    const orderId = await asked();
    const { id } = await begun(host, orderId, asHost);
    expect((await decline(host, orderId)).statusCode).toBe(200);
    for (const by of [host, renter]) expect(refusalOf(await send(by, id, "Why?"))).toMatchObject(over);
    const other = await asked();
    await rows(
      "update orders set host_asked_at = null, expires_at = now() + interval '1 day' where id = $1",
      [other],
    );
    for (const wanted of [asHost, { as: "host" }])
      expect(refusalOf(await begin(host, other, wanted)).status).toBe(422);
  });

  it("a conversation ends when the host no longer hosts", async () => {
    const former = await makePerson(test, { role: "host" });
    const orderId = await requested(renter, { carId: await carOf(former) });
    expect((await accept(former, orderId)).statusCode).toBe(200);
    const { id } = await begun(former, orderId, asHost);
    await rows("update accounts set role = 'customer', hosting_since = null where id = $1", [former.id]);
    for (const by of [former, renter]) expect(refusalOf(await send(by, id, "When?"))).toMatchObject(over);
    const other = await asked();
    expect((await accept(host, other)).statusCode).toBe(200);
    await rows("update orders set host_id = $2 where id = $1", [other, former.id]);
    expect(refusalOf(await begin(former, other, asHost))).toMatchObject(over);
    expect(refusalOf(await begin(renter, other, { to: "host" }))).toMatchObject(over);
  });

  it("a conversation stops while the host is suspended", async () => {
    const suspended = await makePerson(test, { role: "host" });
    const orderId = await requested(renter, { carId: await carOf(suspended) });
    expect((await accept(suspended, orderId)).statusCode).toBe(200);
    const { id } = await begun(suspended, orderId, asHost);
    await rows("update accounts set suspended_at = now() where id = $1", [suspended.id]);
    expect(refusalOf(await send(renter, id, "When?"))).toMatchObject(over);
    await rows("update accounts set suspended_at = null where id = $1", [suspended.id]);
    expect((await send(renter, id, "When?")).statusCode).toBe(201);
  });

  it("a conversation goes on after the acceptance and can't be begun by strangers", async () => {
    const orderId = await asked();
    const { id } = await begun(host, orderId, asHost);
    expect((await accept(host, orderId)).statusCode).toBe(200);
    expect((await send(renter, id, "Wonderful")).statusCode).toBe(201);
    const stranger = await makePerson(test);
    const colleague = await makePerson(test, { role: "host" });
    for (const [by, wanted] of [
      [renter, { as: "host" }],
      [renter, { as: "renter", to: "renter" }],
      [stranger, { to: "host" }],
      [colleague, asHost],
      [host, { to: "host" }],
      [host, { as: "host", to: "host" }],
      [host, { ...asHost, about: "support" }],
    ] as const)
      expect([wanted, refusalOf(await begin(by, orderId, wanted)).status]).toEqual([wanted, 422]);
    expect(refusalOf(await begin(stranger, orderId, { as: "host", about: "support" })).status).toBe(403);
    expect((await answered(host, orderId, "accepted")).statusCode).toBe(200);
  });
});

it("somebody who rents and hosts gets one email about all unread messages, in their language", async () => {
  const both = await makePerson(test, { role: "host" });
  await rows("update users set language = 'zh' where id = $1", [both.id]);
  const theirs = await requested(renter, { carId: await carOf(both) });
  const { id } = await begun(renter, theirs, { to: "host" }, "Hello");
  const own = await requested(both, { carId: await carOf(host) });
  await begun(host, own, asHost);
  await mailUnread({ ...test.services, now: () => Date.now() + 11 * 60_000 });
  expect((await emailsTo(test, both.email)).filter((kind) => kind === "unread_messages")).toHaveLength(1);
  const email = await emailTo(test, both.email, "unread_messages");
  expect(email.subject).toBe("您有 2 条新消息");
  expect(JSON.stringify(email.content)).toMatch(/\/dashboard\/messages.*\/host\/messages/);
  await send(renter, id, "Once more");
  await mailUnread({ ...test.services, now: () => Date.now() + 22 * 60_000 });
  expect((await emailsTo(test, both.email)).filter((kind) => kind === "unread_messages")).toHaveLength(1);
});

it("a report of an answered message is read once an administrator has looked at it", async () => {
  const { id } = await begun(host, await asked(), asHost);
  await send(admin, id, "We can help here");
  const read = (number: number) => call(admin, "PUT", `/api/conversations/${id}/read`, { number });
  await call(renter, "PUT", `/api/conversations/${id}/report`, { reason: "Wants cash" });
  expect(await head(admin, id)).toMatchObject({ unread: 1 });
  // The screen says the last message that isn't ours.
  await read(1);
  expect(await head(admin, id)).toMatchObject({ unread: 0 });
  await send(renter, id, "And rude");
  await read(1);
  expect(await head(admin, id)).toMatchObject({ unread: 1 });
});

it("a conversation with a new report can't be closed", async () => {
  const { id } = await begun(host, await asked(), asHost);
  const shown = async () => (await inbox()).find((one) => one.id === id);
  const report = (by: Person) => call(by, "PUT", `/api/conversations/${id}/report`, { reason: "Rude" });
  const close = (seenReportAt: string | null | undefined) =>
    call(admin, "PUT", `/api/admin/conversations/${id}`, { isClosed: true, seen: 1, seenReportAt });
  await report(renter);
  const first = (await shown())?.reportedAt;
  expect(refusalOf(await close(null))).toMatchObject({ status: 412, code: "stale" });
  await report(host);
  expect(refusalOf(await close(first))).toMatchObject({ status: 412, code: "stale" });
  expect(await shown()).toMatchObject({ isClosed: false, unread: 1 });
  const closed = await close((await shown())?.reportedAt);
  expect(closed.json()).toMatchObject({ isClosed: true, unread: 0 });
});

it("a report reopens a closed conversation, waits for us and sends us one email", async () => {
  const orderId = await asked();
  const { id } = await begun(host, orderId, asHost);
  await call(admin, "PUT", `/api/conversations/${id}/read`, {});
  await call(admin, "PUT", `/api/admin/conversations/${id}`, { isClosed: true });
  const of = async (state: string) => (await inbox(`?state=${state}`)).find((one) => one.id === id);
  expect(await of("waiting")).toBeUndefined();
  const report = (by: Person, reason: string) =>
    call(by, "PUT", `/api/conversations/${id}/report`, { reason });
  const mailed = async () =>
    (await emailsTo(test, desk)).filter((kind) => kind === "admin_conversation_reported").length;
  const before = await mailed();
  expect((await report(renter, "Wants cash")).statusCode).toBe(200);
  const waiting = await of("waiting");
  expect(waiting).toMatchObject({ isClosed: false, unread: 1, reportReason: "Wants cash" });
  expect(await of("open")).toBeDefined();
  expect(await mailed()).toBe(before + 1);
  const { text } = await emailText(desk, "admin_conversation_reported");
  expect(text).toContain("The renter reports this conversation.");
  expect(text).toContain("Wants cash");
  expect(text).toContain(`/admin/messages?conversation=${id}`);

  await call(admin, "PUT", `/api/conversations/${id}/read`, {});
  expect(await of("waiting")).toMatchObject({ unread: 0, waitingSince: waiting?.waitingSince });
  await call(admin, "PUT", `/api/admin/conversations/${id}`, { isClosed: true });
  await report(host, "Rude");
  expect(await of("waiting")).toMatchObject({ reportReason: "Rude", reportedSide: "host" });
  expect(await mailed()).toBe(before + 1);
});
