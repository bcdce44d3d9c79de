// @one-database
import { afterAll, describe, expect, it, vi } from "vitest";
import type { ContinuityCase } from "#contract/admin/endings.ts";
import type { NextStep, OwnOrderDetail } from "#contract/account/orders.ts";
import type { EndingAnswer, Replacements } from "#contract/continuity.ts";
import type { HostTrip } from "#contract/host/trips.ts";
import { addDays, daysBetween } from "#domain/dates.ts";
import { dayPrice } from "#domain/payments/cancellation.ts";
import { hashToken } from "#server/auth/link-tokens.ts";
import { issueDocuments } from "#server/documents/issue.ts";
import { chargeDue } from "#server/payments/saved-methods/charge-due.ts";
import { sendPaymentNotices } from "#server/payments/jobs.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import { type Services, today } from "#server/services.ts";
import { withGaps } from "#server/rentals/stretches.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { databaseKind, startTestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, makeRecord, orderRow, verifyLicence } from "#test/condition.ts";
import { emailTo, linkIn } from "#test/emails.ts";
import { makeCar } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { agreeToReplacement } from "./for-admins.ts";
import { whileLocked } from "#test/while-locked.ts";
import { lapseReplacements } from "./take.ts";

const test = await startTestApp({ DESK_EMAIL: "desk@longbay.example" });
afterAll(test.close);
const { services } = test;
const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
const host = await makePerson(test, { role: "host" });
const other = await makePerson(test, { role: "host" });
const renter = await makePerson(test);
await verifyLicence(test, renter.id);

const call = (method: "POST" | "GET" | "PUT", url: string, by?: Person, payload?: object) =>
  test.app.inject({ method, url, ...(by && { headers: by.authorization }), ...(payload && { payload }) });
const rows = <T>(text: string, values: unknown[]) => services.database.rows<T & object>(text, values);
const long = 61 * 24 * 3_600_000;
const hostCar = (who: Person, wanted: Parameters<typeof makeHostCar>[3] = {}) =>
  makeHostCar(test, who.id, "listed", {
    instantBook: true,
    listedAt: new Date(services.now() - long),
    ...wanted,
  });
/** Makes a paid rental of a host's car for `months` months that begins in `inDays` days. */
async function rental({
  months = 2,
  inDays = -10,
  isPaid = true,
  ...wanted
}: Parameters<typeof makeRental>[2] & { isPaid?: boolean } = {}) {
  const carId = wanted.carId ?? (await hostCar(host));
  const id = await makeRental(test, renter.id, {
    months,
    inDays,
    carId,
    hostId: host.id,
    hostSharePercent: 80,
    ...wanted,
  });
  if (isPaid) await pay(test, id, (await orderRow(test, id)).total, desk.id);
  return id;
}
const end = (id: string, reason: string, by = host) =>
  call("POST", by === host ? `/api/host/trips/${id}/end` : `/api/admin/orders/${id}/end`, by, { reason });
const own = async (id: string) =>
  (await call("GET", `/api/account/orders/${id}`, renter)).json<OwnOrderDetail>();
const shown = async (id: string) =>
  (await call("GET", `/api/orders/${id}/replacements`, renter)).json<Replacements>();
const take = (id: string, carId: string) =>
  call("POST", `/api/orders/${id}/replacements/${carId}/take`, renter);
const decline = (id: string) => call("POST", `/api/orders/${id}/replacements/decline`, renter);
const kinds = async (id: string) =>
  (
    await rows<{ kind: string; recipient: string }>(
      "select kind, recipient from emails where order_id = $1 order by created_at, id",
      [id],
    )
  ).map(({ kind, recipient }) => `${kind} ${recipient === desk.email ? "admin" : recipient.split("@")[0]}`);
const holds = (id: string) =>
  rows<{ carId: string; reason: string }>(
    `select car_id as "carId", reason from day_holds where order_id = $1 order by reason`,
    [id],
  );
const refunded = async (id: string) =>
  Number(
    (
      await rows<{ sum: string }>(
        "select coalesce(sum(amount), 0) as sum from refunds where order_id = $1 and status in ('approved', 'paid')",
        [id],
      )
    )[0]?.sum,
  );
/** Makes the other tests' cars unavailable. */
const clearFleet = () =>
  rows("update cars set available = false, listing_state = 'paused' where listing_state = 'listed'", []);
