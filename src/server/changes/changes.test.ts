// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { ChangeQuote, OrderChange } from "#contract/changes.ts";
import { addDays } from "#domain/dates.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, orderRow } from "#test/condition.ts";

let test: TestApp;
let renter: Person;
let others: Person[];
beforeAll(async () => {
  test = await startTestApp();
  renter = await makePerson(test);
  others = [await makePerson(test), await makePerson(test, { role: "admin", permissions: ["all"] })];
});
afterAll(() => test.close());

const orderIn = (days: number, wanted: Parameters<typeof makeOrder>[2] = {}) => {
  const pickupDate = addDays(today(test.services), days);
  return makeOrder(test, renter.id, { pickupDate, returnDate: addDays(pickupDate, 30), ...wanted });
};
const post = (path: string, payload: object, by = renter) =>
  test.app.inject({ method: "POST", url: path, payload, headers: by.authorization });
const quote = (id: string, asked: object, by = renter) => post(`/api/orders/${id}/changes/quote`, asked, by);
const change = (id: string, asked: object, by = renter) => post(`/api/orders/${id}/changes`, asked, by);
const kinds = async (orderId: string) =>
  (
    await test.services.database.rows<{ kind: string }>(
      "select kind from emails where order_id = $1 order by kind",
      [orderId],
    )
  ).map(({ kind }) => kind);
const moved = { kind: "pickup", pickupLocation: "9 Harbor Way", pickupTime: "12:30" };

