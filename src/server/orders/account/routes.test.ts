import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { getOverview, OwnOrder, OwnOrderDetail } from "#contract/account/orders.ts";
import type { Answer } from "#contract/endpoint.ts";
import { addDays } from "#domain/dates.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { isUpcomingSoon, ownGroup } from "#domain/orders/own-orders.ts";
import { orders } from "#server/db/schema/orders.ts";
import { today } from "#server/services.ts";
import { verifyLicence } from "#test/condition.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const get = (url: string, person?: Person) => test.app.inject({ url, headers: person?.authorization ?? {} });

type Row = typeof orders.$inferInsert;
let made = 0;
/** The row of a plan order of an account. */
const aRow = (accountId: string, wanted: Partial<Row>): Row => ({
  id: crypto.randomUUID(),
  orderNumber: `LB-T${++made}`,
  source: "plan",
  tier: "basic",
  accountId,
  pickupDate: "2026-12-01",
  returnDate: "2026-12-31",
  pickupTime: "10:00",
  returnTime: "10:00",
  ...renter,
  language: "en",
  monthlyPrice: 59_900,
  days: 30,
  months: 1,
  discountPercent: 0,
  lines: [{ kind: "rental", amount: 59_900 }],
  subtotal: 59_900,
  fees: 0,
  taxes: 0,
  total: 59_900,
  milesIncluded: 1000,
  collisionIncluded: true,
  requestHash: "x",
  keyHash: crypto.randomUUID(),
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, made)),
  ...wanted,
});

