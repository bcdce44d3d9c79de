import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { databaseKind, startTestApp, type TestApp } from "#test/app.ts";
import { addressOf, listenTo } from "#test/event-stream.ts";
import { buildApp } from "#server/app.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { startServices } from "#server/start.ts";
import { announce } from "./announce.ts";
import { mostOfAnAccount } from "./streams.ts";

let test: TestApp;
let address: string;
let wei: Person;
let other: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  address = await addressOf(test.app);
  [wei, other, admin] = await Promise.all([
    makePerson(test),
    makePerson(test),
    makePerson(test, { role: "admin" }),
  ]);
});
afterAll(() => test.close());

const patience = { timeout: 20_000, interval: 20 };
const until = (look: () => void) => vi.waitFor(look, patience);
const announceTo = (person: Person, orderId: string = crypto.randomUUID()): Promise<string> =>
  test.services.database.transaction(async (tx) => {
    await announce(tx, { kind: "order", orderId, to: [person.id], admins: "manage_payments" });
    return orderId;
  });
const announceToAdmins = (): Promise<string> =>
  test.services.database.transaction(async (tx) => {
    const orderId = crypto.randomUUID();
    await announce(tx, { kind: "order", orderId, admins: "manage_users" });
    return orderId;
  });
const idsOf = (events: { orderId?: string }[]) => events.map(({ orderId }) => orderId);

/** The ways in which a reader's stream ends. */
const endings: [string, (person: Person) => Promise<unknown>][] = [
  [
    "signs out",
    (person) =>
      test.app.inject({ method: "POST", url: "/api/auth/v2/signout", headers: person.authorization }),
  ],
  [
    "is suspended",
    (person) =>
      test.services.database.rows("update accounts set suspended_at = now() where id = $1", [person.id]),
  ],
  [
    "loses a permission",
    (person) =>
      test.services.database.rows("update accounts set permissions = '{}' where id = $1", [person.id]),
  ],
  [
    "has enrolled a second factor",
    (person) =>
      test.services.database.rows(
        "insert into factors (id, user_id, type, status) values (gen_random_uuid(), $1, 'totp', 'verified')",
        [person.id],
      ),
  ],
  [
    "is made a customer",
    (person) =>
      test.services.database.rows("update accounts set role = 'customer', permissions = '{}' where id = $1", [
        person.id,
      ]),
  ],
];

describe("a stream", () => {
  it("a stream sends each event only to its reader", async () => {
    const [mine, theirs, admins] = await Promise.all([
      listenTo(address, wei.token),
      listenTo(address, other.token),
      listenTo(address, admin.token),
    ]);
    await until(() => expect(test.services.events.count()).toBe(3));
    const first = await announceTo(wei);
    const second = await announceTo(other);
    await until(() => expect(idsOf(theirs.events)).toEqual([second]));
    await until(() => expect(idsOf(mine.events)).toEqual([first]));
    expect(admins.events).toEqual([]);
    for (const stream of [mine, theirs, admins]) stream.cut();
    await until(() => expect(test.services.events.count()).toBe(0));
  });

  it.each(["100:200:200", "7:7:7", "5:9:6,9", "9:5:", "0:5:", "5:9:7,6", "x", "5:09:9"])(
    "a reader with the invalid position %s gets an answer",
    async (snapshot) => {
      const headers = {
        authorization: `Bearer ${wei.token}`,
        "last-event-id": `${snapshot}@${Math.floor(Date.now() / 1000)}`,
      };
      const answer = await fetch(`${address}/api/events`, { headers });
      expect(answer.status).toBe(200);
      await answer.body?.cancel();
    },
  );

  it("a stream sends nothing of a rolled-back transaction", async () => {
    const stream = await listenTo(address, wei.token);
    await test.services.database
      .transaction(async (tx) => {
        await announce(tx, { kind: "order", to: [wei.id] });
        throw new Error("changed my mind");
      })
      .catch(() => undefined);
    const orderId = await announceTo(wei);
    await until(() => expect(idsOf(stream.events)).toEqual([orderId]));
    stream.cut();
  });

  it("a stream resumes after twenty cuts with every event once, in order", async () => {
    const announced: string[] = [];
    const heard: (string | undefined)[] = [];
    let last = "";
    for (let cut = 0; cut < 20; cut++) {
      const stream = await listenTo(address, wei.token, last);
      await until(() => expect(stream.lastEventId()).not.toBe(""));
      for (let turn = 0; turn < 3; turn++) announced.push(await announceTo(wei));
      // Some events arrive, and some are cut off on the way.
      await until(() => expect(stream.events.length >= cut % 2).toBe(true));
      stream.cut();
      await stream.ended;
      heard.push(...idsOf(stream.events));
      last = stream.lastEventId();
      announced.push(await announceTo(wei));
    }
    const stream = await listenTo(address, wei.token, last);
    await until(() => expect([...heard, ...idsOf(stream.events)]).toEqual(announced));
    stream.cut();
  });

  it.each(["1", "9:8:@1", "x:y:z@1", "1:2:3:4@5", `${"9".repeat(30)}:1:@1`, "\u2603", "a".repeat(9000)])(
    "a stream begins now after an invalid position: %s",
    async (last) => {
      const stream = await listenTo(address, wei.token, encodeURIComponent(last));
      expect([stream.status, stream.events]).toEqual([200, []]);
      stream.cut();
    },
  );

  it.each(["9000000000:9000000001:@1795000000", "3:4:@1000"])(
    "a stream tells the reader to reload after an outdated or foreign position: %s",
    async (last) => {
      const stream = await listenTo(address, wei.token, last);
      await until(() => expect(stream.resets()).toBe(1));
      stream.cut();
    },
  );

  it("an account may open five streams", async () => {
    expect(mostOfAnAccount).toBe(5);
    const many = [];
    for (let opened = 0; opened < mostOfAnAccount; opened++) many.push(await listenTo(address, other.token));
    const refused = await listenTo(address, other.token);
    expect(refused.status).toBe(429);
    for (const stream of many) stream.cut();
    await until(() => expect(test.services.events.count()).toBe(0));
    const again = await listenTo(address, other.token);
    expect(again.status).toBe(200);
    again.cut();
  });

  // Each case waits for the next rights check, so they run at once.
  it.concurrent.each(endings)("a stream ends soon after its reader %s", async (_what, end) => {
    const person = await makePerson(test, { role: "admin", permissions: ["manage_users"] });
    const stream = await listenTo(address, person.token);
    expect(stream.status).toBe(200);
    await end(person);
    await stream.ended;
  });

  it.each(endings)("a reader who %s gets no later event, not even at the same moment", async (_what, end) => {
    const person = await makePerson(test, { role: "admin", permissions: ["manage_users"] });
    const stream = await listenTo(address, person.token);
    const first = await announceToAdmins();
    await until(() => expect(idsOf(stream.events)).toEqual([first]));
    await end(person);
    await announceToAdmins();
    await stream.ended;
    expect(idsOf(stream.events)).toEqual([first]);
  });

  it("a stream is refused to visitors", async () => {
    expect((await fetch(`${address}/api/events`)).status).toBe(401);
  });
});

