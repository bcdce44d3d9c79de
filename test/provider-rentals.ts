import { afterAll } from "vitest";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { moneyOf } from "#server/ledger/order-money.ts";
import { balanceOf, standingInstalments } from "#server/ledger/queries.ts";
import type { Services } from "#server/services.ts";
import { makePerson, type Person } from "./accounts.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { aMonth, makeCar, renter } from "./factories.ts";
import { writeRental } from "./written-rental.ts";
import { startStripe, type StripeServer } from "./stand-ins/stripe.ts";

/**
 * The product with a local Stripe server, and an administrator who manages payments: the start of many test files.
 * All of it is closed after the file. `env` adds to the environment.
 */
export async function startRentals(env: Record<string, string> = {}) {
  const stripe = await startStripe();
  const test = await startTestApp({ ...stripe.env, ...env });
  afterAll(async () => {
    await test.close();
    await stripe.close();
  });
  const admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  return { test, stripe, admin, rentals: providerRentals(test, stripe, admin) };
}

/** Rentals that are paid by a provider. */
function providerRentals(test: TestApp, stripe: StripeServer, admin: Person) {
  const call = (method: "GET" | "POST" | "PUT", url: string, payload: object | undefined, by: Person) =>
    test.app.inject({ method, url, ...(payload && { payload }), headers: by.authorization });

  /** A confirmed rental of a new renter. */
  async function confirmed(months = 3, person?: Person): Promise<{ id: string; person: Person }> {
    const owner = person ?? (await makePerson(test));
    const wanted = { carId: await makeCar(test), ...aMonth(test, 10, months) };
    const quote = await call("POST", "/api/quotes", wanted, owner);
    const body = {
      ...renter,
      customerEmail: owner.email,
      ...wanted,
      totalPrice: quote.json<{ total: string }>().total,
    };
    const { id } = (await call("POST", "/api/bookings", body, owner)).json<{ id: string }>();
    await call("PUT", `/api/admin/orders/${id}/status`, { status: "confirmed" }, admin);
    return { id, person: owner };
  }

  /** A confirmed rental of a new renter, for tests that aren't about its order, its emails or its history. */
  async function written(months = 3): Promise<{ id: string; person: Person }> {
    const person = await makePerson(test);
    return { id: (await writeRental(test, person, { months })).id, person };
  }

  /** The renter has the car before its pickup day; `on` moves the time. */
  const handOver = (orderId: string) =>
    test.services.database.rows("update orders set status = 'in_progress' where id = $1", [orderId]);

  const intentsOf = (orderId: string) =>
    [...stripe.intents.values()].filter(
      ({ metadata }) => (metadata as { order_id?: string }).order_id === orderId,
    );
  const session = async (orderId: string, person: Person) => {
    const answer = await call("POST", `/api/orders/${orderId}/payment-session`, {}, person);
    return {
      status: answer.statusCode,
      ...answer.json<{ url?: string; isConfirming?: boolean; mode: string }>(),
    };
  };
  const check = async (orderId: string, person: Person) =>
    (await call("GET", `/api/orders/${orderId}/payment-session`, undefined, person)).json<{
      state: string;
      dueNow: string;
    }>();
  const sessionIdOf = (url: string | undefined): string => url?.split("/").at(-1) ?? "";
  /** The renter opens the page and pays there; the event has not arrived yet. */
  async function payOnPage(
    orderId: string,
    person: Person,
    saved?: Parameters<StripeServer["pay"]>[2],
  ): Promise<void> {
    const { url } = await session(orderId, person);
    stripe.pay(sessionIdOf(url), "good", saved);
  }
  const deliver = (event: object, how?: Parameters<StripeServer["signed"]>[1]) =>
    test.app.inject({ method: "POST", url: "/api/webhooks/stripe", ...stripe.signed(event, how) });

  return {
    call,
    confirmed,
    written,
    handOver,
    session,
    check,
    sessionIdOf,
    payOnPage,
    deliver,
    /** The product with its clock on another day. */
    on: (date: string, time = "12:00"): Services => ({
      ...test.services,
      now: () => instantInLosAngeles(date, time),
    }),
    instalments: (orderId: string) => standingInstalments(test.services.database.db, orderId),
    money: (orderId: string) => moneyOf(test.services.database.db, orderId),
    balance: (orderId: string) => balanceOf(test.services.database.db, orderId),
    /** Stripe's payments of an order, the oldest first. */
    intentsOf,
    /** What Stripe has taken for an order, minus its refunds. */
    takenFor: (orderId: string): number => {
      const intents = intentsOf(orderId);
      const ids = new Set(intents.map(({ id }) => id));
      const given = [...stripe.refunds.values()].filter(
        ({ payment_intent, status }) => ids.has(String(payment_intent)) && status !== "failed",
      );
      const sum = (rows: Record<string, unknown>[], field: string) =>
        rows.reduce((total, row) => total + Number(row[field]), 0);
      return sum(intents, "amount_received") - sum(given, "amount");
    },
  };
}

export type ProviderRentals = ReturnType<typeof providerRentals>;
