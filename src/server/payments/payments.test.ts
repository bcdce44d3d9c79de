// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { addDays, formatDate } from "#domain/dates.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import { documentWords } from "#server/documents/words.ts";
import { today } from "#server/services.ts";
import { balanceOf, isFirstInstalmentPaid, standingInstalments } from "#server/ledger/queries.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { emailTo, linkIn } from "#test/emails.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { writeRental } from "#test/written-rental.ts";

let test: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp({ PAYMENT_INSTRUCTIONS: "Transfer to 12-345", PAYMENT_INSTRUCTIONS_ZH: "转账" });
  admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  owner = await makePerson(test);
});
afterAll(() => test.close());

type Method = "GET" | "POST" | "PUT";
const call = (method: Method, url: string, payload?: object, by: Person | undefined = admin) =>
  test.app.inject({ method, url, ...(payload && { payload }), ...(by && { headers: by.authorization }) });

/** A confirmed order of the owner's for this many months, which nobody has requested. */
const order = async (months = 3, inDays = 10) => (await writeRental(test, owner, { months, inDays })).id;
/** An order that the owner has requested, confirmed unless another status is wanted. */
async function requested(months: number, status: OrderStatus = "confirmed"): Promise<string> {
  const wanted = { carId: await makeCar(test), ...aMonth(test, 10, months) };
  const { total } = (await call("POST", "/api/quotes", wanted)).json<{ total: string }>();
  const payload = { ...renter, customerEmail: owner.email, ...wanted, totalPrice: total };
  const { id } = (await call("POST", "/api/bookings", payload, owner)).json<{ id: string }>();
  if (status !== "pending") await move(id, status);
  return id;
}

const move = async (id: string, status: OrderStatus, more: object = {}): Promise<number | null> => {
  const answer = await call("PUT", `/api/admin/orders/${id}/status`, { status, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ change: number | null }>().change;
};
const pay = (orderId: string, amount: string, id: string = crypto.randomUUID(), by = admin) =>
  call(
    "POST",
    `/api/admin/orders/${orderId}/payments`,
    { id, amount, method: "transfer", reference: "A1", paidOn: dayOf() },
    by,
  );
const dayOf = () => new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 10);
const refund = (orderId: string, amount: string, id: string = crypto.randomUUID(), by = admin) =>
  call("POST", `/api/admin/orders/${orderId}/refunds`, { id, amount, reason: "The car was late" }, by);
const moneyOf = async (orderId: string) =>
  (await call("GET", `/api/admin/orders/${orderId}/money`)).json<AdminOrderMoney>();
const balance = (orderId: string) => balanceOf(test.services.database.db, orderId);

async function row(orderId: string): Promise<{ total: number; lines: { kind: string; amount: number }[] }> {
  const [found] = await test.services.database.rows<{ total: number; lines: never }>(
    "select total, lines from orders where id = $1",
    [orderId],
  );
  if (!found) throw new Error("no order");
  return found;
}