const later = (milliseconds: number): Services => ({ ...services, now: () => services.now() + milliseconds });
const hour = 3_600_000;

describe("a rental that its host ends", () => {
  it("an ended rental offers its renter up to three held cars, and charges and changes wait", async () => {
    await clearFleet();
    const id = await rental();
    const before = await orderRow(test, id);
    const cars: string[] = [];
    for (const monthlyPrice of [75_000, 80_000, 90_000, 100_000])
      cars.push(await makeCar(test, { monthlyPrice }));
    const ended = await end(id, "needed_back");
    expect(ended.json<EndingAnswer>(), ended.body).toMatchObject({
      state: "offered",
      status: "in_progress",
      endsOn: addDays(today(services), 14),
      offered: 3,
    });
    expect((await end(id, "needed_back")).json()).toEqual(ended.json());
    const { cars: offered, heldUntil, unused, endsOn } = await shown(id);
    expect(endsOn).toBe(addDays(today(services), 14));
    // The host reads that the rental has been ended, and until when the renter may choose.
    const { ending } = (await call("GET", `/api/host/trips/${id}`, host)).json<HostTrip>();
    expect(ending).toEqual({ state: "offered", reason: "needed_back", answerUntil: heldUntil });
    expect(offered.map((car) => car.id)).toEqual(cars.slice(0, 3));
    expect(offered.every(({ total, isHeld }) => total === (before.total / 100).toFixed(2) && isHeld)).toBe(
      true,
    );
    expect(Math.round((Date.parse(heldUntil ?? "") - services.now()) / hour)).toBe(48);
    const left = daysBetween(addDays(today(services), 14), before.returnDate);
    expect(unused.days).toBe(left);
    // A held car is still offered after its host has paused it, but not after it has left the fleet.
    const fleet = (set: string, carId = cars[0]) => rows(`update cars set ${set} where id = $1`, [carId]);
    const carsShown = async () => (await shown(id)).cars.map((car) => car.id);
    await fleet("listing_state = 'paused'");
    await fleet("listing_state = 'retired'", cars[1]);
    expect(await carsShown()).toEqual([cars[0], cars[2]]);
    await fleet("listing_state = 'listed'");
    await fleet("listing_state = 'listed', retired_at = null", cars[1]);
    expect(await carsShown()).toEqual(cars.slice(0, 3));
    expect((await holds(id)).map(({ reason }) => reason)).toEqual([
      "replacement",
      "replacement",
      "replacement",
    ]);
    // Nobody else gets a held car; cars that aren't offered stay available.
    await expect(
      makeOrder(test, desk.id, {
        carId: cars[0],
        pickupDate: addDays(today(services), 20),
        returnDate: addDays(today(services), 60),
      }),
    ).rejects.toThrow(/insert into/);
    const trip = await own(id);
    expect(trip).toMatchObject({ replacing: true, cancellable: false });
    expect(trip.actions.extension).toEqual({ allowed: false, reason: "not_now" });
    expect(await orderRow(test, id)).toMatchObject({
      replacing: true,
      carId: before.carId,
      total: before.total,
    });
    await rows("update instalments set paid = 0, due_on = current_date where order_id = $1", [id]);
    await chargeDue(services);
    await sendPaymentNotices(later(24 * hour));
    const announced = await kinds(id);
    expect(announced.filter((kind) => !kind.startsWith("payment_received")).toSorted()).toEqual([
      "admin_rental_ended desk",
      `host_rental_ended ${host.email?.split("@")[0]}`,
      expect.stringMatching(/^replacement_offered renter/),
    ]);
    const listed = (await call("GET", "/api/admin/continuity", desk)).json<ContinuityCase[]>();
    expect(listed.find(({ orderId }) => orderId === id)).toMatchObject({
      state: "offered",
      side: "host",
      reason: "needed_back",
      endsOn: addDays(today(services), 14),
    });
    await decline(id);
  });

  it("an ended rental continues with the chosen car at the same price, and the old car stays taken", async () => {
    await clearFleet();
    const id = await rental();
    const before = await orderRow(test, id);
    const carId = await hostCar(other, { monthlyPrice: 90_000 });
    await end(id, "broken");
    const taken = await take(id, carId);
    expect(taken.json(), taken.body).toMatchObject({
      state: "taken",
      status: "in_progress",
      total: (before.total / 100).toFixed(2),
    });
    expect((await take(id, carId)).json()).toEqual(taken.json());
    const order = await orderRow(test, id);
    expect(order).toMatchObject({
      carId,
      hostId: other.id,
      hostMonthlyPrice: 90_000,
      replacing: false,
      total: before.total,
    });
    expect(await findStretches(services.database.db, order)).toMatchObject([
      {
        carId: before.carId,
        hostId: host.id,
        hostMonthlyPrice: 75_000,
        startsOn: before.pickupDate,
        endsOn: today(services),
      },
      {
        carId,
        hostId: other.id,
        hostMonthlyPrice: 90_000,
        startsOn: today(services),
        endsOn: before.returnDate,
      },
    ]);
    expect(await holds(id)).toEqual([{ carId: before.carId, reason: "earlier_car" }]);
    expect(
      (
        await rows<{ difference: number }>("select difference from order_endings where order_id = $1", [id])
      )[0]?.difference,
    ).toBe(Math.round((15_000 * daysBetween(today(services), before.returnDate)) / 30));
    expect(await refunded(id)).toBe(0);
    const announced = (await kinds(id)).map((kind) => kind.split(" ")[0] ?? "");
    expect(announced.slice(-4).toSorted()).toEqual([
      "admin_rental_replaced",
      "host_rental_closed",
      "host_replacement_taken",
      "replacement_taken",
    ]);
    // Added days cost what the car that is driven now costs.
    const more = await call("POST", `/api/orders/${id}/changes/quote`, renter, {
      kind: "extension",
      returnDate: addDays(order.returnDate, 30),
    });
    expect(more.json<{ difference: string }>().difference).toBe("900.00");
  });

  it("an ended rental refunds unused days to the cent without fee or notice if no car is chosen", async () => {
    await clearFleet();
    const id = await rental({ months: 3 });
    const before = await orderRow(test, id);
    await makeCar(test, { monthlyPrice: 75_000 });
    await end(id, "unsafe");
    const { unused } = await shown(id);
    await lapseReplacements(later(47 * hour));
    expect((await orderRow(test, id)).replacing).toBe(true);
    await lapseReplacements(later(49 * hour));
    await lapseReplacements(later(49 * hour));
    const order = await orderRow(test, id);
    const net = before.lines.reduce(
      (sum, { kind, amount }) => (kind === "rental" || kind === "duration_discount" ? sum + amount : sum),
      0,
    );
    const days = daysBetween(today(services), before.returnDate);
    const back = Math.floor((2 * net * days + before.days) / (2 * before.days));
    expect(order).toMatchObject({
      status: "in_progress",
      returnDate: today(services),
      replacing: false,
      total: before.total - back,
    });
    expect([await refunded(id), Number(unused.refund) * 100]).toEqual([back, back]);
    expect(await holds(id)).toEqual([{ carId: before.carId, reason: "earlier_car" }]);
    // The renter reads how the rental ends, and isn't wished a good drive.
    expect(await own(id)).toMatchObject({ ended: true });
    expect(await shown(id)).toMatchObject({ state: "lapsed", endsOn: today(services), cars: [] });
    expect(
      (await kinds(id))
        .map((kind) => kind.split(" ")[0] ?? "")
        .slice(-3)
        .toSorted(),
    ).toEqual(["admin_rental_settled", "host_rental_closed", "replacement_settled"]);
    await makeRecord(test, renter, id, "return");
    expect((await orderRow(test, id)).status).toBe("completed");
    expect(await own(id)).not.toHaveProperty("ended");
  });

  it("an ended rental whose car is already back is completed when the renter declines the offers", async () => {
    await clearFleet();
    const id = await rental();
    await makeCar(test);
    await end(id, "recalled");
    await makeRecord(test, renter, id, "return");
    expect((await orderRow(test, id)).status).toBe("in_progress");
    expect((await decline(id)).json()).toMatchObject({ state: "declined", status: "completed" });
    expect((await decline(id)).json()).toMatchObject({ state: "declined", status: "completed" });
  });

  it("an ended rental needs a new car first, and no agreement, payment or pickup meanwhile", async () => {
    await clearFleet();
    const id = await rental({ inDays: 5, isSigned: false, isPaid: false });
    await rows("update instalments set due_on = current_date - 1 where order_id = $1", [id]);
    const asked = async () =>
      (await call("GET", "/api/account/overview", renter))
        .json<{ next: NextStep[] }>()
        .next.flatMap(({ kind, orderId }) => (orderId === id ? [kind] : []));
    expect(await asked()).toEqual(["payment", "agreement", "pickup_near"]);
    const agreement = () => call("GET", `/api/orders/${id}/agreement`, renter);
    expect((await agreement()).statusCode).toBe(200);
    const carId = await makeCar(test);
    await end(id, "broken");
    expect(await asked()).toEqual(["replacement"]);
    expect(refusalOf(await agreement())).toMatchObject({ status: 409, code: "agreement_not_ready" });
    expect((await take(id, carId)).statusCode).toBe(200);
    expect(await asked()).toEqual(["payment", "agreement", "pickup_near"]);
  });

  it("an ended order before its pickup gets another car, or is canceled with a full refund", async () => {
    await clearFleet();
    const id = await rental({ inDays: 20 });
    const before = await orderRow(test, id);
    const carId = await makeCar(test, { monthlyPrice: 60_000 });
    await end(id, "needed_back");
    const { heldUntil, cars } = await shown(id);
    expect(Math.round((Date.parse(heldUntil ?? "") - services.now()) / (24 * hour))).toBe(7);
    expect(cars).toMatchObject([{ id: carId, saved: ((15_000 * before.days) / 3000).toFixed(2) }]);
    expect((await take(id, carId)).statusCode).toBe(200);
    const order = await orderRow(test, id);
    expect(order).toMatchObject({
      carId,
      hostId: null,
      carSince: null,
      total: before.total - (15_000 * before.days) / 30,
    });
    expect(await findStretches(services.database.db, order)).toHaveLength(1);
    expect(await refunded(id)).toBe(before.total - order.total);

    await clearFleet();
    const gone = await rental({ inDays: 5 });
    const paid = (await orderRow(test, gone)).total;
    // There is no car at all, so that nobody waits.
    expect((await end(gone, "broken")).json()).toMatchObject({ state: "lapsed", status: "cancelled" });
    expect(await refunded(gone)).toBe(paid);
    expect((await kinds(gone)).map((kind) => kind.split(" ")[0])).toEqual(
      expect.arrayContaining([
        "replacement_settled",
        "host_rental_ended",
        "host_order_cancelled",
        "admin_rental_settled",
      ]),
    );
    expect((await call("POST", `/api/orders/${gone}/replacements/${carId}/take`, renter)).statusCode).toBe(
      409,
    );
  });

  it("an ended order that the back office cancels meanwhile is refunded in full", async () => {
    await clearFleet();
    const id = await rental({ inDays: 0 });
    await makeCar(test);
    await end(id, "broken");
    const cancelled = await call("PUT", `/api/admin/orders/${id}/status`, desk, {
      status: "cancelled",
      reason: "By telephone",
    });
    expect(cancelled.statusCode, cancelled.body).toBe(200);
    const { total } = await orderRow(test, id);
    expect(await refunded(id)).toBe(total);
  });

  it("the place of handover can't be changed while the renter chooses a car", async () => {
    await clearFleet();
    const id = await rental({ inDays: 20 });
    await makeCar(test);
    await end(id, "broken");
    const moved = await call("POST", `/api/orders/${id}/changes`, renter, {
      kind: "pickup",
      pickupLocation: "1 Market Street",
    });
    expect(refusalOf(moved).code).toBe("change_not_possible");
    expect((await own(id)).actions).toMatchObject({
      handover: { allowed: false },
      place: { allowed: false },
    });
  });

  it("the accepted agreement stays valid when a car is chosen before the pickup", async () => {
    await clearFleet();
    const id = await rental({ inDays: 20 });
    const carId = await makeCar(test, { monthlyPrice: 60_000 });
    await end(id, "broken");
    expect((await take(id, carId)).statusCode).toBe(200);
    await issueDocuments(services);
    const trip = await own(id);
    expect(trip.lacks).not.toContain("agreement");
    expect(trip.documents.filter(({ kind }) => kind === "addendum")).toHaveLength(1);
  });

  it("a renter who hasn't paid sees cars without a hold", async () => {
    await clearFleet();
    const id = await rental({ inDays: 5, isPaid: false });
    const carId = await makeCar(test);
    await end(id, "broken");
    expect((await shown(id)).cars).toMatchObject([{ id: carId, isHeld: false }]);
    expect(await holds(id)).toEqual([]);
    const order = await orderRow(test, id);
    const { pickupDate, returnDate } = order;
    const { orderNumber } = await orderRow(
      test,
      await makeOrder(test, desk.id, { carId, pickupDate, returnDate }),
    );
    const refused = await take(id, carId);
    expect(refusalOf(refused)).toMatchObject({ code: "car_taken" });
    expect(refused.body).not.toContain(orderNumber);
    await decline(id);
  });
});

