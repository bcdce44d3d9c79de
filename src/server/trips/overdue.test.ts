// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Availability } from "#contract/cars.ts";
import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeCharge } from "#test/charges.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, makeRecord, orderRow, verifyLicence } from "#test/condition.ts";
import { recordReading } from "#test/ended-rentals.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { aMonth, makeCar, renter as person } from "#test/factories.ts";
import { refuseHeld } from "#server/rentals/held-by.ts";
import { mailCarsOut, mailOverdue } from "./overdue.ts";

let test: TestApp;
let renter: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  renter = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  await verifyLicence(test, renter.id);
});
afterAll(() => test.close());

type Dates = { pickupDate: string; returnDate: string };

/** Whether everybody can rent a car: in the list of cars, a quote and an order. */
async function isOpen(carId: string, dates: Dates): Promise<boolean[]> {
  const payload = { carId, ...dates };
  const quote = (await test.app.inject({ method: "POST", url: "/api/quotes", payload })).json<{
    available: boolean;
    total: string;
  }>();
  const listed = await test.app.inject(
    `/api/cars?limit=100&${new URLSearchParams({ pickupDate: dates.pickupDate, returnDate: dates.returnDate }).toString()}`,
  );
  const order = await test.app.inject({
    method: "POST",
    url: "/api/bookings",
    payload: { ...person, ...payload, totalPrice: quote.total },
  });
  if (order.statusCode === 201)
    await test.services.database.rows("update orders set status = 'cancelled' where id = $1", [
      order.json<{ id: string }>().id,
    ]);
  return [
    listed.json<{ id: string }[]>().some(({ id }) => id === carId),
    quote.available,
    order.statusCode !== 409,
  ];
}
const none = [false, false, false];
const all = [true, true, true];
/** The renter's record of the return, at noon of a day. */
const recordReturn = (orderId: string, day: string) =>
  recordReading(test.services, {
    orderId,
    kind: "return",
    stretch: 1,
    odometer: 20_000,
    by: renter.id,
    at: new Date(`${day}T20:00:00Z`),
  });
const carBack = (orderId: string) =>
  test.app.inject({
    method: "POST",
    url: `/api/admin/orders/${orderId}/car-back`,
    headers: admin.authorization,
  });