describe("a change of place or times", () => {
  it("a change of place or times is quoted free of charge, made once, emailed to both sides and recorded", async () => {
    const id = await orderIn(10);
    expect((await quote(id, moved)).json<ChangeQuote>()).toMatchObject({
      before: { pickupTime: "10:00", total: "750.00" },
      after: { pickupTime: "12:30", returnTime: "10:00", pickupLocation: "9 Harbor Way", total: "750.00" },
      difference: "0.00",
      fee: "0.00",
      refund: "0.00",
      instalments: [{ amount: "750.00", paid: false }],
    });
    expect((await orderRow(test, id)).pickupTime).toBe("10:00");
    const sent = { ...moved, id: crypto.randomUUID(), expectedTotal: "750.00" };
    const answers = await Promise.all([0, 1, 2].map(() => change(id, sent)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(await orderRow(test, id)).toMatchObject({ pickupTime: "12:30", pickupLocation: "9 Harbor Way" });
    expect(await kinds(id)).toEqual(["admin_order_handover_changed", "order_handover_changed"]);
    const [email] = await test.services.database.rows<{
      content: { calendar?: object; documents?: { kind: string }[] };
    }>("select content from emails where order_id = $1 and kind = 'order_handover_changed'", [id]);
    expect(JSON.stringify(email?.content.calendar)).toContain("9 Harbor Way");
    // The agreement that the renter has accepted names the place and the times.
    expect(email?.content.documents).toEqual([{ kind: "addendum", causeId: sent.id }]);
    const own = await test.app.inject({ url: `/api/account/orders/${id}`, headers: renter.authorization });
    const { changes, actions } = own.json<OwnOrderDetail>();
    expect(changes.map((made) => [made.id, made.kind, made.status])).toEqual([
      [sent.id, "pickup", "accepted"],
    ]);
    expect(actions.handover.allowed).toBe(true);
    const events = await test.services.database.rows(
      "select 1 from audit_events where entity_id = $1 and action = 'handover_changed'",
      [id],
    );
    expect(events).toHaveLength(1);
    for (const other of [{ pickupTime: "13:00" }, { expectedTotal: "9999.00" }])
      expect(refusalOf(await change(id, { ...sent, ...other }))).toMatchObject({
        status: 422,
        code: "record_id_used",
      });
  });

  it("a change is refused within a day of the pickup and to anybody but the owner", async () => {
    const late = await orderIn(0);
    for (const call of [quote, change])
      expect(refusalOf(await call(late, moved))).toMatchObject({ status: 409, code: "change_not_possible" });
    const begun = await orderIn(10, { status: "in_progress" });
    expect(refusalOf(await change(begun, moved))).toMatchObject({ code: "change_not_possible" });
    const id = await orderIn(10);
    for (const by of others)
      for (const call of [quote, change]) expect((await call(id, moved, by)).statusCode).toBe(404);
    for (const asked of [
      { kind: "pickup" },
      { kind: "pickup", pickupLocation: "" },
      { kind: "pickup", pickupTime: "07:00" },
      { kind: "swap" },
    ])
      expect((await change(id, asked)).statusCode).toBe(422);
    expect(await kinds(id)).toEqual([]);
  });
});

it("new dates for an order whose time is over are refused, and its renter gets one email", async () => {
  const id = await orderIn(10, { status: "pending", expiresAt: new Date(Date.now() - 60_000) });
  const { pickupDate, returnDate } = await orderRow(test, id);
  const dates = { pickupDate: addDays(pickupDate, 1), returnDate: addDays(returnDate, 1) };
  expect(refusalOf(await change(id, { kind: "dates", ...dates }))).toMatchObject({
    code: "change_not_possible",
  });
  await endStaleOrders(test.services);
  expect(await orderRow(test, id)).toMatchObject({ status: "cancelled", pickupDate });
  expect(await kinds(id)).toEqual(["order_expired"]);
});

describe("a limit of changes", () => {
  it("an order can be changed twenty times and still be canceled, and a stranger's tries don't count", async () => {
    const limited = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const [owner, stranger] = [await makePerson(limited), await makePerson(limited)];
      const pickupDate = addDays(today(limited.services), 10);
      const id = await makeOrder(limited, owner.id, { pickupDate, returnDate: addDays(pickupDate, 30) });
      const url = `/api/orders/${id}/changes`;
      const make = async ({ authorization: headers }: Person, payload: object) =>
        (await limited.app.inject({ method: "POST", url, payload, headers })).statusCode;
      for (let sent = 0; sent < 21; sent++) expect(await make(stranger, moved)).toBe(404);
      const answers = [];
      for (let sent = 0; sent < 21; sent++)
        answers.push(await make(owner, { ...moved, pickupLocation: `${sent} Harbor Way` }));
      expect(answers).toEqual([...Array<number>(20).fill(201), 429]);
      expect(await make(owner, { kind: "cancel" })).toBe(201);
    } finally {
      await limited.close();
    }
  });
});

it("an unconfirmed address gets no email about the owner's changes or our answers to them", async () => {
  const id = await orderIn(10, { emailConfirmedAt: null });
  for (let count = 0; count < 3; count++)
    expect((await change(id, { ...moved, pickupLocation: `${count} Harbor Way` })).statusCode).toBe(201);
  const asked = { kind: "extension", returnDate: addDays((await orderRow(test, id)).returnDate, 30) };
  expect((await change(id, asked)).statusCode).toBe(201);
  expect(new Set(await kinds(id))).toEqual(
    new Set(["admin_order_handover_changed", "admin_extension_asked"]),
  );
  expect((await change(id, { kind: "cancel" })).statusCode).toBe(201);
  expect((await kinds(id)).filter((kind) => !kind.startsWith("admin"))).toEqual(["order_cancelled"]);
});

describe("a cancellation as a change", () => {
  it("canceling is quoted with what is kept and refunded, and cancels the order", async () => {
    const id = await orderIn(10);
    expect((await quote(id, { kind: "cancel" })).json<ChangeQuote>()).toMatchObject({
      before: { status: "confirmed", total: "750.00" },
      after: { status: "cancelled", total: "0.00" },
      difference: "-750.00",
      refund: "0.00",
    });
    const made = await change(id, { kind: "cancel", expectedTotal: "0.00" });
    expect([made.statusCode, made.json<OrderChange>().after.status]).toEqual([201, "cancelled"]);
    expect((await orderRow(test, id)).status).toBe("cancelled");
    expect(await kinds(id)).toEqual(["admin_order_cancelled", "order_cancelled"]);
    expect(refusalOf(await change(id, { kind: "cancel" }))).toMatchObject({ code: "order_not_cancellable" });
  });
});