it("a car that is taken after the pickup date counts from its own day", async () => {
  await clearFleet();
  const id = await rental({ inDays: -2, status: "confirmed" });
  const { total: paid } = await orderRow(test, id);
  const carId = await makeCar(test);
  await end(id, "broken");
  expect((await take(id, carId)).statusCode).toBe(200);
  const order = await orderRow(test, id);
  expect(order).toMatchObject({ status: "confirmed", carSince: today(services) });
  const late = await call("GET", "/api/admin/orders?attention=not_handed_over", desk);
  expect(late.body).not.toContain(id);
  const cancelled = await call("POST", `/api/orders/${id}/changes/quote`, renter, { kind: "cancel" });
  expect(cancelled.json<{ refund: string }>().refund).toBe(
    ((paid - dayPrice(await withGaps(services.database.db, order))) / 100).toFixed(2),
  );
});

describe("a rental whose next car is ahead", () => {
  /** Makes a rental that goes on with another host's car in two weeks. */
  async function ahead() {
    await clearFleet();
    const id = await rental();
    await makeRecord(test, renter, id, "pickup");
    const carId = await hostCar(other);
    await end(id, "needed_back");
    expect((await take(id, carId)).statusCode).toBe(200);
    const { carId: before } = (await findStretches(services.database.db, await orderRow(test, id)))[0] ?? {};
    expect(await orderRow(test, id)).toMatchObject({ carId, carSince: addDays(today(services), 14) });
    return { id, driven: before ?? "", next: carId };
  }
  const isFree = async (carId: string) => {
    const days = { pickupDate: addDays(today(services), 20), returnDate: addDays(today(services), 51) };
    const quote = await call("POST", "/api/quotes", undefined, { carId, ...days });
    return quote.json<{ available: boolean }>().available;
  };

  it("the host of the driven car ends it, and the next car is offered again", async () => {
    const { id, driven, next } = await ahead();
    expect((await end(id, "needed_back")).statusCode).toBe(409);
    const trip = async () => (await call("GET", `/api/host/trips/${id}`, host)).json<HostTrip>();
    await end(id, "misuse");
    expect((await trip()).ending).toMatchObject({ state: "asked", reason: "misuse" });
    await call("POST", `/api/admin/orders/${id}/end/dismiss`, desk);
    expect(await orderRow(test, id)).toMatchObject({ carId: next });
    const ended = await end(id, "broken");
    expect(ended.json(), ended.body).toMatchObject({ state: "offered", endsOn: today(services), offered: 1 });
    expect(await orderRow(test, id)).toMatchObject({ carId: driven, hostId: host.id, carSince: null });
    const released = await emailTo(test, other.email, "host_rental_closed");
    expect(JSON.stringify(released.content)).toContain("doesn’t go on with your");
    expect((await take(id, next)).statusCode).toBe(200);
    expect(await findStretches(services.database.db, await orderRow(test, id))).toMatchObject([
      { carId: driven, hostId: host.id, endsOn: today(services) },
      { carId: next, hostId: other.id, startsOn: today(services) },
    ]);
  });

  it("the back office ends it today, or cancels it with the driven car still out", async () => {
    const misused = await ahead();
    expect((await end(misused.id, "misuse", desk)).json()).toMatchObject({ state: "settled" });
    expect(await orderRow(test, misused.id)).toMatchObject({
      carId: misused.driven,
      returnDate: today(services),
    });
    const { id, driven, next } = await ahead();
    const cancelled = { status: "cancelled", reason: "By telephone" };
    const set = await call("PUT", `/api/admin/orders/${id}/status`, desk, cancelled);
    // The next car is released at once: that can't be undone.
    expect(set.json()).toMatchObject({ status: "cancelled", change: null });
    expect(await orderRow(test, id)).toMatchObject({ carId: driven, isCarOut: true });
    expect([await isFree(driven), await isFree(next)]).toEqual([false, true]);
  });
});