describe("an account's orders", () => {
  it("the orders come under each filter with its count, page by page", async () => {
    const person = await makePerson(test);
    const on = today(test.services);
    const rows = orderStatuses.flatMap((status) =>
      [-200, -31, -30, -1, 0, 1, 29, 30, 31, 90].map((inDays) =>
        aRow(person.id, {
          status,
          // A confirmed order has a car; the rules of these filters do not look at it.
          pickupDate: addDays(on, inDays),
          returnDate: addDays(on, inDays + 30),
        }),
      ),
    );
    await test.services.database.db.insert(orders).values(rows as (Row & { status: "pending" })[]);
    const standing = (row: Row) => ({ ...row, status: row.status ?? "pending" });
    const expected = (filter: string) =>
      rows
        .filter((row) => filter === "all" || ownGroup(standing(row), on) === filter)
        .map(({ id }) => id)
        .toReversed();
    for (const filter of ["all", "active", "completed"]) {
      const found: string[] = [];
      let url: string | undefined = `/api/account/orders?filter=${filter}&limit=7`;
      while (url) {
        const answer = await get(url, person);
        found.push(...answer.json<OwnOrder[]>().map(({ id }) => id));
        expect(answer.headers[`x-count-${filter}`]).toBe(String(expected(filter).length));
        url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
      }
      expect(found).toEqual(expected(filter));
    }
    expect(expected("active").length).toBeGreaterThan(10);
    const overview = (await get("/api/account/overview", person)).json<Answer<typeof getOverview>>();
    expect(overview.totalTrips).toBe(50);
    expect(overview.upcomingTrips).toBe(rows.filter((row) => isUpcomingSoon(standing(row), on)).length);
    expect(overview.recent.map(({ id }) => id)).toEqual(expected("all").slice(0, 3));
    expect(overview.next[0]?.kind).toBe("overdue");
    expect(overview.current?.stage).toBe("overdue");
  });

  it("an order is shown whole to its owner and not found for others", async () => {
    const [person, other, admin] = [
      await makePerson(test),
      await makePerson(test),
      await makePerson(test, { role: "admin", permissions: ["all"] }),
    ];
    const carId = await makeCar(test);
    const id = crypto.randomUUID();
    const payload = {
      ...renter,
      customerEmail: person.email,
      id,
      carId,
      ...aMonth(test),
      totalPrice: "1.00",
    };
    const headers = person.authorization;
    const refused = await test.app.inject({ method: "POST", url: "/api/bookings", payload, headers });
    const { quote } = refused.json<{ quote: { total: string } }>();
    await test.app.inject({
      method: "POST",
      url: "/api/bookings",
      payload: { ...payload, totalPrice: quote.total },
      headers,
    });
    const url = `/api/account/orders/${id}`;
    const own = (await get(url, person)).json<OwnOrderDetail>();
    expect(own).toMatchObject({
      id,
      stage: "pending",
      vehicleId: carId,
      renterName: renter.customerName,
      renterEmail: person.email,
      renterPhone: renter.customerPhone,
      startDate: payload.pickupDate,
      endDate: payload.returnDate,
      dailyRate: expect.stringMatching(/^\d+\.\d\d$/),
      renterAge: null,
      renterLicenseNumber: null,
      renterLicenseState: null,
      pickupLocation: renter.pickupLocation,
      totalPrice: quote.total,
      history: [{ by: "renter", to: "pending" }],
      actions: { cancel: { allowed: true }, confirmEmail: { allowed: false } },
    });
    const { next } = (await get("/api/account/overview", person)).json<Answer<typeof getOverview>>();
    expect(next.map(({ kind, orderId }) => [kind, orderId])).toEqual([
      ["licence", id],
      ["insurance_proof", id],
      ["awaiting_answer", id],
    ]);
    const statuses = [await get(url), await get(url, other), await get(url, admin)];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 404, 404]);

    await test.app.inject({
      method: "PUT",
      url: `/api/admin/orders/${id}/status`,
      payload: { status: "confirmed" },
      headers: admin.authorization,
    });
    const confirmed = (await get(url, person)).json<OwnOrderDetail>();
    expect(confirmed.history.map(({ by, to }) => [by, to])).toEqual([
      ["renter", "pending"],
      ["longbay", "confirmed"],
    ]);
    expect([own.lacks, confirmed.lacks]).toEqual([
      [],
      ["pickup_date", "licence", "insurance_proof", "agreement", "first_instalment"],
    ]);
    expect(confirmed.actions.cancel).toEqual({ allowed: true, price: { kept: "0.00", refund: "0.00" } });
    expect(JSON.stringify(confirmed)).not.toContain(admin.id);
    const after = (await get("/api/account/overview", person)).json<Answer<typeof getOverview>>();
    expect(after.next.map(({ kind }) => kind).slice(0, 4)).toEqual([
      "payment",
      "licence",
      "insurance_proof",
      "agreement",
    ]);

    // The renter has to upload a new licence as long as the present one ends before the pickup.
    const pickupDate = own.pickupDate;
    const wants = async () =>
      (await get("/api/account/overview", person))
        .json<Answer<typeof getOverview>>()
        .next.some(({ kind }) => kind === "licence");
    await verifyLicence(test, person.id, { expiresOn: addDays(pickupDate, -1) });
    expect(await wants()).toBe(true);
    await test.services.database.rows("update licences set expires_on = $1 where account_id = $2", [
      pickupDate,
      person.id,
    ]);
    expect(await wants()).toBe(false);

    const ofAccount = await get(`/api/admin/orders?account=${person.id}`, admin);
    expect(ofAccount.json<{ id: string }[]>().map((order) => order.id)).toEqual([id]);
    expect(ofAccount.headers["x-total-count"]).toBe("1");
    expect((await get(`/api/admin/orders?account=${other.id}`, admin)).json()).toEqual([]);
    expect((await get(url, person)).json()).toMatchObject({
      renterAge: expect.any(Number),
      renterLicenseNumber: expect.any(String),
      renterLicenseState: expect.stringMatching(/^[A-Z]{2}$/),
    });
  });

  it("a page can't begin after another person's order", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const theirs = aRow(other.id, {});
    const { db } = test.services.database;
    await db.insert(orders).values([aRow(person.id, {}), theirs]);
    const answer = await get(`/api/account/orders?cursor=${theirs.id}`, person);
    expect(answer.json()).toEqual([]);
  });
});
