// @one-database
import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UnconfirmedOrder } from "#contract/account/booking.ts";
import type { InboxConversation } from "#contract/admin/conversations.ts";
import type { Message, UnconfirmedMessage } from "#contract/conversations.ts";
import { moveOrders } from "#server/accounts/move-orders.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder } from "#test/condition.ts";
import { emailTo } from "#test/emails.ts";
import { aMonth, makeCar } from "#test/factories.ts";
import { accessTable } from "./access-table.ts";

/** Words that a stranger types with somebody else's address; none of them may appear as that person's own. */
const canary = "Evil Street";
const typed = {
  customerName: `Evie ${canary}`,
  customerPhone: "+1 650 555 0134",
  pickupLocation: `1 ${canary}`,
};

let test: TestApp;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  stranger = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

const call = (method: "GET" | "POST" | "PUT", url: string, by?: Person, payload?: object) =>
  test.app.inject({ method, url, headers: by?.authorization ?? {}, ...(payload && { payload }) });
const read = async <T>(url: string, by: Person): Promise<T> => (await call("GET", url, by)).json<T>();

async function request(customerEmail: string, by?: Person) {
  const wanted = { carId: await makeCar(test), ...aMonth(test) };
  const { total } = (await call("POST", "/api/quotes", undefined, wanted)).json<{ total: string }>();
  return call("POST", "/api/bookings", by, { ...typed, customerEmail, ...wanted, totalPrice: total });
}

async function planOrder(customerEmail: string) {
  const plan = { tier: "basic", location: "San Mateo", insurance: "decline", paymentMethod: "paypal" };
  const sent = { ...typed, customerEmail, ...plan, ...aMonth(test), totalPrice: "1.00" };
  const { quote } = (await call("POST", "/api/orders", undefined, sent)).json<{ quote: { total: string } }>();
  return call("POST", "/api/orders", undefined, { ...sent, totalPrice: quote.total });
}

const contact = (email: string, by?: Person) =>
  call("POST", "/api/contact", by, {
    name: typed.customerName,
    email,
    phone: typed.customerPhone,
    subject: `To ${canary}`,
    message: `Bring the car to 1 ${canary}`,
  });

type TypedPlace = (email: string) => Promise<{ statusCode: number; body: string }>;

/** Every form that takes somebody else's address, as docs/joining-rows-to-people.md lists them. */
const places: Record<string, TypedPlace> = {
  "the contact form": (email) => contact(email.toUpperCase()),
  "the contact form of another account": (email) => contact(email, stranger),
  "a visitor's request": (email) => request(email.toUpperCase()),
  "another account's request": (email) => request(email, stranger),
  "a visitor's plan order": (email) => planOrder(email),
  "a subscription": (email) => call("POST", "/api/email-subscriptions", undefined, { email }),
  "a sign-up": (email) =>
    call("POST", "/auth/v1/signup", undefined, {
      email,
      password: "typed by somebody",
      data: { full_name: `Evie ${canary}`, username: "evil_street", phone: typed.customerPhone },
    }),
  "another account's additional driver": async (email) => {
    const id = await makeOrder(test, stranger.id);
    return call("POST", `/api/orders/${id}/drivers`, stranger, { name: `Ann ${canary}`, email });
  },
  "a lost link": (email) =>
    call("POST", "/api/orders/find", undefined, { email, orderNumber: "LB-7K3F-9QXA" }),
};

/** All calls without parameters by which an account reads its own data. */
const reads = Object.entries(accessTable)
  .filter(([route, access]) => access === "account" && /^GET [^:*]+$/.test(route))
  .map(([route]) => route.slice("GET ".length))
  .filter((path) => path !== "/api/events");

const messagesApart = "/api/conversations/unconfirmed";
const ordersApart = "/api/account/orders/unconfirmed";
const apart = [messagesApart, ordersApart];

/** Visits every page of the account, and fails where a stranger's words appear there as its own. */
async function visit(victim: Person): Promise<void> {
  expect(reads).toEqual(expect.arrayContaining(["/api/conversations", "/api/account/orders", ...apart]));
  for (const path of reads.filter((one) => !apart.includes(one))) {
    const answer = await call("GET", path, victim);
    expect(answer.statusCode, path).toBeLessThan(500);
    expect(JSON.stringify(withoutApart(answer.json<unknown>())), path).not.toContain(canary);
  }
}

