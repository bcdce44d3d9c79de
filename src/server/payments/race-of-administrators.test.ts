// @one-database
import { expect, it } from "vitest";
import { issueMissing } from "#server/documents/issue.ts";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import { today } from "#server/services.ts";
import { makePerson } from "#test/accounts.ts";
import { rentalBooks } from "#test/oracles/rental-books.ts";
import { startRentals } from "#test/provider-rentals.ts";

/** The number of orders in the suite; RACES=60 races over more. */
const raced = Number(process.env.RACES ?? 3);
const roundsOfEach = 3;
const atOnce = 7;

const { test, stripe, admin, rentals } = await startRentals();
const second = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
const { wrongOf } = rentalBooks({ test, stripe, rentals });

/** An order with a month paid by card and more than a month in cash; and another one that money may move to. */
async function paidOrder() {
  const { id, person } = await rentals.written(2);
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
  const record = async (amount: string) => {
    const paymentId = crypto.randomUUID();
    const sent = {
      id: paymentId,
      amount,
      method: "cash",
      reference: paymentId,
      paidOn: today(test.services),
    };
    await rentals.call("POST", `/api/admin/orders/${id}/payments`, sent, admin);
    return paymentId;
  };
  const [small, large] = [await record("450.00"), await record("700.00")];
  return { id, person, small, large, otherId: (await rentals.written(2)).id };
}
type RacedOrder = Awaited<ReturnType<typeof paidOrder>>;

let turn = 0;
/** One of the two, by turns. */
const call = (method: "POST" | "PUT", path: string, body: object) =>
  rentals.call(method, `/api/admin/${path}`, body, turn++ % 2 ? admin : second);
const reason = "At the same time";
const status = (id: string, body: object) => call("PUT", `orders/${id}/status`, { reason, ...body });
const refund = (id: string, amount: string) =>
  call("POST", `orders/${id}/refunds`, { id: crypto.randomUUID(), amount, reason });

type Answer = { statusCode: number; body: string };
const actions: ((order: RacedOrder) => Promise<Answer[]>)[] = [
  async ({ small }) => [await call("POST", `payments/${small}/take-back`, { reason })],
  async ({ large }) => [await call("POST", `payments/${large}/take-back`, { reason })],
  async ({ small, otherId }) => [await call("POST", `payments/${small}/move`, { reason, orderId: otherId })],
  async ({ id }) => [await refund(id, "400.00")],
  async ({ id }) => [await refund(id, "1000.00")],
  async ({ id }) => [await status(id, { status: "cancelled" })],
  async ({ id }) => [await status(id, { status: "cancelled", fullRefund: true })],
  async ({ id }) => [await status(id, { status: "confirmed" })],
  async ({ id }) => [await status(id, { status: "completed" })],
  async ({ id, person }) => [await rentals.call("POST", `/api/orders/${id}/cancel`, {}, person)],
  async ({ id }) => [
    await call("POST", `orders/${id}/write-offs`, { id: crypto.randomUUID(), amount: "100.00", reason }),
  ],
  ({ id }) => decideAll("payment_corrections", id, ["approved", "declined"], "payment-corrections"),
  ({ id }) => decideAll("refunds", id, ["approved", "paid", "declined"], "refunds"),
  async () => giveBackByProvider(test.services).then(() => []),
  async () => tellAll().then(() => []),
];

/** Decides on everything that waits: administrators and decisions change by turns. */
async function decideAll(table: string, orderId: string, decisions: string[], path: string) {
  const waiting = await test.services.database.rows<{ id: string }>(
    `select id from ${table} where order_id = $1 and status in ('awaiting_approval', 'approved')`,
    [orderId],
  );
  const answers: Answer[] = [];
  for (const { id } of waiting)
    answers.push(await call("PUT", `${path}/${id}`, { decision: decisions[turn % decisions.length] }));
  return answers;
}

async function tellAll() {
  for (const event of stripe.events.splice(0)) await rentals.deliver(event);
}

it(
  "simultaneous corrections, refunds, cancellations and write-offs of an order keep its books right",
  async () => {
    let seed = 1;
    const upTo = (most: number) => {
      seed = (Math.imul(seed ^ (seed >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
      return ((seed ^ (seed >>> 13)) >>> 0) % most;
    };
    for (let number = 0; number < raced; number++) {
      const order = await paidOrder();
      for (let round = 0; round < roundsOfEach; round++) {
        const chosen = Array.from({ length: atOnce }, () => upTo(actions.length));
        const answers = await Promise.all(chosen.map(async (which) => (await actions[which]?.(order)) ?? []));
        for (const { statusCode, body } of answers.flat())
          expect([200, 201, 409, 422, 503], `${chosen.join()}: ${body}`).toContain(statusCode);
      }
      await tellAll();
      await giveBackByProvider(test.services);
      await tellAll();
      for (const id of [order.id, order.otherId]) {
        await issueMissing(test.services, id);
        expect(await wrongOf(id, true)).toEqual([]);
      }
    }
  },
  60_000 + raced * 10_000,
);
