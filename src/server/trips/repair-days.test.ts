// @one-database
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { carTariff } from "#domain/pricing/tariff.ts";
import type { PriceLine } from "#domain/pricing/lines.ts";
import { takeReplacement } from "#server/changes/continuity/take.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";
import { payouts } from "#server/db/schema/money/payouts.ts";
import { savedMethods } from "#server/db/schema/money/providers.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { openProviders } from "#server/payments/providers.ts";
import { today } from "#server/services.ts";
import { takeBackRepair } from "#server/trips/take-back-repair.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { callAs } from "#test/client.ts";
import { makeOrder, orderRow } from "#test/condition.ts";
import { makeCar } from "#test/factories.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";
import { emailTo } from "#test/emails.ts";

let test: TestApp;
let admin: Person;
let renter: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  renter = await makePerson(test);
});
afterAll(() => test.close());

const day = (offset: number) => addDays(today(test.services), offset);
/** A rental of 75,000 cents for thirty days that began ten days ago. */
const running = (more: Parameters<typeof makeOrder>[2] = {}) =>
  makeOrder(test, renter.id, {
    status: "in_progress",
    pickupDate: day(-10),
    returnDate: day(20),
    customerEmail: renter.email,
    ...more,
  });
const record = (orderId: string, body: object, by = admin) =>
  test.app.inject({
    method: "POST",
    url: `/api/admin/orders/${orderId}/repair-days`,
    payload: body,
    headers: by.authorization,
  });
/** Puts all credits of a host for an order into a payout. */
async function payOut(host: Person, orderId: string): Promise<void> {
  const payoutId = crypto.randomUUID();
  const { db } = test.services.database;
  await db.insert(payouts).values({
    id: payoutId,
    hostId: host.id,
    mode: "stripe",
    amount: 60_000,
    destination: "acct_1",
    madeOn: day(-20),
    createdAt: new Date(test.services.now()),
  });
  await db.update(hostCredits).set({ payoutId }).where(eq(hostCredits.orderId, orderId));
}
/** A paid rental. */
async function paid(): Promise<string> {
  const id = await running({ isPaid: false });
  const payment = { id: crypto.randomUUID(), amount: "750.00", method: "cash", paidOn: day(-10) };
  await callAs(test, admin, "POST", `/api/admin/orders/${id}/payments`, payment);
  return id;
}

/** A host's rental of 75,000 cents for thirty days, paid in full, that ends tomorrow. */
const hosted = async (more: Parameters<typeof makeHostedOrder>[3] = {}) => {
  const host = await makePerson(test, { role: "host" });
  const id = await makeHostedOrder(test, host, renter.id, {
    status: "in_progress",
    tripStartedAt: new Date(test.services.now()),
    pickupDate: day(-29),
    returnDate: day(1),
    isPaid: false,
    ...more,
  });
  const payment = { id: crypto.randomUUID(), amount: "750.00", method: "cash", paidOn: day(-29) };
  await callAs(test, admin, "POST", `/api/admin/orders/${id}/payments`, payment);
  const send = (from: number, until: number, repairId: string = crypto.randomUUID()) =>
    test.app.inject({
      method: "POST",
      url: `/api/host/trips/${id}/repair-days`,
      payload: { id: repairId, from: day(from), until: day(until) },
      headers: host.authorization,
    });
  const refunds = async () =>
    (await callAs(test, admin, "GET", `/api/admin/orders/${id}/money`))
      .json<AdminOrderMoney>()
      .refunds.filter(({ status }) => status !== "withdrawn")
      .map(({ amount, status }) => [amount, status]);
  return { host, id, send, refunds };
};