describe("the car of an ended rental", () => {
  it("a car that only the renter says is back stays theirs until the return date", async () => {
    const carId = await makeCar(test);
    const on = today(test.services);
    const orderId = await makeOrder(test, renter.id, { carId, returnDate: addDays(on, 45), days: 45 });
    await makeRecord(test, renter, orderId, "pickup");
    await makeRecord(test, renter, orderId, "return");
    expect((await orderRow(test, orderId)).status).toBe("completed");
    expect(await isOpen(carId, aMonth(test, 10))).toEqual(none);
    expect(await isOpen(carId, aMonth(test, 50))).toEqual(all);
    const block = await test.app.inject({
      method: "POST",
      url: `/api/admin/cars/${carId}/blocks`,
      payload: { from: addDays(on, 5), until: addDays(on, 6), reason: "Workshop" },
      headers: admin.authorization,
    });
    expect(refusalOf(block)).toMatchObject({ status: 409, code: "car_taken" });
    expect((await carBack(orderId)).statusCode).toBe(200);
    expect(await isOpen(carId, aMonth(test, 10))).toEqual(all);
  });

  it("a car is free at once when an administrator records an early return", async () => {
    const carId = await makeCar(test);
    const orderId = await makeOrder(test, renter.id, { carId });
    await makeRecord(test, renter, orderId, "pickup");
    expect(await isOpen(carId, aMonth(test, 10))).toEqual(none);
    await makeRecord(test, admin, orderId, "return");
    expect(await isOpen(carId, aMonth(test, 10))).toEqual(all);
  });

  it("an overdue car can't be rented on any day until it is back", async () => {
    const carId = await makeCar(test);
    const on = today(test.services);
    const late = { pickupDate: addDays(on, -40), returnDate: addDays(on, -2) };
    const orderId = await makeOrder(test, renter.id, { carId, ...late, status: "in_progress" });
    for (const inDays of [5, 200]) expect(await isOpen(carId, aMonth(test, inDays))).toEqual(none);
    const availability = await test.app.inject(`/api/cars/${carId}/availability`);
    expect(availability.json<Availability>().free).toEqual([]);
    await makeRecord(test, renter, orderId, "return");
    expect(await isOpen(carId, aMonth(test, 5))).toEqual(none);
    await carBack(orderId);
    for (const inDays of [5, 200]) expect(await isOpen(carId, aMonth(test, inDays))).toEqual(all);
  });

  it("an overdue car gets no other order, but can be blocked and keeps its next renter's days", async () => {
    const carId = await makeCar(test, { monthlyPrice: 70_000 });
    const on = today(test.services);
    const ended = { pickupDate: addDays(on, -40), returnDate: addDays(on, -2) };
    const late = await makeOrder(test, renter.id, { carId, ...ended, status: "in_progress" });
    const { orderNumber } = await orderRow(test, late);
    const next = { pickupDate: addDays(on, 10), returnDate: addDays(on, 45), days: 35 };
    const plan = { source: "plan", tier: "standard", insurance: null, carId: null } as const;
    const withoutCar = await makeOrder(test, renter.id, { ...next, ...plan, status: "pending" });
    const rented = await makeOrder(test, renter.id, next);
    const cancelled = await makeOrder(test, renter.id, { ...next, carId, status: "cancelled" });
    const call = (method: "POST" | "PUT", url: string, payload: object) =>
      test.app.inject({ method, url, payload, headers: admin.authorization });
    const attempts = () => [
      call("PUT", `/api/admin/orders/${withoutCar}/car`, { carId }),
      call("POST", `/api/admin/orders/${rented}/offers`, { carId, reason: "The other broke down" }),
      call("PUT", `/api/admin/orders/${cancelled}/status`, { status: "confirmed" }),
    ];
    for (const attempt of attempts()) {
      const refused = await attempt;
      expect(refusalOf(refused)).toMatchObject({ status: 409, code: "car_taken" });
      expect(refused.body).toContain(`not back from order ${orderNumber}`);
    }
    // A mistake that is undone at once puts back what was promised a moment ago.
    const promised = { pickupDate: addDays(on, 100), returnDate: addDays(on, 135), days: 35 };
    const kept = await makeOrder(test, renter.id, { ...promised, carId });
    const set = await call("PUT", `/api/admin/orders/${kept}/status`, { status: "cancelled" });
    const { change } = set.json<{ change: number }>();
    const undone = await call("POST", `/api/admin/orders/${kept}/undo-status`, { change });
    expect(undone.statusCode, undone.body).toBe(200);
    const block = { from: addDays(on, 60), until: addDays(on, 61), reason: "Workshop" };
    expect((await call("POST", `/api/admin/cars/${carId}/blocks`, block)).statusCode).toBe(201);

    // A renter who has the keys nevertheless keeps the car: the missing car doesn't stop their extension.
    const running = await makeOrder(test, renter.id, {
      ...next,
      carId,
      pickupDate: on,
      status: "in_progress",
    });
    const held = { carId, from: next.returnDate, until: addDays(on, 50), orderId: running };
    await refuseHeld(test.services.database.db, held);
    await test.services.database.rows("update orders set status = 'cancelled' where id = $1", [running]);

    await makeRecord(test, admin, late, "return");
    expect((await call("PUT", `/api/admin/orders/${withoutCar}/car`, { carId })).statusCode).toBe(200);
  });

  it.each([
    ["cancelled", "recorded", "our record"],
    ["pending", "recorded", "the car's being back"],
    ["confirmed", "recorded", "our record"],
    ["cancelled", "moved in", "its renter's record in time"],
  ] as const)(
    "is its renter's although the order is set to %s, its pickup %s, until %s",
    async (status, begun, end) => {
      const carId = await makeCar(test);
      const on = today(test.services);
      const movedIn = { status: "in_progress", tripStartedAt: new Date(test.services.now()) } as const;
      const orderId = await makeOrder(test, renter.id, { carId, ...(begun === "moved in" && movedIn) });
      if (begun === "recorded") await makeRecord(test, renter, orderId, "pickup");
      const set = await test.app.inject({
        method: "PUT",
        url: `/api/admin/orders/${orderId}/status`,
        payload: { status, reason: "They said so" },
        headers: admin.authorization,
      });
      expect(set.statusCode, set.body).toBe(200);
      expect(await orderRow(test, orderId)).toMatchObject({ status, isCarOut: true });
      expect(await isOpen(carId, aMonth(test, 10))).toEqual(none);
      await test.services.database.rows(
        "update orders set pickup_date = $2, return_date = $3 where id = $1",
        [orderId, addDays(on, -40), addDays(on, -2)],
      );
      expect(await isOpen(carId, aMonth(test, 50))).toEqual(none);
      const listed = await test.app.inject({
        url: "/api/admin/orders?attention=car_out",
        headers: admin.authorization,
      });
      expect(listed.body).toContain(orderId);

      const ending = {
        "our record": () => makeRecord(test, admin, orderId, "return"),
        "the car's being back": () => carBack(orderId),
        "its renter's record in time": () => recordReturn(orderId, addDays(on, -2)),
      };
      await ending[end]();
      expect(await isOpen(carId, aMonth(test, 50))).toEqual(all);
      expect(await makeCharge(test, admin, orderId)).toMatchObject({ category: "cleaning" });
    },
  );

  it("a car whose timely return was denied stays taken, and its renter gets an email", async () => {
    const carId = await makeCar(test);
    const on = today(test.services);
    const orderId = await makeOrder(test, renter.id, {
      carId,
      pickupDate: addDays(on, -31),
      returnDate: addDays(on, -1),
      status: "completed",
      tripCompletedAt: new Date(`${addDays(on, -1)}T20:00:00Z`),
      isCarOut: true,
    });
    const overdue = async () => {
      await mailOverdue({ ...test.services, now: () => Date.parse(`${on}T20:00:00Z`) });
      const kinds = "select kind from emails where order_id = $1 order by kind";
      return test.services.database.rows<{ kind: string }>(kinds, [orderId]);
    };
    await recordReturn(orderId, addDays(on, -1));
    expect([await isOpen(carId, aMonth(test, 5)), await overdue()]).toEqual([all, []]);
    await test.services.database.rows(
      `insert into return_denials (record_id, order_id, side, words, denied_by, denied_at)
       select id, order_id, 'longbay', 'It isn’t here', $2, now() from condition_records where order_id = $1`,
      [orderId, admin.id],
    );
    expect(await isOpen(carId, aMonth(test, 5))).toEqual(none);
    expect(await overdue()).toEqual([{ kind: "admin_order_overdue" }, { kind: "order_overdue" }]);
    await carBack(orderId);
    expect(await isOpen(carId, aMonth(test, 5))).toEqual(all);
  });

  it("the database keeps a car's held days apart from orders, bookings under way and blocks", async () => {
    const carId = await makeCar(test);
    const on = today(test.services);
    const orderId = await makeOrder(test, renter.id, { carId });
    const hold = (from: number, until: number) =>
      test.services.database.rows(
        "insert into day_holds (car_id, order_id, first_date, last_date, reason) values ($1, $2, $3, $4, 'change')",
        [carId, orderId, addDays(on, from), addDays(on, until)],
      );
    await hold(31, 60);
    await expect(hold(50, 70)).rejects.toThrow(/day_holds_one_at_a_time/);
    const over = { carId, pickupDate: addDays(on, 55), returnDate: addDays(on, 90) };
    await expect(makeOrder(test, renter.id, over)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("kept for another order") },
    });
    const other = await makeOrder(test, renter.id, { ...over, pickupDate: addDays(on, 61) });
    await expect(hold(88, 92)).rejects.toThrow(/promised/);
    // The order itself may move onto the days that are kept for it.
    await test.services.database.rows("update orders set return_date = $2 where id = $1", [
      orderId,
      addDays(on, 60),
    ]);
    expect((await orderRow(test, other)).status).toBe("confirmed");
  });
});

