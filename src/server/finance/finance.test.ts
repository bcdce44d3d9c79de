import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FinanceOverview, FinanceRow, LedgerTransaction } from "#contract/admin/finance.ts";
import { addDays, addMonths } from "#domain/dates.ts";
import { type FinanceFigure, financeFigures } from "#domain/payments/finance.ts";
import { recognizeRevenue } from "#server/ledger/earnings.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

let test: TestApp;
let admin: Person;
let orderId: string;
const on = "2026-12-10";
beforeAll(async () => {
  test = await startTestApp({}, { at: `${on}T20:00:00Z` });
  admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  orderId = await confirmed();
  await pay(orderId, 100_000);
  const refundId = crypto.randomUUID();
  await call("POST", `/api/admin/orders/${orderId}/refunds`, {
    id: refundId,
    amount: "40.00",
    reason: "=late",
  });
  await call("PUT", `/api/admin/refunds/${refundId}`, { decision: "paid" });
  await call("POST", `/api/admin/orders/${orderId}/refunds`, {
    id: crypto.randomUUID(),
    amount: "10.00",
    reason: "wash",
  });
  // Two unpaid orders, due 3 and 20 days ago.
  for (const days of [3, 20]) {
    const id = await confirmed(1);
    await test.services.database.rows("update instalments set due_on = $2 where order_id = $1", [
      id,
      addDays(on, -days),
    ]);
  }
  await recognizeRevenue({ ...test.services, now: () => Date.parse("2026-12-28T20:00:00Z") });
});
afterAll(() => test.close());

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object) =>
  test.app.inject({ method, url, ...(payload && { payload }), headers: admin.authorization });
const pay = (id: string, amount: number) =>
  call("POST", `/api/admin/orders/${id}/payments`, {
    id: crypto.randomUUID(),
    amount: amount / 100,
    method: "cash",
    paidOn: today(test.services),
  });

