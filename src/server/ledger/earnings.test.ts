import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { orders } from "#server/db/schema/orders.ts";
import { closeBooks, reopenBooks } from "#server/finance/month-books.ts";
import { lockMoneyOf, type OrderRow, postDue } from "#server/ledger/instalments.ts";
import { followStatus } from "#server/ledger/follow-status.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { chanceOf, makeRandomOrder } from "#test/random-rentals.ts";
import { recognizeRevenue } from "./earnings.ts";

let test: TestApp;
let admin = "";
beforeAll(async () => {
  test = await startTestApp();
  admin = (await makePerson(test, { role: "admin", permissions: ["manage_payments"] })).id;
});
afterAll(() => test.close());

/** The services with their clock at noon of a day. */
const asOf = (day: IsoDate) => ({ ...test.services, now: () => instantInLosAngeles(day, "12:00") });

let order: OrderRow;
let made = 0;
/** A rental of 30 days a month for 900.00, from the 16th, one month long, confirmed a week before it begins. */
beforeEach(async () => {
  made += 1;
  const row = await makeRandomOrder(test, chanceOf(made), `EARNED-${made}`);
  const price = {
    days: 30,
    months: 1,
    discountPercent: 0,
    subtotal: 90_000,
    fees: 0,
    taxes: 0,
    total: 90_000,
  };
  const dates = { pickupDate: "2101-11-16", returnDate: "2101-12-16" };
  [order = row] = await test.services.database.db
    .update(orders)
    .set({ ...price, ...dates, tariff: null, lines: [{ kind: "rental", amount: 90_000 }] })
    .where(eq(orders.id, row.id))
    .returning();
  await move("confirmed", "2101-11-09");
});

async function move(status: OrderRow["status"], day: IsoDate): Promise<void> {
  const { status: from } = order;
  order = { ...order, status };
  await test.services.database.transaction(async (tx) => {
    await lockMoneyOf(tx, order.id);
    await tx.update(orders).set({ status }).where(eq(orders.id, order.id));
    await followStatus(asOf(day), tx, order, { from, actor: admin });
  });
}

/** The balance of an account of the order, as a credit, on a day of the books. */
async function creditOn(account: string, until: IsoDate): Promise<number> {
  const [sum] = await test.services.database.rows<{ amount: number }>(
    `select coalesce(-sum(amount), 0)::int as amount from ledger_entries
     where order_id = $1 and account = $2 and posted_on <= $3::date`,
    [order.id, account, until],
  );
  return sum?.amount ?? 0;
}
const books = async (until: IsoDate) => [
  await creditOn("deferred_revenue", until),
  await creditOn("rental_revenue", until),
];

describe("a month that was billed", () => {
  it("a billed month is a liability, and each day earns its part", async () => {
    expect(await books("2101-11-09")).toEqual([90_000, 0]);
    const days = ["2101-11-15", "2101-11-16", "2101-11-17", "2101-12-15", "2101-12-20"];
    const found: number[][] = [];
    for (const day of days) {
      await recognizeRevenue(asOf(day));
      found.push(await books(day));
    }
    expect(found).toEqual([
      [90_000, 0],
      [87_000, 3_000],
      [84_000, 6_000],
      [0, 90_000],
      [0, 90_000],
    ]);
  });

  it("a billed month is earned once, however many times and processes run the job", async () => {
    await Promise.all(Array.from({ length: 4 }, () => recognizeRevenue(asOf("2101-11-20"))));
    await recognizeRevenue(asOf("2101-11-20"));
    expect(await books("2101-11-20")).toEqual([75_000, 15_000]);
  });

  it("a billed month is earned in its calendar months even after a long stop", async () => {
    await recognizeRevenue(asOf("2102-01-10"));
    expect(await books("2101-11-30")).toEqual([45_000, 45_000]);
    expect(await books("2101-12-31")).toEqual([0, 90_000]);
    expect(await creditOn("renter", "2102-01-10")).toBe(-90_000);
  });

  it("a canceled month is no liability anymore, and only the kept part is earned", async () => {
    await recognizeRevenue(asOf("2101-11-25"));
    await move("cancelled", "2101-11-25");
    expect(await books("2101-11-25")).toEqual([0, 0]);
    await move("confirmed", "2101-11-26");
    expect(await books("2101-11-26")).toEqual([57_000, 33_000]);
  });
});

describe("a closed month", () => {
  it("a closed month has all its days' income, and a later cancellation counts in the open month", async () => {
    const by = { month: "2101-11", by: admin };
    await closeBooks(asOf("2101-12-03"), by);
    expect(await books("2101-11-30")).toEqual([45_000, 45_000]);
    await move("cancelled", "2101-12-05");
    expect(await books("2101-11-30")).toEqual([45_000, 45_000]);
    expect(await books("2101-12-05")).toEqual([0, 0]);
    await reopenBooks(asOf("2101-12-06"), by);
  });

  it("income found after a month is closed counts on the first day of the open month", async () => {
    await test.services.database.rows(
      "update order_earnings set last_day = '1900-01-01' where order_id = $1",
      [order.id],
    );
    const by = { month: "2101-11", by: admin };
    await closeBooks(asOf("2101-12-03"), by);
    await test.services.database.transaction(async (tx) => {
      await lockMoneyOf(tx, order.id);
      await postDue(asOf("2101-12-03"), tx, order.id, "system");
    });
    expect(await books("2101-11-30")).toEqual([90_000, 0]);
    expect(await books("2101-12-01")).toEqual([45_000, 45_000]);
    await reopenBooks(asOf("2101-12-06"), by);
  });
});

it("a month billed in the old way is moved to its days, month by month", async () => {
  // The former way of posting: revenue on the due day.
  const { rows } = test.services.database;
  const id = order.id;
  await rows(
    `with written as (insert into ledger_transactions (key, kind, entries, order_id, actor, posted_on)
       values ('old:' || $1, 'reversal', 2, $1::uuid, 'test', '2101-11-09') returning id)
     insert into ledger_entries (transaction_id, account, amount, order_id, posted_on)
     select written.id, account, amount, $1::uuid, '2101-11-09' from written,
       (values ('deferred_revenue', 90000), ('rental_revenue', -90000)) as entry (account, amount)`,
    [id],
  );
  await rows("update order_earnings set through = null, last_day = '1900-01-01' where order_id = $1", [id]);
  expect(await books("2101-11-09")).toEqual([0, 90_000]);
  await recognizeRevenue(asOf("2101-12-02"));
  expect(await books("2101-11-30")).toEqual([45_000, 45_000]);
  expect(await books("2101-12-02")).toEqual([39_000, 51_000]);
  await move("cancelled", addDays("2101-12-02", 1));
  expect(await books("2101-12-03")).toEqual([0, 0]);
});
