// @one-database
import { afterAll, expect, it } from "vitest";
import { Refusal } from "#contract/errors.ts";
import { addDays, addMonths, type IsoDate } from "#domain/dates.ts";
import { monthOf } from "#domain/payments/months.ts";
import { issueMissing } from "#server/documents/issue.ts";
import { closeBooks } from "#server/finance/month-books.ts";
import { addInstalment, lockMoneyOf } from "#server/ledger/instalments.ts";
import { overpaidOf } from "#server/ledger/overpaid.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import { isOfPrice } from "#server/ledger/queries.ts";
import { recountRefunds } from "#server/ledger/refunds.ts";
import { answerExtension } from "#server/changes/answer-request.ts";
import { makeChange } from "#server/changes/make-change.ts";
import { quoteOf } from "#server/changes/quote.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { startPaypal } from "#test/stand-ins/paypal.ts";
import type { Card } from "#test/stand-ins/stripe.ts";
import { type Services, today } from "#server/services.ts";
import { returnCredit } from "./credit.ts";
import { followBegun } from "./follow-begun.ts";
import { postDueInstalments } from "./jobs.ts";
import { giveBackByProvider } from "./refunds/give-back-by-provider.ts";
import { chargeDue } from "./saved-methods/charge-due.ts";

/** So many in the suite; RENTALS=1000 walks more, from RENTALS_FROM on. */
const rentalsWalked = Number(process.env.RENTALS ?? 6);
const firstRental = Number(process.env.RENTALS_FROM ?? 1);

const paypal = await startPaypal();
afterAll(paypal.close);
const { test, stripe, admin, rentals } = await startRentals(paypal.env);