describe.runIf(databaseKind === "postgres")("two processes on one database", () => {
  it("a stream of one process stops when another process makes its administrator a customer", async () => {
    const { config } = test.services;
    const services = await startServices(config, pino({ level: "error" }), await openDatabase(config));
    const app = await buildApp(services);
    const elsewhere = await addressOf(app);
    try {
      const boss = await makePerson(test, { role: "admin", permissions: ["manage_users"] });
      const person = await makePerson(test, { role: "admin", permissions: ["manage_users"] });
      const stream = await listenTo(elsewhere, person.token);
      const first = await announceToAdmins();
      await until(() => expect(idsOf(stream.events)).toEqual([first]));
      const answer = await test.app.inject({
        method: "PUT",
        url: `/api/admin/users/${person.id}/role`,
        headers: boss.authorization,
        payload: { role: "customer", reason: "left the company" },
      });
      expect(answer.statusCode, answer.body).toBe(200);
      await announceToAdmins();
      await stream.ended;
      expect(idsOf(stream.events)).toEqual([first]);
    } finally {
      await app.close();
      await services.close();
    }
  });

  it("two processes lose and double no event, in whatever order transactions end", async () => {
    const { config } = test.services;
    const services = await startServices(config, pino({ level: "error" }), await openDatabase(config));
    const app = await buildApp(services);
    const elsewhere = await addressOf(app);
    try {
      const stream = await listenTo(address, wei.token);
      await until(() => expect(stream.lastEventId()).not.toBe(""));
      const late = Promise.withResolvers<void>();
      const began = Promise.withResolvers<void>();
      const slow = crypto.randomUUID();
      // The slow event has the smaller number, but becomes visible after the other.
      const slowly = services.database.transaction(async (tx) => {
        await announce(tx, { kind: "order", orderId: slow, to: [wei.id] });
        began.resolve();
        await late.promise;
      });
      await began.promise;
      const quick = await announceTo(wei);
      await until(() => expect(idsOf(stream.events)).toEqual([quick]));
      stream.cut();
      await stream.ended;
      late.resolve();
      await slowly;
      // The other process sends the rest.
      const resumed = await listenTo(elsewhere, wei.token, stream.lastEventId());
      await until(() => expect(idsOf(resumed.events)).toEqual([slow]));
      const next = await announceTo(wei);
      await until(() => expect(idsOf(resumed.events)).toEqual([slow, next]));
      const [listening] = await test.services.database.rows<{ count: number }>(
        "select count(*)::int from pg_stat_activity where datname = current_database() and query like 'listen %'",
      );
      expect(listening?.count).toBe(2);
      resumed.cut();
    } finally {
      await app.close();
      await services.close();
    }
  });
});