describe("cars that are offered", () => {
  it("an offered car is never the host's, the renter's own, raised, much dearer or another renter's offer", async () => {
    await clearFleet();
    const mine = await makePerson(test, { role: "host" });
    await verifyLicence(test, mine.id);
    const ids = [await rental(), await rental()];
    await rows("update orders set account_id = $2 where id = any($1)", [ids, mine.id]);
    await hostCar(host);
    await hostCar(mine);
    await hostCar(other, { listedAt: new Date(services.now() - 30 * 24 * hour) });
    await hostCar(other, { instantBook: false });
    await hostCar(other, { minRentDays: 90 });
    await makeCar(test, { monthlyPrice: 112_501 });
    const raised = await hostCar(other, { monthlyPrice: 90_000 });
    await rows(
      `insert into audit_events (actor, entity, entity_id, action, before, after, at)
       values ('host', 'car', $1, 'updated', '{"monthlyPrice": 76000}', '{"monthlyPrice": 90000}', now() - interval '3 days')`,
      [raised],
    );
    await end(ids[0] ?? "", "broken");
    const [offer] = await rows<{ carId: string; price: number }>(
      `select replacement_offers.car_id as "carId", monthly_price as price from replacement_offers join order_endings on id = ending_id where order_id = $1`,
      [ids[0]],
    );
    expect(offer).toEqual({ carId: raised, price: 76_000 });
    // The second renter finds no car: a car that is offered to one renter isn't offered to another.
    expect((await end(ids[1] ?? "", "broken")).json()).toMatchObject({ state: "lapsed", offered: 0 });
    await rows("update orders set account_id = $2 where id = any($1)", [ids, renter.id]);
    await decline(ids[0] ?? "");
  });

  it("a car that would cost us more than $500 is offered only once a payments administrator agrees", async () => {
    await clearFleet();
    const id = await rental({ months: 6, inDays: 20 });
    const carId = await makeCar(test, { monthlyPrice: 100_000 });
    expect((await end(id, "broken")).json()).toMatchObject({ state: "offered", offered: 0 });
    expect((await shown(id)).cars).toEqual([]);
    expect(refusalOf(await take(id, carId))).toMatchObject({ code: "replacement_gone" });
    const agree = (by: Person) => call("POST", `/api/admin/orders/${id}/replacements/${carId}/agree`, by);
    const clerk = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    expect((await agree(clerk)).statusCode).toBe(403);
    expect((await agree(desk)).json()).toMatchObject({ offered: 1 });
    expect(
      (await kinds(id)).filter((kind) => /^(replacement_offered|admin_replacement_agree)/.test(kind)),
    ).toHaveLength(3);
    expect((await take(id, carId)).statusCode).toBe(200);
  });

  it("an offer lasts two days from the agreement, and a late agreement is refused", async () => {
    await clearFleet();
    const id = await rental({ months: 6, inDays: 10 });
    const carId = await makeCar(test, { monthlyPrice: 100_000 });
    await end(id, "broken");
    const agreeAfter = (hours: number) =>
      agreeToReplacement(later(hours * hour), { orderId: id, carId, by: desk.id });
    await expect(agreeAfter(49)).rejects.toMatchObject({ code: "replacement_gone" });
    await agreeAfter(47);
    const { heldUntil } = await shown(id);
    expect(Math.round((Date.parse(heldUntil ?? "") - services.now()) / hour)).toBe(47 + 48);
    const [hold] = await rows<{ ends: Date }>(
      "select ends_at as ends from day_holds where order_id = $1 and reason = 'replacement'",
      [id],
    );
    expect(new Date(hold?.ends ?? 0).getTime()).toBeGreaterThan(Date.parse(heldUntil ?? ""));
  });

  it("the offers open with the key of a visitor's email and for nobody else", async () => {
    await clearFleet();
    const id = await rental({ inDays: 5, keyHash: hashToken("the-key") });
    await rows("update orders set account_id = null where id = $1", [id]);
    const carId = await makeCar(test);
    await end(id, "broken");
    const url = `/api/orders/${id}/replacements`;
    for (const by of [undefined, renter, desk, host])
      expect((await call("GET", url, by)).statusCode).toBe(404);
    expect((await call("GET", `${url}?key=guess`)).statusCode).toBe(404);
    expect((await call("GET", `${url}?key=the-key`)).json<Replacements>().cars).toHaveLength(1);
    expect((await call("POST", `${url}/${carId}/take?key=the-key`)).json()).toMatchObject({ state: "taken" });
  });
});

