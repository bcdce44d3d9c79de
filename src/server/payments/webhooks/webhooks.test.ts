// @one-database
import { describe, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { emailsTo } from "#test/emails.ts";
import { startRentals } from "#test/provider-rentals.ts";
import type { StripeEvent } from "#test/stand-ins/stripe.ts";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import { followEvents } from "./follow-events.ts";

const { test, stripe, admin, rentals } = await startRentals();

const rows = <Row>(text: string, parameters: unknown[] = []) =>
  test.services.database.rows<Row>(text, parameters);
const kept = ({ id }: { id: string }) =>
  rows<{ status: string; kind: string; tries: number; failure: string | null }>(
    "select status, kind, tries, failure from webhook_events where event_ref = $1",
    [id],
  );
const later = (minutes: number) => {
  const now = test.services.now() + minutes * 60_000;
  return { ...test.services, now: () => now };
};
const statusesOf = async (id: string) => (await rentals.money(id)).payments.map(({ status }) => status);
/** Everything that Stripe says of an order's payment. */
async function paidEvents(): Promise<{ id: string; person: Person; events: StripeEvent[] }> {
  const { id, person } = await rentals.written();
  const before = stripe.events.length;
  await rentals.payOnPage(id, person);
  return { id, person, events: stripe.events.slice(before) };
}
const completed = (events: StripeEvent[]): StripeEvent => {
  const event = events.find(({ type }) => type === "checkout.session.completed");
  if (!event) throw new Error("nothing was completed");
  return event;
};
const shuffled = <T>(list: T[], seed: number): T[] =>
  list
    .map((each, index) => ({ each, at: Math.sin(seed * 999 + index * 77) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);

describe("an event of the provider", () => {
  it("an event pays its order once, even if it comes fifty times at once", async () => {
    const { id, person, events } = await paidEvents();
    const event = completed(events);
    const answers = await Promise.all(Array.from({ length: 50 }, () => rentals.deliver(event)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await expect.poll(() => statusesOf(id)).toEqual(["succeeded"]);
    expect(await rentals.balance(id)).toBe(0);
    expect(await kept(event)).toMatchObject([{ status: "done", tries: 1 }]);
    expect((await emailsTo(test, person.email)).filter((kind) => kind === "payment_received")).toHaveLength(
      1,
    );
  });

  it.each([
    ["with another secret", { secret: "whsec_somebodyelse" }],
    ["more than five minutes old", { at: Math.floor(Date.now() / 1000) - 301 }],
  ])("an event is refused when it is signed %s", async (_name, how) => {
    const { id, events } = await paidEvents();
    const answer = await rentals.deliver(completed(events), how);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, "bad_signature"]);
    expect([await statusesOf(id), await kept(completed(events))]).toEqual([["begun"], []]);
  });

  it("an event is refused when one byte differs, when it is unsigned, and when it is too long", async () => {
    const { events } = await paidEvents();
    const { payload, headers } = stripe.signed(completed(events));
    const post = (body: string, sent: Record<string, string>) =>
      test.app.inject({ method: "POST", url: "/api/webhooks/stripe", payload: body, headers: sent });
    const { "content-type": type } = headers;
    expect((await post(payload.replace("completed", "complete9"), headers)).statusCode).toBe(400);
    expect((await post(payload, { "content-type": type })).statusCode).toBe(400);
    expect((await post("", headers)).statusCode).toBe(400);
    expect((await post("x".repeat(300_000), headers)).statusCode).toBe(413);
  });

  it("an event counts for nothing if the provider's own answer differs", async () => {
    const { id, person } = await rentals.written();
    const { url } = await rentals.session(id, person);
    const session = stripe.sessions.get(rentals.sessionIdOf(url));
    if (!session) throw new Error("no session");
    // The event is signed correctly, but the session itself is not paid.
    const lie = { ...session, status: "complete", payment_status: "paid" };
    await rentals.deliver({ id: "evt_lie", type: "checkout.session.completed", data: { object: lie } });
    expect(await statusesOf(id)).toEqual(["begun"]);
  });

  it("an unknown event, or one about nothing of ours, is kept and ignored", async () => {
    const unknown = { id: "evt_unknown", type: "customer.created", data: { object: { id: "cus_1" } } };
    expect((await rentals.deliver(unknown)).statusCode).toBe(200);
    expect(await kept(unknown)).toMatchObject([{ status: "ignored", kind: "customer.created" }]);
    const { events } = await paidEvents();
    const [session] = [...stripe.sessions.values()].slice(-1);
    Object.assign(session ?? {}, { metadata: {} });
    await rentals.deliver(completed(events));
    expect(await kept(completed(events))).toMatchObject([{ status: "ignored" }]);
  });

  it("an event about another currency is given up, and one about another order is ignored", async () => {
    const foreign = await paidEvents();
    const paid = stripe.sessions.get(completed(foreign.events).data.object.id);
    Object.assign(stripe.intents.get(String(paid?.payment_intent)) ?? {}, { currency: "jpy" });
    await rentals.deliver(completed(foreign.events));
    expect(await kept(completed(foreign.events))).toMatchObject([
      { status: "dead", failure: "amount_differs" },
    ]);
    expect(await statusesOf(foreign.id)).toEqual(["begun"]);
    const { id, events } = await paidEvents();
    const other = await rentals.written();
    const session = stripe.sessions.get(completed(events).data.object.id);
    Object.assign(session?.metadata ?? {}, { order_id: other.id });
    await rentals.deliver(completed(events));
    expect([await statusesOf(id), await statusesOf(other.id)]).toEqual([["begun"], []]);
  });

  it("an event is retried with growing pauses while the provider is down, then given up", async () => {
    const { id, events } = await paidEvents();
    const event = completed(events);
    stripe.trouble(/GET .*sessions/, "500", "500");
    expect((await rentals.deliver(event)).statusCode).toBe(200);
    expect(await kept(event)).toMatchObject([{ status: "waiting", tries: 1 }]);
    await followEvents(later(2));
    expect(await kept(event)).toMatchObject([{ status: "done", tries: 2, failure: null }]);
    expect(await statusesOf(id)).toEqual(["succeeded"]);

    const gone = await paidEvents();
    const lost = completed(gone.events);
    stripe.trouble(/GET .*sessions/, ...Array.from({ length: 16 }, () => "500" as const));
    await rentals.deliver(lost);
    for (const minutes of [2, 10, 40, 120, 400, 1000, 2500]) await followEvents(later(minutes));
    expect(await kept(lost)).toMatchObject([{ status: "dead", tries: 8 }]);
  });

  it("an event without a configured provider is not found", async () => {
    expect(
      (await test.app.inject({ method: "POST", url: "/api/webhooks/paypal", payload: {} })).statusCode,
    ).toBe(404);
  });
});

describe("an event that was given up", () => {
  const list = (by: Person) => rentals.call("GET", "/api/admin/finance/webhooks", undefined, by);
  const retry = (id: string, by: Person) =>
    rentals.call("POST", `/api/admin/finance/webhooks/${id}/retry`, {}, by);

  it("a given-up event is listed for payments administrators and handled again on request", async () => {
    const { id, events } = await paidEvents();
    const event = completed(events);
    const session = stripe.sessions.get(event.data.object.id);
    const intent = stripe.intents.get(String(session?.payment_intent));
    Object.assign(intent ?? {}, { currency: "jpy" });
    await rentals.deliver(event);
    const listed = (await list(admin)).json<{ id: string; eventRef: string; status: string }[]>();
    const dead = listed.find(({ eventRef }) => eventRef === event.id);
    expect(dead).toMatchObject({ status: "dead", provider: "stripe", failure: "amount_differs" });
    expect((await retry(dead?.id ?? "", admin)).json()).toMatchObject({ status: "dead", tries: 1 });
    Object.assign(intent ?? {}, { currency: "usd" });
    expect((await retry(dead?.id ?? "", admin)).json()).toMatchObject({ status: "done", failure: null });
    expect(await statusesOf(id)).toEqual(["succeeded"]);
    expect((await retry(dead?.id ?? "", admin)).statusCode).toBe(404);
  });

  it("other administrators can't see or retry a given-up event", async () => {
    const other = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    expect([(await list(other)).statusCode, (await retry(crypto.randomUUID(), other)).statusCode]).toEqual([
      403, 403,
    ]);
  });
});

/** The number of deliveries in the suite; WEBHOOKS=100000 is a storm. */
const deliveries = Number(process.env.WEBHOOKS ?? 60);

describe("events in bulk, shuffled, doubled, late and forged", () => {
  /** A payment: at once, after a decline, looked up before its events come, or given back in part meanwhile. */
  async function paidSomehow(index: number): Promise<{ id: string; givenBack: number }> {
    const { id, person } = await rentals.written();
    const { url } = await rentals.session(id, person);
    if (index % 4 === 0) stripe.pay(rentals.sessionIdOf(url), "declined");
    stripe.pay(rentals.sessionIdOf(url));
    if (index % 4 < 2) return { id, givenBack: 0 };
    await rentals.check(id, person);
    if (index % 4 === 2) return { id, givenBack: 0 };
    const asked = { id: crypto.randomUUID(), amount: "10.00", reason: "late" };
    await rentals.call("POST", `/api/admin/orders/${id}/refunds`, asked, admin);
    await giveBackByProvider(test.services);
    return { id, givenBack: 1000 };
  }

  it(
    `${deliveries} shuffled, doubled, late and forged events end in the right state to the cent`,
    async () => {
      stripe.events.length = 0;
      const orders: Awaited<ReturnType<typeof paidSomehow>>[] = [];
      const count = Math.min(400, Math.max(4, deliveries / 250));
      for (let index = 0; index < count; index++) orders.push(await paidSomehow(index));
      // A payment that was declined on the page, and that nobody made afterwards.
      const unpaid = await rentals.written();
      const { url } = await rentals.session(unpaid.id, unpaid.person);
      stripe.pay(rentals.sessionIdOf(url), "declined");
      const all = stripe.events.slice();
      const times = Math.max(2, Math.ceil((deliveries * 0.75) / all.length));
      const sent = shuffled(Array.from({ length: times }, () => all).flat(), 7).flatMap((event, index) => [
        () => rentals.deliver(event),
        ...(index % 3 === 0
          ? [() => rentals.deliver({ ...event, id: `evt_forged_${index}` }, { secret: "whsec_forged1234" })]
          : []),
      ]);
      const codes = new Map<number, number>();
      for (let at = 0; at < sent.length; at += 20)
        for (const { statusCode } of await Promise.all(sent.slice(at, at + 20).map((send) => send())))
          codes.set(statusCode, (codes.get(statusCode) ?? 0) + 1);
      expect(new Set(codes.keys())).toEqual(new Set([200, 400]));
      expect(codes.get(400)).toBe(sent.length - times * all.length);
      await followEvents(later(3));
      for (const { id, givenBack } of orders) {
        expect([id, await statusesOf(id)]).toEqual([id, ["succeeded"]]);
        const { payments, refunds } = await rentals.money(id);
        expect([id, (payments[0]?.amount ?? 0) - givenBack]).toEqual([id, rentals.takenFor(id)]);
        expect(refunds.map(({ status }) => status)).toEqual(givenBack ? ["paid"] : []);
        expect(await rentals.balance(id)).toBe(0);
      }
      expect(await statusesOf(unpaid.id)).toEqual(["begun"]);
      expect(await rows("select from webhook_events where event_ref like 'evt_forged%'")).toEqual([]);
      const kept = await rows<{ event_ref: string }>(
        "select event_ref from webhook_events where event_ref = any($1::text[]) and status = 'waiting'",
        [all.map(({ id }) => id)],
      );
      expect(kept).toEqual([]);
      const unbalanced = await rows(
        "select transaction_id from ledger_entries group by transaction_id having sum(amount) <> 0",
      );
      expect(unbalanced).toEqual([]);
    },
    60_000 + deliveries * 30,
  );
});

describe("the kept data", () => {
  it("the database has no secret and no card number", async () => {
    const tables = await rows<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    for (const { name } of tables) {
      const found = await rows(
        `select from "${name}" as kept where kept::text ~ 'sk_test_|whsec_|4242 ?4242'`,
      );
      expect([name, found]).toEqual([name, []]);
    }
  });
});
