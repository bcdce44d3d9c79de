// @one-database
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOfPrice } from "#server/ledger/queries.ts";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import type { Person } from "#test/accounts.ts";
import { startRentals } from "#test/provider-rentals.ts";

const { test, stripe, admin, rentals } = await startRentals();

/** The number of random walks in the suite, beside the examples; CHARGEBACK_WALKS=1000 walks more. */
const walks = Number(process.env.CHARGEBACK_WALKS ?? 2);

const actions = [
  "pay",
  "open",
  "answer",
  "lose",
  "win",
  "deliver",
  "refund",
  "giveBack",
  "cancel",
  "cancelFully",
  "revive",
  "complete",
  "undo",
  "writeOff",
] as const;
type Action = (typeof actions)[number];

/**
 * All actions on a rental; an impossible action is refused, or does nothing. With `isWhole` a bank takes back the
 * whole payment though some of it was given back: the card networks mostly allow the rest only.
 */
function walker({ id, person }: { id: string; person: Person }, isWhole: boolean) {
  const intentsOf = () => rentals.intentsOf(id);
  const disputesOf = () => {
    const own = new Set(intentsOf().map((intent) => intent.id));
    return [...stripe.claims.disputes.values()].filter(({ payment_intent }) =>
      own.has(String(payment_intent)),
    );
  };
  const isOpen = ({ status }: Record<string, unknown>) =>
    status === "needs_response" || status === "under_review";
  const delivered: (typeof stripe.events)[number][] = [];
  const deliver = async (most = 6) => {
    delivered.push(...stripe.events.splice(0));
    // The newest events first, and some earlier ones once more.
    await Promise.all(
      delivered
        .toReversed()
        .slice(0, most)
        .map((event, index) => rentals.deliver({ ...event, id: `${event.id}${index}` })),
    );
  };
  const call = (payload: object, path: string, method: "POST" | "PUT" = "POST") =>
    rentals.call(method, `/api/admin/orders/${id}/${path}`, payload, admin);
  let last: number | null | undefined;
  const set = async (status: object) => {
    const answer = await call(status, "status", "PUT");
    if (answer.statusCode === 200) last = answer.json<{ change: number | null }>().change;
  };
  const does: Record<Action, () => unknown> = {
    async pay() {
      const { url } = await rentals.session(id, person);
      if (!url) return;
      stripe.pay(rentals.sessionIdOf(url));
      await rentals.check(id, person);
    },
    open() {
      const disputed = new Set(disputesOf().map(({ payment_intent }) => payment_intent));
      const free = intentsOf().find((intent) => intent.status === "succeeded" && !disputed.has(intent.id));
      const given = [...stripe.refunds.values()]
        .filter(({ payment_intent }) => payment_intent === free?.id)
        .reduce((sum, { amount }) => sum + Number(amount), 0);
      const amount = Number(free?.amount_received ?? 0) - (isWhole ? 0 : given);
      if (free && amount > 0) stripe.claims.open(free.id, { amount });
    },
    answer: () =>
      disputesOf()
        .filter(isOpen)
        .forEach((dispute) => stripe.claims.answer(dispute.id)),
    lose: () =>
      disputesOf()
        .filter(isOpen)
        .slice(0, 1)
        .forEach((dispute) => stripe.claims.decide(dispute.id, "lost")),
    win: () =>
      disputesOf()
        .filter(({ status }) => status !== "won")
        .slice(0, 1)
        .forEach((dispute) => stripe.claims.decide(dispute.id, "won")),
    deliver: () => deliver(),
    refund: () => call({ id: crypto.randomUUID(), amount: "100.00", reason: "late" }, "refunds"),
    giveBack: () => giveBackByProvider(test.services),
    cancel: () => set({ status: "cancelled" }),
    cancelFully: () => set({ status: "cancelled", fullRefund: true }),
    revive: () => set({ status: "confirmed" }),
    complete: () => set({ status: "completed", reason: "Brought back" }),
    undo: () => last && call({ change: last }, "undo-status"),
    async writeOff() {
      const { balance } = await rentals.money(id);
      if (balance > 0)
        await call(
          { id: crypto.randomUUID(), amount: (Math.min(balance, 50_000) / 100).toFixed(2), reason: "Gone" },
          "write-offs",
        );
    },
  };

  /** What the provider has given back. */
  const given = () => {
    const own = new Set(intentsOf().map((intent) => intent.id));
    return [...stripe.refunds.values()]
      .filter(({ payment_intent }) => own.has(String(payment_intent)))
      .reduce((sum, { amount }) => sum + Number(amount), 0);
  };
  /** Sums what the provider holds for us by its own lines: without its fees of payments, with those of disputes. */
  const theirs = () => {
    const taken = intentsOf().reduce((sum, { amount_received }) => sum + Number(amount_received), 0);
    const moved = disputesOf().flatMap(({ balance_transactions }) => balance_transactions);
    return taken - given() + moved.reduce((sum, { amount, fee }) => sum + Number(amount) - Number(fee), 0);
  };
  return { does, deliver, given, theirs, disputesOf };
}

