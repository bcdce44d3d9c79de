import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { databaseKind, startTestApp, type TestApp } from "#test/app.ts";
import { type Database, openDatabase } from "./open-database.ts";
import { settings } from "./schema/shared.ts";

let test: TestApp;
let database: Database;
beforeAll(async () => {
  test = await startTestApp();
  ({ database } = test.services);
});
afterAll(() => test.close());

const kept = async (key: string) =>
  (await database.rows("select from settings where key = $1", [key])).length;

describe("a transaction", () => {
  it("a transaction keeps what it wrote and returns the result of its work", async () => {
    const answer = await database.transaction(async (tx) => {
      await tx.insert(settings).values({ key: "kept", value: "1" });
      return 42;
    });
    expect([answer, await kept("kept")]).toEqual([42, 1]);
  });

  it("a transaction that throws leaves nothing", async () => {
    const work = database.transaction(async (tx) => {
      await tx.insert(settings).values({ key: "lost", value: "1" });
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await kept("lost")).toBe(0);
  });

  it("a transaction with a failed statement leaves nothing, and the next one works", async () => {
    const work = database.transaction(async (tx) => {
      await tx.insert(settings).values({ key: "lost", value: "1" });
      await tx.execute(sql`select 1 / 0`);
    });
    await expect(work).rejects.toSatisfy((error: Error) =>
      /division by zero/.test(`${error.message} ${String(error.cause)}`),
    );
    expect(
      await database.transaction(
        async (tx) =>
          (
            await tx
              .select()
              .from(settings)
              .where(sql`key = 'lost'`)
          ).length,
      ),
    ).toBe(0);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a query", () => database.rows("select 1")],
    ["Drizzle's outer connection", async () => database.db.select().from(settings)],
    ["the queue's connection", () => database.bossDatabase().executeSql("select 1", [])],
    ["another transaction", () => database.transaction(async () => 1)],
  ])("a transaction refuses %s beside it at once, which would wait for it forever", async (_name, query) => {
    const work = database.transaction(async (tx) => {
      await tx.insert(settings).values({ key: "lost", value: "1" });
      await query();
    });
    await expect(work).rejects.toSatisfy((error: Error) =>
      /A transaction is open here/.test(`${error.message} ${String(error.cause)}`),
    );
    expect(await kept("lost")).toBe(0);
  });

  it("a transaction lets other work query the outer connection meanwhile", async () => {
    const began = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const work = database.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      began.resolve();
      await mayEnd.promise;
    });
    await began.promise;
    const beside = database.rows<{ one: number }>("select 1 as one");
    mayEnd.resolve();
    await work;
    expect(await beside).toEqual([{ one: 1 }]);
  });
});

it("a typed text stays out of the statement", async () => {
  const typed = "'; drop table settings; -- \\ % _ $1";
  expect(await database.rows("select $1::text as typed", [typed])).toEqual([{ typed }]);
});

// An embedded database has no connection to lose.
describe.runIf(databaseKind === "postgres")("a server that cuts the listening connection", () => {
  const cut =
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen \"testing\"'";

  it("a lost listening connection is restored, and the listener learns of the loss and the return", async () => {
    const turns: boolean[] = [];
    const heard: string[] = [];
    const own = await openDatabase(test.services.config);
    await own.listen(
      "testing",
      (payload) => heard.push(payload),
      (isListening) => turns.push(isListening),
    );
    await database.rows(cut);
    await vi.waitFor(() => expect(turns).toEqual([false, true]), { timeout: 10_000, interval: 20 });
    await database.rows("select pg_notify('testing', 'again')");
    await vi.waitFor(() => expect(heard).toEqual(["again"]), { timeout: 10_000, interval: 20 });
    await own.close();
  });

  it("a process can end while it reconnects", async () => {
    for (let round = 0; round < 10; round++) {
      const own = await openDatabase(test.services.config);
      const lost = Promise.withResolvers<void>();
      await own.listen(
        "testing",
        () => {},
        () => lost.resolve(),
      );
      await database.rows(cut);
      await lost.promise;
      await own.close();
    }
    // The server ends a session a moment after its client has gone; a session that was left open would stay.
    const listening =
      "select pid from pg_stat_activity where datname = current_database() and query = 'listen \"testing\"'";
    await vi.waitFor(async () => expect(await database.rows(listening)).toEqual([]), {
      timeout: 20_000,
      interval: 50,
    });
  });
});
