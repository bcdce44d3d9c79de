// @one-database
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { ChargebackRow } from "#contract/admin/chargebacks.ts";
import type { FinanceOverview, FinanceRow } from "#contract/admin/finance.ts";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import type { Reconciliation } from "#contract/admin/reconciliation.ts";
import { addDays } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import { followEvents } from "#server/payments/webhooks/follow-events.ts";
import { today } from "#server/services.ts";
import { makePerson } from "#test/accounts.ts";
import { emailTo } from "#test/emails.ts";
import { type PaypalEvent, startPaypal } from "#test/stand-ins/paypal.ts";
import { startRentals } from "#test/provider-rentals.ts";
import type { StripeEvent } from "#test/stand-ins/stripe.ts";
import { followChargebacks } from "./jobs.ts";

const paypal = await startPaypal();
afterAll(paypal.close);
const { test, stripe, admin, rentals } = await startRentals(paypal.env);
beforeEach(() => {
  stripe.events.length = 0;
  paypal.events.length = 0;
});

const rows = <Row>(text: string, parameters: unknown[] = []) =>
  test.services.database.rows<Row>(text, parameters);
const list = async (query = "") =>
  (await rentals.call("GET", `/api/admin/finance/chargebacks${query}`, undefined, admin)).json<
    ChargebackRow[]
  >();
const of = async (orderId: string) => (await list("?limit=100")).filter((row) => row.orderId === orderId);
const money = async (orderId: string) =>
  (await rentals.call("GET", `/api/admin/orders/${orderId}/money`, undefined, admin)).json<AdminOrderMoney>();
const dollars = (cents: number) => (cents / 100).toFixed(2);
const later = (hours: number) => {
  const now = test.services.now() + hours * 3_600_000;
  return { ...test.services, now: () => now };
};
const accountsOf = async (orderId: string) =>
  Object.fromEntries(
    (
      await rows<{ account: string; amount: number }>(
        `select account, sum(amount)::float8 as amount from ledger_entries where order_id = $1
         group by account having sum(amount) <> 0 order by account`,
        [orderId],
      )
    ).map(({ account, amount }) => [account, amount]),
  );
const audited = async (orderId: string) =>
  (
    await rows<{ action: string }>(
      "select action from audit_events where entity_id = $1 and action like 'chargeback%' order by id",
      [orderId],
    )
  ).map(({ action }) => action);
const mailed = async (orderId: string) =>
  (
    await rows<{ subject: string }>(
      `select subject from emails where order_id = $1 and kind in ('admin_chargeback', 'payment_taken_back')
       order by kind, created_at`,
      [orderId],
    )
  ).map(({ subject }) => subject);
/** The emails to administrators about a lost chargeback. */
const lostSaid = async (orderId: string) =>
  (
    await rows<{ content: string }>(
      `select content::text as content from emails
       where order_id = $1 and kind = 'admin_chargeback' and subject like 'Chargeback lost%'`,
      [orderId],
    )
  )
    .map(({ content }) => content)
    .join(" ");
const alerted = async () =>
  (await rentals.call("GET", "/api/admin/system/alerts", undefined, admin))
    .json<{ id: string; href: string }[]>()
    .find(({ id }) => id.startsWith("chargebacks:"));

