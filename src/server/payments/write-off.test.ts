// @one-database
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FinanceOverview, FinanceRow } from "#contract/admin/finance.ts";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { writeOffs } from "#server/db/schema/money/write-offs.ts";
import { postHostShare } from "#server/ledger/host-share.ts";
import { lockMoneyOf } from "#server/ledger/instalments.ts";
import { postWriteOff } from "#server/ledger/write-offs.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { writeRental } from "#test/written-rental.ts";
import { returnOldCredits } from "./credit.ts";

let test: TestApp;
let admin: Person;
let second: Person;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp({}, { at: "2026-12-10T20:00:00Z" });
  const person = () => makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  [admin, second] = [await person(), await person()];
  owner = await makePerson(test);
});
afterAll(() => test.close());

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, by = admin) =>
  test.app.inject({ method, url, ...(payload && { payload }), headers: by.authorization });
const money = async (id: string) =>
  (await call("GET", `/api/admin/orders/${id}/money`)).json<AdminOrderMoney>();
const setStatus = async (id: string, status: string) => {
  const answer = await call("PUT", `/api/admin/orders/${id}/status`, { status, reason: "seen" });
  expect(answer.statusCode, answer.body).toBe(200);
};
const entries = (id: string) =>
  test.services.database.rows<{ account: string; amount: number }>(
    `select account, sum(amount)::int as amount from ledger_entries where order_id = $1 and transaction_id in
       (select id from ledger_transactions where kind = 'write_off') group by account having sum(amount) <> 0 order by 1`,
    [id],
  );

/** Makes a rental whose month has begun and is over, with this much paid. */
async function ended(paid: number, isOver = true): Promise<string> {
  const { id } = await writeRental(test, owner, { months: 1 });
  const received = { id: crypto.randomUUID(), amount: paid, method: "cash", paidOn: "2026-12-10" };
  await call("POST", `/api/admin/orders/${id}/payments`, received);
  if (isOver) for (const status of ["in_progress", "completed"]) await setStatus(id, status);
  return id;
}
/** Makes an ended rental of a host's car, with this much paid. */
async function hosted(paid: number): Promise<[orderId: string, hostId: string]> {
  const order = await ended(paid);
  const { id } = await makePerson(test, { role: "host" });
  await test.services.database.rows("update orders set host_id = $2, host_share_percent = 80 where id = $1", [
    order,
    id,
  ]);
  return [order, id];
}
const credited = async (hostId: string) =>
  (
    await test.services.database.rows<{ sum: number }>(
      "select coalesce(sum(amount), 0)::int as sum from host_credits where host_id = $1",
      [hostId],
    )
  )[0]?.sum;
const shareOf = (paid: number) => Math.round(paid * 0.8);
const pay = async (orderId: string, amount: string) => {
  const body = { id: crypto.randomUUID(), amount, method: "cash", reference: amount, paidOn: "2026-12-10" };
  const answer = await call("POST", `/api/admin/orders/${orderId}/payments`, body);
  expect(answer.statusCode, answer.body).toBe(201);
};
const writeOff = (orderId: string, amount: string, id: string = crypto.randomUUID(), by = admin) =>
  call("POST", `/api/admin/orders/${orderId}/write-offs`, { id, amount, reason: "moved away" }, by);
const decide = (id: string, decision: string, by: Person) =>
  call("PUT", `/api/admin/write-offs/${id}`, { decision }, by);
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code: string }).code;