describe("an ending blamed on the renter", () => {
  it("a host's ending blamed on the renter waits until the back office dismisses or accepts it", async () => {
    const id = await rental({ months: 2 });
    const before = await orderRow(test, id);
    expect((await end(id, "misuse")).json()).toMatchObject({ state: "asked", status: "in_progress" });
    const trip = (await call("GET", `/api/host/trips/${id}`, host)).json<HostTrip>();
    expect(trip.ending).toEqual({ state: "asked", reason: "misuse", answerUntil: null });
    expect(await orderRow(test, id)).toMatchObject({ replacing: false, returnDate: before.returnDate });
    expect((await call("GET", `/api/orders/${id}/replacements`, renter)).statusCode).toBe(404);
    expect((await call("POST", `/api/admin/orders/${id}/end/dismiss`, desk)).json()).toMatchObject({
      state: "dismissed",
    });
    await call("POST", `/api/admin/orders/${id}/end/dismiss`, desk);
    const emailed = (await kinds(id)).filter((kind) => kind.startsWith("host_ending"));
    expect(emailed).toEqual([`host_ending_dismissed ${host.email.split("@")[0]}`]);
    const email = await emailTo(test, host.email, "host_ending_dismissed");
    expect(linkIn(email).pathname).toBe(`/host/trips/${id}`);
    expect(await own(id)).not.toHaveProperty("ended");
    await end(id, "misuse");
    expect((await end(id, "misuse", desk)).json()).toMatchObject({ state: "settled", status: "in_progress" });
    const order = await orderRow(test, id);
    expect(order.returnDate).toBe(today(services));
    expect(await own(id)).toMatchObject({ ended: true });
    expect(await shown(id)).toMatchObject({ state: "settled", endsOn: order.returnDate });
    const left = daysBetween(order.returnDate, before.returnDate);
    expect(before.total - order.total).toBe(Math.round((before.total * left) / before.days));
    expect(await refunded(id)).toBe(before.total - order.total);
    expect((await kinds(id)).map((kind) => kind.split(" ")[0] ?? "")).toEqual(
      expect.arrayContaining(["admin_ending_asked", "rental_ended"]),
    );
    const { content } = await emailTo(test, host.email, "host_rental_closed");
    expect(JSON.stringify(content)).toContain("We have ended the rental of your");
  });

  it("an ending blamed on the renter before the pickup keeps what the terms keep", async () => {
    const id = await rental({ inDays: 20 });
    const before = await orderRow(test, id);
    expect((await end(id, "does_not_pay", desk)).json()).toMatchObject({
      state: "settled",
      status: "cancelled",
    });
    expect(await refunded(id)).toBe(before.total);
    expect(refusalOf(await end(id, "does_not_pay", desk))).toMatchObject({ code: "ending_not_possible" });
  });
});