/** Numbers that are the same for the same seed. */
function chanceOf(seed: number) {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
  return {
    upTo: (most: number) => Math.floor(next() * (most + 1)),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}

const rows = <T>(text: string, values: unknown[] = []) =>
  test.services.database.rows<T & object>(text, values);

const sumOf = async (orderId: string, account: string): Promise<number> =>
  (
    await rows<{ sum: number }>(
      "select coalesce(sum(amount), 0)::float8 as sum from ledger_entries where order_id = $1 and account = $2",
      [orderId, account],
    )
  )[0]?.sum ?? 0;

const providers = ["stripe", "paypal"] as const;

/** One rental through its year: what its renter, their bank, the desk and the provider do, in any order. */
async function walk(seed: number): Promise<string[]> {
  const chance = chanceOf(seed);
  const { id, person } = await rentals.confirmed(2 + chance.upTo(4));
  /** Pages of Stripe's that were ever opened: any may still be paid, however late. */
  const opened: string[] = [];
  const saves = chance.of(["good", "insufficient_funds"] as const);
  await payOnPage(chance.of(providers), saves);
  await rentals.handOver(id);
  const [first] = await rentals.instalments(id);
  let on: IsoDate = first?.dueOn ?? "";
  const byHand = (path: string, payload: object) =>
    rentals.call("POST", `/api/admin/${path}`, payload, admin);
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  const own = () => rentals.intentsOf(id).filter(({ status }) => status === "succeeded");
  const ownRefunds = () => {
    const intents = new Set(own().map((intent) => intent.id));
    return [...stripe.refunds.values()].filter((row) => intents.has(String(row.payment_intent)));
  };
  const deliver = async () => {
    for (const event of stripe.events.splice(0)) await rentals.deliver(event);
    for (const event of paypal.events.splice(0))
      await test.app.inject({ method: "POST", url: "/api/webhooks/paypal", ...paypal.signed(event) });
  };
  const turnCards = (card: Card) => {
    stripe.makeCards(card);
    paypal.decline(card !== "good");
  };
  const found: string[] = [];
  const books = closedBooks(id, admin.id);
  const actions = {
    async days() {
      const count = 1 + chance.upTo(40);
      for (let day = 0; day < count; day++) {
        on = addDays(on, 1);
        const then = rentals.on(on);
        await postDueInstalments(then);
        await chargeDue(then);
      }
      await followBegun(rentals.on(on, "13:00"));
    },
    /** The product or the provider is away: nothing happens for days. */
    away: () => (on = addDays(on, 1 + chance.upTo(9))),
    declines: () => turnCards(chance.of(["insufficient_funds", "expired_card", "authentication_required"])),
    accepts: () => turnCards("good"),
    page: () => payOnPage(chance.of(providers)),
    /** A page that is opened, and left. */
    look: () => openPage(chance.of(providers)),
    payOldPage() {
      const open = opened.filter((page) => stripe.sessions.get(page)?.status === "open");
      if (open.length > 0) stripe.pay(chance.of(open));
    },
    /** The renter ends the rental sooner, or asks for more days and gets them: what was quoted is what is done. */
    async change() {
      const [order] = await rows<{ pickup: IsoDate; return: IsoDate }>(
        "select pickup_date::text as pickup, return_date::text as return from orders where id = $1",
        [id],
      );
      if (!order) return;
      const asked = chance.of([
        { kind: "early_return" as const, returnDate: addDays(order.pickup, 1 + chance.upTo(150)) },
        { kind: "early_return" as const, returnDate: on },
        { kind: "extension" as const, returnDate: addDays(order.return, 1 + chance.upTo(60)) },
      ]);
      found.push(...(await changed(rentals.on(on), { id, accountId: person.id, by: admin.id }, asked)));
    },
    closeMonth: () => books.close(rentals.on(on)),
    async twiceAtOnce() {
      const then = rentals.on(on);
      await Promise.all([
        chargeDue(then),
        chargeDue(then),
        giveBackByProvider(then),
        giveBackByProvider(then),
      ]);
    },
    ask: () =>
      test.services.database.transaction(async (tx) => {
        await lockMoneyOf(tx, id);
        const lines = [{ kind: "cleaning" as const, amount: 10 + chance.upTo(20_000) }];
        await addInstalment(rentals.on(on), tx, id, { lines, actor: "system" });
        await recountRefunds(rentals.on(on), tx, id, { actor: "system" });
      }),
    async cash() {
      const amount = dollars(100 + chance.upTo(90_000));
      const body = { id: crypto.randomUUID(), amount, method: "cash", reference: crypto.randomUUID() };
      await byHand(`orders/${id}/payments`, { ...body, paidOn: today(test.services) });
    },
    async takeBack() {
      const { payments } = await rentals.money(id);
      const recorded = payments.filter(({ mode, status }) => mode === "built_in" && status === "succeeded");
      if (recorded.length === 0) return;
      await byHand(`payments/${chance.of(recorded).id}/take-back`, { reason: "Mistaken" });
    },
    refund: () =>
      byHand(`orders/${id}/refunds`, {
        id: crypto.randomUUID(),
        amount: dollars(100 + chance.upTo(40_000)),
        reason: "Late",
      }),
    giveBack: () => giveBackByProvider(test.services),
    /** Somebody refunds at Stripe itself. */
    dashboard() {
      const intents = own();
      if (intents.length === 0) return;
      const intent = chance.of(intents);
      const given = ownRefunds()
        .filter((row) => row.payment_intent === intent.id && row.status !== "failed")
        .reduce((sum, row) => sum + Number(row.amount), 0);
      const left = Number(intent.amount_received) - given;
      if (left > 0) stripe.refundByHand(intent.id, 1 + chance.upTo(left - 1));
    },
    bounce() {
      const arrived = ownRefunds().filter(({ status }) => status === "succeeded");
      if (arrived.length > 0) stripe.bounce(chance.of(arrived).id);
    },
    /** Somebody refunds at PayPal itself. */
    paypalDashboard: () => paypal.refundByHand(id, 1 + chance.upTo(60_000)),
    deliver,
    cancel: () =>
      rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled", reason: "So" }, admin),
    revive: () =>
      rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "in_progress", reason: "So" }, admin),
    askBack: () => returnCredit(test.services, id, "renter").catch(() => undefined),
  };
  async function openPage(provider: (typeof providers)[number]): Promise<string | undefined> {
    const answer = await rentals.call("POST", `/api/orders/${id}/payment-session`, { provider }, person);
    const { url } = answer.json<{ url?: string }>();
    const page = url && rentals.sessionIdOf(url);
    if (page && provider === "stripe") opened.push(page);
    return page;
  }
  async function payOnPage(provider: (typeof providers)[number], saved?: "good" | "insufficient_funds") {
    const page = await openPage(provider);
    if (!page) return;
    if (provider === "stripe") stripe.pay(page, "good", saved);
    else paypal.approve(page);
    await rentals.check(id, person);
    if (provider === "paypal" && saved) paypal.decline(saved !== "good");
  }
  const names = Object.keys(actions) as (keyof typeof actions)[];
  const trail: string[] = [];
  for (let step = 0; step < 14 + chance.upTo(10); step++) {
    const name = chance.of([...names, "days", "days", "page", "deliver"] as const);
    trail.push(name);
    await actions[name]();
    await issueMissing(rentals.on(on), id);
    found.push(...(await wrongOf(id, false)), ...(await books.wrong()));
    if (found.length > 0) return [`${seed}: ${trail.join(", ")}`, ...found];
  }
  await deliver();
  await giveBackByProvider(test.services);
  await deliver();
  await issueMissing(rentals.on(on), id);
  found.push(...(await wrongOf(id, true)), ...(await books.wrong()));
  await books.reopen();
  return found.length > 0 ? [`${seed}: ${trail.join(", ")}`, ...found] : [];
}