describe("the debt of an ended rental", () => {
  it("a debt is written off once with a reason and is not due anymore", async () => {
    const order = await ended(600);
    const before = await money(order);
    const owed = Number(before.balance);
    expect([owed > 100, before.writableOff]).toEqual([true, before.balance]);
    const id = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => writeOff(order, before.balance, id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(codeOf(await writeOff(order, "1.00", id))).toBe("payment_id_used");
    const after = await money(order);
    expect(after).toMatchObject({
      balance: "0.00",
      leftToPay: "0.00",
      dueNow: "0.00",
      writtenOff: before.balance,
      writableOff: "0.00",
      writeOffs: [{ status: "written", reason: "moved away" }],
    });
    expect(after.instalments).toMatchObject([{ state: "written_off", paid: "600.00" }]);
    expect(await entries(order)).toEqual([
      { account: "renter", amount: -Math.round(owed * 100) },
      { account: "write_off", amount: Math.round(owed * 100) },
    ]);
    const { figures, income } = (
      await call("GET", "/api/admin/finance?month=2026-12")
    ).json<FinanceOverview>();
    const rows = (await call("GET", "/api/admin/finance/rows?figure=written_off&month=2026-12")).json<
      FinanceRow[]
    >();
    expect(rows).toMatchObject([{ orderId: order, amount: before.balance }]);
    expect(figures.written_off.count).toBe(rows.length);
    expect(income.find(({ account }) => account === "write_off")?.amount).toBe(`-${before.balance}`);
  });

  it("a write-off can't exceed the debt or concern a running rental", async () => {
    const going = await ended(600, false);
    expect(codeOf(await writeOff(going, "1.00"))).toBe("write_off_not_possible");
    const order = await ended(600);
    const { balance } = await money(order);
    expect(codeOf(await writeOff(order, (Number(balance) + 0.01).toFixed(2)))).toBe("write_off_above_owed");
    expect((await writeOff(order, "0.00")).statusCode).toBe(422);
    const answers = await Promise.all([1, 2].map(() => writeOff(order, balance)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422]);
    expect((await money(order)).balance).toBe("0.00");
  });

  it("a write-off above $500 waits for a second administrator, who decides once", async () => {
    const order = await ended(1);
    const { balance } = await money(order);
    expect(Number(balance)).toBeGreaterThan(500);
    const id = crypto.randomUUID();
    expect((await writeOff(order, balance, id)).json()).toMatchObject({
      balance,
      writableOff: "0.00",
      writeOffs: [{ status: "awaiting_approval", mayApprove: false }],
    });
    expect(codeOf(await decide(id, "written", admin))).toBe("refund_needs_another");
    const answers = await Promise.all([1, 2].map(() => decide(id, "written", second)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await money(order)).balance).toBe("0.00");
    expect(codeOf(await decide(id, "declined", second))).toBe("write_off_decided");

    const other = await ended(1);
    const declined = crypto.randomUUID();
    await writeOff(other, balance, declined);
    await decide(declined, "declined", second);
    expect(await money(other)).toMatchObject({ balance, writableOff: balance, writtenOff: "0.00" });
    expect(codeOf(await decide(crypto.randomUUID(), "written", second))).toBe("write_off_not_found");
  });

  it("a debt is owed again when its write-off is taken back or the rental is revived", async () => {
    const order = await ended(600);
    const { balance } = await money(order);
    const id = crypto.randomUUID();
    await writeOff(order, balance, id);
    await decide(id, "taken_back", admin);
    expect(await money(order)).toMatchObject({ balance, leftToPay: balance, writtenOff: "0.00" });
    expect(await entries(order)).toEqual([]);

    await writeOff(order, balance);
    await setStatus(order, "in_progress");
    expect(await money(order)).toMatchObject({ balance, writtenOff: "0.00", writableOff: "0.00" });
    await setStatus(order, "cancelled");
    const { refunds } = await money(order);
    const back = refunds.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(back).toBeLessThanOrEqual(600);
  });

  it("a later payment pays the written-off debt first and credits the host", async () => {
    const [order, host] = await hosted(600);
    const { balance } = await money(order);
    const owed = Math.round(Number(balance) * 100);
    await writeOff(order, balance);
    await pay(order, "100.00");
    const rest = ((owed - 10_000) / 100).toFixed(2);
    expect(await money(order)).toMatchObject({ balance: "0.00", credit: "0.00", writtenOff: rest });
    expect(await credited(host)).toBe(shareOf(70_000));
    await pay(order, rest);
    const after = await money(order);
    expect(after).toMatchObject({ balance: "0.00", credit: "0.00", writtenOff: "0.00", refunds: [] });
    expect(after.instalments).toMatchObject([{ state: "paid" }]);
    expect(await entries(order)).toEqual([]);
    expect(await credited(host)).toBe(shareOf(owed + 60_000));
  });

  it("a waiting write-off is lowered to what is still owed", async () => {
    const order = await ended(1);
    const { balance } = await money(order);
    await writeOff(order, "100.00");
    await writeOff(order, (Number(balance) - 100).toFixed(2));
    await pay(order, "50.00");
    const { writeOffs, writtenOff, writableOff } = await money(order);
    expect([writtenOff, writableOff]).toEqual(["100.00", "0.00"]);
    const waiting = writeOffs.filter(({ status }) => status === "awaiting_approval");
    expect(waiting).toMatchObject([{ amount: (Number(balance) - 150).toFixed(2) }]);
    expect((await decide(waiting[0]?.id ?? "", "written", second)).statusCode).toBe(200);
    expect((await money(order)).balance).toBe("0.00");
  });

  it("a debt is paid by a credit once its write-off is taken back", async () => {
    const [order, host] = await hosted(600);
    const { balance } = await money(order);
    const owed = Math.round(Number(balance) * 100);
    await pay(order, balance);
    const id = crypto.randomUUID();
    // Manual payments were booked like this before they took write-offs back.
    await test.services.database.transaction(async (tx) => {
      await lockMoneyOf(tx, order);
      const at = new Date(test.services.now());
      const facts = { reason: "so", requestHash: "", proposedBy: admin.id, createdAt: at };
      const [row] = await tx
        .insert(writeOffs)
        .values({ id, orderId: order, status: "awaiting_approval", amount: owed, ...facts })
        .returning();
      if (row) await postWriteOff(test.services, tx, row, admin.id);
      await tx
        .update(payments)
        .set({ over: owed, keepsOver: true })
        .where(and(eq(payments.orderId, order), eq(payments.amount, owed)));
      await postHostShare(test.services, tx, order);
    });
    expect([(await money(order)).credit, await credited(host)]).toEqual([balance, shareOf(60_000)]);
    const later = Date.parse("2027-04-01T20:00:00Z");
    await returnOldCredits({ ...test.services, now: () => later });
    expect((await money(order)).refunds).toMatchObject([{ amount: balance, status: "approved" }]);
    expect((await decide(id, "taken_back", admin)).statusCode).toBe(200);
    expect(await money(order)).toMatchObject({ balance: "0.00", credit: "0.00" });
    expect((await money(order)).refunds).toMatchObject([{ status: "withdrawn" }]);
    expect(await credited(host)).toBe(shareOf(owed + 60_000));
  });

  it("an administrator without the right to payments can't write off", async () => {
    const other = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    const order = await ended(600);
    expect((await writeOff(order, "1.00", crypto.randomUUID(), other)).statusCode).toBe(403);
  });
});
