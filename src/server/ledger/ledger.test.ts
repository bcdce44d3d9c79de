import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Entry } from "#domain/payments/ledger.ts";
import { balanceOf } from "./queries.ts";
import { sqlState } from "#server/db/retries.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { post } from "./post.ts";

let test: TestApp;
let orderId: string;
beforeAll(async () => {
  test = await startTestApp();
  const wanted = { carId: await makeCar(test), ...aMonth(test) };
  const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: wanted });
  const payload = { ...renter, ...wanted, totalPrice: quote.json<{ total: string }>().total };
  orderId = (await test.app.inject({ method: "POST", url: "/api/bookings", payload })).json<{ id: string }>()
    .id;
});
afterAll(() => test.close());

const posted = (key: string, entries: Entry[]): Promise<boolean> =>
  test.services.database.transaction((tx) =>
    post(test.services, tx, { key, kind: "payment", orderId, actor: "test", entries }),
  );
const pair = (amount: number): Entry[] => [
  { account: "cash", amount },
  { account: "renter", amount: -amount },
];
const count = async (): Promise<number> => {
  const [row] = await test.services.database.rows<{ count: string }>(
    "select count(*) as count from ledger_entries",
  );
  return Number(row?.count);
};
const stateOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => "done",
    (error: unknown) => sqlState(error),
  );

describe("the ledger", () => {
  it("the ledger keeps a transaction and writes a known key only once", async () => {
    expect(await posted("once", pair(500))).toBe(true);
    expect(await posted("once", pair(500))).toBe(false);
    expect(await balanceOf(test.services.database.db, orderId)).toBe(-500);
  });

  it("the ledger writes a simultaneous transaction once", async () => {
    const before = await count();
    await Promise.all([1, 2, 3, 4].map(() => posted("at once", pair(700))));
    expect(await count()).toBe(before + 2);
  });

  it.each([
    ["does not sum to zero", [...pair(500), { account: "fees" as const, amount: 1 }]],
    ["has one entry", [{ account: "cash" as const, amount: 1 }]],
  ])("the ledger refuses a transaction that %s, and everything written with it", async (name, entries) => {
    const before = await count();
    expect(await stateOf(posted(name, entries))).toBe("23514");
    expect(await count()).toBe(before);
  });

  it("the ledger refuses a transaction without entries, and later entries", async () => {
    const { database } = test.services;
    expect(
      await stateOf(
        database.rows(
          "insert into ledger_transactions (key, kind, entries, order_id, actor, posted_on) values ('bare', 'payment', 2, $1, 'test', '2026-12-01')",
          [orderId],
        ),
      ),
    ).toBe("23514");
    await posted("closed", pair(100));
    expect(
      await stateOf(
        database.rows(
          `insert into ledger_entries (transaction_id, account, amount, order_id, posted_on)
           select id, account, amount, order_id, posted_on
           from ledger_transactions cross join (values ('cash', 5), ('renter', -5)) as more (account, amount) where key = 'closed'`,
        ),
      ),
    ).toBe("23514");
  });

  it.each([
    "update ledger_entries set amount = amount + 1",
    "update ledger_transactions set kind = 'refund'",
    "delete from ledger_entries",
    "delete from ledger_transactions where false",
    "truncate ledger_entries",
    "truncate ledger_transactions cascade",
  ])("the ledger refuses to be changed by the statement %s", async (statement) => {
    await posted("kept", pair(100));
    const before = await count();
    expect(await stateOf(test.services.database.rows(statement))).toBe("23001");
    expect(await count()).toBe(before);
  });
});
