// @one-database
import { afterAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { ChangeQuote, OrderChange } from "#contract/changes.ts";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { issueDocuments } from "#server/documents/issue.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, orderRow } from "#test/condition.ts";
import { makeCar } from "#test/factories.ts";
import { lapseRequests } from "./answer-request.ts";

const test = await startTestApp();
afterAll(test.close);
const renter = await makePerson(test);
const stranger = await makePerson(test);
const admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });

const call = (method: "POST" | "PUT" | "DELETE" | "GET", url: string, by: Person, payload?: object) =>
  test.app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });
const quote = (id: string, asked: object, by = renter) =>
  call("POST", `/api/orders/${id}/changes/quote`, by, asked);
const change = (id: string, asked: object, by = renter) =>
  call("POST", `/api/orders/${id}/changes`, by, asked);
const answer = (changeId: string, decision: string, reason?: string, by = admin) =>
  call("PUT", `/api/admin/changes/${changeId}`, by, { decision, reason });
const own = async (id: string) =>
  (await call("GET", `/api/account/orders/${id}`, renter)).json<OwnOrderDetail>();
const rows = <T>(text: string, values: unknown[]) => test.services.database.rows<T & object>(text, values);
const emails = async (id: string) =>
  (
    await rows<{ kind: string }>(
      "select kind from emails where order_id = $1 and kind <> 'payment_received' order by kind",
      [id],
    )
  ).map(({ kind }) => kind);
const holds = async (id: string) =>
  rows<{ first: string; last: string }>(
    "select first_date::text as first, last_date::text as last from day_holds where order_id = $1",
    [id],
  );
const lapse = async (id: string) => {
  await rows("update order_changes set answer_until = now() - interval '1 minute' where order_id = $1", [id]);
  await lapseRequests(test.services);
};
const asked = async (id: string, days = 30): Promise<OrderChange> => {
  const { returnDate } = await orderRow(test, id);
  const sent = await change(id, { kind: "extension", returnDate: addDays(returnDate, days) });
  expect([sent.statusCode, sent.json<OrderChange>().status]).toEqual([201, "requested"]);
  return sent.json<OrderChange>();
};