/** An answer without its part for unconfirmed things, which an export has under that name. */
function withoutApart(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || !("unconfirmed" in answer)) return answer;
  const { unconfirmed: _apart, ...own } = answer;
  return own;
}

/** Columns that refer to the account in a row with a stranger's words, in any table. */
async function rowsOfAccountThatHold(words: string, id: string): Promise<string[]> {
  const { database } = test.services;
  const columns = await database.rows<{ table: string; column: string }>(
    `select distinct conrelid::regclass::text as table, attname as column
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
     where contype = 'f' and confrelid in ('accounts'::regclass, 'users'::regclass)`,
  );
  expect(columns).toEqual(expect.arrayContaining([{ table: "messages", column: "author_id" }]));
  const found: string[] = [];
  for (const { table, column } of [
    ...columns,
    { table: "accounts", column: "id" },
    { table: "users", column: "id" },
  ]) {
    const rows = await database.rows(
      `select 1 from ${table} as one where ${column} = $1 and strpos(one::text, $2) > 0`,
      [id, words],
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

describe("messages and orders with another person's address", () => {
  it("a message or order with another person's address never becomes that account's own", async () => {
    const victim = await makePerson(test);
    await visit(victim);
    for (const [place, write] of Object.entries(places)) {
      const answer = await write(victim.email);
      expect(answer.statusCode, `${place}: ${answer.body}`).toBeLessThan(300);
      expect(await rowsOfAccountThatHold(canary, victim.id), place).toEqual([]);
      await visit(victim);
      expect(await rowsOfAccountThatHold(canary, victim.id), place).toEqual([]);
    }
    // An administrator who opens the account's page doesn't make these things the account's own either.
    const page = await call("GET", `/api/admin/users/${victim.id}`, admin);
    expect([page.json<{ orders: number }>().orders, page.body.includes(canary)]).toEqual([0, false]);
    expect(await rowsOfAccountThatHold(canary, victim.id)).toEqual([]);
  });

  it("a message with an unconfirmed address stands in the inbox as unconfirmed, and the email says so", async () => {
    const victim = await makePerson(test);
    await contact(victim.email);
    const threads = await read<InboxConversation[]>("/api/admin/conversations?limit=100", admin);
    const thread = threads.find(({ person }) => person.email === victim.email);
    expect(thread).toMatchObject({ isUnconfirmed: true, isQuoted: true, person: { id: null } });
    const [message] = await read<Message[]>(`/api/conversations/${thread?.id}/messages`, admin);
    expect(message).toMatchObject({ isQuoted: true, author: typed.customerName });
    const messages = await read<{ email: string }[]>("/api/admin/messages?limit=100", admin);
    expect(messages.find(({ email }) => email === victim.email)).toMatchObject({ isUnconfirmed: true });
    const { adminEmail } = test.services.config;
    expect(JSON.stringify((await emailTo(test, adminEmail, "admin_contact_message")).content)).toContain(
      `${victim.email} (not confirmed`,
    );
  });

  it("messages and orders with an unconfirmed address are shown apart to its owner alone", async () => {
    const victim = await makePerson(test);
    await contact(victim.email);
    await request(victim.email);
    const messages = await read<UnconfirmedMessage[]>(messagesApart, victim);
    const orders = await read<UnconfirmedOrder[]>(ordersApart, victim);
    expect(messages.map(({ name, subject }) => [name, subject])).toEqual([
      [typed.customerName, `To ${canary}`],
    ]);
    expect(orders.map(({ name }) => name)).toEqual([typed.customerName]);
    for (const path of apart) expect(await read(path, stranger)).toEqual([]);
    for (const url of [`/api/conversations/${messages[0]?.id}`, `/api/account/orders/${orders[0]?.id}`])
      for (const isMine of [true, false])
        expect(refusalOf(await call("PUT", `${url}/origin`, stranger, { isMine }))).toMatchObject({
          status: 404,
        });
  });

  it("a message joins its owner's conversations as quoted words once the owner confirms it", async () => {
    const victim = await makePerson(test);
    await contact(victim.email);
    const [written] = await read<UnconfirmedMessage[]>(messagesApart, victim);
    const url = `/api/conversations/${written?.id}`;
    expect(refusalOf(await call("GET", url, victim))).toMatchObject({ status: 404 });
    for (const _again of [1, 2])
      expect((await call("PUT", `${url}/origin`, victim, { isMine: true })).statusCode).toBe(200);
    expect(await read("/api/conversations", victim)).toEqual([
      expect.objectContaining({ id: written?.id, isQuoted: true }),
    ]);
    expect((await call("POST", `${url}/messages`, victim, { text: "It was me" })).statusCode).toBe(201);
    const messages = await read<Message[]>(`${url}/messages`, victim);
    expect(messages.map(({ isQuoted, isOwn, author }) => [isQuoted, isOwn, author])).toEqual([
      [false, true, "Wei Lin"],
      [true, false, typed.customerName],
    ]);
    // The database enforces it too.
    await expect(
      test.services.database.rows("update messages set author_id = $2 where id = $1", [
        written?.id,
        victim.id,
      ]),
    ).rejects.toThrow(/messages_quoted/);
  });

  it("a conversation is closed when the address's owner denies it, and answers to it are refused", async () => {
    const victim = await makePerson(test);
    await contact(victim.email);
    const [written] = await read<UnconfirmedMessage[]>(messagesApart, victim);
    const said = await call("PUT", `/api/conversations/${written?.id}/origin`, victim, { isMine: false });
    expect([said.statusCode, await read(messagesApart, victim)]).toEqual([200, []]);
    const closed = await read<InboxConversation[]>("/api/admin/conversations?state=closed&limit=100", admin);
    expect(closed.find(({ id }) => id === written?.id)).toMatchObject({
      isUnconfirmed: true,
      deniedAt: expect.any(String),
      waitingSince: null,
    });
    for (const answer of [
      await call("POST", `/api/conversations/${written?.id}/messages`, admin, { text: "We come" }),
      await call("POST", `/api/admin/messages/${written?.id}/answer`, admin, { text: "We come" }),
    ])
      expect(refusalOf(answer)).toMatchObject({ status: 409, code: "message_denied" });
  });

  it("an order becomes its owner's when they confirm it, and a request is canceled when they deny it", async () => {
    const victim = await makePerson(test);
    await request(victim.email);
    await planOrder(victim.email);
    const [plan, asked] = await read<UnconfirmedOrder[]>(ordersApart, victim);
    const say = (id: string | undefined, isMine: boolean) =>
      call("PUT", `/api/account/orders/${id}/origin`, victim, { isMine });
    expect((await say(plan?.id, true)).statusCode).toBe(200);
    expect((await say(asked?.id, false)).statusCode).toBe(200);
    expect(await read("/api/account/orders", victim)).toEqual([
      expect.objectContaining({ id: plan?.id, emailConfirmed: true }),
    ]);
    expect(await read(ordersApart, victim)).toEqual([]);
    const [denied] = await test.services.database.rows(
      "select status, account_id from orders where id = $1",
      [asked?.id],
    );
    expect(denied).toEqual({ status: "cancelled", account_id: null });
    const { adminEmail } = test.services.config;
    expect((await emailTo(test, adminEmail, "admin_order_denied")).orderId).toBe(asked?.id);
  });

  it("an order already confirmed by administrators stays when the address's owner denies it", async () => {
    const victim = await makePerson(test);
    const order = await makeOrder(test, null, { customerEmail: victim.email, emailConfirmedAt: null });
    expect((await read<UnconfirmedOrder[]>(ordersApart, victim)).map(({ id }) => id)).toEqual([order]);
    await call("PUT", `/api/account/orders/${order}/origin`, victim, { isMine: false });
    const [kept] = await test.services.database.rows("select status, account_id from orders where id = $1", [
      order,
    ]);
    expect(kept).toEqual({ status: "confirmed", account_id: null });
    expect([await read(ordersApart, victim), await read("/api/account/orders", victim)]).toEqual([[], []]);
  });

  it("an order with an unconfirmed address doesn't follow the account to a new address", async () => {
    const victim = await makePerson(test);
    await request(victim.email);
    const person = { id: victim.id, email: victim.email, emailConfirmedAt: new Date() };
    await test.services.database.transaction((tx) => moveOrders(tx, person, "moved.away@example.com"));
    expect(await rowsOfAccountThatHold(canary, victim.id)).toEqual([]);
  });

  it("earlier messages and orders that joined an account by themselves are apart again, unless continued", async () => {
    const [quiet, going] = [await makePerson(test), await makePerson(test)];
    for (const { email } of [quiet, going]) {
      await contact(email);
      await request(email);
    }
    const { database } = test.services;
    const person = (id: string, email: string) => [id, email.toLowerCase()];
    for (const { id, email } of [quiet, going]) {
      await database.rows(
        `with joined as (update conversations set account_id = $1, last_is_quoted = false, last_author_id = $1
           where visitor_email = $2 returning id)
         update messages set is_quoted = false, author_id = $1 from joined where conversation_id = joined.id`,
        person(id, email),
      );
      await database.rows("update orders set account_id = $1 where customer_email = $2", person(id, email));
    }
    const [thread] = await read<{ id: string }[]>("/api/conversations", going);
    await call("POST", `/api/conversations/${thread?.id}/messages`, going, { text: "And one more thing" });
    const [file = ""] = globSync("src/server/db/migrations/*_written_by_nobody_we_know.sql");
    const migration = readFileSync(file, "utf8");
    for (const statement of migration.split("--> statement-breakpoint"))
      // A later migration renames the column.
      if (/^UPDATE/m.test(statement))
        await database.rows(statement.replaceAll("proved_at", "email_confirmed_at"));
    expect(await read("/api/conversations", quiet)).toEqual([]);
    expect(await read<unknown[]>(messagesApart, quiet)).toHaveLength(1);
    expect(await read<unknown[]>(messagesApart, going)).toEqual([]);
    const words = await read<Message[]>(`/api/conversations/${thread?.id}/messages`, going);
    expect(words.map(({ isQuoted, isOwn }) => [isQuoted, isOwn])).toEqual([
      [false, true],
      [true, false],
    ]);
    for (const one of [quiet, going]) {
      expect(await read("/api/account/orders", one)).toEqual([]);
      expect(await read<unknown[]>(ordersApart, one)).toHaveLength(1);
    }
  });
});

describe("messages written while signed in", () => {
  it("a contact form message sent while signed in with one's own address is in the account at once", async () => {
    const ann = await makePerson(test);
    const sent = { name: "Ann", email: ann.email.toUpperCase(), subject: "A van?", message: "For June" };
    expect((await call("POST", "/api/contact", ann, sent)).statusCode).toBe(200);
    const [conversation] = (await call("GET", "/api/conversations", ann)).json<{ id: string }[]>();
    expect(conversation).toMatchObject({ subject: "A van?", isQuoted: false });
    const [message] = (await call("GET", `/api/conversations/${conversation?.id}/messages`, ann)).json<
      Message[]
    >();
    expect(message).toMatchObject({ isOwn: true, isQuoted: false, text: "For June" });
    expect((await call("GET", messagesApart, ann)).json()).toEqual([]);
    expect((await call("GET", "/api/account/messages", ann)).json()).toEqual([
      expect.objectContaining({ subject: "A van?" }),
    ]);
  });
});

describe("the promo code for a first rental", () => {
  it("the code for a first rental stays unused after a stranger's request with its address", async () => {
    const email = "first.rental@example.com";
    await test.services.database.rows("insert into promo_codes (code, email) values ('FIRSTONE', $1)", [
      email,
    ]);
    const wanted = { carId: await makeCar(test), ...aMonth(test) };
    const { total } = (await call("POST", "/api/quotes", undefined, wanted)).json<{ total: string }>();
    const body = { ...typed, customerPhone: "+1 415 555 0177", customerEmail: email, totalPrice: total };
    expect((await call("POST", "/api/bookings", undefined, { ...body, ...wanted })).statusCode).toBe(201);
    const own = await makePerson(test, { email });
    const again = { ...wanted, carId: await makeCar(test), promo: "FIRSTONE" };
    const quoted = (await call("POST", "/api/quotes", own, again)).json<{ total: string }>();
    const placed = await call("POST", "/api/bookings", own, { ...body, ...again, totalPrice: quoted.total });
    expect(placed.statusCode, placed.body).toBe(201);
  });
});
