// @one-database
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import type { OrderMoneyShown } from "#contract/payments.ts";
import { addDays } from "#domain/dates.ts";
import { addInstalment, lockMoneyOf } from "#server/ledger/instalments.ts";
import { recountRefunds } from "#server/ledger/refunds.ts";
import { chargebacks } from "#server/db/schema/money/chargebacks.ts";
import { returnOldCredits } from "#server/payments/credit.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { emailsTo } from "#test/emails.ts";
import { writeRental } from "#test/written-rental.ts";

let test: TestApp;
let admin: Person;
let second: Person;
beforeAll(async () => {
  test = await startTestApp();
  const person = () => makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  [admin, second] = [await person(), await person()];
});
afterAll(() => test.close());

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, by = admin) =>
  test.app.inject({ method, url, ...(payload && { payload }), headers: by.authorization });

/** A rental of two months by a new renter, confirmed unless another status is given; with its price in all. */
async function rental(status: "pending" | "confirmed" = "confirmed") {
  const owner = await makePerson(test);
  const { id, orderNumber, total } = await writeRental(test, owner, { months: 2, status });
  return { id, orderNumber, owner, total: total / 100 };
}
/** Records a transfer; gives back its id and the response. */
async function pay(
  orderId: string,
  amount: number,
  { reference, again = false }: { reference?: string; again?: boolean } = {},
) {
  const id = crypto.randomUUID();
  const sent = {
    id,
    amount: amount.toFixed(2),
    method: "transfer",
    reference: reference ?? id,
    paidOn: today(test.services),
  };
  const answer = await call("POST", `/api/admin/orders/${orderId}/payments`, {
    ...sent,
    ...(again && { again }),
  });
  return { id, answer };
}
const money = async (id: string) =>
  (await call("GET", `/api/admin/orders/${id}/money`)).json<AdminOrderMoney>();
const ownMoney = async (id: string, owner: Person) =>
  (await call("GET", `/api/orders/${id}`, undefined, owner)).json<{ money: OrderMoneyShown }>().money;
const takeBack = (id: string, by = admin, tell = false) =>
  call("POST", `/api/admin/payments/${id}/take-back`, { reason: "The check bounced", tell }, by);
const entriesOf = (paymentId: string) =>
  test.services.database.rows<{ account: string; amount: number }>(
    `select e.account, sum(e.amount)::float8 as amount from ledger_entries e
       join ledger_transactions t on t.id = e.transaction_id where t.payment_id = $1 group by 1 order by 1`,
    [paymentId],
  );

