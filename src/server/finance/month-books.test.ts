import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MonthBooks, TrialBalance } from "#contract/admin/books.ts";
import type { FinanceOverview, FinanceRow, LedgerTransaction } from "#contract/admin/finance.ts";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { monthFigures } from "#domain/payments/finance.ts";
import { movementsOf } from "#server/ledger/queries.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

let test: TestApp;
let admin: Person;
let second: Person;
let orderId: string;
beforeAll(async () => {
  test = await startTestApp({}, { at: "2026-12-10T20:00:00Z" });
  admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  orderId = await confirmed();
});
afterAll(() => test.close());

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, by = admin) =>
  test.app.inject({ method, url, ...(payload && { payload }), headers: by.authorization });

async function confirmed(): Promise<string> {
  const wanted = { carId: await makeCar(test), ...aMonth(test, 10, 2) };
  const { total } = (await call("POST", "/api/quotes", wanted)).json<{ total: string }>();
  const body = { ...renter, ...wanted, totalPrice: total, confirm: true };
  const answer = await call("POST", "/api/admin/bookings", body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}
const pay = async (amount: string, paidOn: string) => {
  const id = crypto.randomUUID();
  const body = { id, amount, method: "cash", reference: amount, paidOn };
  const answer = await call("POST", `/api/admin/orders/${orderId}/payments`, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<AdminOrderMoney>().payments.find((payment) => payment.id === id);
};
const act = (month: string, what: "close" | "reopen", by = admin) =>
  call("POST", `/api/admin/finance/months/${month}/${what}`, undefined, by);
const overview = async (month: string, by = admin) =>
  (await call("GET", `/api/admin/finance?month=${month}`, undefined, by)).json<FinanceOverview>();
const received = async (month: string) => (await overview(month)).figures.received;
const rowsOf = async (month: string) =>
  (await call("GET", `/api/admin/finance/rows?figure=received&month=${month}`)).json<FinanceRow[]>();
/** A month's books: the figures, the income, and every account's sum at its end. */
const standingOf = async (month: string) => {
  const { figures, income } = await overview(month);
  const balance = await call("GET", `/api/admin/finance/trial-balance?until=${month}-30`);
  return {
    figures: monthFigures.map((figure) => figures[figure]),
    income,
    balance: balance.json<TrialBalance>(),
  };
};
const actions = async () =>
  (
    await test.services.database.rows<{ action: string }>(
      "select action from audit_events where entity = 'month' order by id",
    )
  ).map(({ action }) => action);

describe("a month's books", () => {
  it("an open month counts a payment on the day that it came", async () => {
    expect((await pay("100.00", "2026-10-20"))?.countsOn).toBeUndefined();
    expect(await received("2026-10")).toEqual({ amount: "100.00", count: 1 });
    expect((await received("2026-12")).count).toBe(0);
  });

  it("a payments administrator can close a month once it is over", async () => {
    expect(refusalOf(await act("2026-12", "close"))).toMatchObject({ status: 409, code: "month_not_over" });
    expect((await act("2026-13", "close")).statusCode).toBe(404);
    expect((await overview("2026-10")).books).toMatchObject({ mayClose: true, closedAt: null });
    for (const month of ["2026-10", "2026-11", "2026-11"])
      expect((await act(month, "close")).json<MonthBooks>()).toMatchObject({ month, mayClose: false });
    expect(await actions()).toEqual(["closed", "closed"]);
  });

  it("a payment for a closed month counts in the first open month and says so", async () => {
    const before = [await standingOf("2026-10"), await standingOf("2026-11")];
    const payment = await pay("70.00", "2026-10-21");
    expect(payment).toMatchObject({ paidOn: "2026-10-21", countsOn: "2026-12-01" });
    expect([await standingOf("2026-10"), await standingOf("2026-11")]).toEqual(before);
    expect(await received("2026-12")).toEqual({ amount: "70.00", count: 1 });
    expect((await rowsOf("2026-12")).map(({ on }) => on)).toEqual(["2026-12-01"]);
    const found = (await call("GET", "/api/admin/finance/transactions?month=2026-12")).json<
      LedgerTransaction[]
    >();
    expect(found.find(({ kind }) => kind === "payment")).toMatchObject({
      postedOn: "2026-12-01",
      effectiveOn: "2026-10-21",
    });
    const file = (await call("GET", "/api/admin/finance/export?month=2026-12")).body.split("\r\n");
    expect(file[0]?.split(",").at(8)).toBe("ownDate");
    const cash = file.filter((line) => line.includes(",cash,")).map((line) => line.split(",").slice(6, 9));
    expect(cash).toEqual([["70.00", "", "2026-10-21"]]);
  });

  it("the renter's account shows a payment on the day that it came", async () => {
    const movements = await movementsOf(test.services.database.db, orderId);
    expect(movements.map(({ postedOn }) => postedOn)).toContain("2026-10-21");
  });

  it("an order's money names the closed months", async () => {
    const money = await call("GET", `/api/admin/orders/${orderId}/money`);
    expect(money.json<AdminOrderMoney>().closedMonths).toEqual(["2026-10", "2026-11"]);
  });

  it("a closed month keeps a payment that is taken back, and the open month has the correction", async () => {
    const [row] = await test.services.database.rows<{ id: string }>(
      "select id from payments where amount = 10000",
    );
    const taken = await call("POST", `/api/admin/payments/${row?.id}/take-back`, { reason: "No such check" });
    expect(taken.statusCode, taken.body).toBe(200);
    expect(await received("2026-10")).toEqual({ amount: "100.00", count: 1 });
    expect(await received("2026-12")).toEqual({ amount: "-30.00", count: 2 });
    expect((await rowsOf("2026-12")).map(({ amount }) => amount).toSorted()).toEqual(["-100.00", "70.00"]);
  });

  it("the database refuses entries in a closed month", async () => {
    const post = (day: string) =>
      test.services.database.transaction(async (tx) => {
        const key = crypto.randomUUID();
        await tx.execute(
          `insert into ledger_transactions (key, kind, entries, order_id, actor, posted_on)
           values ('${key}', 'payment', 2, '${orderId}', 'test', '${day}')`,
        );
        await tx.execute(
          `insert into ledger_entries (transaction_id, account, amount, order_id, posted_on)
           select id, account, amount, order_id, posted_on from ledger_transactions,
             (values ('cash', 1), ('renter', -1)) as entry (account, amount) where key = '${key}'`,
        );
      });
    await expect(post("2026-11-30")).rejects.toMatchObject({
      cause: { constraint: "ledger_month_closed" },
    });
    await post("2026-09-30");
  });

  it("the only payments administrator may reopen the month they closed, and it is audited", async () => {
    expect((await overview("2026-10")).books.mayReopen).toBe(true);
    expect((await act("2026-10", "reopen")).json<MonthBooks>()).toMatchObject({ closedAt: null });
    expect((await pay("30.00", "2026-10-22"))?.countsOn).toBeUndefined();
    expect((await received("2026-10")).amount).toBe("130.00");
    await act("2026-10", "close");
  });

  it("a month is reopened by another administrator than the one who closed it", async () => {
    second = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
    expect(refusalOf(await act("2026-11", "reopen"))).toMatchObject({
      status: 409,
      code: "month_needs_another",
    });
    expect((await overview("2026-11")).books.mayReopen).toBe(false);
    expect((await overview("2026-11", second)).books.mayReopen).toBe(true);
    expect((await act("2026-11", "reopen", second)).statusCode).toBe(200);
    expect((await act("2026-11", "reopen", second)).statusCode).toBe(200);
    expect(await actions()).toEqual(["closed", "closed", "reopened_alone", "closed", "reopened"]);
  });

  it("a payment recorded while its month is being closed counts once", async () => {
    const both = async () =>
      Number((await received("2026-08")).amount) + Number((await received("2026-09")).amount);
    const before = await both();
    const amounts = ["1.01", "2.02", "3.03", "4.04", "5.05"];
    const [closed] = await Promise.all([
      act("2026-08", "close"),
      ...amounts.map((amount) => pay(amount, "2026-08-10")),
    ]);
    expect(closed.statusCode).toBe(200);
    expect((await both()) - before).toBeCloseTo(15.15, 5);
  });
});

describe("the trial balance", () => {
  it("the trial balance has equal debit and credit on every day, by account", async () => {
    for (const until of ["2026-09-01", "2026-10-31", "2026-12-10"]) {
      const answer = await call("GET", `/api/admin/finance/trial-balance?until=${until}`);
      const { accounts, debit, credit } = answer.json<TrialBalance>();
      expect(debit).toBe(credit);
      const rows = await test.services.database.rows<{ account: string; amount: number }>(
        `select account, sum(amount)::float8 as amount from ledger_entries where posted_on <= $1::date
         group by account order by account`,
        [until],
      );
      expect(
        accounts.map((row) => [row.account, Math.round((Number(row.debit) - Number(row.credit)) * 100)]),
      ).toEqual(rows.map(({ account, amount }) => [account, amount]));
    }
  });

  it("the trial balance ends today by default and refuses an impossible day", async () => {
    const answer = await call("GET", "/api/admin/finance/trial-balance");
    expect(answer.json<TrialBalance>().until).toBe("2026-12-10");
    expect((await call("GET", "/api/admin/finance/trial-balance?until=2026-02-30")).statusCode).toBe(400);
  });
});

describe("the journal", () => {
  it("the journal has a month's balanced entries as bookkeeping programs read them", async () => {
    const file = await call("GET", "/api/admin/finance/journal?month=2026-12&format=csv");
    expect(file.headers["content-type"]).toContain("text/csv");
    const [header, ...lines] = file.body.split("\r\n").slice(0, -1);
    expect(header).toBe("Date,Journal No,Account,Debit,Credit,Memo");
    const journals = new Map<string, number>();
    for (const line of lines) {
      const [date = "", number = "", account, debit = "", credit = ""] = line.split(",");
      expect(date).toMatch(/^12\/\d\d\/2026$/);
      expect(account).not.toBe("");
      expect(debit === "").toBe(credit !== "");
      const cents = Math.round((Number(debit) - Number(credit)) * 100);
      journals.set(number, (journals.get(number) ?? 0) + cents);
    }
    expect([...new Set(journals.values())]).toEqual([0]);
    const [entries] = await test.services.database.rows<{ count: number }>(
      `select (count(*) filter (where kind <> 'recognition')
         + count(distinct (moved.posted_on, effective_on, account)) filter (where kind = 'recognition'))::int as count
       from ledger_entries join ledger_transactions moved on moved.id = transaction_id
       where moved.posted_on between '2026-12-01' and '2026-12-31'`,
    );
    expect(lines).toHaveLength(entries?.count ?? 0);
    expect(file.body).toContain("of 2026-10-21");
  });

  it("the journal refuses an impossible month and another format", async () => {
    expect((await call("GET", "/api/admin/finance/journal?month=2026-13")).statusCode).toBe(400);
    expect((await call("GET", "/api/admin/finance/journal?month=2026-12&format=pdf")).statusCode).toBe(400);
  });
});