describe("an extension", () => {
  it("an extension is quoted and held, and changes price, payments, calendar and emails once accepted", async () => {
    const id = await makeRental(test, renter.id);
    const { pickupDate, returnDate, total } = await orderRow(test, id);
    await pay(test, id, 75_000, admin.id);
    const until = returnDateFor(pickupDate, 3);
    const price = carPrice(75_000, { pickupDate, returnDate: until });
    const quoted = (await quote(id, { kind: "extension", returnDate: until })).json<ChangeQuote>();
    expect(quoted).toMatchObject({
      before: { total: wireMoney(total), rental: { returnDate } },
      after: { total: wireMoney(price.total), rental: { returnDate: until, discountPercent: 5 } },
      difference: wireMoney(price.total - total),
      fee: "0.00",
      effectiveReturnDate: until,
    });
    expect(await holds(id)).toEqual([]);

    const body = {
      id: crypto.randomUUID(),
      kind: "extension",
      returnDate: until,
      expectedTotal: quoted.after.total,
    };
    const sent = await Promise.all([0, 1, 2].map(() => change(id, body)));
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(await holds(id)).toEqual([{ first: addDays(returnDate, 1), last: until }]);
    expect((await orderRow(test, id)).returnDate).toBe(returnDate);
    expect((await own(id)).actions.extension).toEqual({ allowed: false, reason: "waiting" });

    const answers = await Promise.all([0, 1].map(() => answer(body.id, "accepted")));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await orderRow(test, id)).toMatchObject({ returnDate: until, total: price.total, months: 3 });
    expect(await holds(id)).toEqual([]);
    const { instalments, changes, balance } = await own(id);
    expect(instalments.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)).toBe(
      price.total,
    );
    expect(instalments.map(({ amount, dueOn }) => ({ amount, dueOn }))).toEqual(
      quoted.instalments?.map(({ amount, dueOn }) => ({ amount, dueOn })),
    );
    expect(changes.map(({ kind, status }) => [kind, status])).toEqual([["extension", "accepted"]]);
    expect(Number(balance)).toBeLessThanOrEqual(25);
    expect(await emails(id)).toEqual(["admin_extension_asked", "extension_accepted", "extension_asked"]);
    const [email] = await rows<{ content: object }>(
      "select content from emails where order_id = $1 and kind = 'extension_accepted'",
      [id],
    );
    expect(JSON.stringify(email?.content)).toContain(`${id}-return`);
    expect((await answer(body.id, "declined", "no")).statusCode).toBe(409);
  });

  it("a declined, withdrawn or lapsed extension gives its days back", async () => {
    const id = await makeRental(test, renter.id);
    const declined = await asked(id);
    expect(refusalOf(await answer(declined.id, "declined"))).toMatchObject({ status: 422 });
    expect((await answer(declined.id, "declined", "In the workshop")).json()).toMatchObject({
      status: "declined",
      reason: "In the workshop",
    });
    const withdrawn = await asked(id);
    for (const by of [stranger, admin])
      expect((await call("DELETE", `/api/orders/${id}/changes/${withdrawn.id}`, by)).statusCode).toBe(404);
    const path = `/api/orders/${id}/changes/${withdrawn.id}`;
    expect((await call("DELETE", path, renter)).json()).toMatchObject({ status: "withdrawn" });
    expect((await call("DELETE", path, renter)).statusCode).toBe(200);
    expect(refusalOf(await answer(withdrawn.id, "accepted"))).toMatchObject({ code: "change_answered" });
    await asked(id);
    await lapse(id);
    expect(await holds(id)).toEqual([]);
    expect((await own(id)).changes.map(({ status }) => status)).toEqual(["lapsed", "withdrawn", "declined"]);
    expect((await emails(id)).filter((kind) => !kind.endsWith("asked"))).toEqual([
      "admin_extension_withdrawn",
      "extension_declined",
      "extension_lapsed",
    ]);
  });

  it("an extension needs seven days' notice, and after a lapse may be requested once more", async () => {
    const id = await makeRental(test, renter.id, { months: 1, inDays: -22 });
    const { returnDate } = await orderRow(test, id);
    await rows("update orders set return_date = $2 where id = $1", [id, addDays(today(test.services), 7)]);
    await asked(id);
    await lapse(id);
    await rows("update orders set return_date = $2 where id = $1", [id, addDays(today(test.services), 6)]);
    await rows("update order_changes set created_at = now() - interval '1 day' where order_id = $1", [id]);
    expect((await own(id)).actions.extension).toMatchObject({ allowed: true });
    await asked(id, 20);
    await lapse(id);
    const emails = await rows<{ content: string }>(
      "select content::text as content from emails where order_id = $1 and kind = 'extension_lapsed' order by created_at",
      [id],
    );
    expect(emails.map(({ content }) => content.includes("You can ask once more"))).toEqual([true, false]);
    expect(
      refusalOf(await change(id, { kind: "extension", returnDate: addDays(returnDate, 40) })),
    ).toMatchObject({
      code: "change_not_possible",
    });
    expect((await own(id)).actions.extension).toEqual({ allowed: false, reason: "too_late" });
  });

  it("an extension reaches as far as the car is free, and its held days can't be ordered", async () => {
    const carId = await makeCar(test);
    const id = await makeRental(test, renter.id, { carId });
    const { returnDate } = await orderRow(test, id);
    const other = { pickupDate: addDays(returnDate, 11), returnDate: addDays(returnDate, 50) };
    await makeOrder(test, stranger.id, { carId, ...other });
    const far = await quote(id, { kind: "extension", returnDate: addDays(returnDate, 30) });
    expect(refusalOf(far)).toMatchObject({ status: 409, code: "car_taken" });
    expect(far.json()).toMatchObject({ latestReturnDate: addDays(returnDate, 10) });
    expect(far.body).not.toContain("LB-");
    const { id: changeId } = await asked(id, 10);
    const payload = { pickupDate: addDays(returnDate, 1), returnDate: addDays(returnDate, 31), carId };
    const free = await test.app.inject({ method: "POST", url: "/api/quotes", payload });
    expect(free.json()).toMatchObject({ available: false });
    await answer(changeId, "declined", "no");
  });

  it("an extension is refused to overdue rentals, to strangers, and beyond twelve months", async () => {
    const id = await makeRental(test, renter.id);
    await rows("update instalments set due_on = due_on - 9 where order_id = $1 and number = 1", [id]);
    expect((await own(id)).actions.extension).toEqual({ allowed: false, reason: "past_due" });
    const { returnDate } = await orderRow(test, id);
    for (const by of [stranger, admin])
      for (const ask of [quote, change])
        expect(
          (await ask(id, { kind: "extension", returnDate: addDays(returnDate, 30) }, by)).statusCode,
        ).toBe(404);
    const long = await makeRental(test, renter.id, { months: 12 });
    expect((await own(long)).actions.extension).toEqual({ allowed: false, reason: "longest" });
    const year = await makeRental(test, renter.id, { months: 6 });
    const { pickupDate } = await orderRow(test, year);
    const beyond = { kind: "extension", returnDate: returnDateFor(pickupDate, 13) };
    expect(refusalOf(await quote(year, beyond))).toMatchObject({ status: 422 });
  });

  it("an extension is withdrawn when the order is canceled", async () => {
    const id = await makeRental(test, renter.id, { inDays: 5 });
    const { id: changeId } = await asked(id);
    expect((await change(id, { kind: "cancel" })).statusCode).toBe(201);
    expect(await holds(id)).toEqual([]);
    expect(refusalOf(await answer(changeId, "accepted"))).toMatchObject({ code: "change_answered" });
  });
});

