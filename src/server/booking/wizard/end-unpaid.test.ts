// @one-database
import { afterAll, describe, expect, it } from "vitest";
import {
  endsUnpaid,
  payDeadline,
  timeToPay,
  unpaidAfterAcceptance,
  unpaidBooking,
} from "#domain/booking/wizard.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { formatMoment, instantInLosAngeles } from "#domain/local-time.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeOrder, orderRow } from "#test/condition.ts";
import { chanceOf } from "#test/random-rentals.ts";
import { audit } from "#server/db/audit.ts";
import { orderEndings } from "#server/db/schema/endings.ts";
import { instalments, payments } from "#server/db/schema/money/payments.ts";
import { charges } from "#server/db/schema/money/charges.ts";
import { bookedEmail } from "#server/orders/emails/booked.ts";
import { forgetUnpaidWarning } from "#server/rentals/unpaid-booking.ts";
import { today } from "#server/services.ts";
import { endUnpaidBookings } from "./end-unpaid.ts";
import { endsAt, payUntilOf } from "./pay-until.ts";

const test = await startTestApp({
  STRIPE_SECRET_KEY: "sk_test_longbay000",
  STRIPE_WEBHOOK_SECRET: "whsec_longbay000",
});
const withoutWords = await startTestApp();
const withWords = await startTestApp({ PAYMENT_INSTRUCTIONS: "Zelle to pay@longbay.example" });
afterAll(() => Promise.all([test.close(), withoutWords.close(), withWords.close()]));
const hour = 3_600_000;
const nothingPaid = {
  licence: "verified",
  isPaid: false,
  standing: [],
  toRefund: 0,
  toCheck: 0,
  refundTaxes: [],
} as const;
const later = ({ services }: TestApp, hours: number) => {
  const now = services.now() + hours * hour;
  return { ...services, now: () => now };
};

/** Makes an unpaid booking that is booked now, with its pickup in `pickupIn` hours. */
async function booked(
  test: TestApp,
  pickupIn: number,
  wanted: Parameters<typeof makeOrder>[2] = {},
): Promise<string> {
  const renter = await makePerson(test);
  const at = test.services.now() + pickupIn * hour;
  const pickupTime = new Intl.DateTimeFormat("en-GB", {
    timeZone: "America/Los_Angeles",
    hour: "2-digit",
    minute: "2-digit",
  }).format(at);
  const pickupDate = dateInLosAngeles(at);
  const createdAt = new Date(test.services.now());
  return makeOrder(test, renter.id, { isPaid: false, pickupDate, pickupTime, createdAt, ...wanted });
}

/** Makes such a booking of a host's car, to which the host said yes `hours` hours after the request. */
async function saidYesTo(test: TestApp, pickupIn: number, hours: number): Promise<string> {
  const host = await makePerson(test, { role: "host" });
  const hostAnsweredAt = new Date(test.services.now() + hours * hour);
  const yes = { hostId: host.id, hostSharePercent: 80, hostAnswer: "accepted", hostAnsweredAt } as const;
  const id = await booked(test, pickupIn, { ...yes, source: "request", placedFrom: "network" });
  await audit(test.services.database.db, {
    actor: host.id,
    entity: "order",
    entityId: id,
    action: "status",
    after: { status: "confirmed", by: "host" },
  });
  return id;
}

describe("the time to pay a booking at a provider", () => {
  it.each([
    ["72 hours, where the pickup is far", 200, 72],
    ["12 hours before the pickup, where that is sooner", 60, 48],
    ["4 hours from confirming at the least", 14, 4],
    ["never longer than to the pickup", 3, 3],
  ])("the time to pay ends: %s", async (_name, pickupIn, ends) => {
    const id = await booked(test, pickupIn);
    const order = await orderRow(test, id);
    const bookedAt = order.createdAt.getTime();
    const until = payDeadline(bookedAt, order);
    expect(Math.round((until - bookedAt) / hour)).toBe(ends);
    const email = bookedEmail(test.services.config, order, { ...nothingPaid, on: today(test.services) });
    expect(JSON.stringify(email.content.blocks)).toContain(
      `Without it, the order is canceled on ${formatMoment(until, "en")} Pacific time`,
    );
    expect((await payUntilOf(test.services, test.services.database.db, order))?.getTime()).toBe(until);
    await endUnpaidBookings(later(test, Math.max(0, ends - 24)));
    await endUnpaidBookings(later(test, ends - 0.1));
    expect((await orderRow(test, id)).status).toBe("confirmed");
    await endUnpaidBookings(later(test, ends + 0.1));
    expect((await orderRow(test, id)).status).toBe("cancelled");
  });
});

