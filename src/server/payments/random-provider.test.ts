// @one-database
import { eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import { Refusal } from "#contract/errors.ts";
import { addDays, earlier, type IsoDate } from "#domain/dates.ts";
import { issueMissing } from "#server/documents/issue.ts";
import { addInstalment, lockMoneyOf } from "#server/ledger/instalments.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import { isOfPrice } from "#server/ledger/queries.ts";
import { recountRefunds } from "#server/ledger/refunds.ts";
import { answerChangeRequest } from "#server/changes/answer-request.ts";
import { makeChange } from "#server/changes/make-change.ts";
import { quoteOf } from "#server/changes/quote.ts";
import { orders } from "#server/db/schema/orders.ts";
import { orderStretches } from "#server/db/schema/stretches.ts";
import { postHostShare } from "#server/ledger/host-share.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { hostBooks } from "#test/oracles/host-books.ts";
import { rentalBooks } from "#test/oracles/rental-books.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { startPaypal } from "#test/stand-ins/paypal.ts";
import type { Card } from "#test/stand-ins/stripe.ts";
import { type Services, today } from "#server/services.ts";
import { recordRepair } from "#server/trips/record-repair.ts";
import { returnCredit } from "./credit.ts";
import { followBegun } from "./follow-begun.ts";
import { postDueInstalments } from "./jobs.ts";
import { giveBackByProvider } from "./refunds/give-back-by-provider.ts";
import { chargeDue } from "./saved-methods/charge-due.ts";

/** Rentals to which, between them, most days everything happens that must have happened. */
const usual = [1, 4, 5];
const furthest = 30;
/** The number of rentals in the suite; RENTALS=1000 walks more, from the rental RENTALS_FROM on. */
const rentalsWalked = Number(process.env.RENTALS ?? usual.length);
const firstRental = Number(process.env.RENTALS_FROM ?? 1);
const walked = process.env.RENTALS
  ? Array.from({ length: rentalsWalked }, (_, index) => firstRental + index)
  : usual;

const taxRates = [
  { name: "Sales tax", percent: 9.375, from: "2026-01-01", on: ["rental", "fees", "insurance"] },
  { name: "District tax", percent: 0.7, from: "2026-01-01", on: ["rental"] },
];
const paypal = await startPaypal();
afterAll(paypal.close);
const { test, stripe, admin, rentals } = await startRentals({
  ...paypal.env,
  TAX_RATES: JSON.stringify(taxRates),
});

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
const { wrongOf, closedBooks } = rentalBooks({ test, stripe, paypal, rentals });
const wrongOfHosts = hostBooks(test);
const hosts = [(await makePerson(test)).id, (await makePerson(test)).id];
const hostedBy = (id: string, hostId: string | null, price: number | null) =>
  rows("update orders set host_id = $2, host_share_percent = 80, host_monthly_price = $3 where id = $1", [
    id,
    hostId,
    price,
  ]);

const providers = ["stripe", "paypal"] as const;

/** One rental through its year: what its renter, their bank, the back office and the provider do, in any order. */
async function walk(seed: number): Promise<string[]> {
  const chance = chanceOf(seed);
  const { id, person } = await rentals.written(2 + chance.upTo(4));
  // Says which hosts' cars are driven, apart from what happens to the money.
  const hosting = chanceOf(seed + 500_000);
  await hostedBy(id, hosting.of([...hosts, null]), null);
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
  const givenOf = (intent: { id: unknown }) =>
    ownRefunds()
      .filter((row) => row.payment_intent === intent.id && row.status !== "failed")
      .reduce((sum, row) => sum + Number(row.amount), 0);
  const ownDisputes = () => stripe.claims.of(own());
  /** A disputed payment can't be refunded, nor disputed again. */
  const undisputed = () => own().filter((intent) => stripe.claims.of([intent]).length === 0);
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
      if (hosting.upTo(2) === 0) await otherCar();
    },
    /** The product or the provider is away: nothing happens for days. */
    away: () => (on = addDays(on, 1 + chance.upTo(9))),
    declines: () => turnCards(chance.of(["insufficient_funds", "expired_card", "authentication_required"])),
    accepts: () => turnCards("good"),
    page: () => payOnPage(chance.of(providers)),
    /** Opens a page, and leaves it. */
    look: () => openPage(chance.of(providers)),
    payOldPage() {
      const open = opened.filter((page) => stripe.sessions.get(page)?.status === "open");
      if (open.length > 0) stripe.pay(chance.of(open));
    },
    /** The renter ends the rental sooner, or asks for more days and gets them: the change does what was quoted. */
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
    closeMonth: async () => (monthsClosed += await books.close(rentals.on(on))),
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
      const intents = undisputed();
      if (intents.length === 0) return;
      const intent = chance.of(intents);
      const left = Number(intent.amount_received) - givenOf(intent);
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
    async writeOff() {
      const { balance } = await rentals.money(id);
      const amount = Math.min(balance, 1 + chance.upTo(50_000));
      if (amount > 0)
        await byHand(`orders/${id}/write-offs`, {
          id: crypto.randomUUID(),
          amount: dollars(amount),
          reason: "Gone",
        });
    },
    complete: () =>
      rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "completed", reason: "So" }, admin),
    /** Days in repair come off the price, also after the rental is over. */
    async repair() {
      const { pickupDate, returnDate } = await loadOrder(test.services.database.db, id);
      const from = addDays(pickupDate, chance.upTo(20));
      const until = earlier(addDays(from, chance.upTo(6)), earlier(on, returnDate));
      const repair = { orderId: id, from, until, by: admin.id };
      await recordRepair(rentals.on(on), repair).catch((error: unknown) => refusedOf(error));
    },
    /** The renter goes to their bank, which takes back what is left of a payment. */
    dispute() {
      const intents = undisputed();
      if (intents.length === 0) return;
      const intent = chance.of(intents);
      const left = Number(intent.amount_received) - givenOf(intent);
      if (left > 0) stripe.claims.open(intent.id, { amount: left });
    },
    decide() {
      const open = ownDisputes().filter(({ status }) => status === "needs_response");
      if (open.length > 0) stripe.claims.decide(chance.of(open).id, chance.of(["won", "lost"]));
    },
    /** The renter cancels before the car is handed over: the kept and the refunded sums are those quoted. */
    async ownCancel() {
      await rows("update orders set status = 'confirmed' where id = $1 and status = 'in_progress'", [id]);
      found.push(...(await cancelledAsQuoted({ id, person })));
    },
    askBack: () => returnCredit(test.services, id, "renter").catch(() => undefined),
  };
  /** From today on the renter drives another car: of another host at their price, or ours. */
  async function otherCar(): Promise<void> {
    const order = await loadOrder(test.services.database.db, id);
    const stretches = await findStretches(test.services.database.db, order);
    const last = stretches.at(-1);
    if (!last || !order.carId || on <= last.startsOn || on >= order.returnDate) return;
    await test.services.database.transaction(async (tx) => {
      await lockMoneyOf(tx, id);
      const { number, hostId, hostSharePercent, hostMonthlyPrice, startsOn } = last;
      await tx.insert(orderStretches).values({
        orderId: id,
        number,
        hostId,
        hostSharePercent,
        hostMonthlyPrice,
        startsOn,
        endsOn: on,
        carId: order.carId ?? "",
        carName: "",
        reason: "swap",
        createdAt: new Date(),
      });
      const host = hosting.of([...hosts, null]);
      const price = hosting.of([null, 30_000 + hosting.upTo(90_000)]);
      await tx
        .update(orders)
        .set({
          hostId: host,
          hostSharePercent: 80,
          hostMonthlyPrice: price,
          hostAnswer: "booked",
          hostAnsweredAt: new Date(),
        })
        .where(eq(orders.id, id));
      await postHostShare(rentals.on(on), tx, id);
    });
    swapped++;
  }
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
    found.push(
      ...(await wrongOf(id, false)),
      ...(await books.wrong()),
      ...(await wrongOfHosts(id, today(test.services))),
    );
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