describe("an earlier car of a rental", () => {
  const gone = async (language: "en" | "zh" = "en") => {
    const host = await makePerson(test, { role: "host" });
    const earlierCar = await makeHostCar(test, host.id);
    const on = today(test.services);
    const orderId = await makeOrder(test, renter.id, {
      status: "in_progress",
      tripStartedAt: new Date(test.services.now() - 20 * 86_400_000),
      pickupDate: addDays(on, -20),
      returnDate: addDays(on, 40),
      language,
    });
    await test.services.database.rows(
      `insert into order_stretches (order_id, number, car_id, car_name, host_id, host_share_percent, starts_on, ends_on, reason, created_at)
       values ($1, 1, $2, 'Honda Fit', $3, 80, $4, $5, 'swap', now())`,
      [orderId, earlierCar, host.id, addDays(on, -20), addDays(on, -1)],
    );
    return { host, earlierCar, orderId, on };
  };
  const listed = async (orderId: string) =>
    (
      await test.app.inject({
        url: "/api/admin/orders?attention=overdue",
        headers: admin.authorization,
      })
    ).body.includes(orderId);

  it("an earlier car stays taken and overdue until its renter or host records it back", async () => {
    const { host, earlierCar, orderId } = await gone();
    for (const inDays of [5, 200]) expect(await isOpen(earlierCar, aMonth(test, inDays))).toEqual(none);
    const availability = await test.app.inject(`/api/cars/${earlierCar}/availability`);
    expect(availability.json<Availability>().free).toEqual([]);
    expect(await listed(orderId)).toBe(true);

    await makeRecord(test, renter, orderId, "return", {}, { stretch: 1 });
    expect((await orderRow(test, orderId)).status).toBe("in_progress");
    expect(await listed(orderId)).toBe(false);
    expect(await isOpen(earlierCar, aMonth(test, 5))).toEqual(none);
    await makeRecord(test, host, orderId, "return");
    for (const inDays of [5, 200]) expect(await isOpen(earlierCar, aMonth(test, inDays))).toEqual(all);
  });

  it("an earlier car stays taken and overdue when its rental is completed with the next car", async () => {
    const { host, earlierCar, orderId } = await gone();
    await makeRecord(test, renter, orderId, "pickup");
    await makeRecord(test, admin, orderId, "return", {}, { stretch: 2 });
    expect((await orderRow(test, orderId)).status).toBe("completed");
    expect([await isOpen(earlierCar, aMonth(test, 5)), await listed(orderId)]).toEqual([none, true]);
    await makeRecord(test, host, orderId, "return");
    expect([await isOpen(earlierCar, aMonth(test, 5)), await listed(orderId)]).toEqual([all, false]);
  });

  it("an overdue earlier car is emailed to its renter, its host and administrators", async () => {
    const { host, orderId, on } = await gone("zh");
    const sent = async () => {
      const found = await test.services.database.rows<{ kind: string; recipient: string; content: string }>(
        "select kind, recipient, content::text from emails where order_id = $1 order by kind, created_at",
        [orderId],
      );
      return found.map(({ kind, recipient, content }) => {
        expect(content, kind).toMatch(/Honda Fit|本田 Fit/u);
        return `${kind} ${recipient === host.email ? "host" : ""}`.trim();
      });
    };
    const onDay = async (days: number) => {
      const services = { ...test.services, now: () => Date.parse(`${on}T20:00:00Z`) + days * 86_400_000 };
      for (let again = 0; again < 2; again++) await mailOverdue(services);
    };
    await onDay(0);
    const first = ["admin_order_overdue", "host_order_overdue host", "order_overdue"];
    expect(await sent()).toEqual(first);
    await onDay(1);
    expect(await sent()).toEqual(first);
    await onDay(2);
    await onDay(9);
    expect(await sent()).toEqual([...first, "order_overdue"]);

    const { orderId: back, host: its } = await gone();
    await makeRecord(test, its, back, "return");
    await onDay(0);
    const emails = await test.services.database.rows(
      "select 1 from emails where order_id = $1 and kind like '%overdue'",
      [back],
    );
    expect(emails).toEqual([]);
  });

  it("an earlier car that the rental uses again is not overdue", async () => {
    const { earlierCar, orderId } = await gone();
    await test.services.database.rows("update orders set car_id = $2, car_since = $3 where id = $1", [
      orderId,
      earlierCar,
      today(test.services),
    ]);
    expect(await listed(orderId)).toBe(false);
  });
});