async function confirmed(months = 3): Promise<string> {
  const wanted = { carId: await makeCar(test), ...aMonth(test, 10, months) };
  const quote = (await call("POST", "/api/quotes", wanted)).json<{ total: string }>();
  const body = { ...renter, ...wanted, totalPrice: quote.total, confirm: true };
  const answer = await call("POST", "/api/admin/bookings", body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}

const cents = (amount: string) => Math.round(Number(amount) * 100);
const overview = async (month = "") =>
  (await call("GET", `/api/admin/finance?month=${month}`)).json<FinanceOverview>();
const rowsOf = async (figure: FinanceFigure, more = "") =>
  (await call("GET", `/api/admin/finance/rows?figure=${figure}${more}`)).json<FinanceRow[]>();

describe("finance", () => {
  it("each figure opens rows that sum to it", async () => {
    const { figures, month } = await overview();
    expect(month).toBe("2026-12");
    for (const figure of financeFigures) {
      const rows = await rowsOf(figure);
      expect(rows, figure).toHaveLength(figures[figure].count);
      const sum = rows.reduce((total, { amount }) => total + cents(amount), 0);
      expect(sum, figure).toBe(cents(figures[figure].amount));
    }
    expect(figures.received).toEqual({ amount: "1000.00", count: 1 });
    expect(figures.refunded).toEqual({ amount: "40.00", count: 1 });
    expect(figures.to_refund).toEqual({ amount: "10.00", count: 1 });
    expect([figures.overdue_week.count, figures.overdue_month.count, figures.overdue_older.count]).toEqual([
      1, 1, 0,
    ]);
  });

  it("the renters' debts and our debts to renters are shown apart, each with its orders", async () => {
    const ahead = await confirmed(1);
    const [first] = await test.services.database.rows<{ amount: number }>(
      "select amount::int from instalments where order_id = $1",
      [ahead],
    );
    await pay(ahead, (first?.amount ?? 0) + 12_345);
    const { figures, receivable } = await overview();
    const credits = await rowsOf("owed_to_renters");
    expect(credits).toHaveLength(figures.owed_to_renters.count);
    expect(credits.find((row) => row.orderId === ahead)?.amount).toBe("123.45");
    const owing = await rowsOf("owed_by_renters");
    expect(owing).toHaveLength(figures.owed_by_renters.count);
    expect(owing.map((row) => row.orderId)).not.toContain(ahead);
    expect(cents(figures.owed_by_renters.amount) - cents(figures.owed_to_renters.amount)).toBe(
      cents(receivable),
    );
  });

  it("each month has its own figures", async () => {
    const next = await overview(addMonths(on, 1).slice(0, 7));
    expect(next.figures.received.count).toBe(0);
    expect(next.figures.due.count).toBe(1);
    expect((await call("GET", "/api/admin/finance?month=2026-13")).statusCode).toBe(400);
  });

  it("the income matches the ledger", async () => {
    const { income, receivable, deferredRevenue } = await overview();
    const of = Object.fromEntries(income.map(({ account, amount }) => [account, cents(amount)]));
    expect(of.refunds).toBe(-4_000);
    const [ledger] = await test.services.database.rows<{ revenue: number; renter: number; deferred: number }>(
      `select (-sum(amount) filter (where account = 'rental_revenue'))::int as revenue,
         (sum(amount) filter (where account = 'renter'))::int as renter,
         (-sum(amount) filter (where account = 'deferred_revenue'))::int as deferred from ledger_entries`,
    );
    expect(of.rental_revenue).toBeGreaterThan(0);
    expect([of.rental_revenue, cents(receivable), cents(deferredRevenue)]).toEqual([
      ledger?.revenue,
      ledger?.renter,
      ledger?.deferred,
    ]);
  });

  it("the rows and transactions come page by page", async () => {
    const all = await rowsOf("due");
    const [first] = await rowsOf("due", "&limit=1");
    const rest = await rowsOf("due", `&limit=100&cursor=${first?.id}`);
    expect([first, ...rest]).toEqual(all);

    const whole = (await call("GET", "/api/admin/finance/transactions")).json<LedgerTransaction[]>();
    const seen: number[] = [];
    let url: string | undefined = "/api/admin/finance/transactions?limit=2";
    while (url) {
      const page = await call("GET", url);
      seen.push(...page.json<LedgerTransaction[]>().map(({ id }) => id));
      url = /<([^>]+)>/.exec(String(page.headers.link ?? ""))?.[1];
    }
    expect(seen).toEqual(whole.map(({ id }) => id));
    for (const { entries } of whole)
      expect(entries.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(0);
    const own = (await call("GET", `/api/admin/finance/transactions?order=${orderId}`)).json<
      LedgerTransaction[]
    >();
    expect(own.map(({ kind }) => kind)).toEqual(["refund", "payment", "instalment"]);
  });

  it("an account's sum leads to the transactions that make it up", async () => {
    const { receivable, income } = await overview();
    const sumOf = async (account: string, query = "") => {
      const found = await call("GET", `/api/admin/finance/transactions?account=${account}&limit=100${query}`);
      const entries = found.json<LedgerTransaction[]>().map((one) => one.entries);
      for (const each of entries) expect(each.map((entry) => entry.account)).toContain(account);
      return entries.flat().reduce((sum, one) => sum + (one.account === account ? cents(one.amount) : 0), 0);
    };
    expect(await sumOf("renter")).toBe(cents(receivable));
    expect(await sumOf("cash")).toBe(cents((await overview()).cash));
    expect(income.length).toBeGreaterThan(1);
    for (const { account, amount } of income)
      expect(-(await sumOf(account, "&month=2026-12")), account).toBe(cents(amount));
    expect(await sumOf("host_payable")).toBe(0);
    expect((await call("GET", "/api/admin/finance/transactions?account=constructor")).statusCode).toBe(400);
  });

  it("the entries can be downloaded as a file", async () => {
    const file = await call("GET", "/api/admin/finance/export?month=2026-12");
    expect(file.headers["content-disposition"]).toMatch(/"ledger_2026-12_\d{4}-\d\d-\d\d\.csv"$/);
    const lines = file.body.trim().split(/\r?\n/);
    const [row] = await test.services.database.rows<{ count: number }>(
      "select count(*)::int from ledger_entries",
    );
    expect(lines).toHaveLength(1 + (row?.count ?? 0));
    expect(lines[0]).toContain("account,debit,credit");
    expect((await call("GET", "/api/admin/finance/export?month=x")).statusCode).toBe(400);
  });
});