describe("the time to pay a booking whose renter had to take another car", () => {
  it("a renter who takes another car gets the whole time to pay again, with a new warning", async () => {
    const id = await booked(test, 200);
    const { endings, rows } = { endings: orderEndings, rows: test.services.database.rows };
    await endUnpaidBookings(later(test, 60));
    const order = await orderRow(test, id);
    const at = new Date(test.services.now() + 70 * hour);
    await test.services.database.db.insert(endings).values({
      orderId: id,
      reason: "broken",
      side: "desk",
      endedBy: crypto.randomUUID(),
      carId: order.carId ?? "",
      carName: "",
      endsOn: order.pickupDate,
      createdAt: at,
      state: "taken",
      takenCarId: order.carId,
      closedAt: at,
      closedBy: crypto.randomUUID(),
    });
    await test.services.database.transaction((tx) => forgetUnpaidWarning(tx, id));
    await endUnpaidBookings(later(test, 80));
    expect((await orderRow(test, id)).status).toBe("confirmed");
    expect((await payUntilOf(test.services, test.services.database.db, order))?.getTime()).toBe(
      at.getTime() + 72 * hour,
    );
    await endUnpaidBookings(later(test, 70 + 60));
    const warnings = await rows("select 1 from emails where order_id = $1 and kind = 'booking_unpaid'", [id]);
    expect(warnings).toHaveLength(2);
  });
});

it("a renter who takes another car after the pickup's hour still has time to pay", async () => {
  const { services } = test;
  const carSince = today(services);
  const id = await booked(test, -49, { carSince, pickupTime: "00:00" });
  const order = await orderRow(test, id);
  const at = new Date(services.now());
  await services.database.db.insert(orderEndings).values({
    orderId: id,
    reason: "broken",
    side: "desk",
    endedBy: crypto.randomUUID(),
    carId: order.carId ?? "",
    carName: "",
    endsOn: order.pickupDate,
    createdAt: at,
    state: "taken",
    takenCarId: order.carId,
    closedAt: at,
    closedBy: crypto.randomUUID(),
  });
  const until = await payUntilOf(services, services.database.db, order);
  expect(until?.getTime()).toBe(at.getTime() + timeToPay.leastHours * hour);
  await endUnpaidBookings(later(test, 1));
  expect((await orderRow(test, id)).status).toBe("confirmed");
});

it("a booking accepted by its host still has a time to pay when another host's car takes over", async () => {
  const id = await saidYesTo(test, 200, 10);
  const next = await makePerson(test, { role: "host" });
  await test.services.database.rows("update orders set host_id = $2 where id = $1", [id, next.id]);
  expect(await payUntilOf(test.services, test.services.database.db, await orderRow(test, id))).toBeDefined();
});

describe("a booking that is being paid when its time is over", () => {
  const begin = (orderId: string, createdAt: Date) =>
    test.services.database.db.insert(payments).values({
      id: crypto.randomUUID(),
      orderId,
      mode: "paypal",
      status: "begun",
      amount: 50_000,
      method: "PayPal",
      recordedBy: "renter",
      createdAt,
    });
  const after = async (begunAfter: number) => {
    const id = await booked(test, 200);
    await endUnpaidBookings(later(test, 48));
    await begin(id, new Date(test.services.now() + begunAfter * hour));
    await endUnpaidBookings(later(test, 73));
    return id;
  };

  it("a booking being paid stays until the payment is known and ends if it fails", async () => {
    const id = await after(71.9);
    expect((await orderRow(test, id)).status).toBe("confirmed");
    await test.services.database.rows("update payments set status = 'failed' where order_id = $1", [id]);
    await endUnpaidBookings(later(test, 74));
    expect((await orderRow(test, id)).status).toBe("cancelled");
  });

  it("a booking ends if its payment began after the time to pay", async () => {
    expect((await orderRow(test, await after(72.1))).status).toBe("cancelled");
  });
});

