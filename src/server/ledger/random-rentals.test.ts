// @one-database
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Refusal } from "#contract/errors.ts";
import { addDays, dateInLosAngeles, daysBetween, earlier, type IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { hasBegun, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { priceOfChange, type RentalChange } from "#domain/changes/price-of-change.ts";
import { orders } from "#server/db/schema/orders.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { followStatus } from "#server/ledger/follow-status.ts";
import { postHostShare } from "#server/ledger/host-share.ts";
import { lockMoneyOf, type OrderRow, postDue } from "#server/ledger/instalments.ts";
import { moneyOf } from "#server/ledger/order-money.ts";
import { overpaidOf } from "#server/ledger/overpaid.ts";
import type { InstalmentRow } from "#server/ledger/queries.ts";
import { previewReschedule, reschedule } from "#server/ledger/reschedule.ts";
import { recordPayment } from "#server/payments/record-payment.ts";
import { createRefund, decideRefund, refundableOf } from "#server/payments/refunds/refund.ts";
import { recordRepair } from "#server/trips/record-repair.ts";
import { type Services, today } from "#server/services.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { earnedByDays } from "#test/oracles/earnings-oracle.ts";
import { hostBooks } from "#test/oracles/host-books.ts";
import { MoneyOracle } from "#test/oracles/money-oracle.ts";
import { type Chance, chanceOf, makeRandomOrder } from "#test/random-rentals.ts";

/** The number of rentals in the suite; RENTALS=10000 walks as many as a business has in years. */
const rentals = Number(process.env.RENTALS ?? 8);
/** The number of the first rental: two processes can walk two halves at the same time. */
const firstRental = Number(process.env.RENTALS_FROM ?? 1);
const atOnce = 6;

let test: TestApp;
let admin = "";
let second = "";
let host = "";
beforeAll(async () => {
  test = await startTestApp();
  const person = () => makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  [admin, second] = [(await person()).id, (await person()).id];
  host = (await makePerson(test)).id;
});
afterAll(() => test.close());

const noEmails = { post: () => Promise.resolve([]), withdraw: () => Promise.resolve(false) };
const asOf = (at: number): Services => ({
  ...test.services,
  now: () => at,
  outbox: { ...test.services.outbox, ...noEmails },
});

class Walk {
  readonly #chance: Chance;
  readonly #oracle: MoneyOracle;
  #order: OrderRow;
  #at: number;
  #waiting: string[] = [];

  constructor(chance: Chance, order: OrderRow) {
    this.#chance = chance;
    this.#order = order;
    this.#oracle = new MoneyOracle(order);
    this.#at = instantInLosAngeles(addDays(order.pickupDate, -chance.upTo(40)), "11:00");
  }

  get services(): Services {
    return asOf(this.#at);
  }
  get today(): IsoDate {
    return dateInLosAngeles(this.#at);
  }

  async walk(): Promise<void> {
    await this.#move("confirmed");
    const steps = 6 + this.#chance.upTo(10);
    for (let step = 0; step < steps; step++) {
      this.#at += this.#chance.upTo(45) * 86_400_000 + this.#chance.upTo(86_400_000);
      await this.#chance.of([
        () => this.#pay(),
        () => this.#pay(),
        () => this.#pay(),
        () => this.#refund(),
        () => this.#giveBack(),
        () => this.#turn(),
        () => this.#change(),
        () => this.#change(),
        () => this.#repair(),
        () => Promise.resolve(),
      ])();
      await this.#check();
    }
  }

  async #move(status: OrderStatus): Promise<void> {
    const from = this.#order.status;
    const { services } = this;
    const quoted = await settlementOf(services, services.database.db, this.#order);
    await services.database.transaction(async (tx) => {
      await lockMoneyOf(tx, this.#order.id);
      await tx.update(orders).set({ status }).where(eq(orders.id, this.#order.id));
      await followStatus(services, tx, { ...this.#order, status }, { from, actor: admin });
    });
    this.#order = { ...this.#order, status };
    const over =
      status === "cancelled"
        ? this.#oracle.cancel(this.#at, this.today)
        : from === "cancelled" || from === "pending"
          ? this.#oracle.confirm(this.today)
          : undefined;
    if (over !== undefined) await this.#expectRefund(over);
    if (status === "cancelled")
      assert.equal(await this.#openByRule(), quoted.refund, `${this.#order.id} quoted`);
  }

  /** The refund by rule is one refund that needs no decision, in place of the one before. */
  async #expectRefund(amount: bigint): Promise<void> {
    const { refunds } = await moneyOf(this.services.database.db, this.#order.id);
    const ruled = refunds.filter(({ origin }) => origin === "rule");
    const open = ruled.filter(({ status }) => status === "approved");
    assert.deepEqual(
      open.map((refund) => BigInt(refund.amount)),
      amount > 0n ? [amount] : [],
      this.#order.id,
    );
    this.#waiting = this.#waiting.filter((id) => !ruled.some((refund) => refund.id === id));
    for (const { id } of open) {
      this.#oracle.askRefund(id, amount, true);
      this.#waiting.push(id);
    }
  }

  /** Confirms, begins, ends, cancels and revives the order, in any sequence that an administrator may choose. */
  async #turn(): Promise<void> {
    const { status } = this.#order;
    if (status === "cancelled") return this.#move("confirmed");
    return this.#move(
      this.#chance.of(
        (["confirmed", "in_progress", "completed", "cancelled"] as const).filter((to) => to !== status),
      ),
    );
  }

  /** Makes the rental longer or shorter, or moves it, as its renter may. */
  async #change(): Promise<void> {
    const { status, tariff, pickupDate, returnDate } = this.#order;
    if (!tariff || status === "cancelled" || status === "completed") return;
    const later = addDays(returnDate, 1 + this.#chance.upTo(90));
    const days = this.#chance.upTo(200);
    const change = this.#chance.of<RentalChange>([
      { kind: "extension", returnDate: later },
      { kind: "early_return", returnDate: addDays(pickupDate, days), askedOn: this.today },
      { kind: "early_return", returnDate: this.today, askedOn: this.today },
      { kind: "dates", pickupDate: addDays(pickupDate, this.#chance.upTo(20)), returnDate: later },
    ]);
    const { price, fee: _fee, ...rental } = priceOfChange({ ...this.#order, tariff }, change);
    const { services } = this;
    if (change.kind === "early_return" && rental.returnDate >= returnDate) return;
    // Nobody ends a rental before it begins.
    if (rental.returnDate <= rental.pickupDate) return;
    this.#order = { ...this.#order, ...rental, ...price };
    const quoted = await previewReschedule(services, services.database.db, this.#order);
    await services.database.transaction(async (tx) => {
      await lockMoneyOf(tx, this.#order.id);
      await tx
        .update(orders)
        .set({ ...rental, ...price })
        .where(eq(orders.id, this.#order.id));
      await reschedule(services, tx, this.#order, { actor: admin, decidedBy: "renter" });
    });
    const over = this.#oracle.change(this.#order, this.today);
    if (over !== undefined) await this.#expectRefund(over);
    assert.equal(await this.#openByRule(), quoted.refund, `${this.#order.id} quoted`);
  }

  /** Days without a usable car come off the price, also after the rental is over. */
  async #repair(): Promise<void> {
    const { id, status, pickupDate, returnDate } = this.#order;
    const last = earlier(returnDate, this.today);
    if (!hasBegun(status) || last < pickupDate) return;
    const from = addDays(pickupDate, this.#chance.upTo(daysBetween(pickupDate, last)));
    const until = earlier(last, addDays(from, this.#chance.upTo(4)));
    const { services } = this;
    await recordRepair(services, { orderId: id, from, until, by: admin });
    const [order] = await services.database.db.select().from(orders).where(eq(orders.id, id));
    assert.ok(order);
    this.#order = order;
    const over = this.#oracle.change(order, this.today);
    if (over !== undefined) await this.#expectRefund(over);
  }

  /** The sum that rules are about to give back. */
  async #openByRule(): Promise<number> {
    const { refunds } = await moneyOf(this.services.database.db, this.#order.id);
    return refunds
      .filter(({ origin, status }) => origin === "rule" && status === "approved")
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  async #pay(): Promise<void> {
    const left = Number(this.#oracle.leftToPay());
    if (left === 0) return;
    const due = Number(this.#oracle.balance(this.today));
    const amount = this.#chance.in100(50) && due > 0 ? due : 1 + this.#chance.upTo(left - 1);
    const id = crypto.randomUUID();
    const times = this.#chance.in100(15) ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => this.#record(id, amount)));
    this.#oracle.pay(BigInt(amount));
  }

  #record(id: string, amount: number): Promise<void> {
    const received = {
      id,
      orderId: this.#order.id,
      amount,
      method: "cash",
      reference: "",
      by: admin,
    } as const;
    return recordPayment(this.services, { ...received, paidOn: this.today });
  }

  async #refund(): Promise<void> {
    const left = Number(this.#oracle.refundable());
    const amount = 1 + this.#chance.upTo(left);
    const id = crypto.randomUUID();
    const asking = createRefund(this.services, {
      id,
      orderId: this.#order.id,
      amount,
      reason: "so",
      by: admin,
    });
    if (amount > left) {
      assert.ok((await asking.catch((error: unknown) => error)) instanceof Refusal);
      return;
    }
    await asking;
    this.#oracle.askRefund(id, BigInt(amount));
    const { refunds } = await moneyOf(this.services.database.db, this.#order.id);
    if (refunds.some((refund) => refund.id === id && refund.status === "awaiting_approval"))
      await decideRefund(this.services, { id, decision: "approved", by: second });
    this.#waiting.push(id);
  }

  async #giveBack(): Promise<void> {
    const id = this.#waiting.shift();
    if (!id) return;
    await Promise.all([1, 2].map(() => decideRefund(this.services, { id, decision: "paid", by: admin })));
    this.#oracle.giveBack(id);
  }

  async #check(): Promise<void> {
    const { services } = this;
    const { id } = this.#order;
    await services.database.transaction(async (tx) => {
      await lockMoneyOf(tx, id);
      await postDue(services, tx, id, "system");
    });
    const money = await moneyOf(services.database.db, id);
    const standing = money.instalments.map(({ amount }) => BigInt(amount));
    assert.deepEqual(standing, this.#oracle.amounts(), `${id} asks`);
    assert.deepEqual(
      money.instalments.map(({ paid }) => BigInt(paid)),
      this.#oracle.paid(),
      `${id} paid`,
    );
    assert.deepEqual(BigInt(money.balance), this.#oracle.balance(this.today), `${id} balance`);
    assert.deepEqual(BigInt(await refundableOf(services.database.db, id)), this.#oracle.refundable());
    assert.deepEqual(today(services), this.today);
    if (this.#order.status !== "cancelled")
      assert.deepEqual(
        standing.reduce((a, b) => a + b, 0n),
        BigInt(this.#order.total),
        `${id} total`,
      );
    const [cash] = await services.database.rows<{ amount: string }>(
      "select coalesce(sum(amount), 0)::text as amount from ledger_entries where order_id = $1 and account = 'cash'",
      [id],
    );
    assert.deepEqual(BigInt(cash?.amount ?? 0), this.#oracle.held(), `${id} cash`);
    await this.#checkEarned(money.instalments);
    assert.deepEqual(await hostBooks(test)(id, this.today), [], id);
    await this.#checkNothingIsLeft();
    const over = await overpaidOf(services.database.db, id);
    assert.ok(over <= Number(cash?.amount ?? 0), `${id} has a credit that nobody paid`);
  }

  /** Every event has credited the hosts already: another run adds nothing. */
  async #checkNothingIsLeft(): Promise<void> {
    const { id, orderNumber } = this.#order;
    const count = () => this.services.database.rows("select id from host_credits where order_id = $1", [id]);
    const before = (await count()).length;
    await this.services.database.transaction(async (tx) => {
      await lockMoneyOf(tx, id);
      await postHostShare(this.services, tx, id);
    });
    assert.equal((await count()).length, before, `${orderNumber} was credited late`);
  }

  /** Days earn what was billed; until then it is a liability. Once the rental is over, no liability is left. */
  async #checkEarned(instalments: readonly InstalmentRow[]): Promise<void> {
    const { id } = this.#order;
    const sums = await this.services.database.rows<{ account: string; amount: string }>(
      "select account, (-sum(amount))::text as amount from ledger_entries where order_id = $1 group by account",
      [id],
    );
    const sumOf = (...accounts: string[]) =>
      sums.reduce((sum, row) => (accounts.includes(row.account) ? sum + BigInt(row.amount) : sum), 0n);
    const billed = instalments.filter(({ postedAt }) => postedAt !== null);
    const earned = sumOf("rental_revenue", "insurance", "fees", "promo");
    const deferred = sumOf("deferred_revenue");
    const taxes = sumOf("taxes");
    const total = billed.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    assert.equal(earned + deferred + taxes, total, `${id} billed`);
    const taxed = billed.flatMap(({ lines }) => lines).filter(({ kind }) => kind === "taxes");
    assert.equal(
      taxes,
      taxed.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
      `${id} taxes`,
    );
    assert.equal(earned, earnedByDays(billed, instalments, this.today), `${id} earned`);
    const isOver = instalments.every(({ endsOn }) => endsOn <= this.today);
    if (isOver) assert.equal(deferred, 0n, `${id} is over`);
  }
}

it(
  `the balances of ${rentals} random rentals over 13 months match a separately written oracle`,
  async () => {
    const seeds = Array.from({ length: rentals }, (_, index) => firstRental + index);
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
          const chance = chanceOf(seed);
          const order = await makeRandomOrder(test, chance, `RANDOM-${seed}`);
          const hosted = {
            hostId: chance.of([host, host, null]),
            hostSharePercent: chance.of([80, 80, 77, 100]),
            hostMonthlyPrice: chance.in100(20) ? 40_000 + chance.upTo(90_000) : null,
          };
          await test.services.database.db.update(orders).set(hosted).where(eq(orders.id, order.id));
          await new Walk(chance, { ...order, ...hosted }).walk();
        }
      }),
    );
    const unbalanced = await test.services.database.rows(
      "select transaction_id from ledger_entries group by transaction_id having sum(amount) <> 0 or count(*) < 2",
    );
    expect(unbalanced).toEqual([]);
  },
  300_000 + rentals * 1000,
);