/** The differences between a change and its quote; none where the change may not be made. */
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
  if (asked.kind === "extension") await answerChangeRequest(services, change.id, { to: "accepted", by });
  const { instalments } = await rentals.money(id);
  const { total } = await loadOrder(db, id);
  const wrong: string[] = [];
  if (total !== quote.after.total) wrong.push(`a ${asked.kind} of ${quote.after.total} made ${total}`);
  const price = instalments.filter(isOfPrice).reduce((sum, { amount }) => sum + amount, 0);
  if (price !== total) wrong.push(`instalments of ${price} for ${total}`);
  const given = await openByRule(id);
  const promised = quote.refund + (quote.toCheck ?? 0);
  if (asked.kind === "early_return" && given !== promised && quote.refund > 0)
    wrong.push(`quoted a refund of ${promised}, gives ${given}`);
  return wrong;
}

/** The refunds of an order by rule that are about to be given back and have not begun. */
async function openByRule(id: string): Promise<number> {
  const [open] = await rows<{ amount: number }>(
    `select coalesce(sum(amount), 0)::float8 as amount from refunds where order_id = $1 and origin = 'rule'
       and status in ('approved', 'awaiting_approval') and not exists (select from refund_parts where refund_id = refunds.id
         and (begun_at is not null and failure is null or paid_at is not null))`,
    [id],
  );
  return open?.amount ?? 0;
}