/** A rental whose first month was paid by card. */
async function paid(months = 3) {
  const { id, person } = await rentals.written(months);
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
  const intent = (await rentals.money(id)).payments[0]?.providerRef ?? "";
  const [first] = await rentals.instalments(id);
  stripe.events.length = 0;
  return { id, person, intent, amount: first?.amount ?? 0 };
}
const deliverAll = async () => {
  for (const event of stripe.events.splice(0)) expect((await rentals.deliver(event)).statusCode).toBe(200);
};
const shuffled = <T>(all: T[], seed: number): T[] =>
  all
    .map((each, index) => ({ each, at: Math.sin(seed * 999 + index * 77) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);

describe("a chargeback of a card", () => {
  it("a chargeback is recorded with its reason and deadline, moves no renter's money, and alerts", async () => {
    const { id, person, intent, amount } = await paid();
    const ref = stripe.claims.open(intent);
    await deliverAll();
    const [found] = await of(id);
    expect(found).toMatchObject({
      provider: "stripe",
      providerRef: ref,
      href: `https://dashboard.stripe.com/test/payments/${intent}`,
      state: "open",
      reason: "fraud",
      amount: dollars(amount),
      taken: dollars(amount),
      fee: "15.00",
      owed: "0.00",
      decidedAt: null,
    });
    expect(Date.parse(found?.evidenceDueAt ?? "")).toBeGreaterThan(test.services.now());
    expect(await rentals.balance(id)).toBe(0);
    expect(await accountsOf(id)).toMatchObject({
      chargebacks: amount,
      chargeback_fees: 1500,
      provider_clearing: -1500,
    });
    expect((await alerted())?.href).toBe("/admin/finance");
    expect(await audited(id)).toEqual(["chargeback_open"]);
    expect(await mailed(id)).toEqual([expect.stringMatching(/^Chargeback: /)]);
    // Nothing is charged automatically anymore, and the renter gets no notice.
    const own = (await rentals.call("GET", `/api/orders/${id}`, undefined, person)).json<{
      money: AdminOrderMoney;
    }>();
    expect(own.money).toMatchObject({ takenBack: [], isNothingSaved: true, dueNow: "0.00" });
    expect(own.money.savedMethod).toBeUndefined();
    expect(own.money).not.toHaveProperty("chargebacks");
  });

  it("a lost chargeback is owed again, and a new payment counts for it", async () => {
    const { id, person, intent, amount } = await paid();
    const ref = stripe.claims.open(intent);
    stripe.claims.answer(ref);
    stripe.claims.decide(ref, "lost");
    await deliverAll();
    // The first that we hear of it is that it is lost.
    expect(await mailed(id)).toEqual([
      expect.stringMatching(/^Chargeback lost: /),
      expect.stringMatching(/^Your bank took back/),
    ]);
    const said = JSON.stringify((await emailTo(test, person.email, "payment_taken_back")).content);
    expect(said).toContain(`so ${formatMoney(amount, "en")} is due again`);
    expect(await of(id)).toMatchObject([{ state: "lost", owed: dollars(amount), taken: dollars(amount) }]);
    expect(await rentals.balance(id)).toBe(amount);
    expect((await rentals.instalments(id))[0]?.paid).toBe(0);
    expect(await accountsOf(id)).toMatchObject({ renter: amount, provider_clearing: -1500 });
    expect(await money(id)).toMatchObject({ takenBack: [{ amount: dollars(amount) }], refundable: "0.00" });
    await rentals.payOnPage(id, person);
    await rentals.check(id, person);
    expect([await rentals.balance(id), (await rentals.instalments(id))[0]?.paid]).toEqual([0, amount]);
    expect((await rentals.money(id)).savedMethod).toBeUndefined();
  });

  it("a chargeback that is won leaves everything as it was, apart from the fee", async () => {
    const { id, intent, amount } = await paid();
    const before = await accountsOf(id);
    const ref = stripe.claims.open(intent, { reason: "duplicate" });
    await deliverAll();
    stripe.claims.decide(ref, "won");
    await deliverAll();
    expect(await of(id)).toMatchObject([{ state: "won", reason: "duplicate", taken: "0.00", owed: "0.00" }]);
    const clearing = (before.provider_clearing ?? 0) - 1500;
    expect(await accountsOf(id)).toEqual({ ...before, chargeback_fees: 1500, provider_clearing: clearing });
    expect((await money(id)).refundable).toBe(dollars(amount));
    expect(await audited(id)).toEqual(["chargeback_open", "chargeback_won"]);
  });

  it("a month's chargeback figure includes fees and returned money, and its rows sum to it", async () => {
    const finance = async <Answer>(path: string) =>
      (await rentals.call("GET", `/api/admin/finance${path}`, undefined, admin)).json<Answer>();
    const cents = (sum: string) => Math.round(Number(sum) * 100);
    const figure = async () => (await finance<FinanceOverview>("")).figures.charged_back;
    const rowsOf = async (orderId: string) =>
      (await finance<FinanceRow[]>("/rows?figure=charged_back&limit=100")).filter(
        (row) => row.orderId === orderId,
      );
    const before = cents((await figure()).amount);
    const lost = await paid();
    stripe.claims.decide(stripe.claims.open(lost.intent), "lost");
    await deliverAll();
    const won = await paid();
    stripe.claims.decide(stripe.claims.open(won.intent), "won");
    await deliverAll();
    const { amount, count } = await figure();
    expect(cents(amount) - before).toBe(lost.amount + 1500 + 1500);
    const sums = (found: FinanceRow[]) => found.map((row) => cents(row.amount)).toSorted((a, b) => a - b);
    expect(sums(await rowsOf(lost.id))).toEqual([1500, lost.amount]);
    const moved = sums(await rowsOf(won.id));
    expect(moved.reduce((sum, one) => sum + one, 0)).toBe(1500);
    expect(await finance("/rows?figure=charged_back&limit=100")).toHaveLength(count);
  });

  it("a lost chargeback reversed by an appeal is not owed anymore", async () => {
    const { id, intent, amount } = await paid();
    const ref = stripe.claims.open(intent);
    stripe.claims.decide(ref, "lost");
    await deliverAll();
    expect(await rentals.balance(id)).toBe(amount);
    stripe.claims.decide(ref, "won");
    await deliverAll();
    expect([await rentals.balance(id), (await rentals.instalments(id))[0]?.paid]).toEqual([0, amount]);
    expect(await accountsOf(id)).not.toHaveProperty("chargebacks");
  });

  it("a chargeback of a part is owed as that part", async () => {
    const { id, intent } = await paid();
    stripe.claims.decide(stripe.claims.open(intent, { amount: 12_300 }), "lost");
    await deliverAll();
    expect(await rentals.balance(id)).toBe(12_300);
  });

  it("a chargeback ends the same with events in any order, doubled or missing", async () => {
    for (const [seed, end] of [
      [1, "lost"],
      [2, "won"],
    ] as const) {
      const { id, intent, amount } = await paid();
      const ref = stripe.claims.open(intent);
      const eventsOf = (seen: StripeEvent[]) =>
        Promise.all(shuffled([...seen, ...seen], seed).map((event) => rentals.deliver(event)));
      // Some events come while it is open, all of them again afterwards, and all at once.
      await eventsOf(stripe.events.slice(0, seed % 3));
      stripe.claims.answer(ref);
      stripe.claims.decide(ref, end);
      await eventsOf(stripe.events);
      await followEvents(later(1));
      const isLost = end === "lost";
      expect(await of(id)).toMatchObject([{ state: end, owed: isLost ? dollars(amount) : "0.00" }]);
      expect(await rentals.balance(id)).toBe(isLost ? amount : 0);
      const accounts = await accountsOf(id);
      expect([accounts.chargebacks, accounts.chargeback_fees]).toEqual([undefined, 1500]);
      stripe.events.length = 0;
    }
    const unbalanced = await rows(
      "select transaction_id from ledger_entries group by transaction_id having sum(amount) <> 0",
    );
    expect(unbalanced).toEqual([]);
  });

  it("a chargeback reported before its payment records both", async () => {
    const { id, person } = await rentals.written();
    await rentals.payOnPage(id, person);
    const intent = [...stripe.intents.values()].at(-1)?.id ?? "";
    stripe.events.length = 0;
    stripe.claims.open(intent);
    await deliverAll();
    expect((await rentals.money(id)).payments).toMatchObject([{ status: "succeeded" }]);
    expect(await of(id)).toMatchObject([{ state: "open" }]);
  });

  it("a chargeback without webhooks is followed, and a slow answer overwrites no newer one", async () => {
    const { id, intent } = await paid();
    const ref = stripe.claims.open(intent);
    const [created] = stripe.events;
    await deliverAll();
    stripe.claims.decide(ref, "lost");
    await followChargebacks(later(7));
    expect(await of(id)).toMatchObject([{ state: "lost" }]);
    expect(await mailed(id)).toEqual([
      expect.stringMatching(/^Chargeback: /),
      expect.stringMatching(/^Chargeback lost: /),
      expect.stringMatching(/^Your bank took back/),
    ]);
    await rows("update chargebacks set look = look + 1000 where order_id = $1", [id]);
    Object.assign(stripe.claims.disputes.get(ref) ?? {}, { status: "needs_response" });
    await rentals.deliver({ ...created, id: "evt_slow" });
    expect(await of(id)).toMatchObject([{ state: "lost" }]);
  });

  it("a chargeback whose webhooks never came is found once, behind others", async () => {
    const [first, second] = [await paid(), await paid()];
    for (const { intent } of [first, second]) stripe.claims.open(intent);
    stripe.events.length = 0;
    stripe.pageSize = 1;
    for (let hour = 0; hour < 2; hour += 1) await followChargebacks(test.services);
    stripe.pageSize = 100;
    for (const { id } of [first, second]) {
      expect(await of(id)).toMatchObject([{ state: "open" }]);
      expect(await audited(id)).toEqual(["chargeback_open"]);
    }
  });

  it("a chargeback in another currency or of an unknown payment is left to a person", async () => {
    const { id, intent } = await paid();
    const ref = stripe.claims.open(intent);
    Object.assign(stripe.claims.disputes.get(ref) ?? {}, { currency: "jpy" });
    const [created] = stripe.events;
    await deliverAll();
    const kept = await rows("select status, failure from webhook_events where event_ref = $1", [created?.id]);
    expect(kept).toEqual([{ status: "dead", failure: "amount_differs" }]);
    Object.assign(stripe.claims.disputes.get(ref) ?? {}, { currency: "usd", payment_intent: "pi_other" });
    await rentals.deliver({ ...created, id: "evt_nobodys" });
    expect(await rows("select status from webhook_events where event_ref = 'evt_nobodys'")).toEqual([
      { status: "ignored" },
    ]);
    expect(await of(id)).toEqual([]);
  });
});

describe("a refund beside a chargeback", () => {
  const ask = (id: string, amount: string) =>
    rentals.call(
      "POST",
      `/api/admin/orders/${id}/refunds`,
      { id: crypto.randomUUID(), amount, reason: "late" },
      admin,
    );

  it("a refund is refused until its chargeback is won", async () => {
    const { id, intent } = await paid();
    const ref = stripe.claims.open(intent);
    await deliverAll();
    const refused = await ask(id, "10.00");
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      409,
      "refund_of_chargeback",
    ]);
    stripe.claims.decide(ref, "lost");
    await deliverAll();
    expect((await ask(id, "10.00")).json<{ code: string }>().code).toBe("refund_above_paid");
    stripe.claims.decide(ref, "won");
    await deliverAll();
    expect((await ask(id, "10.00")).statusCode).toBe(201);
  });

  it("an earlier refund waits for the bank and is withdrawn if the bank has returned the money", async () => {
    const { id, intent, amount } = await paid();
    await ask(id, "10.00");
    const ref = stripe.claims.open(intent);
    await deliverAll();
    const [refund] = (await rentals.money(id)).refunds;
    const paying = await rentals.call("PUT", `/api/admin/refunds/${refund?.id}`, { decision: "paid" }, admin);
    expect(paying.json<{ code: string }>().code).toBe("refund_of_chargeback");
    await giveBackByProvider(test.services);
    expect((await rentals.money(id)).refunds).toMatchObject([{ status: "approved" }]);
    stripe.claims.decide(ref, "lost");
    await deliverAll();
    await giveBackByProvider(test.services);
    expect((await rentals.money(id)).refunds).toMatchObject([{ status: "withdrawn" }]);
    expect([rentals.takenFor(id), await rentals.balance(id)]).toEqual([amount, amount]);
  });

  it("a cancellation's refund waits for the bank, and the money goes back once", async () => {
    for (const end of ["won", "lost"] as const) {
      const { id, intent, amount } = await paid();
      const ref = stripe.claims.open(intent);
      await deliverAll();
      await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled" }, admin);
      expect((await rentals.money(id)).refunds).toEqual([]);
      stripe.claims.decide(ref, end);
      await deliverAll();
      await giveBackByProvider(test.services);
      const { refunds, balance } = await rentals.money(id);
      expect(refunds.map((refund) => [refund.status, refund.amount])).toEqual(
        end === "won" ? [["paid", amount]] : [],
      );
      expect(balance).toBe(0);
      expect((await lostSaid(id)).includes("the renter owes nothing because of it")).toBe(end === "lost");
    }
  });
});