const sumOf = async (orderId: string, account: string) =>
  (
    await test.services.database.rows<{ amount: number }>(
      "select coalesce(sum(amount), 0)::float8 as amount from ledger_entries where order_id = $1 and account = $2",
      [orderId, account],
    )
  )[0]?.amount ?? 0;

async function walk(way: readonly Action[], isWhole: boolean): Promise<string[]> {
  const rental = await rentals.written(2);
  const { does, deliver, given, theirs, disputesOf } = walker(rental, isWhole);
  stripe.events.length = 0;
  await does.pay();
  for (const action of way) await does[action]();
  // All events have been received.
  await deliver(Infinity);
  await giveBackByProvider(test.services);
  await deliver(Infinity);
  const found: string[] = [];
  const { payments, refunds, chargebacks, instalments, balance } = await rentals.money(rental.id);
  const clearing = await sumOf(rental.id, "provider_clearing");
  if (clearing !== theirs()) found.push(`the ledger has ${clearing}, the provider ${theirs()}`);
  for (const { providerRef, state, withdrawn, reinstated } of chargebacks) {
    const status = disputesOf().find(({ id }) => id === providerRef)?.status;
    if (state !== (status === "needs_response" ? "open" : status))
      found.push(`a chargeback is ${state}, at the provider ${String(status)}`);
    if (withdrawn < reinstated) found.push("more came back than was taken");
  }
  const received = payments.reduce(
    (sum, { status, amount }) => sum + (status === "succeeded" ? amount : 0),
    0,
  );
  const back = given();
  const taken = chargebacks.reduce((sum, row) => sum + Math.max(0, row.withdrawn - row.reinstated), 0);
  if (!isWhole && back + taken > received)
    found.push(`of ${received}, ${back} was given back and ${taken} taken`);
  const planned = refunds.reduce(
    (sum, { status, amount }) => sum + (status === "approved" || status === "paid" ? amount : 0),
    0,
  );
  const isDecided = chargebacks.every(({ state }) => state === "lost" || state === "won");
  if (!isWhole && isDecided && planned + taken > received)
    found.push(`of ${received}, ${taken} was taken, and ${planned} is or was to be given back`);
  const goodwill = await sumOf(rental.id, "refunds");
  const posted = instalments.filter(({ postedAt }) => postedAt);
  const due = posted.filter(isOfPrice).reduce((sum, { amount }) => sum + amount, 0);
  const lost = chargebacks.reduce((sum, { owed }) => sum + owed, 0);
  const written = await sumOf(rental.id, "write_off");
  if (balance !== due - received + (back - goodwill) + lost - written)
    found.push(`the renter owes ${balance}`);
  // A payment of a month to come stays that month's, although a bank has taken back an earlier one.
  const ahead = instalments.filter(({ postedAt }) => !postedAt).reduce((sum, { paid }) => sum + paid, 0);
  const asked = posted.reduce((sum, { amount, paid }) => sum + amount - paid, 0);
  if (isDecided && asked !== Math.max(0, balance + ahead))
    found.push(`of ${balance} owed and ${ahead} paid ahead, ${asked} is asked for`);
  return found;
}

/** Walks that are always walked. */
const examples: [Action[]][] = [
  [["pay", "giveBack", "cancel", "open", "lose", "giveBack"]],
  [["cancelFully", "open", "giveBack", "lose", "win", "complete"]],
  [["cancel", "giveBack", "open", "lose", "deliver", "pay"]],
  [["cancelFully", "complete", "open", "cancelFully", "lose", "revive", "pay"]],
  [["refund", "giveBack", "cancel", "giveBack", "open", "lose", "deliver", "pay", "win"]],
];

describe("chargebacks amid payments, refunds and cancellations", () => {
  it.each([
    ["no money twice", false],
    ["what went back twice asked for", true],
  ])(
    "random chargebacks leave the ledger equal to the provider's lines, and %s",
    async (_name, isWhole) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...actions), { minLength: 3, maxLength: 16 }),
          async (way) => {
            expect(await walk(way, isWhole)).toEqual([]);
          },
        ),
        {
          numRuns: walks + examples.length,
          endOnFailure: true,
          examples,
        },
      );
    },
    60_000 + walks * 5000,
  );
});
