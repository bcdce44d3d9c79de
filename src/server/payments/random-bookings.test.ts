// @one-database
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { WizardBooking } from "#contract/account/booking.ts";
import { addDays } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { promoValue } from "#domain/pricing/pricing.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";
import { followEvents } from "#server/payments/webhooks/follow-events.ts";
import { makePerson } from "#test/accounts.ts";
import { aMonth, giveLicence, makeCar, renter } from "#test/factories.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { startPaypal } from "#test/stand-ins/paypal.ts";
import { followBegun } from "./follow-begun.ts";

const paypal = await startPaypal();
afterAll(paypal.close);
const { test, stripe, admin, rentals } = await startRentals(paypal.env);
const rows = <T>(text: string, values: unknown[] = []) =>
  test.services.database.rows<T & object>(text, values);

/** The number of walks in the suite; LONGBAY_WALKS=10000 walks more. */
const walks = Number(process.env.LONGBAY_WALKS ?? 14);

/** What somebody may do about bookings; `which` chooses among cars, pages, answers and orders. */
const actions = [
  "begin",
  "answer",
  "complete",
  "complete",
  "open",
  "open",
  "pay",
  "pay",
  "come back",
  "order",
  "order as another",
  "cancel",
  "let lapse",
  "be told",
] as const;
type Step = { action: (typeof actions)[number]; which: number };

type Page = { orderId: string; ref: string; mode: string };
let walked = 0;

async function walker() {
  const number = ++walked;
  const person = await makePerson(test, { email: `walker${number}@gmail.com` });
  const alias = `w.alker${number}+again@googlemail.com`;
  const phone = `+1 650 ${String(1_000_000 + number).slice(-7)}`;
  await giveLicence(test, person.id);
  const codes = [`WALK${number}`, `ALIAS${number}`];
  await rows("insert into promo_codes (code, email) values ($1, $3), ($2, $4)", [
    ...codes,
    person.email,
    alias,
  ]);
  const cars = [await makeCar(test), await makeCar(test), await makeCar(test)];
  /** A hold has lapsed, and no job has run since. */
  let isUnseen = false;
  const ids = new Set<string>();
  const pages: Page[] = [];
  const pick = <T>(from: readonly T[], which: number): T | undefined => from[which % from.length];
  const call = (method: "POST" | "PATCH" | "GET", url: string, payload?: object) =>
    test.app.inject({ method, url, headers: person.authorization, ...(payload && { payload }) });
  const bookings = () =>
    rows<{ id: string }>("select id from wizard_drafts where account_id = $1 order by created_at", [
      person.id,
    ]);
  const orders = () =>
    rows<{ id: string }>(
      "select id from orders where phone_key(customer_phone) = phone_key($1) order by created_at",
      [phone],
    );

  const request = async (which: number, email: string, promo: string | undefined) => {
    // Some orders take the days of a booking whose hold has lapsed.
    const dates = aMonth(test, which % 3 ? 200 + (which % 5) * 40 : 10 + (which % 7));
    const total = carPrice(75_000, dates, { promo: which % 2 ? promoValue : 0 }).total;
    await call("POST", "/api/bookings", {
      ...renter,
      customerEmail: email,
      customerPhone: phone,
      carId: pick(cars, which),
      ...dates,
      totalPrice: wireMoney(total),
      ...(which % 2 && { promo }),
    });
  };
  const receiveEvents = async () => {
    for (const event of stripe.events.splice(0)) await rentals.deliver(event);
    for (const event of paypal.events.splice(0))
      await test.app.inject({ method: "POST", url: "/api/webhooks/paypal", ...paypal.signed(event) });
    await followEvents(test.services);
    await lookAfter();
  };

  const does: Record<Step["action"], (which: number) => Promise<unknown>> = {
    async begin(which) {
      const months = 1 + (which % 3);
      const begun = await call("POST", "/api/wizard", {
        carId: pick(cars, which),
        customerPhone: phone,
        ...aMonth(test, 10 + (which % 7), months),
      });
      if (begun.statusCode === 201) ids.add(begun.json<WizardBooking>().id);
      const { id } = begun.json<Partial<WizardBooking>>();
      const answers = { selectedInsurance: "basic", paymentMethod: "paypal" };
      if (id) await call("PATCH", `/api/wizard/${id}`, { ...answers, promo: which % 4 ? codes[0] : "" });
    },
    async answer(which) {
      const booking = pick(await bookings(), which);
      const dates = aMonth(test, 10 + (which % 7), 2 + (which % 4));
      const answers = [
        { selectedInsurance: which % 2 ? "basic" : "premium" },
        { promo: which % 2 ? codes[0] : "" },
        { paymentMethod: "paypal" },
        { ...dates, returnDate: addDays(dates.returnDate, which % 9) },
      ];
      if (booking) await call("PATCH", `/api/wizard/${booking.id}`, pick(answers, which));
    },
    async complete(which) {
      const booking = pick(await bookings(), which);
      if (booking) await call("POST", `/api/wizard/${booking.id}/complete`);
    },
    async open(which) {
      const orderId = pick([...ids], which);
      if (!orderId) return;
      const mode = which % 3 ? "stripe" : "paypal";
      const answer = await call("POST", `/api/orders/${orderId}/payment-session`, { provider: mode });
      const { url } = answer.json<{ url?: string }>();
      if (url) pages.push({ orderId, ref: rentals.sessionIdOf(url), mode });
    },
    // Any page that was ever opened, if the provider still lets anybody pay there.
    async pay(which) {
      const page = pick(pages, which);
      if (!page) return;
      if (page.mode === "paypal") return paypal.approve(page.ref);
      if (stripe.sessions.get(page.ref)?.status === "open") stripe.pay(page.ref);
    },
    "come back": (which) => call("GET", `/api/orders/${pick([...ids], which) ?? "none"}/payment-session`),
    order: (which) => request(which, person.email, codes[0]),
    "order as another": (which) => request(which, alias, codes[1]),
    async cancel(which) {
      const order = pick(await orders(), which);
      if (order)
        await rentals.call("PUT", `/api/admin/orders/${order.id}/status`, { status: "cancelled" }, admin);
      isUnseen = true;
    },
    async "let lapse"(which) {
      const booking = pick(await bookings(), which);
      await rows(
        `update wizard_drafts set hold_began_at = hold_began_at - interval '3 hours', hold_ends_at = hold_ends_at - interval '3 hours' where id = $1`,
        [booking?.id ?? null],
      );
      if (which % 2) return void (isUnseen = true);
      await lookAfter();
    },
    "be told": receiveEvents,
  };

  /** Runs the jobs as if some minutes had passed. */
  async function lookAfter(): Promise<void> {
    isUnseen = false;
    await endStaleOrders(test.services);
    await rows(
      "update payments set checked_at = null, created_at = created_at - interval '3 minutes' where status = 'begun'",
    );
    await followBegun(test.services);
  }

  async function check(): Promise<void> {
    const [discounts] = await rows<{ count: number }>(
      `select (select count(*) from orders where phone_key(customer_phone) = phone_key($1) and status <> 'cancelled'
           and lines @> '[{"kind": "promo"}]')::int
         + (select count(*) from wizard_drafts where account_id = $2 and (agreed->>'promo')::int > 0)::int as count`,
      [phone, person.id],
    );
    expect(discounts?.count, "one discount a person").toBeLessThanOrEqual(1);

    const underpaid = await rows(
      `select orders.id from orders join instalments on order_id = orders.id and number = 1 and dropped_at is null
       where account_id = $1 and source = 'wizard' and status = 'confirmed' and paid < amount`,
      [person.id],
    );
    expect(underpaid, "confirmed, and the first instalment not paid").toEqual([]);

    if (isUnseen) return;
    const openAtStripe = pages.filter(
      ({ ref, mode }) => mode === "stripe" && stripe.sessions.get(ref)?.status === "open",
    );
    for (const { orderId, ref } of openAtStripe) {
      const asked = Number(stripe.sessions.get(ref)?.amount_total);
      const held = await rows(
        `select 1 from wizard_drafts where id = $1 and hold_ends_at > now() and (agreed->>'first')::int = $2
         union all select 1 from orders where id = $1 and status = 'confirmed'`,
        [orderId, asked],
      );
      expect(held.length, `no hold of this sum, and an open page of ${asked}`).toBe(1);
    }
  }

  /** In the end every event has come: a payment that confirmed no booking has gone back whole. */
  async function end(): Promise<void> {
    await receiveEvents();
    await receiveEvents();
    await check();
    const kept = await rows(
      `select orders.id from orders join payments on order_id = orders.id and payments.status = 'succeeded'
       where account_id = $1 and orders.source = 'wizard' and orders.status = 'cancelled'
       group by orders.id having sum(payments.amount) <> (select coalesce(sum(amount), 0) from refunds
         where order_id = orders.id and status in ('approved', 'paid', 'awaiting_approval'))`,
      [person.id],
    );
    expect(kept, "money of a booking that is none").toEqual([]);
  }

  return { does, check, end };
}