/** The differences between a cancellation by the renter and the sums that the renter agreed to. */
async function cancelledAsQuoted({ id, person }: { id: string; person: Person }): Promise<string[]> {
  const shown = await rentals.call("GET", `/api/account/orders/${id}`, undefined, person);
  const { allowed, price } = shown.json<OwnOrderDetail>().actions.cancel;
  if (!allowed || !price) return [];
  const sent = { expectedKept: price.kept };
  const answer = await rentals.call("POST", `/api/orders/${id}/cancel`, sent, person);
  if (answer.statusCode !== 200) return [`a cancellation was quoted and refused: ${answer.body}`];
  cancelled++;
  const { instalments } = await rentals.money(id);
  const ofKept = instalments.filter(({ lines }) => lines.some(({ kind }) => kind === "kept"));
  const kept = ofKept.reduce((sum, { amount }) => sum + amount, 0);
  const given = await openByRule(id);
  const cents = (amount = "0.00") => Math.round(Number(amount) * 100);
  const promised = cents(price.refund) + cents(price.toCheck);
  return [
    ...(kept === cents(price.kept) ? [] : [`quoted ${price.kept} to keep, keeps ${kept}`]),
    ...(given === promised ? [] : [`quoted a refund of ${promised}, gives ${given}`]),
  ];
}

/** Accepts a Refusal; throws any other error. */
function refusedOf(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

const changesMade = { early_return: 0, extension: 0 };
let cancelled = 0;
let monthsClosed = 0;
let swapped = 0;

it(
  `${rentalsWalked} random rentals with Stripe and PayPal charge nothing twice, and the books match`,
  async () => {
    for (const seed of walked) expect(await walk(seed)).toEqual([]);
    // What happens depends on the day of the run: further rentals follow until all of it has happened.
    const isAllSeen = () =>
      [monthsClosed, cancelled, swapped, ...Object.values(changesMade)].every((times) => times > 0);
    for (let seed = Math.max(...walked) + 1; seed <= furthest && !isAllSeen(); seed++)
      expect(await walk(seed)).toEqual([]);
    const dead = await rows("select kind, failure from webhook_events where status = 'dead'");
    expect(dead).toEqual([]);
    // Walks without a closed month or a change would show nothing of them.
    expect(monthsClosed).toBeGreaterThan(0);
    expect(cancelled).toBeGreaterThan(0);
    expect(swapped).toBeGreaterThan(0);
    for (const times of Object.values(changesMade)) expect(times).toBeGreaterThan(0);
  },
  300_000 + Math.max(rentalsWalked, furthest) * 10_000,
);