type ChangeBy = { id: string; accountId: string; by: string };

/** What a change did otherwise than it was quoted; nothing where it may not be made. */
async function changed(
  services: Services,
  { id, accountId, by }: ChangeBy,
  asked: { kind: "early_return" | "extension"; returnDate: IsoDate },
): Promise<string[]> {
  const holder = { key: undefined, accountId };
  const { db } = services.database;
  const order = await loadOrder(db, id);
  const quote = await quoteOf(services, db, order, asked).catch((error: unknown) => refusedOf(error));
  if (!quote) return [];
  const made = await makeChange(services, id, holder, asked).catch((error: unknown) => refusedOf(error));
  if (!made) return [`a ${asked.kind} was quoted and refused`];
  const { change } = made;
  changesMade[asked.kind]++;
  if (asked.kind === "extension") await answerExtension(services, change.id, { to: "accepted", by });
  const { instalments, refunds } = await rentals.money(id);
  const { total } = await loadOrder(db, id);
  const wrong: string[] = [];
  if (total !== quote.after.total) wrong.push(`a ${asked.kind} of ${quote.after.total} made ${total}`);
  const price = instalments.filter(isOfPrice).reduce((sum, { amount }) => sum + amount, 0);
  if (price !== total) wrong.push(`instalments of ${price} for ${total}`);
  const begun = await rows<{ id: string }>(
    "select distinct refund_id as id from refund_parts where begun_at is not null and failure is null or paid_at is not null",
  );
  const isBegun = new Set(begun.map((row) => row.id));
  const given = refunds
    .filter(({ origin, status }) => origin === "rule" && ["approved", "awaiting_approval"].includes(status))
    .filter((refund) => !isBegun.has(refund.id))
    .reduce((sum, { amount }) => sum + amount, 0);
  const promised = quote.refund + (quote.toCheck ?? 0);
  if (asked.kind === "early_return" && given !== promised && quote.refund > 0)
    wrong.push(`quoted a refund of ${promised}, gives ${given}`);
  return wrong;
}