describe("endings", () => {
  it("setting the status to canceled is no ending, and it withdraws the offers of one", async () => {
    await clearFleet();
    const id = await rental({ inDays: 20 });
    const set = (status: string) =>
      call("PUT", `/api/admin/orders/${id}/status`, desk, { status, reason: "Asked by telephone" });
    await makeCar(test);
    await end(id, "broken");
    expect((await set("cancelled")).statusCode).toBe(200);
    expect(await holds(id)).toEqual([]);
    expect(await orderRow(test, id)).toMatchObject({ status: "cancelled", replacing: false });
    const [ending] = await rows<{ state: string }>("select state from order_endings where order_id = $1", [
      id,
    ]);
    expect(ending?.state).toBe("overtaken");
  });

  it("an ending gets its offers back when the status that withdrew them is undone", async () => {
    await clearFleet();
    const id = await rental({ inDays: 20 });
    await makeCar(test);
    await end(id, "broken");
    const before = [await holds(id), (await shown(id)).cars.map(({ id: carId }) => carId)];
    expect(before[1]).toHaveLength(1);
    const cancelled = { status: "cancelled", reason: "A mistake" };
    const set = await call("PUT", `/api/admin/orders/${id}/status`, desk, cancelled);
    const { change } = set.json<{ change: number }>();
    expect((await call("POST", `/api/admin/orders/${id}/undo-status`, desk, { change })).statusCode).toBe(
      200,
    );
    expect(await orderRow(test, id)).toMatchObject({ status: "confirmed", replacing: true });
    // The renter never drove this car.
    expect((await shown(id)).endsOn).toBeNull();
    expect([await holds(id), (await shown(id)).cars.map(({ id: carId }) => carId)]).toEqual(before);
    const [carId] = before[1] as string[];
    expect((await take(id, carId ?? "")).statusCode).toBe(200);
    expect(await orderRow(test, id)).toMatchObject({ status: "confirmed", carId, replacing: false });
  });

  it.runIf(databaseKind === "postgres")(
    "undoing a status locks the offered cars before the order",
    async () => {
      await clearFleet();
      const id = await rental({ inDays: 20 });
      const offered = await makeCar(test);
      await end(id, "broken");
      const cancelled = { status: "cancelled", reason: "A mistake" };
      const set = await call("PUT", `/api/admin/orders/${id}/status`, desk, cancelled);
      const { change } = set.json<{ change: number }>();
      const lock = { text: "select from cars where id = $1 for no key update", values: [offered] };
      const undone = await whileLocked(test, lock, async (other) => {
        const answer = call("POST", `/api/admin/orders/${id}/undo-status`, desk, { change });
        await vi.waitFor(async () => {
          const waiting = await rows(
            "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
            [],
          );
          expect(waiting).toHaveLength(1);
        }, 20_000);
        // A transaction that holds the car can lock the order too, as when the renter takes the car.
        await other.query("select from orders where id = $1 for update nowait", [id]);
        return { answer };
      });
      expect((await undone.answer).statusCode).toBe(200);
      expect(await orderRow(test, id)).toMatchObject({ status: "confirmed", replacing: true });
    },
  );

  it("a host's third ending within a year alerts the back office", async () => {
    await clearFleet();
    const often = await makePerson(test, { role: "host" });
    for (let time = 1; time <= 3; time++) {
      const id = await rental({ inDays: 20, carId: await hostCar(often), hostId: often.id });
      await call("POST", `/api/host/trips/${id}/end`, often, { reason: "broken" });
      expect((await kinds(id)).filter((kind) => kind.startsWith("admin_many_endings"))).toHaveLength(
        time === 3 ? 1 : 0,
      );
    }
  });

  it("a host can end only confirmed or running rentals of their own cars", async () => {
    const id = await rental();
    expect((await call("POST", `/api/host/trips/${id}/end`, other, { reason: "broken" })).statusCode).toBe(
      404,
    );
    expect((await call("POST", `/api/host/trips/${id}/end`, renter, { reason: "broken" })).statusCode).toBe(
      403,
    );
    await rows("update orders set status = 'completed' where id = $1", [id]);
    expect(refusalOf(await end(id, "broken"))).toMatchObject({ code: "ending_not_possible" });
  });
});

it("the host reads the last day with the car if the renter had it, whatever the status is now", async () => {
  const wordsTo = async (id: string, recipient: string) =>
    JSON.stringify(
      await rows("select content from emails where order_id = $1 and recipient = $2", [id, recipient]),
    );
  const id = await rental();
  await makeRecord(test, renter, id, "pickup");
  await rows("update orders set status = 'confirmed' where id = $1", [id]);
  expect((await end(id, "broken")).statusCode).toBe(200);
  expect(await wordsTo(id, host.email)).toContain("Last day");
  expect(await wordsTo(id, "desk@longbay.example")).not.toContain("It hadn’t begun.");
  const ahead = await rental({ inDays: 5 });
  expect((await end(ahead, "broken")).statusCode).toBe(200);
  expect(await wordsTo(ahead, host.email)).not.toContain("Last day");
});