describe("a confirmed order", () => {
  it("a confirmed order is billed month by month, the first at once", async () => {
    const id = await requested(3);
    const { total } = await row(id);
    const standing = await standingInstalments(test.services.database.db, id);
    expect(standing).toHaveLength(3);
    expect(standing.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    expect(standing.map(({ postedAt }) => postedAt !== null)).toEqual([true, false, false]);
    expect(await balance(id)).toBe(standing[0]?.amount);
    expect(await isFirstInstalmentPaid(test.services.database.db, id)).toBe(false);
  });

  it("a pending order is not billed", async () => {
    const id = await requested(1, "pending");
    expect((await moneyOf(id)).instalments).toEqual([]);
  });

  it("an order entered as confirmed is billed the same", async () => {
    const wanted = { carId: await makeCar(test), ...aMonth(test, 10, 2) };
    const { total } = (await call("POST", "/api/quotes", wanted)).json<{ total: string }>();
    const body = { ...renter, ...wanted, totalPrice: total, confirm: true };
    const { id } = (await call("POST", "/api/admin/bookings", body)).json<{ id: string }>();
    expect((await moneyOf(id)).leftToPay).toBe(total);
  });
});

describe("the emails and pages of a renter", () => {
  it("the confirmation's email names every instalment and how to pay", async () => {
    await requested(2);
    const { content } = await emailTo(test, owner.email, "order_confirmed");
    const text = JSON.stringify(content);
    expect(text).toContain("due now");
    expect(text.match(/Due [A-Z]/g)).toHaveLength(2);
    expect(text).toContain("Transfer to 12-345");
  });

  it("the cancellation's email names the refund", async () => {
    const id = await order(2);
    await pay(id, "300.00");
    await move(id, "cancelled");
    const { content } = await emailTo(test, owner.email, "order_cancelled");
    expect(JSON.stringify(content)).toContain("refund $300.00");
  });

  it("an order's money is shown to its owner and a reader with its key, and to no other reader", async () => {
    const id = await order(2);
    const money = await moneyOf(id);
    const own = (await call("GET", `/api/account/orders/${id}`, undefined, owner)).json<AdminOrderMoney>();
    expect([own.instalments, own.balance, own.leftToPay, own.instructions]).toEqual([
      money.instalments,
      money.balance,
      money.leftToPay,
      "Transfer to 12-345",
    ]);
    const shown = (await call("GET", `/api/orders/${id}`, undefined, owner)).json<{ money?: unknown }>();
    expect(shown.money).toMatchObject({ leftToPay: money.leftToPay });
    const toAdmin = (await call("GET", `/api/orders/${id}`)).json<{ money?: unknown }>();
    expect(toAdmin.money).toBeUndefined();
  });
});

describe("a payment", () => {
  it("a payment pays the earliest instalment first, and the rest is credit", async () => {
    const id = await order(3);
    const [first, second, third] = (await moneyOf(id)).instalments.map(({ amount }) => Number(amount));
    const answer = await pay(id, ((first ?? 0) + 10).toFixed(2));
    expect(answer.statusCode, answer.body).toBe(201);
    const money = answer.json<AdminOrderMoney>();
    expect(money.instalments.map(({ state }) => state)).toEqual(["paid", "upcoming", "upcoming"]);
    expect(money.instalments[1]?.paid).toBe("10.00");
    expect(money.balance).toBe("-10.00");
    expect(await isFirstInstalmentPaid(test.services.database.db, id)).toBe(true);
    const rest = ((second ?? 0) + (third ?? 0) - 10).toFixed(2);
    expect((await pay(id, rest)).json<AdminOrderMoney>()).toMatchObject({
      leftToPay: "0.00",
      credit: "0.00",
    });
    expect((await pay(id, "0.01")).json<AdminOrderMoney>().credit).toBe("0.01");
  });

  it("a payment sent several times is recorded once", async () => {
    const id = await order(1);
    const other = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
    const paymentId = crypto.randomUUID();
    const answers = await Promise.all([
      pay(id, "100.00", paymentId),
      pay(id, "100.00", paymentId, other),
      pay(id, "100.00", paymentId),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const money = await moneyOf(id);
    expect(money.payments.map(({ amount, reference }) => [amount, reference])).toEqual([["100.00", "A1"]]);
    expect(refusalOf(await pay(id, "100.01", paymentId))).toEqual({
      status: 422,
      code: "payment_id_used",
      fields: ["id"],
    });
    expect(refusalOf(await pay(await order(1), "100.00", paymentId)).code).toBe("payment_id_used");
  });

  it("simultaneous payments never exceed what is left to pay", async () => {
    const id = await order(1);
    const { leftToPay } = await moneyOf(id);
    const answers = await Promise.all([pay(id, leftToPay), pay(id, leftToPay), pay(id, leftToPay)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await balance(id)).toBe(0);
  });

  it("a payment is emailed to the renter and recorded in the order's history", async () => {
    const id = await order(1);
    await pay(id, "100.00");
    const email = await emailTo(test, owner.email, "payment_received");
    expect(JSON.stringify(email.content)).toContain("$100.00");
    const events = await test.services.database.rows(
      "select actor from audit_events where entity_id = $1 and action = 'payment'",
      [id],
    );
    expect(events).toEqual([{ actor: admin.id }]);
  });

  let unpaid: Promise<string> | undefined;
  it.each([
    { amount: "0.00" },
    { amount: "-5" },
    { amount: "10.001" },
    { paidOn: "2199-01-01" },
    { paidOn: "2001-01-01" },
    { method: "gold" },
    { reference: "4111 1111 1111 1111" },
  ])("a payment with %j is refused", async (wrong) => {
    const id = await (unpaid ??= order(1));
    const body = { id: crypto.randomUUID(), amount: "10.00", method: "cash", paidOn: dayOf(), ...wrong };
    const answer = await call("POST", `/api/admin/orders/${id}/payments`, body);
    expect([400, 422]).toContain(answer.statusCode);
    expect((await moneyOf(id)).payments).toEqual([]);
  });
});

describe("a canceled order", () => {
  it("a canceled order is not billed, and everything paid is refunded", async () => {
    const id = await order(3);
    await pay(id, "900.00");
    await move(id, "cancelled");
    const money = await moneyOf(id);
    expect(money.instalments).toEqual([]);
    expect(money.refunds.map(({ amount, status, origin }) => [amount, status, origin])).toEqual([
      ["900.00", "approved", "rule"],
    ]);
    expect(money.balance).toBe("-900.00");
    const [given] = money.refunds;
    const answer = await call("PUT", `/api/admin/refunds/${given?.id}`, {
      decision: "paid",
      reference: "B2",
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<AdminOrderMoney>().balance).toBe("0.00");
    const again = await call("PUT", `/api/admin/refunds/${given?.id}`, { decision: "paid" });
    expect(again.statusCode).toBe(200);
    expect(await balance(id)).toBe(0);
  });

  it("a cancellation in the last 24 hours keeps one day's price of what was paid", async () => {
    const id = await order(1, 0);
    await pay(id, "300.00");
    const { lines } = await row(id);
    const rental = lines.find(({ kind }) => kind === "rental")?.amount ?? 0;
    const [{ days } = { days: 0 }] = await test.services.database.rows<{ days: number }>(
      "select days from orders where id = $1",
      [id],
    );
    await move(id, "cancelled");
    const money = await moneyOf(id);
    const kept = Math.round(rental / days);
    expect(money.instalments.map(({ amount, state, lines: of }) => [amount, state, of[0]?.kind])).toEqual([
      [(kept / 100).toFixed(2), "paid", "kept"],
    ]);
    expect(money.refunds[0]?.amount).toBe((300 - kept / 100).toFixed(2));
  });

  it("our own cancellation refunds everything, and its undo withdraws that refund", async () => {
    const id = await order(1, 0);
    await pay(id, "300.00");
    const change = await move(id, "cancelled", { fullRefund: true });
    const money = await moneyOf(id);
    expect(money.instalments).toEqual([]);
    expect(money.refunds[0]).toMatchObject({ amount: "300.00", status: "approved" });
    const undone = await call("POST", `/api/admin/orders/${id}/undo-status`, { change });
    expect(undone.statusCode, undone.body).toBe(200);
    const after = await moneyOf(id);
    expect(after.instalments[0]?.paid).toBe("300.00");
    expect(after.refunds.map(({ status }) => status)).toEqual(["withdrawn"]);
  });

  it("the waived amount and the administrator who waived it are recorded", async () => {
    const id = await order(1, 0);
    await pay(id, "300.00");
    await move(id, "cancelled", { fullRefund: true });
    const free = await order(1, 10);
    await pay(free, "300.00");
    await move(free, "cancelled", { fullRefund: true });
    const waived = await test.services.database.rows<{ id: string; amount: string; actor: string }>(
      `select entity_id as id, actor, after->>'amount' as amount from audit_events
       where action = 'kept_waived' and entity_id = any($1)`,
      [[id, free]],
    );
    expect(waived).toEqual([{ id, amount: expect.stringMatching(/^\d+\.\d\d$/) as string, actor: admin.id }]);
    expect(Number(waived[0]?.amount)).toBeGreaterThan(0);
  });

  it("a rental that has begun is never refunded in full, even if its status is set back", async () => {
    const id = await order(1, 0);
    await move(id, "in_progress", { reason: "Handed over" });
    await pay(id, "300.00");
    const cancel = (fullRefund: boolean) =>
      call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled", reason: "Ours", fullRefund });
    for (const status of ["in_progress", "completed"]) {
      if (status === "completed") await move(id, status, { reason: "Brought back" });
      const refused = await cancel(true);
      expect([refused.statusCode, Object.keys(refused.json<{ fields: object }>().fields)]).toEqual([
        422,
        ["fullRefund"],
      ]);
    }
    await test.services.database.db.insert(conditionRecords).values({
      id: crypto.randomUUID(),
      orderId: id,
      kind: "pickup",
      side: "longbay",
      madeBy: admin.id,
      odometer: 12_000,
      fuelEighths: 8,
      place: 1,
      seal: "x",
      sealBefore: "x",
      startedAt: new Date(),
      finishedAt: new Date(),
    });
    await move(id, "confirmed");
    expect((await cancel(true)).statusCode).toBe(422);
    // A full refund is refused, too, after the order is set back to pending.
    await move(id, "pending");
    expect((await cancel(true)).statusCode).toBe(422);
    expect((await cancel(false)).statusCode).toBe(200);
    expect((await moneyOf(id)).instalments.map(({ lines }) => lines[0]?.kind)).toEqual(["kept"]);
  });

  it("a cancellation without a payment keeps and refunds nothing", async () => {
    const id = await order(1, 0);
    await move(id, "cancelled");
    const money = await moneyOf(id);
    expect([money.instalments, money.refunds, money.balance]).toEqual([[], [], "0.00"]);
  });

  it("a revived order is billed again, and earlier payments count", async () => {
    const id = await order(2, 0);
    await pay(id, "300.00");
    await move(id, "cancelled");
    await move(id, "confirmed");
    const money = await moneyOf(id);
    expect(money.instalments).toHaveLength(2);
    expect(money.instalments[0]?.paid).toBe("300.00");
    expect(money.refunds.map(({ status }) => status)).toEqual(["withdrawn"]);
    const { total } = await row(id);
    expect(money.leftToPay).toBe(((total - 30_000) / 100).toFixed(2));
  });

  it("an undone cancellation restores the order's money", async () => {
    const id = await order(2);
    await pay(id, "300.00");
    const before = await moneyOf(id);
    const change = await move(id, "cancelled");
    const undone = await call("POST", `/api/admin/orders/${id}/undo-status`, { change });
    expect(undone.statusCode, undone.body).toBe(200);
    const after = await moneyOf(id);
    expect([after.instalments, after.balance, after.leftToPay]).toEqual([
      before.instalments,
      before.balance,
      before.leftToPay,
    ]);
  });

  it("a cancellation counts goodwill that was refunded before", async () => {
    const id = await order(2);
    await pay(id, "500.00");
    const given = crypto.randomUUID();
    await refund(id, "100.00", given);
    await call("PUT", `/api/admin/refunds/${given}`, { decision: "paid" });
    expect((await moneyOf(id)).instalments[0]?.paid).toBe("500.00");
    await move(id, "cancelled");
    const money = await moneyOf(id);
    expect(money.refunds.map(({ amount }) => amount)).toEqual(["100.00", "400.00"]);
    expect(money.balance).toBe("-400.00");
    await move(id, "confirmed");
    expect((await moneyOf(id)).instalments[0]?.paid).toBe("500.00");
  });
});

describe("a refund by hand", () => {
  it("a refund up to $500 an order in 30 days needs one administrator, and above a second", async () => {
    const second = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
    const id = await order(3);
    await pay(id, "1500.00");
    expect((await refund(id, "400.00")).json<AdminOrderMoney>().refunds[0]?.status).toBe("approved");
    const waiting = crypto.randomUUID();
    const asked = await refund(id, "100.01", waiting);
    expect(asked.json<AdminOrderMoney>().refunds[1]).toMatchObject({
      status: "awaiting_approval",
      mayApprove: false,
    });
    const approve = (by: Person) =>
      call("PUT", `/api/admin/refunds/${waiting}`, { decision: "approved" }, by);
    expect(refusalOf(await approve(admin))).toMatchObject({ status: 409, code: "refund_needs_another" });
    expect(refusalOf(await call("PUT", `/api/admin/refunds/${waiting}`, { decision: "paid" })).code).toBe(
      "refund_decided",
    );
    const answers = await Promise.all([approve(second), approve(second)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(refusalOf(await call("PUT", `/api/admin/refunds/${waiting}`, { decision: "declined" })).code).toBe(
      "refund_decided",
    );
    const events = await test.services.database.rows<{ actor: string }>(
      "select actor from audit_events where entity_id = $1 and action = 'refund_approved'",
      [id],
    );
    expect(events).toEqual([{ actor: second.id }]);
  });

  it("simultaneous refunds never exceed what was paid", async () => {
    const id = await order(2);
    await pay(id, "300.00");
    await pay(id, "200.00");
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => refund(id, "150.00")));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 201))
      expect(refusalOf(answer)).toEqual({ status: 422, code: "refund_above_paid", fields: ["amount"] });
    expect((await moneyOf(id)).refundable).toBe("50.00");
  });

  it("a refund takes from the newest payment first, and is split if that is not enough", async () => {
    const id = await order(2);
    await pay(id, "300.00");
    await pay(id, "200.00");
    const given = crypto.randomUUID();
    await refund(id, "250.00", given);
    const parts = await test.services.database.rows<{ paid: string; amount: string }>(
      `select payments.amount::text as paid, refund_parts.amount::text as amount from refund_parts
       join payments on payments.id = payment_id where refund_id = $1 order by paid`,
      [given],
    );
    expect(parts).toEqual([
      { paid: "20000", amount: "20000" },
      { paid: "30000", amount: "5000" },
    ]);
  });

  it("a goodwill refund is our loss and leaves the rental paid", async () => {
    const id = await order(1);
    const { leftToPay } = await moneyOf(id);
    await pay(id, leftToPay);
    const given = crypto.randomUUID();
    await refund(id, "50.00", given);
    await call("PUT", `/api/admin/refunds/${given}`, { decision: "paid" });
    const money = await moneyOf(id);
    expect([money.balance, money.leftToPay]).toEqual(["0.00", "0.00"]);
    const sums = await test.services.database.rows<{ account: string; amount: string }>(
      "select account, sum(amount)::text as amount from ledger_entries where order_id = $1 group by account having account in ('refunds', 'renter')",
      [id],
    );
    expect(sums.toSorted((a, b) => a.account.localeCompare(b.account))).toEqual([
      { account: "refunds", amount: "5000" },
      { account: "renter", amount: "0" },
    ]);
  });

  it("a refund paid by hand counts on its day, between the request and today", async () => {
    const id = await order(1);
    await pay(id, "300.00");
    const given = crypto.randomUUID();
    await refund(id, "80.00", given);
    const on = (days: number) => addDays(today(test.services), days);
    await test.services.database.rows("update refunds set created_at = $1 where id = $2", [
      new Date(instantInLosAngeles(on(-9), "12:00")),
      given,
    ]);
    const record = (paidOn?: string) =>
      call("PUT", `/api/admin/refunds/${given}`, { decision: "paid", ...(paidOn && { paidOn }) });
    for (const odd of [on(-10), on(1)])
      expect(refusalOf(await record(odd))).toEqual({ status: 422, code: "invalid", fields: ["paidOn"] });
    expect((await record(on(-3))).statusCode).toBe(200);
    const [shown] = (await moneyOf(id)).refunds;
    expect(shown).toMatchObject({ status: "paid", paidOn: on(-3), parts: [{ paidOn: on(-3) }] });
    const posted = await test.services.database.rows<{ on: string }>(
      "select coalesce(effective_on, posted_on)::text as on from ledger_transactions where refund_id = $1",
      [given],
    );
    expect(posted).toEqual([{ on: on(-3) }]);
    await call("GET", `/api/orders/${id}/documents`);
    const [receipt] = await test.services.database.rows<{ sheet: Sheet }>(
      "select sheet from order_documents where order_id = $1 and kind = 'refund_receipt'",
      [id],
    );
    expect(receipt?.sheet.facts).toContainEqual({
      label: documentWords.en.refundedOn,
      value: formatDate(on(-3), "en"),
    });
  });

  it("a refund is made once with one id, and an unknown id is not found", async () => {
    const id = await order(1);
    await pay(id, "300.00");
    const given = crypto.randomUUID();
    const answers = await Promise.all([refund(id, "50.00", given), refund(id, "50.00", given)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect((await moneyOf(id)).refunds).toHaveLength(1);
    for (const unknown of [crypto.randomUUID(), "nonsense"])
      expect(
        refusalOf(await call("PUT", `/api/admin/refunds/${unknown}`, { decision: "approved" })).code,
      ).toBe("refund_not_found");
  });
});

describe("how to pay", () => {
  it("the payment instructions are in the language of the page", async () => {
    const id = await order(2);
    for (const url of [`/api/account/orders/${id}`, `/api/orders/${id}`]) {
      const headers = { ...owner.authorization, cookie: "language=zh" };
      const answer = await test.app.inject({ url, headers });
      expect(JSON.stringify(answer.json()), url).toContain("转账");
    }
  });

  it("the payment instructions are shown to the owner and to a reader with the email's key", async () => {
    const id = await requested(2);
    const session = await call("POST", `/api/orders/${id}/payment-session`, {}, owner);
    const { dueNow, leftToPay } = await moneyOf(id);
    expect(session.json()).toEqual({
      mode: "built_in",
      dueNow,
      leftToPay,
      instructions: "Transfer to 12-345",
    });
    const key = linkIn(await emailTo(test, owner.email, "order_received")).searchParams.get("key") ?? "";
    const [keyed] = await test.services.database.rows<{ id: string }>(
      "select id from orders where customer_email = $1 order by created_at desc limit 1",
      [owner.email],
    );
    for (const by of [
      { url: `/api/orders/${keyed?.id}/payment-session?key=${key}`, body: {} },
      { url: `/api/orders/${keyed?.id}/payment-session`, body: { key } },
      { url: `/api/orders/${keyed?.id}/payment-session?key=${key}` },
    ]) {
      const answer = await test.app.inject({
        method: "POST",
        url: by.url,
        ...(by.body && { payload: by.body }),
      });
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });

  it("the payment instructions are not found for others", async () => {
    const id = await order(1);
    for (const by of [undefined, admin, await makePerson(test)]) {
      const answer = await test.app.inject({
        method: "POST",
        url: `/api/orders/${id}/payment-session`,
        payload: { key: "wrong" },
        ...(by && { headers: by.authorization }),
      });
      expect(refusalOf(answer)).toMatchObject({ status: 404, code: "order_not_found" });
    }
  });
});