describe("a dispute at PayPal", () => {
  const deliver = (event: PaypalEvent) =>
    test.app.inject({ method: "POST", url: "/api/webhooks/paypal", ...paypal.signed(event) });
  async function paidThere() {
    const { id, person } = await rentals.written();
    const answer = await rentals.call(
      "POST",
      `/api/orders/${id}/payment-session`,
      { provider: "paypal" },
      person,
    );
    paypal.approve(rentals.sessionIdOf(answer.json<{ url: string }>().url));
    await rentals.check(id, person);
    const [first] = await rentals.instalments(id);
    paypal.events.length = 0;
    return { id, amount: first?.amount ?? 0 };
  }

  it("a dispute whose webhooks never came is found, behind others", async () => {
    const all = [await paidThere(), await paidThere()];
    for (const { id } of all) paypal.dispute(id);
    paypal.events.length = 0;
    paypal.settings.pageSize = 1;
    await followChargebacks(test.services);
    paypal.settings.pageSize = 500;
    for (const { id } of all) expect(await of(id)).toMatchObject([{ provider: "paypal", state: "open" }]);
  });

  it.each(["RESOLVED_BUYER_FAVOUR", "RESOLVED_SELLER_FAVOUR"] as const)(
    "a dispute ends with the right result in any order of its events: %s",
    async (outcome) => {
      const { id, amount } = await paidThere();
      const ref = paypal.dispute(id, "MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED");
      for (const event of paypal.events) await deliver(event);
      expect(await of(id)).toMatchObject([
        {
          provider: "paypal",
          providerRef: ref,
          href: `https://www.sandbox.paypal.com/resolutioncenter/view/${ref}`,
          state: "open",
          reason: "not_as_described",
          amount: dollars(amount),
          taken: "0.00",
        },
      ]);
      paypal.answerDispute(ref);
      paypal.decideDispute(ref, outcome);
      const all = shuffled([...paypal.events, ...paypal.events], 5);
      await Promise.all(all.map((event, index) => deliver({ ...event, id: `${event.id}-${index}` })));
      await followEvents(later(1));
      const isLost = outcome === "RESOLVED_BUYER_FAVOUR";
      expect(await of(id)).toMatchObject([
        {
          state: isLost ? "lost" : "won",
          owed: isLost ? dollars(amount) : "0.00",
          fee: isLost ? "15.00" : "0.00",
        },
      ]);
      expect(await rentals.balance(id)).toBe(isLost ? amount : 0);
      expect((await lostSaid(id)).includes("PayPal has decided for the renter")).toBe(isLost);
      expect((await mailed(id)).some((subject) => subject.startsWith("PayPal took back"))).toBe(isLost);
    },
  );
});