/** Bookings of a year, with both changes of the clocks in it, and half of them accepted by a host. */
function someBookings() {
  const chance = chanceOf(1);
  const start = Date.parse("2026-06-01T00:00:00Z");
  return Array.from({ length: 2000 }, () => {
    const createdAt = start + chance.upTo(365 * 24 * 60) * 60_000;
    const answeredAt = createdAt + chance.upTo(48 * 60) * 60_000;
    const hostAnsweredAt = chance.in100(50) ? answeredAt : null;
    const pickup = answeredAt + chance.upTo(120 * 60) * 60_000;
    const hours = `${chance.upTo(11) + 9}`.padStart(2, "0");
    return {
      createdAt,
      hostAnsweredAt,
      pickupDate: dateInLosAngeles(pickup),
      pickupTime: `${hours}:${chance.of(["00", "30"])}`,
    };
  });
}

describe("the end of the time to pay in SQL", () => {
  const read = (app: TestApp) =>
    app.services.database.rows<{ at: number | null }>(
      `select (extract(epoch from ${endsAt(app.services)}) * 1000)::float8 as at
       from jsonb_to_recordset($1::jsonb) as orders (id uuid, place integer, created_at timestamptz, host_answer text,
         host_answered_at timestamptz, pickup_date date, pickup_time text, car_since date) order by place`,
      [
        JSON.stringify(
          someBookings().map(({ createdAt, hostAnsweredAt, pickupDate, pickupTime }, place) => ({
            place,
            created_at: new Date(createdAt).toISOString(),
            host_answer: hostAnsweredAt === null ? null : "accepted",
            host_answered_at: hostAnsweredAt === null ? null : new Date(hostAnsweredAt).toISOString(),
            pickup_date: pickupDate,
            pickup_time: pickupTime,
          })),
        ),
      ],
    );

  it("SQL and the domain agree on the end at a payment provider", async () => {
    const ends = someBookings().map(({ createdAt, hostAnsweredAt, ...rental }) => {
      if (hostAnsweredAt === null) return payDeadline(createdAt, rental);
      const inFull = hostAnsweredAt + unpaidAfterAcceptance.endsAfterHours * hour;
      const pickup = instantInLosAngeles(rental.pickupDate, rental.pickupTime);
      // A yes to an order that waits again after its pickup leaves the whole time.
      return pickup > hostAnsweredAt ? Math.min(inFull, pickup) : inFull;
    });
    expect((await read(test)).map(({ at }) => at)).toEqual(ends);
  });

  it("SQL and the domain agree on the end of a booking paid by hand", async () => {
    const ends = someBookings().map(({ createdAt, hostAnsweredAt, ...rental }) => {
      const bookedAt = hostAnsweredAt ?? createdAt;
      return endsUnpaid(rental, { bookedAt, tellsHowToPay: true })
        ? bookedAt + unpaidBooking.endsAfterHours * hour
        : null;
    });
    expect((await read(withWords)).map(({ at }) => at)).toEqual(ends);
  });
});

describe("a booking whose first month is paid", () => {
  it("a booking with its first month paid stays although a charge with the same number is unpaid", async () => {
    const { db } = test.services.database;
    const id = await booked(test, 200, { isPaid: true });
    const at = new Date(test.services.now());
    const chargeId = crypto.randomUUID();
    const lines = [{ kind: "cleaning" as const, amount: 8000 }];
    await db.insert(charges).values({
      id: chargeId,
      orderId: id,
      category: "cleaning",
      amount: 8000,
      owed: 8000,
      status: "accepted",
      answer: "accept",
      proposedBy: "system",
      requestHash: "x",
      proposedAt: at,
      answerUntil: at,
      answeredAt: at,
      closedAt: at,
    });
    const on = today(test.services);
    const days = { startsOn: on, endsOn: on, dueOn: on };
    await db.insert(instalments).values({ orderId: id, number: 1, chargeId, lines, amount: 8000, ...days });
    for (const hours of [48, 73]) await endUnpaidBookings(later(test, hours));
    expect((await orderRow(test, id)).status).toBe("confirmed");
  });
});