describe("returning early", () => {
  it("an early return is made at once with its fee, and the overpaid money is refunded", async () => {
    const id = await makeRental(test, renter.id, { months: 6 });
    const { pickupDate, total } = await orderRow(test, id);
    await pay(test, id, total, admin.id);
    const end = addDays(today(test.services), 28);
    const price = carPrice(75_000, { pickupDate, returnDate: end }).total + 20_000;
    const atOnce = await quote(id, { kind: "early_return", returnDate: today(test.services) });
    expect(atOnce.json()).toMatchObject({ effectiveReturnDate: end });
    const asked = { kind: "early_return", returnDate: end };
    expect((await quote(id, asked)).json()).toMatchObject({
      fee: "200.00",
      refund: wireMoney(total - price),
      after: { total: wireMoney(price) },
    });
    expect((await change(id, asked)).json()).toMatchObject({ status: "accepted", effectiveReturnDate: end });
    expect(await orderRow(test, id)).toMatchObject({ returnDate: end, total: price, fees: 20_000 });
    const { refunds, changes } = await own(id);
    expect(refunds.map(({ amount }) => amount)).toEqual([wireMoney(total - price)]);
    expect(changes[0]?.refund).toBe(wireMoney(total - price));
    expect(await emails(id)).toEqual(["admin_order_early_return", "order_early_return"]);
    await issueDocuments(test.services);
    await issueDocuments(test.services);
    const addenda = (await own(id)).documents.filter(({ kind }) => kind === "addendum");
    expect(addenda.map(({ number }) => number.slice(0, 2))).toEqual(["D-"]);
  });

  it("an early return in the first seven days has no notice or fee, and needs a rental that has begun", async () => {
    const id = await makeRental(test, renter.id, { months: 3, inDays: -3 });
    const on = today(test.services);
    expect((await own(id)).actions.earlyReturn).toMatchObject({ allowed: true, from: on });
    const made = (await change(id, { kind: "early_return", returnDate: on })).json<OrderChange>();
    expect([made.fee, made.after.total]).toEqual(["0.00", "75.00"]);
    const waiting = await makeRental(test, renter.id, { inDays: 5 });
    expect((await own(waiting)).actions.earlyReturn).toEqual({ allowed: false, reason: "not_now" });
  });
});