describe("a return that only the renter has recorded", () => {
  const get = async (url: string) => (await test.app.inject({ url, headers: admin.authorization })).body;
  const shownIn = async (orderId: string, carId: string) => {
    const from = today(test.services);
    const places = [
      "/api/admin/orders?attention=car_out",
      "/api/admin/trips",
      `/api/admin/cars/${carId}/calendar?from=${from}`,
    ];
    return Promise.all(places.map(async (url) => (await get(url)).includes(orderId)));
  };

  it("a return recorded only by the renter stays listed until the host or we record the car back", async () => {
    const host = await makePerson(test, { role: "host" });
    const carId = await makeHostCar(test, host.id);
    const on = today(test.services);
    const orderId = await makeOrder(test, renter.id, {
      carId,
      hostId: host.id,
      hostSharePercent: 80,
      pickupDate: addDays(on, -40),
      returnDate: addDays(on, -2),
      status: "in_progress",
    });
    await makeRecord(test, renter, orderId, "return");
    expect(await shownIn(orderId, carId)).toEqual([true, true, true]);
    const emails = (kind: string) =>
      test.services.database.rows<{ content: string }>(
        "select content::text from emails where order_id = $1 and kind = $2",
        [orderId, kind],
      );
    const copies = [...(await emails("condition_return")), ...(await emails("host_condition_return"))];
    expect(copies.filter(({ content }) => content.includes("please record that it’s back"))).toHaveLength(2);

    const onDay = async (days: number) => {
      const services = { ...test.services, now: () => Date.parse(`${on}T20:00:00Z`) + days * 86_400_000 };
      for (let again = 0; again < 2; again++) await mailCarsOut(services);
      return emails("host_order_car_out");
    };
    expect(await onDay(1)).toHaveLength(1);
    expect(await onDay(5)).toHaveLength(1);

    await test.app.inject({
      method: "POST",
      url: `/api/host/trips/${orderId}/car-back`,
      headers: host.authorization,
    });
    expect(await shownIn(orderId, carId)).toEqual([false, false, false]);
  });

  it("a return recorded on its own day is not listed, and asks only the lender to record the car back", async () => {
    const carId = await makeCar(test);
    const orderId = await makeOrder(test, renter.id, { carId });
    await makeRecord(test, renter, orderId, "pickup");
    await makeRecord(test, renter, orderId, "return");
    expect((await shownIn(orderId, carId))[0]).toBe(false);
    await makeRecord(test, admin, orderId, "return");
    const sent = await test.services.database.rows<{ content: string }>(
      "select content::text from emails where order_id = $1 and kind = 'condition_return'",
      [orderId],
    );
    expect(sent).toHaveLength(4);
    expect(sent.filter(({ content }) => content.includes("please record that it’s back"))).toHaveLength(1);
  });
});

