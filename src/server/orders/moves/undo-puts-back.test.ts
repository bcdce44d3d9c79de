import { afterAll, describe, expect, it } from "vitest";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { addDays } from "#domain/dates.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, orderRow } from "#test/condition.ts";

const test = await startTestApp({}, { at: "2026-12-10T20:00:00Z" });
afterAll(test.close);
const renter = await makePerson(test);
const admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, by = admin) =>
  test.app.inject({ method, url, ...(payload && { payload }), headers: by.authorization });
const rows = <T>(text: string, values: unknown[]) => test.services.database.rows<T & object>(text, values);
const setStatus = async (id: string, status: string) => {
  const answer = await call("PUT", `/api/admin/orders/${id}/status`, {
    status,
    reason: "A slip of the hand",
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ change: number }>().change;
};
const undo = (id: string, change: number) => call("POST", `/api/admin/orders/${id}/undo-status`, { change });
const money = async (id: string) =>
  (await call("GET", `/api/admin/orders/${id}/money`)).json<AdminOrderMoney>();
const months = (id: string) =>
  rows(
    `select number, due_on::text as due, amount::int, paid::int, posted_at is not null as posted,
       (select count(*)::int from payment_notices where instalment_id = instalments.id) as told
     from instalments where order_id = $1 and dropped_at is null order by number`,
    [id],
  );
const holds = (id: string) =>
  rows(
    "select car_id, first_date::text as first, last_date::text as last, ends_at from day_holds where order_id = $1",
    [id],
  );
const requests = (id: string) =>
  rows("select id, status, answered_at from order_changes where order_id = $1", [id]);

/** Sets a status and takes it back at once. */
async function slip(id: string, status: string): Promise<void> {
  const undone = await undo(id, await setStatus(id, status));
  expect(undone.statusCode, undone.body).toBe(200);
}

async function withRequest(): Promise<string> {
  const id = await makeRental(test, renter.id);
  const { returnDate } = await orderRow(test, id);
  await pay(test, id, 75_000, admin.id);
  const asked = { kind: "extension", returnDate: addDays(returnDate, 30) };
  const sent = await call("POST", `/api/orders/${id}/changes`, asked, renter);
  expect([sent.statusCode, sent.json<{ status: string }>().status]).toEqual([201, "requested"]);
  return id;
}

describe("an undone status puts back", () => {
  it("what was asked for and when, how late it is, what was told of it, and what was paid", async () => {
    const id = await makeRental(test, renter.id);
    await rows(
      "update instalments set due_on = '2026-12-01' where order_id = $1 and number = 1 and dropped_at is null",
      [id],
    );
    await rows(
      `insert into payment_notices (instalment_id, kind, at)
       select id, 'overdue_1', now() from instalments where order_id = $1 and number = 1 and dropped_at is null`,
      [id],
    );
    await pay(test, id, 10_000, admin.id);
    const [before, owed] = [await months(id), await money(id)];
    expect(before[0]).toMatchObject({ due: "2026-12-01", paid: 10_000, posted: true, told: 1 });
    for (const status of ["cancelled", "pending", "cancelled"]) {
      await slip(id, status);
      expect(await months(id)).toEqual(before);
      const { balance, dueNow, refunds } = await money(id);
      expect([balance, dueNow]).toEqual([owed.balance, owed.dueNow]);
      expect(refunds.filter(({ status: is }) => is !== "withdrawn")).toEqual([]);
    }
  });

  it("what the renter had asked for, and the days that are kept for the answer", async () => {
    const id = await withRequest();
    const before = [await requests(id), await holds(id)];
    expect(before.map(({ length }) => length)).toEqual([1, 1]);
    for (const status of ["pending", "cancelled"]) {
      await slip(id, status);
      expect([await requests(id), await holds(id)]).toEqual(before);
    }
  });

  it("nothing where somebody else has got those days meanwhile", async () => {
    const id = await withRequest();
    const { carId, returnDate } = await orderRow(test, id);
    const change = await setStatus(id, "pending");
    const days = { pickupDate: addDays(returnDate, 5), returnDate: addDays(returnDate, 40) };
    await makeOrder(test, renter.id, { carId, ...days });
    expect(refusalOf(await undo(id, change))).toMatchObject({ status: 409, code: "car_taken" });
    expect(await requests(id)).toMatchObject([{ status: "withdrawn" }]);
    expect((await orderRow(test, id)).status).toBe("pending");
  });

  it("what was written off, by whoever decided it", async () => {
    const id = await makeRental(test, renter.id, { status: "confirmed" });
    for (const status of ["in_progress", "completed"]) await setStatus(id, status);
    const wanted = { id: crypto.randomUUID(), amount: "100.00", reason: "moved away" };
    expect((await call("POST", `/api/admin/orders/${id}/write-offs`, wanted)).statusCode).toBe(201);
    const before = await money(id);
    expect(before.writtenOff).toBe("100.00");
    for (const status of ["in_progress", "cancelled"]) {
      await slip(id, status);
      expect(await money(id)).toMatchObject({ balance: before.balance, writtenOff: "100.00" });
    }
    const standing = "select decided_by, reason from write_offs where order_id = $1 and status = 'written'";
    expect(await rows(standing, [id])).toEqual([{ decided_by: admin.id, reason: "moved away" }]);
  });
});

it("a rental that lives again still gets back what it had become cheaper by", async () => {
  const id = await makeRental(test, renter.id, { inDays: 20 });
  const { total, pickupDate } = await orderRow(test, id);
  await pay(test, id, total, admin.id);
  const shorter = { kind: "dates", pickupDate, returnDate: addDays(pickupDate, 30) };
  const changed = await call("POST", `/api/orders/${id}/changes`, shorter, renter);
  expect(changed.statusCode, changed.body).toBe(201);
  const toGive = () =>
    rows("select amount::int from refunds where order_id = $1 and status = 'approved'", [id]);
  const before = await toGive();
  expect(before).toHaveLength(1);
  const change = await setStatus(id, "cancelled");
  expect(await toGive()).not.toEqual(before);
  expect((await undo(id, change)).statusCode).toBe(200);
  expect(await toGive()).toEqual(before);
});