/** A refusal is an answer; anything else is thrown on. */
function refusedOf(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/** Months that the desk closes while a rental goes on, and what of the rental stands in them since. */
function closedBooks(orderId: string, by: string) {
  const closed = new Map<string, string>();
  const standing = async (month: string) =>
    JSON.stringify(
      await rows(
        `select account, sum(amount)::text as amount, count(*)::int as entries from ledger_entries
         where order_id = $1 and to_char(posted_on, 'YYYY-MM') = $2 group by account order by account`,
        [orderId, month],
      ),
    );
  return {
    /** The month before, where the product's own clock is not in it or before it. */
    async close(services: Services): Promise<void> {
      const month = monthOf(addMonths(`${monthOf(today(services))}-01`, -1));
      if (month <= monthOf(today(test.services)) || closed.has(month)) return;
      await closeBooks(services, { month, by });
      closed.set(month, await standing(month));
      monthsClosed++;
    },
    async wrong(): Promise<string[]> {
      const now = await Promise.all([...closed.keys()].map(standing));
      return [...closed].flatMap(([month, before], index) =>
        now[index] === before ? [] : [`${month} was closed with ${before}, and has ${now[index]}`],
      );
    },
    reopen: () => rows("delete from closed_months"),
  };
}
let monthsClosed = 0;
const changesMade = { early_return: 0, extension: 0 };

/** Where an order's documents say another sum than its ledger. */
async function wrongDocuments(id: string): Promise<string[]> {
  const [sums] = await rows<{ due: number; said_due: number; moved: number; said_moved: number }>(
    `select
       (select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          where t.order_id = $1 and e.account = 'renter' and t.instalment_id is not null)::float8 as due,
       (select coalesce(sum(case kind when 'invoice' then amount when 'credit_note' then -amount end), 0)
          from order_documents where order_id = $1)::float8 as said_due,
       (select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          where t.order_id = $1 and e.account in ('cash', 'provider_clearing')
            and t.kind in ('payment', 'correction', 'refund'))::float8 as moved,
       (select coalesce(sum(case when kind in ('receipt', 'refund_reversal') then amount
                                 when kind in ('receipt_reversal', 'refund_receipt') then -amount end), 0)
          from order_documents where order_id = $1)::float8 as said_moved`,
    [id],
  );
  if (!sums) return ["no sums"];
  const wrong: string[] = [];
  if (sums.due !== sums.said_due) wrong.push(`invoices of ${sums.said_due} for ${sums.due} due`);
  if (sums.moved !== sums.said_moved) wrong.push(`receipts of ${sums.said_moved} for ${sums.moved} moved`);
  return wrong;
}

/** What must never be so of an order's money; with `isDelivered`, once everybody has heard of everything. */
async function wrongOf(id: string, isDelivered: boolean): Promise<string[]> {
  const found: string[] = [];
  const { payments, instalments, balance } = await rentals.money(id);
  const charges = payments.filter(
    ({ attempt, instalmentId, status }) =>
      attempt !== null && instalmentId !== null && (status === "succeeded" || status === "begun"),
  );
  const charged = new Set(charges.map(({ instalmentId }) => instalmentId));
  if (charged.size !== charges.length) found.push("an instalment was charged twice");
  const clearing = await sumOf(id, "provider_clearing");
  const taken = rentals.takenFor(id) + paypal.takenFor(id);
  if (isDelivered && clearing !== taken) found.push(`the ledger has ${clearing}, the providers ${taken}`);
  const cash = await sumOf(id, "cash");
  const over = await overpaidOf(test.services.database.db, id);
  if (isDelivered && over > Math.max(0, cash + clearing)) found.push(`a credit of ${over} that nobody paid`);
  const received = instalments.reduce((sum, { paid }) => sum + paid, 0);
  const posted = instalments.reduce((sum, { amount, postedAt }) => sum + (postedAt ? amount : 0), 0);
  const total = instalments.reduce((sum, { amount }) => sum + amount, 0);
  if (received > Math.max(0, Math.min(total, posted - balance)))
    found.push(`${received} is shown as paid of ${posted - balance} received`);
  found.push(...(await wrongDocuments(id)));
  for (const { paid, amount } of instalments)
    if (paid < 0 || paid > amount) found.push(`an instalment of ${amount} is paid with ${paid}`);
  return found;
}

it(
  `${rentalsWalked} random rentals with Stripe and PayPal charge nothing twice, and their books are the banks'`,
  async () => {
    for (let seed = firstRental; seed < firstRental + rentalsWalked; seed++)
      expect(await walk(seed)).toEqual([]);
    const dead = await rows("select kind, failure from webhook_events where status = 'dead'");
    expect(dead).toEqual([]);
    // Walks without a closed month or a change would show nothing of them.
    expect(monthsClosed).toBeGreaterThan(0);
    for (const times of Object.values(changesMade)) expect(times).toBeGreaterThan(0);
  },
  300_000 + rentalsWalked * 10_000,
);