describe("the insurance of a changed rental", () => {
  it("insurance with a daily price is quoted by the day", async () => {
    const daily = {
      product: "basic",
      dailyPrice: 1500,
      limits: { person: 30_000, accident: 60_000 },
    } as const;
    const monthly = { product: "protection", monthlyPrice: 10_900 } as const;
    const quoted = async (insurance: typeof daily | typeof monthly) => {
      const id = await makeRental(test, renter.id, { months: 3, inDays: -3, insurance });
      const asked = { kind: "early_return", returnDate: today(test.services) };
      const { before, after } = (await quote(id, asked)).json<ChangeQuote>();
      return [before.rental?.insurance, after.rental?.insurance];
    };
    expect(await quoted(daily)).toEqual([{ dailyPrice: "15.00" }, { dailyPrice: "15.00" }]);
    expect(await quoted(monthly)).toEqual([{}, {}]);
  });
});

describe("new dates", () => {
  it("new dates are free until a day before pickup, at the price of the dates", async () => {
    const id = await makeRental(test, renter.id, { inDays: 10 });
    const { pickupDate } = await orderRow(test, id);
    const moved = { pickupDate: addDays(pickupDate, 5), returnDate: addDays(pickupDate, 45) };
    expect((await change(id, { kind: "dates", ...moved })).json()).toMatchObject({
      fee: "0.00",
      after: { total: "1000.00", rental: moved },
    });
    expect(await orderRow(test, id)).toMatchObject(moved);
    expect(
      refusalOf(await change(id, { kind: "dates", pickupDate, returnDate: addDays(pickupDate, 5) })),
    ).toMatchObject({
      status: 422,
    });
    const late = await makeRental(test, renter.id, { inDays: 0 });
    expect((await own(late)).actions.dates).toEqual({ allowed: false, reason: "too_late" });
  });

  it("new dates may begin today only while the pickup hour is still to come", async () => {
    const [on, clock] = [today(test.services), test.services.now];
    const id = await makeRental(test, renter.id, { inDays: 10, pickupTime: "10:00" });
    const todays = { kind: "dates", pickupDate: on, returnDate: addDays(on, 60) };
    const at = (time: string) => () => instantInLosAngeles(on, time);
    try {
      test.services.now = at("10:00");
      expect((await own(id)).actions.dates).toMatchObject({ allowed: true, from: addDays(on, 1) });
      const refused = await change(id, todays);
      expect(refusalOf(refused)).toMatchObject({ status: 422 });
      expect(refused.json<{ fields: object }>().fields).toHaveProperty("pickupDate");
      test.services.now = at("09:59");
      expect((await own(id)).actions.dates).toMatchObject({ from: on });
      expect((await quote(id, todays)).statusCode).toBe(200);
    } finally {
      test.services.now = clock;
    }
  });

  it("new dates that another order has are refused and change nothing", async () => {
    const carId = await makeCar(test);
    const id = await makeRental(test, renter.id, { carId, inDays: 10 });
    const { pickupDate, returnDate } = await orderRow(test, id);
    await makeOrder(test, stranger.id, {
      carId,
      pickupDate: addDays(returnDate, 1),
      returnDate: addDays(returnDate, 31),
    });
    const moved = { kind: "dates", pickupDate, returnDate: addDays(returnDate, 3) };
    for (const ask of [quote, change])
      expect(refusalOf(await ask(id, moved))).toMatchObject({ status: 409, code: "car_taken" });
    expect(await orderRow(test, id)).toMatchObject({ pickupDate, returnDate });
    expect(await emails(id)).toEqual([]);
  });
});