describe("an overdue rental", () => {
  it("an overdue rental is emailed to its renter on days one and three, and to administrators once", async () => {
    const on = today(test.services);
    const morning = Date.parse(`${on}T20:00:00Z`);
    const orderId = await makeOrder(test, renter.id, {
      pickupDate: addDays(on, -31),
      returnDate: addDays(on, -1),
      status: "in_progress",
      language: "zh",
    });
    const onDay = async (days: number) => {
      const services = { ...test.services, now: () => morning + days * 86_400_000 };
      await mailOverdue(services);
      await mailOverdue(services);
    };
    const sent = async () =>
      (
        await test.services.database.rows<{ kind: string; language: string }>(
          "select kind, language from emails where order_id = $1 order by created_at, kind",
          [orderId],
        )
      ).map(({ kind, language }) => `${kind} ${language}`);
    await onDay(0);
    expect(await sent()).toEqual(["admin_order_overdue en", "order_overdue zh"]);
    await onDay(1);
    expect(await sent()).toHaveLength(2);
    await onDay(2);
    await onDay(9);
    expect(await sent()).toHaveLength(3);
    const early = await makeOrder(test, renter.id, { status: "in_progress", returnDate: addDays(on, 20) });
    await onDay(0);
    const none = await test.services.database.rows("select 1 from emails where order_id = $1", [early]);
    expect(none).toEqual([]);
  });
});
