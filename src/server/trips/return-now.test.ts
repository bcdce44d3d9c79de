// @one-database
import { afterAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { SystemAlert } from "#contract/admin/dashboard.ts";
import type { OrderChange, ReturnQuote } from "#contract/changes.ts";
import type { ConditionRecord } from "#contract/trips.ts";
import { addDays } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { planTariff } from "#domain/pricing/tariff.ts";
import { carPrice, planPrice } from "#domain/pricing/taxed-price.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { refusalOf } from "#test/client.ts";
import { fillRecord, finish, makeRecord, orderRow } from "#test/condition.ts";
import { makeCar } from "#test/factories.ts";

const test = await startTestApp();
afterAll(test.close);
const renter = await makePerson(test);
const stranger = await makePerson(test);
const desk = await makePerson(test, { role: "admin", permissions: ["all"] });

const get = (url: string, by: Person) => test.app.inject({ url, headers: by.authorization });
const returnQuote = async (id: string, by = renter) =>
  (await get(`/api/orders/${id}/return-quote`, by)).json<ReturnQuote>();
const own = async (id: string) => (await get(`/api/account/orders/${id}`, renter)).json<OwnOrderDetail>();
const askMoreDays = async (id: string) => {
  const { returnDate } = await orderRow(test, id);
  const sent = await test.app.inject({
    method: "POST",
    url: `/api/orders/${id}/changes`,
    headers: renter.authorization,
    payload: { kind: "extension", returnDate: addDays(returnDate, 30) },
  });
  expect(sent.statusCode, sent.body).toBe(201);
};
/** A return with all four images, and the call that finishes it. */
async function readyReturn(id: string, by = renter) {
  const { id: recordId } = await fillRecord(test, by, id, "return");
  return (said: object) => finish(test, by, { orderId: id, recordId }, said);
}
const lowReadings = async () =>
  (await get("/api/admin/system/alerts", desk))
    .json<SystemAlert[]>()
    .filter(({ href }) => href?.includes("low_reading"));

describe("returning a car today", () => {
  it("a return on the first days shows their price, and ends and records the rental in one step", async () => {
    const id = await makeRental(test, renter.id, { months: 3, inDays: -1 });
    const { total } = await orderRow(test, id);
    await pay(test, id, total, desk.id);
    const { quote, isEarly, isFree, obstacle, waiting } = await returnQuote(id);
    expect([isEarly, isFree, obstacle, waiting]).toEqual([true, true, null, null]);
    expect(quote).toMatchObject({ fee: "0.00", after: { total: "25.00" }, refund: wireMoney(total - 2500) });
    const send = await readyReturn(id);
    expect((await send({ earlyReturn: { expectedTotal: quote?.after.total } })).statusCode).toBe(200);
    const { status, returnDate, total: now } = await orderRow(test, id);
    expect([status, returnDate, now]).toEqual(["completed", today(test.services), 2500]);
    const { refunds, changes } = await own(id);
    expect(refunds.map(({ amount }) => amount)).toEqual([wireMoney(total - 2500)]);
    expect(changes).toMatchObject([{ kind: "early_return", status: "accepted" }]);
  });

  it.each([
    ["on the first days", -2],
    ["on the last of them", -7],
  ])(
    "a return %s of a rental that got another car today ends it the next day without a fee",
    async (_, inDays) => {
      const id = await makeRental(test, renter.id, { months: 3, inDays });
      await pay(test, id, (await orderRow(test, id)).total, desk.id);
      await makeRecord(test, renter, id, "pickup");
      const by = (method: "POST" | "PUT", url: string, who: Person, payload: object) =>
        test.app.inject({ method, url, headers: who.authorization, payload });
      const offer = { carId: await makeCar(test), reason: "It is broken" };
      const offered = await by("POST", `/api/admin/orders/${id}/offers`, desk, offer);
      const { id: changeId } = offered.json<OrderChange>();
      const taken = await by("PUT", `/api/orders/${id}/changes/${changeId}`, renter, {
        decision: "accepted",
      });
      expect(taken.statusCode, taken.body).toBe(200);
      await makeRecord(test, renter, id, "return");
      await makeRecord(test, renter, id, "pickup");
      const { quote } = await returnQuote(id);
      const tomorrow = addDays(today(test.services), 1);
      expect(quote).toMatchObject({ fee: "0.00", effectiveReturnDate: tomorrow });
      const send = await readyReturn(id);
      const sent = await send({ earlyReturn: { expectedTotal: quote?.after.total } });
      expect(sent.statusCode, sent.body).toBe(200);
      expect(await orderRow(test, id)).toMatchObject({ status: "completed", returnDate: tomorrow });
    },
  );

  it("a later return shows the price after notice and fee, and shortens the rental to there", async () => {
    const id = await makeRental(test, renter.id, { months: 6, inDays: -20 });
    const { pickupDate } = await orderRow(test, id);
    const end = addDays(today(test.services), 28);
    const price = carPrice(75_000, { pickupDate, returnDate: end }).total + 20_000;
    const { quote, isFree } = await returnQuote(id);
    expect(isFree).toBe(false);
    expect(quote).toMatchObject({
      fee: "200.00",
      effectiveReturnDate: end,
      after: { total: wireMoney(price) },
    });
    await (
      await readyReturn(id)
    )({ earlyReturn: { expectedTotal: wireMoney(price) } });
    expect(await orderRow(test, id)).toMatchObject({ status: "completed", returnDate: end, total: price });
  });

  it("a return says why notice leaves the price unchanged, and on the last two days shows nothing", async () => {
    const late = await makeRental(test, renter.id, { months: 1, inDays: -10 });
    expect(await returnQuote(late)).toEqual({
      isEarly: true,
      isFree: false,
      quote: null,
      obstacle: "no_sooner",
      waiting: null,
    });
    const last = await makeRental(test, renter.id, {
      inDays: -29,
      returnDate: addDays(today(test.services), 1),
    });
    expect(await returnQuote(last)).toEqual({
      isEarly: false,
      isFree: false,
      quote: null,
      obstacle: null,
      waiting: null,
    });
    const { total } = await orderRow(test, late);
    await makeRecord(test, renter, late, "return");
    expect(await orderRow(test, late)).toMatchObject({ status: "completed", total });
  });

  it("an early return after the first days that saves nothing keeps the end and the price", async () => {
    const plan = planOf("standard");
    if (!plan) throw new Error("There is no such plan");
    const pickupDate = addDays(today(test.services), -20);
    const rental = { pickupDate, returnDate: addDays(pickupDate, 60) };
    const id = await makeRental(test, renter.id, {
      inDays: -20,
      source: "plan",
      tier: plan.tier,
      tariff: planTariff(plan, "decline", {}),
      ...rental,
      ...planPrice(plan, rental, "decline"),
    });
    expect(await returnQuote(id)).toMatchObject({ isFree: false, quote: null, obstacle: "no_cheaper" });
    const { total } = await orderRow(test, id);
    await makeRecord(test, renter, id, "return");
    expect(await orderRow(test, id)).toMatchObject({ status: "completed", ...rental, total });
  });

  it("a return names the waiting extension that it withdraws, and is priced without it", async () => {
    const id = await makeRental(test, renter.id, { months: 2, inDays: -2 });
    await askMoreDays(id);
    const { quote, waiting } = await returnQuote(id);
    expect([waiting?.kind, quote?.after.total]).toEqual(["extension", "50.00"]);
    await (
      await readyReturn(id)
    )({ earlyReturn: { expectedTotal: "50.00" } });
    const { changes } = await own(id);
    expect(changes.map(({ kind, status }) => [kind, status])).toEqual([
      ["early_return", "accepted"],
      ["extension", "withdrawn"],
    ]);
  });

  it("a return at an outdated price changes nothing and seals no record", async () => {
    const id = await makeRental(test, renter.id, { months: 2, inDays: -5 });
    await askMoreDays(id);
    const before = await orderRow(test, id);
    const send = await readyReturn(id);
    const refused = await send({ earlyReturn: { expectedTotal: "1.00" } });
    expect(refusalOf(refused)).toMatchObject({ status: 422 });
    expect(refused.json<{ fields: object }>().fields).toHaveProperty("expectedTotal");
    expect(await orderRow(test, id)).toEqual(before);
    expect((await own(id)).changes).toMatchObject([{ kind: "extension", status: "requested" }]);
  });

  it("only the renter's own return shortens the rental, and a stranger finds no order", async () => {
    const id = await makeRental(test, renter.id, { months: 3, inDays: -3 });
    expect(await returnQuote(id, desk)).toMatchObject({ isEarly: true, quote: null });
    expect((await get(`/api/orders/${id}/return-quote`, stranger)).statusCode).toBe(404);
    const send = await readyReturn(id, desk);
    expect((await send({ earlyReturn: { expectedTotal: "75.00" } })).statusCode).toBe(422);
    expect((await orderRow(test, id)).status).toBe("in_progress");
  });
});

describe("a return's reading below the pickup's", () => {
  it("a lower reading needs words, and is listed until the back office has read the car itself", async () => {
    const id = await makeRental(test, renter.id, { months: 1, inDays: -29 });
    await makeRecord(test, renter, id, "pickup", { odometer: 30_120 });
    const send = await readyReturn(id);
    const refused = await send({ odometer: 29_000 });
    expect(refusalOf(refused)).toMatchObject({ status: 422 });
    expect(refused.json()).toMatchObject({ fields: { odometer: { code: "below_pickup" } } });
    expect(await lowReadings()).toEqual([]);
    const sealed = await send({ odometer: 29_000, lowReading: "The pickup reading was mistyped" });
    expect(sealed.json<ConditionRecord>()).toMatchObject({
      odometer: 29_000,
      remark: "The pickup reading was mistyped",
    });
    expect(await lowReadings()).toHaveLength(1);
    const found = await get("/api/admin/orders?attention=low_reading", desk);
    expect(found.json<{ id: string }[]>().map((order) => order.id)).toEqual([id]);
    const low = { odometer: 29_000, lowReading: "It reads so" };
    expect((await (await readyReturn(id, desk))(low)).statusCode).toBe(200);
    expect(await lowReadings()).toHaveLength(1);
    await makeRecord(test, desk, id, "return", { odometer: 30_900 });
    expect(await lowReadings()).toEqual([]);
  });

  it("a lower reading of the back office needs words, and another administrator's look", async () => {
    const id = await makeRental(test, renter.id, { months: 1, inDays: -29 });
    await makeRecord(test, renter, id, "pickup", { odometer: 30_120 });
    const other = await makePerson(test, { role: "admin", permissions: ["all"] });
    const send = await readyReturn(id, desk);
    expect((await send({ odometer: 30_119 })).statusCode).toBe(422);
    const low = { odometer: 30_119, lowReading: "Another odometer was fitted" };
    expect((await send(low)).statusCode).toBe(200);
    expect((await (await readyReturn(id, desk))(low)).statusCode).toBe(200);
    expect(await lowReadings()).toHaveLength(1);
    expect((await (await readyReturn(id, other))(low)).statusCode).toBe(200);
    expect(await lowReadings()).toEqual([]);
    await makeRecord(test, renter, id, "return", { odometer: 30_120 });
    const unread = await makeRental(test, renter.id, { months: 1, inDays: -29 });
    await makeRecord(test, renter, unread, "return", { odometer: 3 });
    expect(await lowReadings()).toEqual([]);
  });
});