describe("the time to pay an order that its host has said yes to", () => {
  it.each([
    ["24 hours after the yes at a provider's", test, 200, 24 + 10],
    ["at the pickup, where that is sooner", test, 20, 20],
    ["72 hours after the yes where it is paid by hand", withWords, 200, 72 + 10],
  ])("the time to pay ends %s, and the renter learns of it before", async (_name, app, pickupIn, ends) => {
    const id = await saidYesTo(app, pickupIn, 10);
    for (const before of [24, 12, 0.1]) await endUnpaidBookings(later(app, Math.max(10, ends - before)));
    expect((await orderRow(app, id)).status).toBe("confirmed");
    const written = () =>
      app.services.database.rows<{ kind: string }>(
        "select kind from emails where order_id = $1 order by kind",
        [id],
      );
    expect(await written()).toEqual([{ kind: "booking_unpaid" }]);
    await endUnpaidBookings(later(app, ends + 0.1));
    expect((await orderRow(app, id)).status).toBe("cancelled");
    expect(await written()).toEqual([
      { kind: "booking_ended_unpaid" },
      { kind: "booking_unpaid" },
      { kind: "host_order_cancelled" },
    ]);
  });
});

describe("a booking that is paid by hand", () => {
  const endsAfterThreeDays = async (test: TestApp) => {
    const id = await booked(test, 200);
    await endUnpaidBookings(later(test, 48));
    await endUnpaidBookings(later(test, 72.1));
    return (await orderRow(test, id)).status;
  };

  it("an unpaid booking ends if its renter could read how to pay", async () => {
    expect(await endsAfterThreeDays(withWords)).toBe("cancelled");
  });

  it("an order shows its renter the time to pay only if it has one", async () => {
    const shownOf = async (app: TestApp, pickupIn: number) => {
      const renter = await makePerson(app);
      const id = await booked(app, pickupIn, { accountId: renter.id, pickupTime: "10:00" });
      const answer = await app.app.inject({
        url: `/api/account/orders/${id}`,
        headers: renter.authorization,
      });
      const { createdAt } = await orderRow(app, id);
      const { payUntil } = answer.json<{ payUntil?: string }>();
      return payUntil && (Date.parse(payUntil) - createdAt.getTime()) / hour;
    };
    expect(await shownOf(withWords, 200)).toBe(72);
    expect(await shownOf(withWords, 48)).toBeUndefined();
    expect(await shownOf(withoutWords, 200)).toBeUndefined();
  });

  it("an unpaid booking stays while no payment instructions exist", async () => {
    expect(await endsAfterThreeDays(withoutWords)).toBe("confirmed");
  });

  it("a renter without payment instructions reads of no end, and the dashboard warns that they are missing", async () => {
    const admin = await makePerson(withoutWords, { role: "admin" });
    const alerts = (app: TestApp, headers: Record<string, string>) =>
      app.app.inject({ url: "/api/admin/system/alerts", headers });
    const ids = (await alerts(withoutWords, admin.authorization)).json<{ id: string }[]>();
    expect(ids.map(({ id }) => id)).toContain("no_payment_instructions:now");
    const other = await makePerson(withWords, { role: "admin" });
    const others = (await alerts(withWords, other.authorization)).json<{ id: string }[]>();
    expect(others.map(({ id }) => id)).not.toContain("no_payment_instructions:now");
    const rental = { pickupDate: "2030-05-01", pickupTime: "10:00" };
    const bookedAt = Date.parse("2030-04-01T10:00:00Z");
    expect([true, false].map((tellsHowToPay) => endsUnpaid(rental, { bookedAt, tellsHowToPay }))).toEqual([
      true,
      false,
    ]);
  });
});
