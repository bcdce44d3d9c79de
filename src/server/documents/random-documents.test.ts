// @one-database
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { priceOfChange, type RentalChange } from "#domain/changes/price-of-change.ts";
import { addDays, dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import type { OrderDocumentKind } from "#domain/documents/documents.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { followStatus, type TakenBack } from "#server/ledger/follow-status.ts";
import { lockMoneyOf, type OrderRow, postDue } from "#server/ledger/instalments.ts";
import { moneyOf } from "#server/ledger/order-money.ts";
import { giveBack, recountRefunds } from "#server/ledger/refunds.ts";
import { takeBackRefund } from "#server/ledger/take-back-refund.ts";
import { reschedule } from "#server/ledger/reschedule.ts";
import { correctPayment, decideCorrection } from "#server/payments/corrections/correct-payment.ts";
import { correctionsOf } from "#server/payments/corrections/queries.ts";
import { recordPayment } from "#server/payments/record-payment.ts";
import { createRefund, decideRefund, refundableOf } from "#server/payments/refunds/refund.ts";
import type { Services } from "#server/services.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { type Chance, chanceOf, makeRandomOrder } from "#test/random-rentals.ts";
import { issueDocuments, issueMissing } from "./issue.ts";
import { issueStatement } from "./statement.ts";

/** The number of rentals in the suite; RENTALS=250 walks more, from the rental RENTALS_FROM on. */
const rentals = Number(process.env.RENTALS ?? 4);
const firstRental = Number(process.env.RENTALS_FROM ?? 10);
const atOnce = 4;

let test: TestApp;
let admin = "";
let second = "";
beforeAll(async () => {
  test = await startTestApp();
  const person = () => makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  [admin, second] = [(await person()).id, (await person()).id];
});
afterAll(() => test.close());

/** Reads an amount from a sheet's text in cents: only the sign comes before the currency. */
const centsOf = (text: string): number =>
  Number(text.replaceAll(/\D/g, "")) * (text.startsWith("−") ? -1 : 1);

type WalkTotals = Record<
  "credited" | "reversed" | "returned" | "prepaid" | "toBeRefunded" | "taxedReceipt" | "taxedRefund",
  number
>;

class Walk {
  readonly #chance: Chance;
  readonly #walked: WalkTotals;
  #order: OrderRow;
  #at: number;
  /** The last change of status, while it may be undone. */
  #last: { from: OrderStatus; money: TakenBack } | undefined;

  constructor(chance: Chance, order: OrderRow, walked: WalkTotals) {
    this.#chance = chance;
    this.#order = order;
    this.#walked = walked;
    this.#at = instantInLosAngeles(addDays(order.pickupDate, -chance.upTo(20)), "11:00");
  }

  get services(): Services {
    const at = this.#at;
    const noEmails = { post: () => Promise.resolve([]), withdraw: () => Promise.resolve(false) };
    return { ...test.services, now: () => at, outbox: { ...test.services.outbox, ...noEmails } };
  }
  get today(): IsoDate {
    return dateInLosAngeles(this.#at);
  }
  #locked = (work: (tx: Db) => Promise<void>): Promise<void> =>
    this.services.database.transaction(async (tx) => {
      await lockMoneyOf(tx, this.#order.id);
      await work(tx);
    });

  async walk(): Promise<void> {
    await this.#move("confirmed");
    await this.#check();
    const steps = 8 + this.#chance.upTo(12);
    for (let step = 0; step < steps; step++) {
      const isSoon = this.#last && this.#chance.in100(40);
      if (!isSoon) this.#at += this.#chance.upTo(40) * 86_400_000 + this.#chance.upTo(86_400_000);
      if (isSoon) await this.#undo();
      else {
        this.#last = undefined;
        await this.#chance.of([
          () => this.#pay(),
          () => this.#pay(),
          () => this.#pay(),
          () => this.#takeBack(),
          () => this.#refund(),
          () => this.#giveBack(),
          () => this.#giveBack(),
          () => this.#bounce(),
          () => this.#turn(),
          () => this.#change(),
          () => this.#change(),
        ])();
      }
      await this.#check();
    }
  }

  async #move(status: OrderStatus, undone?: TakenBack): Promise<void> {
    const from = this.#order.status;
    await this.#locked(async (tx) => {
      await tx.update(orders).set({ status }).where(eq(orders.id, this.#order.id));
      const turn = { from, actor: admin, ...(undone && { undone }) };
      const money = await followStatus(this.services, tx, { ...this.#order, status }, turn);
      this.#last = undone ? undefined : { from, money };
    });
    this.#order = { ...this.#order, status };
  }

  #turn(): Promise<void> {
    const statuses = ["pending", "confirmed", "in_progress", "completed", "cancelled", "cancelled"] as const;
    return this.#move(this.#chance.of(statuses.filter((to) => to !== this.#order.status)));
  }

  async #undo(): Promise<void> {
    if (this.#last) await this.#move(this.#last.from, this.#last.money);
  }

  async #change(): Promise<void> {
    const { status, tariff, pickupDate, returnDate } = this.#order;
    if (!tariff || status === "cancelled" || status === "completed") return;
    const later = addDays(returnDate, 1 + this.#chance.upTo(60));
    const change = this.#chance.of<RentalChange>([
      { kind: "extension", returnDate: later },
      {
        kind: "early_return",
        returnDate: addDays(pickupDate, this.#chance.upTo(150)),
        askedOn: this.today,
      },
      { kind: "early_return", returnDate: this.today, askedOn: this.today },
      { kind: "dates", pickupDate: addDays(pickupDate, this.#chance.upTo(20)), returnDate: later },
    ]);
    const { price, fee: _fee, ...rental } = priceOfChange({ ...this.#order, tariff }, change);
    if (change.kind === "early_return" && rental.returnDate >= returnDate) return;
    if (rental.returnDate <= rental.pickupDate) return;
    this.#order = { ...this.#order, ...rental, ...price };
    await this.#locked(async (tx) => {
      await tx
        .update(orders)
        .set({ ...rental, ...price })
        .where(eq(orders.id, this.#order.id));
      await reschedule(this.services, tx, this.#order, { actor: admin, decidedBy: "renter" });
    });
  }

  /** Pays what is due, a part of what is left, or more than is left. */
  async #pay(): Promise<void> {
    const { instalments, balance } = await this.#money();
    const left = instalments.reduce((sum, { amount, paid }) => sum + amount - paid, 0);
    const amount = this.#chance.of([balance, 1 + this.#chance.upTo(left), left + this.#chance.upTo(5000)]);
    if (amount <= 0) return;
    await recordPayment(this.services, {
      id: crypto.randomUUID(),
      orderId: this.#order.id,
      amount,
      method: "cash",
      reference: crypto.randomUUID(),
      by: admin,
      paidOn: this.today,
    });
  }

  async #takeBack(): Promise<void> {
    const { payments, refunds } = await this.#money();
    const open = payments.filter(({ status }) => status === "succeeded");
    const payment = this.#chance.of(open);
    if (
      open.length === 0 ||
      refunds.some(({ status }) => status === "paid" || status === "awaiting_approval")
    )
      return;
    const paymentId = payment.id;
    const wanted = { paymentId, kind: "take_back", reason: "It bounced", tell: false, by: admin } as const;
    // A payment that was given back in part can't be taken back.
    const isRefused = await correctPayment(this.services, wanted).then(
      () => false,
      () => true,
    );
    if (isRefused) return;
    const [latest] = await correctionsOf(this.services.database.db, this.#order.id);
    if (latest?.correction.status === "awaiting_approval")
      await decideCorrection(this.services, { id: latest.correction.id, decision: "approved", by: second });
  }

  async #refund(): Promise<void> {
    const left = await refundableOf(this.services.database.db, this.#order.id);
    if (left === 0) return;
    const id = crypto.randomUUID();
    const amount = 1 + this.#chance.upTo(left - 1);
    await createRefund(this.services, { id, orderId: this.#order.id, amount, reason: "so", by: admin });
    const { refunds } = await this.#money();
    if (refunds.some((one) => one.id === id && one.status === "awaiting_approval") && this.#chance.in100(80))
      await decideRefund(this.services, { id, decision: "approved", by: second });
  }

  /** Pays out an approved refund: all of it, or first the part of one payment. */
  async #giveBack(): Promise<void> {
    const refund = (await this.#money()).refunds.find(({ status }) => status === "approved");
    if (!refund) return;
    if (this.#chance.in100(70))
      return decideRefund(this.services, { id: refund.id, decision: "paid", by: admin }).then(
        () => undefined,
      );
    const parts = await this.#parts(refund.id, "paid_at is null");
    await this.#locked(async (tx) => {
      await giveBack(this.services, tx, refund, { by: admin, parts: parts.slice(0, 1) });
      await recountRefunds(this.services, tx, this.#order.id, { actor: admin });
    });
  }

  /** Lets a part of a refund that we have paid out bounce. */
  async #bounce(): Promise<void> {
    const { refunds } = await this.#money();
    for (const refund of refunds.filter(({ status }) => status === "paid" || status === "approved")) {
      const [part] = await this.#parts(refund.id, "paid_at is not null");
      if (!part) continue;
      await this.#locked((tx) => takeBackRefund(this.services, tx, refund, part));
      return;
    }
  }

  #money = () => moneyOf(this.services.database.db, this.#order.id);
  #rows = <T>(query: string) => this.services.database.rows<T & object>(query, [this.#order.id]);
  async #parts(refundId: string, which: string): Promise<string[]> {
    const rows = await this.services.database.rows<{ id: string }>(
      `select payment_id as id from refund_parts where refund_id = $1 and ${which} order by 1`,
      [refundId],
    );
    return rows.map(({ id }) => id);
  }

  async #check(): Promise<void> {
    const { services } = this;
    const { id } = this.#order;
    await this.#locked((tx) => postDue(services, tx, id, "system"));
    // The job finds all orders with missing documents; opening a list of documents checks only its own order.
    await (this.#chance.in100(50) ? issueDocuments(services) : issueMissing(services, id));
    const sums = await this.#sums();
    const [ledger] = await this.#rows<{ due: number; money: number }>(
      `select coalesce(sum(e.amount) filter (where e.account = 'renter' and t.instalment_id is not null), 0)::float8 as due,
         coalesce(sum(e.amount) filter (where e.account in ('cash', 'provider_clearing')
           and t.kind in ('payment', 'correction', 'refund')), 0)::float8 as money
         from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where t.order_id = $1`,
    );
    assert.equal(sums.invoice - sums.credit_note, ledger?.due, `${id} due`);
    const came = sums.receipt - sums.receipt_reversal - sums.refund_receipt + sums.refund_reversal;
    assert.equal(came, ledger?.money, `${id} came in`);
    await this.#checkStatement();
  }

  /** The sums of an order's documents, by kind. */
  async #sums(): Promise<Record<Exclude<OrderDocumentKind, "agreement" | "addendum" | "statement">, number>> {
    const sums = {
      invoice: 0,
      credit_note: 0,
      receipt: 0,
      receipt_reversal: 0,
      refund_receipt: 0,
      refund_reversal: 0,
    };
    const taxes = new Map<string, number>();
    const documents = await this.#rows<{
      number: string;
      kind: keyof typeof sums;
      amount: number;
      sheet: Sheet;
      credited: { amount: number; sheet: Sheet } | null;
    }>(
      `select d.number, d.kind, d.amount::float8 as amount, d.sheet,
         (select jsonb_build_object('amount', v.amount, 'sheet', v.sheet) from order_documents v
            where v.number = d.voids) as credited
         from order_documents d where d.order_id = $1 and d.kind <> 'statement'`,
    );
    for (const { number, kind, amount, sheet, credited } of documents) {
      const said = centsOf(sheet.total?.value ?? "");
      assert.equal(said, amount, `${number} says its amount`);
      if (sheet.rows.length)
        assert.equal(
          sheet.rows.reduce((sum, { value }) => sum + centsOf(value), 0),
          said,
          `${number} sums to its total`,
        );
      if (credited) {
        assert.equal(credited.amount, amount, `${number} voids the whole of it`);
        assert.ok(
          sheet.facts.some(({ value }) => value === credited.sheet.number),
          `${number} names it`,
        );
      }
      sums[kind] += said;
      const sign = kind === "receipt" || kind === "refund_reversal" ? 1 : -1;
      const isOfTheDue = kind === "invoice" || kind === "credit_note";
      for (const { amount, tax } of isOfTheDue ? [] : (sheet.taxes ?? [])) {
        const name = `${tax.name} ${tax.percent}%`;
        taxes.set(name, (taxes.get(name) ?? 0) + sign * amount);
        this.#walked[kind === "receipt" ? "taxedReceipt" : "taxedRefund"] += 1;
      }
    }
    await this.#checkTaxes(taxes, sums);
    this.#walked.credited += sums.credit_note ? 1 : 0;
    this.#walked.reversed += sums.receipt_reversal ? 1 : 0;
    this.#walked.returned += sums.refund_reversal ? 1 : 0;
    return sums;
  }

  /**
   * Checks that no more of a tax goes back than came in, and all of it once all money is gone. A refund receipt
   * says what was true when it was issued; receipts that it counted may have been reversed since.
   */
  async #checkTaxes(
    taxes: ReadonlyMap<string, number>,
    sums: { receipt: number; receipt_reversal: number; refund_receipt: number; refund_reversal: number },
  ): Promise<void> {
    const { id } = this.#order;
    if (sums.receipt_reversal > 0) return;
    const came = sums.receipt - sums.receipt_reversal - sums.refund_receipt + sums.refund_reversal;
    const isGone = came === 0 && (await this.#money()).paidInFact.every((paid) => paid === 0);
    for (const [name, amount] of taxes) {
      assert.ok(amount >= 0, `${id}: more ${name} went back than came in`);
      if (isGone) assert.equal(amount, 0, `${id}: ${name} of money that is gone`);
    }
  }

  async #checkStatement(): Promise<void> {
    const { balance, refunds } = await this.#money();
    const number = await issueStatement(this.services, this.#order.id).catch(() => undefined);
    if (!number) return;
    const [row] = await this.services.database.rows<{ sheet: Sheet }>(
      "select sheet from order_documents where number = $1",
      [number],
    );
    const { rows = [], total } = row?.sheet ?? {};
    const moved = rows.reduce((sum, { value }) => sum + centsOf(value), 0);
    assert.equal(moved, balance, `${number} sums to the balance`);
    assert.equal(centsOf(total?.value ?? ""), Math.abs(balance), `${number} says what is left`);
    const refunded = rows.filter(({ label }) => / · Refund/.test(label));
    const [given] = await this.#rows<{ amount: number }>(
      `select coalesce(sum(p.amount), 0)::float8 as amount from refund_parts p join refunds r on r.id = p.refund_id
         where r.order_id = $1 and p.paid_at is not null`,
    );
    const refundTotal = refunded.reduce((sum, { value }) => sum + centsOf(value), 0);
    assert.equal(refundTotal, given?.amount, `${number} tells every refund`);
    const hasOpen = refunds.some(({ status }) => status === "approved" || status === "awaiting_approval");
    const names = balance > 0 ? ["Left to pay"] : balance === 0 ? ["Nothing is owed"] : ["Paid in advance"];
    if (balance < 0 && hasOpen) names.push("To be refunded");
    assert.ok(names.includes(total?.label ?? ""), `${number} is called ${total?.label}`);
    this.#walked.prepaid += total?.label === "Paid in advance" ? 1 : 0;
    this.#walked.toBeRefunded += total?.label === "To be refunded" ? 1 : 0;
  }
}

it(
  `the documents of ${rentals} random rentals agree with the ledger, numbered without a gap`,
  async () => {
    const walked: WalkTotals = {
      credited: 0,
      reversed: 0,
      returned: 0,
      prepaid: 0,
      toBeRefunded: 0,
      taxedReceipt: 0,
      taxedRefund: 0,
    };
    const seeds = Array.from({ length: rentals }, (_, index) => firstRental + index);
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
          const chance = chanceOf(seed);
          await new Walk(chance, await makeRandomOrder(test, chance, `PAPER-${seed}`), walked).walk();
        }
      }),
    );
    // Each case that `walked` counts has happened at least once.
    for (const [what, times] of Object.entries(walked)) expect(times, what).toBeGreaterThan(0);
    const counters = await test.services.database.rows<{ last: number; count: number; max: number }>(
      `select c.last, count(d.*)::int as count, max(right(d.number, 6))::int as max from document_counters c
         join order_documents d on d.kind = c.kind and split_part(d.number, '-', 2)::int = c.year
         group by c.kind, c.year, c.last`,
    );
    expect(counters.length).toBeGreaterThan(6);
    for (const { last, count, max } of counters) expect([count, max]).toEqual([last, last]);
  },
  300_000 + rentals * 8000,
);
