// @one-database
import { afterAll, describe, expect, it } from "vitest";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { addDays } from "#domain/dates.ts";
import { issueDocuments } from "#server/documents/issue.ts";
import { isUnpaidBooking } from "#server/rentals/unpaid-booking.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, orderRow } from "#test/condition.ts";
import { letEmailsGo } from "#test/emails.ts";

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
       (select count(*)::int from payment_notices where instalment_id = instalments.id) as notices
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

describe("an undone status", () => {
  it("an undone status restores the instalments, their due days, notices and payments", async () => {
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
    expect(before[0]).toMatchObject({ due: "2026-12-01", paid: 10_000, posted: true, notices: 1 });
    for (const status of ["cancelled", "pending", "cancelled"]) {
      await slip(id, status);
      expect(await months(id)).toEqual(before);
      const { balance, dueNow, refunds } = await money(id);
      expect([balance, dueNow]).toEqual([owed.balance, owed.dueNow]);
      expect(refunds.filter(({ status: is }) => is !== "withdrawn")).toEqual([]);
    }
  });

  it("an undone status restores the renter's request and the days held for it", async () => {
    const id = await withRequest();
    const before = [await requests(id), await holds(id)];
    expect(before.map(({ length }) => length)).toEqual([1, 1]);
    for (const status of ["pending", "cancelled"]) {
      await slip(id, status);
      expect([await requests(id), await holds(id)]).toEqual(before);
    }
  });

  it("an undo is refused if another order got the requested days meanwhile", async () => {
    const id = await withRequest();
    const { carId, returnDate } = await orderRow(test, id);
    const change = await setStatus(id, "pending");
    const days = { pickupDate: addDays(returnDate, 5), returnDate: addDays(returnDate, 40) };
    await makeOrder(test, renter.id, { carId, ...days });
    expect(refusalOf(await undo(id, change))).toMatchObject({ status: 409, code: "car_taken" });
    expect(await requests(id)).toMatchObject([{ status: "withdrawn" }]);
    expect((await orderRow(test, id)).status).toBe("pending");
  });

  it("an undone status restores a write-off with its reason and the administrator who decided it", async () => {
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

describe("an undone status among other changes", () => {
  it("an undone status leaves an earlier cancellation with its kept and refunded amounts", async () => {
    const id = await makeRental(test, renter.id, { inDays: 0, status: "confirmed" });
    await pay(test, id, 75_000, admin.id);
    await letEmailsGo(test);
    await setStatus(id, "cancelled");
    const given = async () => {
      const { instalments, refunds, balance } = await money(id);
      const open = refunds.filter(({ status }) => status === "approved").map(({ amount }) => amount);
      return { kept: instalments.map(({ amount }) => amount), open, balance };
    };
    const before = await given();
    expect(before).toEqual({ kept: ["25.00"], open: ["725.00"], balance: "-725.00" });
    // A cancellation days later would keep more.
    const { now } = test.services;
    test.services.now = () => now() + 5 * 86_400_000;
    try {
      for (const status of ["confirmed", "pending"]) {
        await slip(id, status);
        expect(await given()).toEqual(before);
      }
    } finally {
      test.services.now = now;
    }
  });

  it("an undo is refused if the rental was changed meanwhile", async () => {
    const id = await makeRental(test, renter.id, { months: 3, inDays: 20 });
    const change = await setStatus(id, "pending");
    await rows("update orders set total = total - 100 where id = $1", [id]);
    expect(refusalOf(await undo(id, change)).code).toBe("undo_too_late");
  });

  it("an undo is refused once somebody has recorded the car as back", async () => {
    const id = await makeRental(test, renter.id, { tripStartedAt: new Date(test.services.now()) });
    const change = await setStatus(id, "cancelled");
    expect((await orderRow(test, id)).isCarOut).toBe(true);
    expect((await call("POST", `/api/admin/orders/${id}/car-back`)).statusCode).toBe(200);
    expect(refusalOf(await undo(id, change)).code).toBe("undo_too_late");
    expect(await orderRow(test, id)).toMatchObject({ status: "cancelled", isCarOut: false });
  });

  it("an undo to a canceled or pending status withdraws a request made meanwhile", async () => {
    for (const status of ["cancelled", "pending"]) {
      const id = await makeRental(test, renter.id);
      await pay(test, id, 75_000, admin.id);
      await setStatus(id, status);
      const change = await setStatus(id, "confirmed");
      const { returnDate } = await orderRow(test, id);
      const asked = { kind: "extension", returnDate: addDays(returnDate, 30) };
      const sent = await call("POST", `/api/orders/${id}/changes`, asked, renter);
      expect(sent.statusCode, sent.body).toBe(201);
      expect((await undo(id, change)).statusCode).toBe(200);
      expect(await requests(id)).toMatchObject([{ status: "withdrawn" }]);
      expect(await holds(id)).toEqual([]);
    }
  });

  it("an undone status leaves nothing written off once the debt was paid", async () => {
    const id = await makeRental(test, renter.id, { status: "confirmed" });
    for (const status of ["in_progress", "completed"]) await setStatus(id, status);
    const { balance } = await money(id);
    const wanted = { id: crypto.randomUUID(), amount: "100.00", reason: "moved away" };
    await call("POST", `/api/admin/orders/${id}/write-offs`, wanted);
    const change = await setStatus(id, "in_progress");
    await pay(test, id, Math.round(Number(balance) * 100), admin.id);
    expect((await undo(id, change)).statusCode).toBe(200);
    expect(await money(id)).toMatchObject({ balance: "0.00", writtenOff: "0.00" });
  });

  it("an undo is refused if the car has left the fleet", async () => {
    const id = await makeRental(test, renter.id, { inDays: 20 });
    const change = await setStatus(id, "cancelled");
    await rows("update cars set retired_at = now() where id = $1", [(await orderRow(test, id)).carId]);
    expect(refusalOf(await undo(id, change)).code).toBe("car_retired");
  });

  it("an undo of a cancellation is refused once money was refunded", async () => {
    const id = await makeRental(test, renter.id, { inDays: 20 });
    await pay(test, id, 10_000, admin.id);
    const change = await setStatus(id, "cancelled");
    const begun =
      "update refund_parts set begun_at = now() where refund_id in (select id from refunds where order_id = $1)";
    await rows("update refunds set reason = 'overpaid' where order_id = $1", [id]);
    await rows(begun, [id]);
    expect(refusalOf(await undo(id, change)).code).toBe("undo_too_late");
    // A refund from before the cancellation does not prevent the undo.
    await rows("update refunds set created_at = created_at - interval '1 day' where order_id = $1", [id]);
    expect((await undo(id, change)).statusCode).toBe(200);
  });

  it("an undone status sends no email besides that of the status that stands", async () => {
    const id = await makeOrder(test, renter.id, { status: "pending" });
    await rows("delete from instalments where order_id = $1", [id]);
    const emailsSent = async () =>
      (await rows<{ kind: string }>("select kind from emails where order_id = $1 order by kind", [id])).map(
        ({ kind }) => kind,
      );
    await setStatus(id, "confirmed");
    await slip(id, "in_progress");
    expect(await emailsSent()).toEqual(["order_confirmed"]);
    await letEmailsGo(test);
    await slip(id, "cancelled");
    expect(await emailsSent()).toEqual(["order_confirmed"]);
  });

  it("an undone status leaves one invoice for a month, and none for an unconfirmed order", async () => {
    const invoices = async (id: string) => {
      await issueDocuments(test.services);
      return (await rows("select 1 from order_documents where order_id = $1 and kind = 'invoice'", [id]))
        .length;
    };
    const pending = await makeOrder(test, renter.id, { status: "pending" });
    await rows("delete from instalments where order_id = $1", [pending]);
    await slip(pending, "confirmed");
    expect(await invoices(pending)).toBe(0);
    const id = await makeRental(test, renter.id);
    expect(await invoices(id)).toBe(1);
    await slip(id, "cancelled");
    expect(await invoices(id)).toBe(1);
  });

  it("an undone status leaves an unpaid booking to end as before", async () => {
    const id = await makeRental(test, renter.id, { inDays: 20, source: "wizard" });
    const isUnpaid = async () =>
      (await rows(`select 1 from orders where id = $1 and ${isUnpaidBooking}`, [id])).length === 1;
    expect(await isUnpaid()).toBe(true);
    await slip(id, "pending");
    expect(await isUnpaid()).toBe(true);
    await setStatus(id, "pending");
    await setStatus(id, "confirmed");
    expect(await isUnpaid()).toBe(false);
  });
});

it("a payment of an order that is pending again is refunded in full, as quoted", async () => {
  const id = await makeRental(test, renter.id, { months: 1, inDays: 0, status: "confirmed" });
  await pay(test, id, 75_000, admin.id);
  await setStatus(id, "pending");
  const cancel = { kind: "cancel" };
  const { refund } = (await call("POST", `/api/orders/${id}/changes/quote`, cancel, renter)).json<{
    refund: string;
  }>();
  expect((await call("POST", `/api/orders/${id}/changes`, cancel, renter)).statusCode).toBe(201);
  const { refunds, instalments } = await money(id);
  expect([refund, refunds.map(({ amount }) => amount), instalments]).toEqual(["750.00", ["750.00"], []]);
});

it("a revived rental still gets the refund of its lower price", async () => {
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