describe("reconciliation", () => {
  const ask = async (provider: string) => {
    const [from, to] = [addDays(today(test.services), -2), addDays(today(test.services), 1)];
    const query = new URLSearchParams({ provider, from, to });
    const answer = await rentals.call("GET", `/api/admin/finance/reconciliation?${query}`, undefined, admin);
    return answer.json<Reconciliation>().rows.filter(({ kind }) => kind === "dispute");
  };
  it("the reconciliation matches what banks took and returned, and shows the provider's fees", async () => {
    const { id, intent, amount } = await paid();
    const ref = stripe.claims.open(intent);
    await deliverAll();
    const found = async () => (await ask("stripe")).filter((row) => row.ref === ref);
    expect(await found()).toMatchObject([
      { status: "matched", ours: dollars(-amount), theirs: dollars(-amount), order: { id } },
      { status: "fee", fee: "15.00" },
    ]);
    stripe.claims.decide(ref, "won");
    expect((await found())[0]).toMatchObject({ status: "amount_differs", theirs: "0.00" });
    await deliverAll();
    expect((await found())[0]).toMatchObject({ status: "matched", theirs: "0.00" });
    // Of PayPal's lines each has an id of its own, and names the payment.
    const lost = (await ask("paypal")).filter(({ status }) => status !== "fee");
    expect(lost.map(({ status }) => status)).toEqual(["matched"]);
  });
});

describe("the list", () => {
  it("the list shows undecided chargebacks first, page by page, and only to payments administrators", async () => {
    const all = await list("?limit=100");
    const states = all.map(({ state }) => state === "open" || state === "under_review");
    expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)));
    const walked: string[] = [];
    for (let cursor = ""; ;) {
      const page = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      walked.push(...page.map(({ id }) => id));
      if (page.length < 2) break;
      cursor = page.at(-1)?.id ?? "";
    }
    expect(walked).toEqual(all.map(({ id }) => id));
    const other = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    const refused = await rentals.call("GET", "/api/admin/finance/chargebacks", undefined, other);
    expect(refused.statusCode).toBe(403);
  });
});