/** Walks that are always walked: the straight way, and what once gave four discounts or confirmed for too little. */
const always = (...way: [Step["action"], number][]): [Step[]] => [
  way.map(([action, which]) => ({ action: action, which })),
];
const examples = [
  always(["begin", 1], ["complete", 0], ["open", 1], ["pay", 0], ["be told", 0]),
  always(["begin", 1], ["complete", 0], ["open", 0], ["pay", 0], ["be told", 0]),
  always(
    ["begin", 1],
    ["complete", 0],
    ["open", 1],
    ["begin", 2],
    ["complete", 1],
    ["open", 4],
    ["pay", 0],
    ["pay", 1],
    ["order", 1],
    ["be told", 0],
  ),
  always(
    ["begin", 1],
    ["complete", 0],
    ["open", 0],
    ["answer", 3],
    ["complete", 0],
    ["pay", 0],
    ["be told", 0],
  ),
  always(
    ["begin", 1],
    ["complete", 0],
    ["open", 1],
    ["pay", 0],
    ["let lapse", 0],
    ["order", 1],
    ["be told", 0],
  ),
  always(
    ["begin", 24],
    ["complete", 0],
    ["open", 1],
    ["pay", 0],
    ["let lapse", 1],
    ["order as another", 24],
    ["be told", 0],
  ),
];

const step = fc.record({ action: fc.constantFrom(...actions), which: fc.nat(1000) });

it(
  `random bookings and payments on any page keep the rules: ${walks} walks`,
  async () => {
    const paid = { confirmed: 0, cancelled: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const { does, check, end } = await walker();
        for (const { action, which } of steps) {
          await does[action](which);
          await check();
        }
        await end();
      }),
      {
        examples,
        numRuns: walks + examples.length,
        seed: Number(process.env.LONGBAY_SEED ?? 36),
        endOnFailure: true,
      },
    );
    const found = await rows<{ status: "confirmed" | "cancelled"; count: number }>(
      `select orders.status, count(distinct orders.id)::int as count from orders join payments on order_id = orders.id
     where source = 'wizard' and payments.status = 'succeeded' group by orders.status`,
    );
    for (const { status, count } of found) paid[status] = count;
    // Some walks must book, and some must pay for an ended booking, or the test shows nothing.
    expect(paid.confirmed).toBeGreaterThan(0);
    expect(paid.cancelled).toBeGreaterThan(0);
  },
  120_000 + walks * 3000,
);