describe("a payment recorded by mistake", () => {
  it("a payment taken back gets one opposite entry and is owed again", async () => {
    const { id, owner } = await rental();
    const before = await money(id);
    const { id: payment } = await pay(id, 100);
    const answers = [await takeBack(payment), await takeBack(payment)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const after = await money(id);
    expect([after.balance, after.dueNow]).toEqual([before.balance, before.dueNow]);
    expect(after.payments).toMatchObject([{ id: payment, status: "taken_back", mayCorrect: false }]);
    expect(await entriesOf(payment)).toEqual([
      { account: "cash", amount: 0 },
      { account: "renter", amount: 0 },
    ]);
    expect((await ownMoney(id, owner)).payments).toEqual([]);
    expect(await emailsTo(test, owner.email)).not.toContain("payment_corrected");
  });

  it("a corrected payment leaves nothing to pay of a canceled rental", async () => {
    for (const [left, moves] of [
      [0, false],
      [0, true],
      [20, false],
    ] as const) {
      const { id, owner, total } = await rental();
      if (left > 0) await pay(id, left);
      const { id: payment } = await pay(id, 400);
      // On the day of the pickup a day's price is kept.
      await test.services.database.rows(
        "update orders set pickup_date = $2::date, return_date = $2::date + (return_date - pickup_date) where id = $1",
        [id, today(test.services)],
      );
      expect((await call("POST", `/api/orders/${id}/cancel`, {}, owner)).statusCode).toBe(200);
      expect(Number((await money(id)).instalments.at(-1)?.amount)).toBeGreaterThan(total / 70);
      const other = moves ? await rental() : undefined;
      const corrected = other
        ? await call("POST", `/api/admin/payments/${payment}/move`, {
            orderId: other.id,
            reason: "Another order",
          })
        : await takeBack(payment);
      expect(corrected.statusCode, corrected.body).toBe(200);
      const after = await money(id);
      expect([left, after.balance, after.dueNow]).toEqual([left, "0.00", "0.00"]);
      const kept = after.instalments.map(({ amount, paid, lines }) => [
        amount,
        paid,
        lines.map(({ kind }) => kind),
      ]);
      expect(kept).toEqual(left > 0 ? [[left.toFixed(2), left.toFixed(2), ["kept"]]] : []);
      expect(after.refunds.filter(({ status }) => status !== "withdrawn")).toEqual([]);
    }
  });

  it("a correction is emailed to the renter only if an administrator chooses that", async () => {
    const { id, owner } = await rental();
    const { id: payment } = await pay(id, 100);
    await takeBack(payment, admin, true);
    expect(await emailsTo(test, owner.email)).toContain("payment_corrected");
  });

  it("a correction above $500 waits for a second administrator", async () => {
    const { id } = await rental();
    const { id: payment } = await pay(id, 600);
    await takeBack(payment);
    const [waiting] = (await money(id)).payments;
    expect(waiting).toMatchObject({
      status: "succeeded",
      correction: { status: "awaiting_approval", mayApprove: false },
    });
    const decide = (by: Person, decision = "approved") =>
      call("PUT", `/api/admin/payment-corrections/${waiting?.correction?.id}`, { decision }, by);
    expect(refusalOf(await decide(admin))).toMatchObject({ status: 409, code: "refund_needs_another" });
    expect((await decide(second)).statusCode).toBe(200);
    expect((await decide(second)).statusCode).toBe(200);
    expect((await money(id)).payments).toMatchObject([{ status: "taken_back" }]);
    expect(refusalOf(await decide(second, "declined"))).toMatchObject({ status: 409 });
  });

  it("an order's corrections above $500 together wait for a second administrator", async () => {
    const { id } = await rental();
    const [first, second] = [await pay(id, 300), await pay(id, 201)];
    await takeBack(first.id);
    await takeBack(second.id);
    const statusOf = async (payment: string) =>
      (await money(id)).payments.find((one) => one.id === payment)?.correction?.status;
    expect(await statusOf(first.id)).toBe("done");
    expect(await statusOf(second.id)).toBe("awaiting_approval");
    const other = await rental();
    const { id: another } = await pay(other.id, 201);
    await takeBack(another);
    expect((await money(other.id)).payments).toMatchObject([{ correction: { status: "done" } }]);
  });

  it("a declined correction leaves the payment, which may be corrected again", async () => {
    const { id } = await rental();
    const { id: payment } = await pay(id, 600);
    await takeBack(payment);
    const correction = (await money(id)).payments[0]?.correction?.id;
    await call("PUT", `/api/admin/payment-corrections/${correction}`, { decision: "declined" }, second);
    expect((await money(id)).payments).toMatchObject([{ status: "succeeded", mayCorrect: true }]);
  });

  it("a refunded payment, or one of a provider, can't be corrected", async () => {
    const { id } = await rental();
    const { id: payment } = await pay(id, 100);
    const refund = { id: crypto.randomUUID(), amount: "40.00", reason: "Late" };
    await call("POST", `/api/admin/orders/${id}/refunds`, refund);
    await call("PUT", `/api/admin/refunds/${refund.id}`, { decision: "paid" });
    expect(refusalOf(await takeBack(payment))).toMatchObject({
      status: 409,
      code: "payment_not_correctable",
    });
    expect(refusalOf(await takeBack(crypto.randomUUID()))).toMatchObject({ status: 404 });
  });

  it("a payment moves to the right order by its number, with its day and reference", async () => {
    const [from, to] = [await rental(), await rental()];
    const { id: payment } = await pay(from.id, 100, { reference: "W-77" });
    const moved = await call("POST", `/api/admin/payments/${payment}/move`, {
      orderId: to.orderNumber.toLowerCase(),
      reason: "Wrong order",
    });
    expect(moved.statusCode).toBe(200);
    expect((await money(from.id)).payments).toMatchObject([
      { status: "taken_back", correction: { toOrderNumber: to.orderNumber } },
    ]);
    expect((await money(to.id)).payments).toMatchObject([
      { status: "succeeded", amount: "100.00", reference: "W-77", paidOn: today(test.services) },
    ]);
    expect((await ownMoney(to.id, to.owner)).leftToPay).toBe((to.total - 100).toFixed(2));
    const again = { orderId: to.id, reason: "Wrong order" };
    const url = `/api/admin/payments/${payment}/move`;
    expect((await call("POST", url, again)).statusCode).toBe(200);
    expect((await money(to.id)).payments).toHaveLength(1);
    const own = (await money(to.id)).payments[0]?.id;
    expect(refusalOf(await call("POST", `/api/admin/payments/${own}/move`, again))).toMatchObject({
      status: 409,
    });
  });
});

describe("the same amount and reference within three days", () => {
  it("a repeated payment is refused until it is confirmed as another one", async () => {
    const { id } = await rental();
    await pay(id, 100, { reference: "W-1" });
    const { answer } = await pay(id, 100, { reference: "W-1" });
    expect(refusalOf(answer)).toMatchObject({ status: 409, code: "payment_repeated" });
    expect((await money(id)).payments).toHaveLength(1);
    expect((await pay(id, 100, { reference: "W-1", again: true })).answer.statusCode).toBe(201);
    expect((await pay(id, 100, { reference: "W-2" })).answer.statusCode).toBe(201);
    expect((await pay(id, 101, { reference: "W-1" })).answer.statusCode).toBe(201);
  });

  it("the same payment for another order is another payment", async () => {
    const [one, other] = [await rental(), await rental()];
    await pay(one.id, 100, { reference: "W-9" });
    expect((await pay(other.id, 100, { reference: "W-9" })).answer.statusCode).toBe(201);
  });
});

describe("an overpayment", () => {
  it("an overpayment is the renter's credit and pays what falls due next", async () => {
    const { id, owner, total } = await rental();
    await pay(id, total + 70);
    expect(await ownMoney(id, owner)).toMatchObject({ credit: "70.00", leftToPay: "0.00", refunds: [] });
    await ask(id, 5000);
    expect(await ownMoney(id, owner)).toMatchObject({ credit: "20.00", leftToPay: "0.00", refunds: [] });
    await ask(id, 3000);
    expect(await ownMoney(id, owner)).toMatchObject({ credit: "0.00", leftToPay: "10.00" });
  });

  it("an overpayment is refunded once on the renter's request", async () => {
    const { id, owner, total } = await rental();
    await pay(id, total + 70);
    const askBack = () => call("POST", `/api/orders/${id}/credit`, {}, owner);
    expect((await askBack()).json()).toEqual({ refund: "70.00" });
    expect(refusalOf(await askBack())).toMatchObject({ status: 409, code: "no_credit" });
    expect(await ownMoney(id, owner)).toMatchObject({
      credit: "0.00",
      refunds: [{ amount: "70.00", status: "approved" }],
    });
    const stranger = await makePerson(test);
    expect(refusalOf(await call("POST", `/api/orders/${id}/credit`, {}, stranger))).toMatchObject({
      status: 404,
    });
  });

  it("an overpayment is refunded once besides a refund by hand that is on its way", async () => {
    const { id, owner, total } = await rental();
    await pay(id, total + 70);
    const refund = { id: crypto.randomUUID(), amount: "70.00", reason: "Paid too much" };
    expect((await call("POST", `/api/admin/orders/${id}/refunds`, refund)).statusCode).toBe(201);
    expect((await ownMoney(id, owner)).credit).toBe("0.00");
    const askBack = await call("POST", `/api/orders/${id}/credit`, {}, owner);
    expect(refusalOf(askBack)).toMatchObject({ status: 409, code: "no_credit" });
    await call("PUT", `/api/admin/refunds/${refund.id}`, { decision: "paid" });
    const { refunds } = await money(id);
    expect(refunds.map(({ amount, status }) => `${amount} ${status}`)).toEqual(["70.00 paid"]);
    expect(await ownMoney(id, owner)).toMatchObject({ credit: "0.00", leftToPay: "0.00" });
  });

  it("an overpayment stays the renter's credit while a bank decides about as much", async () => {
    const { id, owner, total } = await rental();
    const { id: paymentId } = await pay(id, total + 70);
    const at = new Date();
    const { db } = test.services.database;
    const dispute = {
      orderId: id,
      paymentId,
      mode: "stripe",
      state: "open",
      reason: "fraud",
      look: 1,
    } as const;
    const dates = { openedAt: at, checkedAt: at, providerRef: crypto.randomUUID() };
    await db.insert(chargebacks).values({ ...dispute, ...dates, amount: Math.round(total * 100) });
    const askBack = () => call("POST", `/api/orders/${id}/credit`, {}, owner);
    expect(refusalOf(await askBack())).toMatchObject({ status: 409, code: "no_credit" });
    expect((await ownMoney(id, owner)).credit).toBe("70.00");
    await db.update(chargebacks).set({ state: "won", decidedAt: at }).where(eq(chargebacks.orderId, id));
    expect((await askBack()).json()).toEqual({ refund: "70.00" });
  });

  it("an overpayment is refunded thirty days after the rental, and with a cancellation", async () => {
    const { id, owner, total } = await rental();
    await pay(id, total + 70);
    await call("PUT", `/api/admin/orders/${id}/status`, { status: "completed", reason: "Back" });
    const [row] = await test.services.database.rows<{ end: string }>(
      "select return_date::text as end from orders where id = $1",
      [id],
    );
    const on = (days: number) => {
      const at = Date.parse(`${addDays(row?.end ?? "", days)}T20:00:00Z`);
      return { ...test.services, now: () => at };
    };
    await returnOldCredits(on(30));
    expect((await ownMoney(id, owner)).credit).toBe("70.00");
    await returnOldCredits(on(31));
    expect(await ownMoney(id, owner)).toMatchObject({ credit: "0.00", refunds: [{ amount: "70.00" }] });

    const other = await rental();
    await pay(other.id, other.total + 70);
    await call("PUT", `/api/admin/orders/${other.id}/status`, { status: "cancelled" });
    expect(await ownMoney(other.id, other.owner)).toMatchObject({
      credit: "0.00",
      refunds: [{ amount: (other.total + 70).toFixed(2) }],
    });
  });

  it("a payment for an unconfirmed order is credit, and pays the order once confirmed", async () => {
    const { id, owner } = await rental("pending");
    expect((await pay(id, 100)).answer.statusCode).toBe(201);
    expect((await money(id)).credit).toBe("100.00");
    await call("PUT", `/api/admin/orders/${id}/status`, { status: "confirmed" });
    const { credit, leftToPay, instalments } = await ownMoney(id, owner);
    expect([credit, instalments[0]?.paid]).toEqual(["0.00", "100.00"]);
    expect(Number(leftToPay)).toBeGreaterThan(0);
  });
});

/** Asks an order's renter for more than its price. */
const ask = (orderId: string, amount: number) =>
  test.services.database.transaction(async (tx) => {
    await lockMoneyOf(tx, orderId);
    await addInstalment(test.services, tx, orderId, {
      lines: [{ kind: "cleaning", amount }],
      actor: "system",
    });
    await recountRefunds(test.services, tx, orderId, { actor: "system" });
  });