describe("days in repair", () => {
  it("repair days after the first lower what isn't paid yet, and the renter reads by how much", async () => {
    const id = await running({ isPaid: false });
    const answer = await record(id, { from: day(-5), until: day(-2) });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json()).toMatchObject({ days: 3, amount: "75.00", total: "675.00" });
    const row = await orderRow(test, id);
    expect([row.total, row.lines]).toEqual([
      67_500,
      [
        { kind: "rental", amount: 75_000 },
        { kind: "repair", amount: -7_500 },
      ],
    ]);
    const standing = await standingInstalments(test.services.database.db, id);
    expect(standing.reduce((sum, { amount }) => sum + amount, 0)).toBe(67_500);
    expect(JSON.stringify((await emailTo(test, renter.email, "repair_days")).content)).toContain("$75.00");
  });

  it("repair days count once, even sent twice or recorded piece by piece", async () => {
    const id = await running({ isPaid: false });
    const piece = { id: crypto.randomUUID(), from: day(-5), until: day(-4) };
    expect((await record(id, piece)).json()).toMatchObject({ days: 1, total: "725.00" });
    expect((await record(id, piece)).json()).toMatchObject({ days: 1, total: "725.00" });
    expect((await record(id, { ...piece, until: day(-3) })).json()).toMatchObject({ code: "record_id_used" });
    expect((await record(id, { from: day(-3), until: day(-2) })).json()).toMatchObject({
      days: 3,
      total: "675.00",
    });
    const listed = await callAs(test, renter, "GET", `/api/orders/${id}/condition-records`);
    expect(listed.json<{ repairs: unknown[] }>().repairs).toHaveLength(2);
  });

  it("paid repair days are refunded, after approval if the recorder doesn't manage payments", async () => {
    const helper = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    const refundsOf = async (id: string) =>
      (await callAs(test, admin, "GET", `/api/admin/orders/${id}/money`))
        .json<AdminOrderMoney>()
        .refunds.map(({ amount, status }) => [amount, status]);
    const [mine, theirs] = [await paid(), await paid()];
    await record(mine, { from: day(-5), until: day(-2) });
    expect(await refundsOf(mine)).toEqual([["75.00", "approved"]]);
    await record(theirs, { from: day(-5), until: day(-2) }, helper);
    expect(await refundsOf(theirs)).toEqual([["75.00", "awaiting_approval"]]);
  });

  it.each([
    // Five of six days come back: of 150.00 written off 25.00 are still owed.
    [-6, { balance: "0.00", writtenOff: "25.00" }, []],
    // Seven of eight days come back: the paid amount is 25.00 too much.
    [-8, { balance: "-25.00", writtenOff: "0.00" }, [["25.00", "approved"]]],
  ])(
    "repair days of an ended rental lower the written-off amount before any refund",
    async (from, after, refunds) => {
      const id = await running({ isPaid: false });
      const send = (path: string, body: object, method: "POST" | "PUT" = "POST") =>
        callAs(test, admin, method, `/api/admin/orders/${id}/${path}`, body);
      const paidOn = day(-10);
      await send("payments", { id: crypto.randomUUID(), amount: "600.00", method: "cash", paidOn });
      await send("status", { status: "completed", reason: "It came back" }, "PUT");
      await send("write-offs", { id: crypto.randomUUID(), amount: "150.00", reason: "Moved away" });
      expect((await record(id, { from: day(from), until: day(-1) })).statusCode).toBe(201);
      const money = (
        await callAs(test, admin, "GET", `/api/admin/orders/${id}/money`)
      ).json<AdminOrderMoney>();
      expect(money).toMatchObject(after);
      expect(money.refunds.map(({ amount, status }) => [amount, status])).toEqual(refunds);
    },
  );

  it.each([
    ["before the rental", -11, -9, "from"],
    ["still to come", -1, 1, "until"],
    ["that end before they begin", -3, -4, "until"],
  ])("repair days %s are refused", async (_name, from, until, field) => {
    const refused = await record(await running(), { from: day(from), until: day(until) });
    expect([refused.statusCode, Object.keys(refused.json<{ fields: object }>().fields)]).toEqual([
      422,
      [field],
    ]);
  });

  it("repair days are refused before the rental, from its renter, and for an administrator's own rental", async () => {
    const waiting = await makeOrder(test, renter.id, {});
    expect((await record(waiting, { from: day(0), until: day(0) })).json()).toMatchObject({
      code: "record_not_possible",
    });
    expect((await record(await running(), { from: day(-2), until: day(-1) }, renter)).statusCode).toBe(403);
    const own = await running({ accountId: admin.id, customerEmail: admin.email });
    await makePerson(test, { role: "admin", permissions: ["all"] });
    expect((await record(own, { from: day(-2), until: day(-1) })).json()).toMatchObject({
      code: "own_affair",
    });
  });

  it("a host records repair days of their own car, which lower their earnings", async () => {
    const [host, other] = [
      await makePerson(test, { role: "host" }),
      await makePerson(test, { role: "host" }),
    ];
    const id = await makeHostedOrder(test, host, renter.id, {
      status: "in_progress",
      tripStartedAt: new Date(test.services.now()),
      pickupDate: day(-10),
      returnDate: day(20),
      isPaid: false,
      carSince: day(-6),
    });
    const payment = { id: crypto.randomUUID(), amount: "750.00", method: "cash", paidOn: day(-10) };
    await callAs(test, admin, "POST", `/api/admin/orders/${id}/payments`, payment);
    const credited = async () =>
      (
        await test.services.database.rows<{ sum: number }>(
          "select coalesce(sum(amount), 0)::int as sum from host_credits where order_id = $1 and host_id = $2",
          [id, host.id],
        )
      )[0]?.sum;
    expect(await credited()).toBe(60_000);
    const by = (who: Person, payload: object) =>
      test.app.inject({
        method: "POST",
        url: `/api/host/trips/${id}/repair-days`,
        payload,
        headers: who.authorization,
      });
    expect((await by(other, { from: day(-4), until: day(-2) })).statusCode).toBe(404);
    expect((await by(renter, { from: day(-4), until: day(-2) })).statusCode).toBe(403);
    expect((await by(host, { from: day(-8), until: day(-2) })).statusCode).toBe(422);
    const answer = await by(host, { from: day(-4), until: day(-2) });
    expect(answer.json()).toMatchObject({ days: 2, amount: "50.00", total: "700.00" });
    expect(await credited()).toBe(56_000);
    const money = await callAs(test, admin, "GET", `/api/admin/orders/${id}/money`);
    expect(money.json<AdminOrderMoney>().refunds).toMatchObject([{ amount: "50.00", status: "approved" }]);

    const seen = await callAs(test, host, "GET", `/api/orders/${id}/condition-records`);
    expect(seen.json()).toMatchObject({ mayRecordRepair: true, repairs: [{ from: day(-4) }] });
    await makeCar(test);
    const ended = await callAs(test, host, "POST", `/api/host/trips/${id}/end`, { reason: "broken" });
    // Cars of other tests may be free too.
    expect(ended.json()).toMatchObject({ state: "offered" });
  });

  describe("repair days recorded by a host", () => {
    it("a host's repair days wait for a decision once they refund more than $500 of a rental", async () => {
      const { id, send, refunds } = await hosted();
      expect((await send(-29, -14)).json()).toMatchObject({ amount: "375.00" });
      expect(await refunds()).toEqual([["375.00", "approved"]]);
      const email = await emailTo(test, test.services.config.adminEmail, "admin_repair_days");
      expect(JSON.stringify(email.content)).toContain("$375.00 (15 days)");
      expect((await send(-13, -7)).json()).toMatchObject({ amount: "550.00" });
      expect((await refunds()).map((refund) => refund.join(" ")).toSorted()).toEqual([
        "175.00 awaiting_approval",
        "375.00 approved",
      ]);
      const { total } = await orderRow(test, id);
      expect(total).toBe(20_000);
      const again = await emailTo(test, test.services.config.adminEmail, "admin_repair_days");
      expect(JSON.stringify(again.content)).toContain("waits until somebody who manages payments");
    });

    it("a host's repair days wait for a decision if the host was paid for them", async () => {
      const { host, id, send, refunds } = await hosted();
      await payOut(host, id);
      expect((await send(-5, -2)).json()).toMatchObject({ amount: "75.00" });
      expect(await refunds()).toEqual([["75.00", "awaiting_approval"]]);
    });

    it("a declined refund of repair days holds nothing back once it was given back by hand", async () => {
      const { host, id, send, refunds } = await hosted({ pickupDate: day(-20), returnDate: day(10) });
      await payOut(host, id);
      await send(-20, -5);
      const money = await callAs(test, admin, "GET", `/api/admin/orders/${id}/money`);
      const [declining] = money.json<AdminOrderMoney>().refunds;
      const decision = { decision: "declined", reason: "The car was driven" };
      await callAs(test, admin, "PUT", `/api/admin/refunds/${declining?.id}`, decision);
      expect(await orderRow(test, id)).toMatchObject({ refundWaits: true });
      const byHand = { id: crypto.randomUUID(), amount: "375.00", reason: "It was in repair after all" };
      await callAs(test, admin, "POST", `/api/admin/orders/${id}/refunds`, byHand);
      await callAs(test, admin, "PUT", `/api/admin/refunds/${byHand.id}`, { decision: "paid" });
      const statuses = (await refunds()).map(([, status]) => String(status));
      expect(statuses.toSorted()).toEqual(["declined", "paid"]);
      expect(await orderRow(test, id)).toMatchObject({ refundWaits: false });
    });

    it("a declined refund of repair days waits again when the rental changes", async () => {
      const { host, id, send, refunds } = await hosted({
        pickupDate: day(-20),
        returnDate: day(10),
      });
      await payOut(host, id);
      const days = crypto.randomUUID();
      await send(-20, -5, days);
      const money = async () =>
        (await callAs(test, admin, "GET", `/api/admin/orders/${id}/money`)).json<AdminOrderMoney>();
      const declining = (await money()).refunds.find(({ status }) => status === "awaiting_approval");
      const decision = { decision: "declined", reason: "The car was driven" };
      await callAs(test, admin, "PUT", `/api/admin/refunds/${declining?.id}`, decision);
      expect(await refunds()).toEqual([["375.00", "declined"]]);
      const longer = { kind: "extension", returnDate: day(11) };
      const quoted = await callAs(test, renter, "POST", `/api/orders/${id}/changes/quote`, longer);
      expect(quoted.json()).toMatchObject({ refund: "350.00", refundToCheck: "350.00" });
      const asked = await callAs(test, renter, "POST", `/api/orders/${id}/changes`, longer);
      const { id: changeId } = asked.json<{ id: string }>();
      await callAs(test, host, "PUT", `/api/host/changes/${changeId}`, { decision: "accepted" });
      expect((await refunds()).map((refund) => refund.join(" ")).toSorted()).toEqual([
        "350.00 awaiting_approval",
        "375.00 declined",
      ]);
      const again = (await money()).refunds.find(({ status }) => status === "awaiting_approval");
      const approved = { decision: "approved" };
      await callAs(test, admin, "PUT", `/api/admin/refunds/${again?.id}`, approved);
      expect(await orderRow(test, id)).toMatchObject({ refundWaits: false });
    });

    it.each([
      ["within 7 days of the car's being back", 7, 201],
      ["no later", 8, 409],
    ])("a host can record repair days of an ended rental %s", async (_name, days, status) => {
      const { host, id, send } = await hosted({
        status: "completed",
        pickupDate: day(-40),
        returnDate: day(-10),
        carBackAt: new Date(instantInLosAngeles(day(-days), "12:00")),
      });
      const seen = await callAs(test, host, "GET", `/api/orders/${id}/condition-records`);
      expect(seen.json()).toMatchObject({ mayRecordRepair: status === 201 });
      expect((await send(-15, -12)).statusCode).toBe(status);
      // The back office may record them as before.
      expect((await record(id, { from: day(-15), until: day(-12) })).statusCode).toBe(201);
    });
  });

  describe("withdrawn repair days", () => {
    const takeBack = (orderId: string, repairId: string, by = admin, reason = "That was another car") =>
      test.app.inject({
        method: "DELETE",
        url: `/api/admin/orders/${orderId}/repair-days/${repairId}`,
        payload: { reason },
        headers: by.authorization,
      });
    const send = (payload: { id: string; from: string; until: string }, orderId: string) =>
      record(orderId, payload);
    /** The parts of an order that must be the same after repair days were recorded and taken back. */
    const standingOf = async (id: string) => {
      const { total, lines, taxes, refundWaits } = await orderRow(test, id);
      const rows = await standingInstalments(test.services.database.db, id);
      const sums = rows.reduce(
        (sum, { amount, paid }) => ({ amount: sum.amount + amount, paid: sum.paid + paid }),
        { amount: 0, paid: 0 },
      );
      // A paid month never asks for more: money that is owed again gets an instalment of its own.
      const unpaid = rows
        .filter(({ paid }) => paid === 0)
        .map(({ number, dueOn, startsOn, endsOn, amount }) => [number, dueOn, startsOn, endsOn, amount]);
      const [credits] = await test.services.database.rows<{ sum: number }>(
        "select coalesce(sum(amount), 0)::int as sum from host_credits where order_id = $1",
        [id],
      );
      const money = await callAs(test, admin, "GET", `/api/admin/orders/${id}/money`);
      const { refunds } = money.json<AdminOrderMoney>();
      const open = refunds.filter(({ status }) => status !== "withdrawn").map(({ amount }) => amount);
      return { total, lines, taxes, refundWaits, sums, unpaid, credits: credits?.sum, open };
    };
    const recordAndTakeBack = async (id: string, from: number, until: number) => {
      const days = { id: crypto.randomUUID(), from: day(from), until: day(until) };
      expect((await send(days, id)).statusCode).toBe(201);
      const answer = await takeBack(id, days.id);
      expect(answer.statusCode, answer.body).toBe(200);
      return days.id;
    };

    /** An unpaid rental at another price, with its instalments. */
    const priced = async (total: number, lines: PriceLine[], taxes = 0) => {
      const tariff = {
        ...carTariff({ monthlyPrice: 75_000, minRentDays: 30 }, {}),
        ...(taxes && {
          taxRates: [{ name: "Sales tax", percent: 9, from: day(-99), on: ["rental" as const] }],
        }),
      };
      const id = await running({ isPaid: false, total, lines, taxes, tariff });
      await recordAndTakeBack(id, -8, -7);
      expect(await standingOf(id)).toMatchObject({ total, lines, taxes, sums: { amount: total } });
      return id;
    };

    it.each([
      ["unpaid", () => running({ isPaid: false })],
      ["paid in full", paid],
      ["of a price that days come off by less than a cent", () => priced(9, [{ kind: "rental", amount: 9 }])],
      [
        "with insurance and taxes",
        () =>
          priced(
            96_750,
            [
              { kind: "rental", amount: 75_000 },
              { kind: "insurance", amount: 15_000 },
            ],
            6750,
          ),
      ],
    ])("withdrawn repair days leave a rental unchanged: %s", async (_name, make) => {
      const id = await make();
      const before = await standingOf(id);
      const repairId = await recordAndTakeBack(id, -5, -2);
      expect(await standingOf(id)).toEqual(before);
      expect((await takeBack(id, repairId)).json()).toMatchObject({ code: "repair_days_not_found" });
      const email = await emailTo(test, renter.email, "repair_days_taken_back");
      expect(JSON.stringify(email.content)).toContain("That was another car");
      const [written] = await test.services.database.rows<{ reason: string }>(
        "select reason from audit_events where entity_id = $1 and action = 'repair_days_taken_back'",
        [id],
      );
      expect(written).toMatchObject({ reason: "That was another car" });
    });

    it("withdrawn repair days leave the days that another record covers", async () => {
      const id = await paid();
      await record(id, { from: day(-6), until: day(-4) });
      const before = await standingOf(id);
      expect(before).toMatchObject({ total: 70_000, open: ["50.00"] });
      await recordAndTakeBack(id, -5, -2);
      expect(await standingOf(id)).toEqual(before);
    });

    it("withdrawn repair days credit the host again and end the waiting refund", async () => {
      const host = await makePerson(test, { role: "host" });
      const id = await makeHostedOrder(test, host, renter.id, {
        status: "in_progress",
        tripStartedAt: new Date(test.services.now()),
        pickupDate: day(-10),
        returnDate: day(20),
        isPaid: false,
      });
      const payment = { id: crypto.randomUUID(), amount: "750.00", method: "cash", paidOn: day(-10) };
      await callAs(test, admin, "POST", `/api/admin/orders/${id}/payments`, payment);
      const before = await standingOf(id);
      expect(before).toMatchObject({ credits: 60_000, refundWaits: false });
      await payOut(host, id);
      const days = { id: crypto.randomUUID(), from: day(-5), until: day(-2) };
      await callAs(test, host, "POST", `/api/host/trips/${id}/repair-days`, days);
      expect(await standingOf(id)).toMatchObject({ credits: 54_000, refundWaits: true, open: ["75.00"] });
      expect((await takeBack(id, days.id)).statusCode).toBe(200);
      expect(await standingOf(id)).toEqual(before);
    });

    it("withdrawn repair days leave another record's refund waiting for its decision", async () => {
      const { host, id, send: sendAsHost, refunds } = await hosted();
      const decided = crypto.randomUUID();
      await sendAsHost(-29, -14, decided);
      await payOut(host, id);
      await sendAsHost(-5, -2);
      expect((await refunds()).map((refund) => refund.join(" ")).toSorted()).toEqual([
        "375.00 approved",
        "75.00 awaiting_approval",
      ]);
      const helper = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
      expect((await takeBack(id, decided, helper)).statusCode).toBe(200);
      expect(await refunds()).toEqual([["75.00", "awaiting_approval"]]);
      expect(await orderRow(test, id)).toMatchObject({ refundWaits: true });
    });

    it("withdrawn repair days don't come back when their record is sent again", async () => {
      const { id, send: sendAsHost, refunds } = await hosted();
      const days = crypto.randomUUID();
      expect((await sendAsHost(-5, -2, days)).statusCode).toBe(201);
      await takeBack(id, days);
      const again = await sendAsHost(-5, -2, days);
      expect([again.statusCode, again.json()]).toMatchObject([
        422,
        { code: "record_id_used", message: expect.stringContaining("taken back") },
      ]);
      expect([(await orderRow(test, id)).total, await refunds()]).toEqual([75_000, []]);
      expect((await sendAsHost(-5, -2)).statusCode).toBe(201);
    });

    it("withdrawn repair days leave another record's declined refund undecided", async () => {
      const { host, id, send: sendAsHost, refunds } = await hosted();
      const decided = crypto.randomUUID();
      await sendAsHost(-29, -14, decided);
      await payOut(host, id);
      await sendAsHost(-5, -2);
      const money = await callAs(test, admin, "GET", `/api/admin/orders/${id}/money`);
      const waiting = money
        .json<AdminOrderMoney>()
        .refunds.find(({ status }) => status === "awaiting_approval");
      const decision = { decision: "declined", reason: "The car was driven" };
      await callAs(test, admin, "PUT", `/api/admin/refunds/${waiting?.id}`, decision);
      expect((await takeBack(id, decided)).statusCode).toBe(200);
      expect((await refunds()).map((refund) => refund.join(" ")).toSorted()).toEqual([
        "75.00 awaiting_approval",
        "75.00 declined",
      ]);
    });

    it.each([
      ["say that what is due is charged to the saved method", true],
      ["say nothing of a method whose provider is off", false],
    ])("the emails about withdrawn repair days %s", async (_name, isOn) => {
      const id = await paid();
      const days = { id: crypto.randomUUID(), from: day(-5), until: day(-2) };
      await send(days, id);
      const saved = {
        mode: "stripe" as const,
        customerRef: "cus_1",
        methodRef: "pm_1",
        label: "Visa •••• 4242",
      };
      await test.services.database.db.insert(savedMethods).values({ orderId: id, ...saved });
      const stripe = { secretKey: "sk_test_12345678", webhookSecret: "whsec_12345678", apiUrl: undefined };
      const providers = await openProviders({ stripe: isOn ? stripe : undefined, paypal: undefined });
      const taken = { orderId: id, repairId: days.id, reason: "That was another car", by: admin.id };
      await takeBackRepair({ ...test.services, providers }, taken);
      const { content } = await emailTo(test, renter.email, "repair_days_taken_back");
      expect(JSON.stringify(content).includes(saved.label)).toBe(isOn);
    });

    it("withdrawn repair days that were refunded are owed again", async () => {
      const id = await paid();
      const days = { id: crypto.randomUUID(), from: day(-5), until: day(-2) };
      await send(days, id);
      const money = await callAs(test, admin, "GET", `/api/admin/orders/${id}/money`);
      const [refund] = money.json<AdminOrderMoney>().refunds;
      await callAs(test, admin, "PUT", `/api/admin/refunds/${refund?.id}`, {
        decision: "paid",
        reference: "ACH 1",
      });
      expect((await takeBack(id, days.id)).json()).toMatchObject({ days: 0, total: "750.00" });
      expect(await standingOf(id)).toMatchObject({ sums: { amount: 75_000, paid: 67_500 }, open: ["75.00"] });
    });

    it.each([-9, -2])(
      "withdrawn repair days leave a continued rental unchanged, with days from %i on",
      async (from) => {
        const id = await running({ isPaid: false });
        const carId = await makeCar(test, { monthlyPrice: 75_000 });
        await record(id, { from: day(-8), until: day(-4) });
        await callAs(test, admin, "POST", `/api/admin/orders/${id}/end`, { reason: "broken" });
        await takeReplacement(test.services, {
          orderId: id,
          carId,
          holder: { key: undefined, accountId: renter.id },
        });
        const before = await standingOf(id);
        await recordAndTakeBack(id, from, from + 2);
        expect(await standingOf(id)).toEqual(before);
      },
    );

    it("repair days can be withdrawn only by an administrator with a reason, for another person's rental", async () => {
      const id = await paid();
      const days = { id: crypto.randomUUID(), from: day(-5), until: day(-2) };
      await send(days, id);
      expect((await takeBack(id, days.id, renter)).statusCode).toBe(403);
      expect((await takeBack(id, days.id, admin, " ")).statusCode).toBe(422);
      expect((await takeBack(await paid(), days.id)).statusCode).toBe(404);
      expect((await takeBack(id, "x")).statusCode).toBe(404);
      const cancelled = { status: "cancelled", reason: "By telephone" };
      await callAs(test, admin, "PUT", `/api/admin/orders/${id}/status`, cancelled);
      expect((await takeBack(id, days.id)).json()).toMatchObject({ code: "record_not_possible" });
    });
  });

  it("repair days stay off the price when the rental is extended", async () => {
    const id = await paid();
    await record(id, { from: day(-5), until: day(-2) });
    const quote = async (body: object) =>
      (await callAs(test, renter, "POST", `/api/orders/${id}/changes/quote`, body)).json<{
        after: { total: string; rental: { lines: unknown[] } };
      }>();
    const longer = await quote({ kind: "extension", returnDate: day(30) });
    expect(longer.after.rental.lines).toContainEqual({ kind: "repair", amount: "-75.00" });
    // Ten days more at the same monthly price, for which no discount is given.
    expect(longer.after.total).toBe("925.00");
  });

  it("repair days recorded while an extension waits leave it as agreed", async () => {
    const id = await paid();
    const asked = await callAs(test, renter, "POST", `/api/orders/${id}/changes`, {
      id: crypto.randomUUID(),
      kind: "extension",
      returnDate: day(30),
    });
    expect(asked.statusCode, asked.body).toBe(201);
    const change = asked.json<{ id: string }>();
    await record(id, { from: day(-5), until: day(-2) });
    const accepted = await callAs(test, admin, "PUT", `/api/admin/changes/${change.id}`, {
      decision: "accepted",
    });
    expect(accepted.statusCode, accepted.body).toBe(200);
    const row = await orderRow(test, id);
    expect([row.returnDate, row.total]).toEqual([day(30), 92_500]);
    const [written] = await test.services.database.rows(
      "select (before->>'total')::int as before, (after->>'total')::int as after from order_changes where id = $1",
      [change.id],
    );
    expect(written).toEqual({ before: 67_500, after: 92_500 });
  });

  it("repair days recorded while another car is offered leave the offer as it was", async () => {
    const id = await paid();
    const carId = await makeCar(test, { monthlyPrice: 75_000 });
    const change = { id: crypto.randomUUID(), carId, reason: "It needs a service" };
    const offered = await callAs(test, admin, "POST", `/api/admin/orders/${id}/offers`, change);
    expect(offered.statusCode, offered.body).toBe(201);
    await record(id, { from: day(-5), until: day(-2) });
    const taken = await callAs(test, renter, "PUT", `/api/orders/${id}/changes/${change.id}`, {
      decision: "accepted",
    });
    expect(taken.statusCode, taken.body).toBe(200);
    expect(await orderRow(test, id)).toMatchObject({ carId, total: 67_500 });
  });

  it.each([
    ["with none of the cars that are offered, on the day up to which days are recorded", "decline", 22_500],
    ["with another car a day later", "take", 70_000],
  ])(
    "repair days that nobody pays for don't count: the rental continues %s",
    async (_name, answer, total) => {
      const id = await running({ isPaid: false });
      const carId = await makeCar(test, { monthlyPrice: 75_000 });
      expect((await record(id, { from: day(-2), until: day(0) })).json()).toMatchObject({ days: 2 });
      const ended = await callAs(test, admin, "POST", `/api/admin/orders/${id}/end`, { reason: "broken" });
      expect(ended.json()).toMatchObject({ state: "offered" });
      const nextDay = { ...test.services, now: () => test.services.now() + 24 * 3_600_000 };
      const holder = { key: undefined, accountId: renter.id };
      const shown = await callAs(test, renter, "GET", `/api/orders/${id}/replacements`);
      expect(shown.json()).toMatchObject({ unused: { days: 20, amount: "475.00" } });
      if (answer === "take") await takeReplacement(nextDay, { orderId: id, carId, holder });
      else await callAs(test, renter, "POST", `/api/orders/${id}/replacements/decline`);
      // Thirty days at 25.00: the renter pays for ten or, going on, for all but one; one comes back.
      const row = await orderRow(test, id);
      expect([row.total, row.lines.find(({ kind }) => kind === "repair")?.amount]).toEqual([total, -2_500]);
      const standing = await standingInstalments(test.services.database.db, id);
      expect(standing.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    },
  );

  it("a repair on the unpaid return date counts nothing", async () => {
    const id = await running({ isPaid: false, pickupDate: day(-30), returnDate: day(0) });
    const answer = await record(id, { from: day(-2), until: day(0) });
    expect(answer.json()).toMatchObject({ days: 1, amount: "25.00", total: "725.00" });
  });

  it("repair days are counted again when the renter ends the rental in its first days", async () => {
    const id = await running({ isPaid: false, pickupDate: day(-5), returnDate: day(25) });
    expect((await record(id, { from: day(-3), until: day(0) })).json()).toMatchObject({ days: 3 });
    const asked = { kind: "early_return", returnDate: day(0) };
    const quoted = await callAs(test, renter, "POST", `/api/orders/${id}/changes/quote`, asked);
    // Five days at 25.00; two of them come back.
    expect(quoted.json()).toMatchObject({ after: { total: "75.00" } });
  });

  it("repair days aren't kept when a running rental is canceled", async () => {
    const id = await paid();
    expect((await record(id, { from: day(-8), until: day(-2) })).json()).toMatchObject({ amount: "150.00" });
    const cancelled = { status: "cancelled", reason: "By telephone" };
    await callAs(test, admin, "PUT", `/api/admin/orders/${id}/status`, cancelled);
    // Eleven days have begun; six of them came back.
    expect((await standingInstalments(test.services.database.db, id)).map(({ lines }) => lines)).toEqual([
      [{ kind: "kept", amount: 12_500 }],
    ]);
  });
});
