// @one-database
import { describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { HostRequestDetail } from "#contract/host/requests.ts";
import type { Order } from "#contract/orders.ts";
import { hour } from "#domain/durations.ts";
import { confirmPaidOrders } from "#server/booking/wizard/confirm-paid.ts";
import { endUnpaidBookings } from "#server/booking/wizard/end-unpaid.ts";
import { measureAnswers } from "#server/hosting/measure-answers.ts";
import { endPlanOrders } from "#server/orders/moves/end-plan-orders.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";
import { followBegun } from "#server/payments/follow-begun.ts";
import { chargeDue } from "#server/payments/saved-methods/charge-due.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { refusalOf } from "#test/client.ts";
import { orderRow } from "#test/condition.ts";
import { aMonth, planOrder } from "#test/factories.ts";
import { asker, requestCalls } from "#test/host-requests.ts";
import { startRentals } from "#test/provider-rentals.ts";
import type { Card } from "#test/stand-ins/stripe.ts";

const { test, stripe, rentals } = await startRentals();
const { call, rows, requested, accept, decline, emailsAbout, carOf } = requestCalls(() => test);
const host = await makePerson(test, { role: "host" });
const desk = await makePerson(test, { role: "admin", permissions: ["all"] });

const later = (hours: number) => {
  const now = test.services.now() + hours * hour;
  return { ...test.services, now: () => now };
};
const kindsTo = async (id: string, { email }: Person) =>
  (await emailsAbout(id)).filter(({ recipient }) => recipient === email).map(({ kind }) => kind);
const own = async (renter: Person, id: string) =>
  (await call(renter, "GET", `/api/account/orders/${id}`)).json<OwnOrderDetail>();
const shown = async (id: string) =>
  (await call(host, "GET", `/api/host/requests/${id}`)).json<HostRequestDetail>();
const set = (id: string, status: string) =>
  call(desk, "PUT", `/api/admin/orders/${id}/status`, { status, reason: "By telephone" });

async function asked(): Promise<{ id: string; renter: Person; carId: string }> {
  const renter = await makePerson(test);
  const carId = await carOf(host);
  return { id: await requested(renter, { carId }), renter, carId };
}

/** A request whose renter has saved a card for it, which acts as `saved` from now on. */
async function askedWith(saved: Card) {
  const request = await asked();
  const { id: paid } = await rentals.confirmed(1, request.renter);
  await rentals.payOnPage(paid, request.renter, saved);
  await rentals.check(paid, request.renter);
  await rows(
    `insert into saved_methods (order_id, mode, customer_ref, method_ref, label)
     select $1, mode, customer_ref, method_ref, label from saved_methods where order_id = $2`,
    [request.id, paid],
  );
  return request;
}

describe("a host's yes where renters pay at a provider", () => {
  it("an accepted request stays pending and held for a day, and its first payment confirms it", async () => {
    const { id, renter } = await asked();
    expect((await rentals.session(id, renter)).url).toBeUndefined();
    expect(await shown(id)).toMatchObject({ state: "waiting", isPaidFirst: true, isAwaitingPayment: false });
    const said = (await accept(host, id)).json<HostRequestDetail>();
    const order = await orderRow(test, id);
    expect(order).toMatchObject({
      status: "pending",
      hostAnswer: "accepted",
      holdsCar: true,
      expiresAt: null,
    });
    const payUntil = new Date((order.hostAnsweredAt?.getTime() ?? 0) + 24 * hour).toISOString();
    expect(said).toMatchObject({ state: "accepted", isAwaitingPayment: true, payUntil, answerUntil: null });
    expect(said.renter.name).toBe(asker.customerName);
    expect((await accept(host, id)).statusCode).toBe(200);
    expect(refusalOf(await decline(host, id)).code).toBe("request_answered");
    expect(await own(renter, id)).toMatchObject({
      status: "pending",
      host: { outcome: "accepted" },
      payUntil,
      actions: { dates: { reason: "not_now" }, handover: { reason: "not_now" }, cancel: { allowed: true } },
    });
    const moved = { kind: "pickup", pickupLocation: "1 Other Street, San Jose" };
    const change = await call(renter, "POST", `/api/orders/${id}/changes`, moved);
    expect(refusalOf(change).code).toBe("change_not_possible");
    const listed = await call(desk, "GET", `/api/admin/orders/${id}`);
    expect(listed.json()).toMatchObject({
      waitsForHostSince: null,
      waitsForPaymentSince: order.hostAnsweredAt?.toISOString(),
      canOfferCar: false,
    });
    expect(await kindsTo(id, renter)).toEqual(["order_received", "order_accepted"]);
    expect((await emailsAbout(id)).at(-1)?.content).toContain("Please pay by");
    await endStaleOrders(test.services);
    await confirmPaidOrders(test.services);
    expect((await orderRow(test, id)).status).toBe("pending");

    await rentals.payOnPage(id, renter);
    await rentals.check(id, renter);
    expect((await orderRow(test, id)).status).toBe("confirmed");
    expect((await rentals.instalments(id))[0]).toMatchObject({ number: 1, droppedAt: null });
    expect((await kindsTo(id, renter)).slice(2).toSorted()).toEqual(["order_confirmed", "payment_received"]);
    expect(await kindsTo(id, host)).toEqual(["host_order_asked", "host_order_booked"]);
    expect(await shown(id)).toMatchObject({
      state: "accepted",
      isAwaitingPayment: false,
      hasRental: true,
      payUntil: null,
    });
    expect((await own(renter, id)).history.map(({ by, to }) => `${to} by ${by}`)).toEqual([
      "pending by renter",
      "confirmed by system",
    ]);
  });

  it.each([
    ["good", "confirmed", "succeeded", "order_confirmed"],
    ["declined", "pending", "failed", "order_accepted"],
  ] as const)(
    "a yes charges a saved card that is %s once: the order is %s",
    async (card, status, payment, email) => {
      const { id, renter } = await askedWith(card);
      expect((await accept(host, id)).statusCode).toBe(200);
      await Promise.all([accept(host, id), chargeDue(test.services), confirmPaidOrders(test.services)]);
      expect((await orderRow(test, id)).status).toBe(status);
      expect((await rentals.money(id)).payments.map(({ status: made }) => made)).toEqual([payment]);
      expect(rentals.intentsOf(id)).toHaveLength(1);
      const kinds = await kindsTo(id, renter);
      expect(kinds).toContain(email);
      expect(kinds.filter((kind) => kind === "order_accepted" || kind === "payment_failed")).toEqual(
        card === "good" ? [] : ["order_accepted"],
      );
      if (card === "good") return;
      expect((await own(renter, id)).payUntil).toBeDefined();
      await rentals.payOnPage(id, renter);
      await rentals.check(id, renter);
      expect((await orderRow(test, id)).status).toBe("confirmed");
    },
  );

  it("a charge that breaks off between the provider and our row is made once, and confirms", async () => {
    const { id } = await askedWith("good");
    // Stripe's client tries twice.
    stripe.trouble(/POST .*payment_intents/, "cut-after", "cut-after");
    expect((await accept(host, id)).statusCode).toBe(200);
    expect((await orderRow(test, id)).status).toBe("pending");
    await endUnpaidBookings(later(25));
    expect((await orderRow(test, id)).status).toBe("pending");
    await followBegun(later(0.1));
    expect((await orderRow(test, id)).status).toBe("confirmed");
    expect(rentals.intentsOf(id)).toHaveLength(1);
    expect(rentals.takenFor(id)).toBe((await rentals.instalments(id))[0]?.amount);
  });

  it("an order that isn't paid within a day of the yes ends as an unpaid one, and its days are free", async () => {
    const { id, renter, carId } = await asked();
    await accept(host, id);
    await endUnpaidBookings(later(13));
    expect((await orderRow(test, id)).status).toBe("pending");
    await endUnpaidBookings(later(24.1));
    expect(await orderRow(test, id)).toMatchObject({ status: "cancelled", hostAnswer: "accepted" });
    expect(await kindsTo(id, renter)).toEqual([
      "order_received",
      "order_accepted",
      "booking_unpaid",
      "booking_ended_unpaid",
    ]);
    expect(await kindsTo(id, host)).toEqual(["host_order_asked", "host_order_unpaid"]);
    expect((await rentals.instalments(id)).length).toBe(0);
    expect(await shown(id)).toMatchObject({
      state: "accepted",
      status: "cancelled",
      isAwaitingPayment: false,
      hasRental: false,
    });
    await measureAnswers(test.services);
    const counted = 'select asked = answered as "areAllAnswered" from host_answers where host_id = $1';
    expect(await rows(counted, [host.id])).toEqual([{ areAllAnswered: true }]);
    const next = await requested(await makePerson(test), { carId });
    expect((await orderRow(test, next)).holdsCar).toBe(true);
  });

  it("a yes confirms at once what is paid already, and what waits once there is no provider", async () => {
    const paid = await asked();
    const paidOn = today(test.services);
    const body = { id: crypto.randomUUID(), amount: "9000.00", method: "transfer", reference: "R1", paidOn };
    const recorded = await call(desk, "POST", `/api/admin/orders/${paid.id}/payments`, body);
    expect(recorded.statusCode, recorded.body).toBeLessThan(300);
    expect((await orderRow(test, paid.id)).status).toBe("pending");
    await accept(host, paid.id);
    expect((await orderRow(test, paid.id)).status).toBe("confirmed");
    expect(await kindsTo(paid.id, paid.renter)).not.toContain("order_accepted");

    const waiting = await asked();
    await accept(host, waiting.id);
    await confirmPaidOrders({ ...test.services, providers: new Map() });
    expect((await orderRow(test, waiting.id)).status).toBe("confirmed");
  });

  it("the desk decides about an order that waits for its payment, and can undo that", async () => {
    const { id, renter } = await asked();
    await accept(host, id);
    for (const status of ["confirmed", "cancelled"]) {
      const { change } = (await set(id, status)).json<{ change: number }>();
      expect((await orderRow(test, id)).status).toBe(status);
      const undone = await call(desk, "POST", `/api/admin/orders/${id}/undo-status`, { change });
      expect(undone.statusCode, undone.body).toBe(200);
      expect(await orderRow(test, id)).toMatchObject({ status: "pending", hostAnswer: "accepted" });
      expect((await rentals.instalments(id)).length).toBe(1);
    }
    await set(id, "cancelled");
    expect((await rentals.instalments(id)).length).toBe(0);
    expect((await set(id, "pending")).statusCode).toBe(200);
    expect(await orderRow(test, id)).toMatchObject({ status: "pending", hostAnswer: null });
    expect((await rentals.session(id, renter)).url).toBeUndefined();
  });

  it("a plan's order waits for its payment too, and is neither ended nor given another car by then", async () => {
    const renter = await makePerson(test);
    const sent = planOrder("standard", { customerEmail: renter.email, ...aMonth(test, 1) });
    const placed = await call(renter, "POST", "/api/orders", sent);
    const { id } = placed.json<Order>();
    const give = async () => call(desk, "PUT", `/api/admin/orders/${id}/car`, { carId: await carOf(host) });
    expect((await give()).statusCode).toBe(200);
    await accept(host, id);
    expect(refusalOf(await give()).code).toBe("change_not_possible");
    await endPlanOrders(test.services);
    expect(await orderRow(test, id)).toMatchObject({ status: "pending", hostAnswer: "accepted" });
    expect(await kindsTo(id, renter)).toEqual(["order_received", "order_accepted"]);
    await rentals.payOnPage(id, renter);
    await rentals.check(id, renter);
    expect((await orderRow(test, id)).status).toBe("confirmed");
  });
});
