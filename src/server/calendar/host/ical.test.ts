import ICAL from "ical.js";
import { convertIcsCalendar } from "ts-ics";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { CalendarAddress, CarFeed, CarFeeds, HostBlock, HostCalendar } from "#contract/host/calendar.ts";
import { addDays } from "#domain/dates.ts";
import { stretchReasons } from "#domain/orders/stretches.ts";
import { followFeeds } from "#server/calendar/feeds/follow.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person, testPassword } from "#test/accounts.ts";
import { databaseKind, startTestApp, type TestApp } from "#test/app.ts";
import { type CalendarService, keeps, startCalendarService } from "#test/calendar-service.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, renter } from "#test/factories.ts";
import { hostCarCalls, hostCarsPath, makeHostCar } from "#test/host-cars.ts";
import { whileLocked } from "#test/while-locked.ts";

let test: TestApp;
let host: Person;
let service: CalendarService;
beforeAll(async () => {
  test = await startTestApp({ PRIVATE_CALENDARS: "on" });
  host = await makePerson(test, { role: "host" });
  service = await startCalendarService();
});
afterAll(() => test.close());
afterAll(() => service.close());

const { call, rows } = hostCarCalls(() => test);
const open = (address: string, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(address);
  return test.app.inject({ url: pathname + search, headers });
};
const addressOf = async (carId: string, who = host) =>
  (await call(who, "GET", `${hostCarsPath}/${carId}/calendars`)).json<CarFeeds>().address;
const hostAddress = async (who = host) =>
  (await call(who, "GET", "/api/host/calendar?from=2027-01-01&until=2027-01-01")).json<HostCalendar>()
    .address;

async function order(carId: string, dates: ReturnType<typeof aMonth>) {
  const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: { carId, ...dates } });
  const { total: totalPrice } = quote.json<{ total: string }>();
  const answer = await test.app.inject({
    method: "POST",
    url: "/api/bookings",
    payload: { ...renter, carId, ...dates, totalPrice },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string; orderNumber: string }>();
}

type Entry = { uid: string; from: string; until: string; summary: string };
const inOrder = (entries: Entry[]) => entries.toSorted((one, other) => (one.from < other.from ? -1 : 1));

/** The entries as Thunderbird's parser reads them. */
function byIcalJs(text: string): Entry[] {
  const events = ICAL.Component.fromString(text).getAllSubcomponents("vevent");
  return inOrder(
    events.map((component) => {
      const { uid, summary, startDate, endDate } = new ICAL.Event(component);
      expect([startDate.isDate, endDate.isDate]).toEqual([true, true]);
      return { uid, summary, from: startDate.toString(), until: addDays(endDate.toString(), -1) };
    }),
  );
}

/** The entries as another parser reads them, which shares no code with the first. */
function byTsIcs(text: string): Entry[] {
  const { events = [] } = convertIcsCalendar(undefined, text);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return inOrder(
    events.map(({ uid, summary, start, end }) => ({
      uid,
      summary,
      from: day(start.date),
      until: addDays(day(end?.date ?? start.date), -1),
    })),
  );
}

async function entriesAt(address: string): Promise<Entry[]> {
  const { body, headers, statusCode } = await open(address);
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  const entries = byIcalJs(body);
  expect(byTsIcs(body)).toEqual(entries);
  return entries;
}

describe("the calendar that other services read", () => {
  it("the calendar says Booked or Blocked for whole days, and nothing about people", async () => {
    const carId = await makeHostCar(test, host.id);
    const address = await addressOf(carId);
    expect(await entriesAt(address)).toEqual([]);
    const dates = aMonth(test, 20);
    const placed = await order(carId, dates);
    const after = addDays(dates.returnDate, 3);
    await call(host, "POST", `${hostCarsPath}/${carId}/blocks`, {
      from: after,
      until: after,
      note: "Wedding",
    });
    const entries = await entriesAt(address);
    expect(entries).toMatchObject([
      { summary: "Booked", from: dates.pickupDate, until: dates.returnDate },
      { summary: "Blocked", from: after, until: after },
    ]);
    const { body } = await open(address);
    for (const secret of [
      placed.id,
      placed.orderNumber,
      renter.customerName,
      renter.customerEmail,
      renter.customerPhone,
      "Wedding",
      host.id,
      host.email,
      "12 Secret Lane",
    ])
      expect(body).not.toContain(secret);
  });

  it("a continued rental is booked from the day on which it continues with this car", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const { id } = await order(carId, dates);
    const since = addDays(dates.pickupDate, 10);
    await rows("update orders set car_since = $2 where id = $1", [id, since]);
    expect(await entriesAt(await addressOf(carId))).toMatchObject([
      { summary: "Booked", from: since, until: dates.returnDate },
    ]);
  });

  it("a calendar has a car that isn't back until today, as its host's own page does", async () => {
    const carId = await makeHostCar(test, host.id);
    const { id, orderNumber } = await order(carId, aMonth(test, 20));
    const date = today(test.services);
    const [from, returnDate] = [addDays(date, -40), addDays(date, -3)];
    await rows(
      "update orders set status = 'in_progress', pickup_date = $2, return_date = $3, trip_started_at = now() where id = $1",
      [id, from, returnDate],
    );
    const address = await addressOf(carId);
    const entries = await entriesAt(address);
    expect(entries).toMatchObject([{ summary: "Booked", from, until: date }]);
    const calendar = await call(host, "GET", `/api/host/calendar?from=${date}&until=${addDays(date, 30)}`);
    expect(calendar.json<HostCalendar>().cars.find((car) => car.id === carId)?.orders).toMatchObject([
      { id, returnDate, lateUntil: date },
    ]);
    service.answer = keeps([{ from: date, until: addDays(date, 1) }]);
    const followed = await call(host, "POST", `${hostCarsPath}/${carId}/calendars`, {
      label: "Turo",
      url: service.url,
    });
    expect(followed.json<CarFeed>().clashes).toEqual([{ orderNumber, from: date, until: date }]);

    // The rental goes on with another car, and the first one isn't back.
    const next = await makeHostCar(test, host.id);
    await rows("update orders set car_id = $2, car_since = $3, return_date = $4 where id = $1", [
      id,
      next,
      returnDate,
      addDays(date, 20),
    ]);
    await rows(
      `insert into order_stretches (order_id, number, car_id, car_name, starts_on, ends_on, reason, created_at)
       values ($1, 1, $2, 'Toyota Camry', $3, $4, $5, now())`,
      [id, carId, from, returnDate, stretchReasons[0]],
    );
    const earlier = await entriesAt(address);
    expect(earlier).toMatchObject([{ from, until: date }]);
    const present = await entriesAt(await addressOf(next));
    expect(present).toEqual([{ ...entries[0], from: returnDate, until: addDays(date, 20) }]);
    expect(earlier[0]?.uid).not.toBe(present[0]?.uid);
  });

  it("an entry keeps its UID through every change, and no UID appears twice", async () => {
    const carId = await makeHostCar(test, host.id);
    const address = await addressOf(carId);
    const dates = aMonth(test, 20);
    const { id } = await order(carId, dates);
    const [first] = await entriesAt(address);
    const days = { from: addDays(dates.returnDate, 3), until: addDays(dates.returnDate, 4) };
    const block = (await call(host, "POST", `${hostCarsPath}/${carId}/blocks`, days)).json<HostBlock>();
    const later = addDays(dates.returnDate, 1);
    await rows("update orders set return_date = $2 where id = $1", [id, later]);
    const [same, blocked, ...rest] = await entriesAt(address);
    expect(same).toEqual({ ...first, until: later });
    const revision = async () => Number(/SEQUENCE:(\d+)/.exec((await open(address)).body)?.[1]);
    const before = await revision();
    await rows(
      "insert into audit_events (at, actor, entity, entity_id, action) values (now() + interval '5 seconds', 'system', 'order', $1, 'updated')",
      [id],
    );
    expect(await revision()).toBeGreaterThan(before);
    expect(rest).toEqual([]);
    await rows("update orders set status = 'cancelled' where id = $1", [id]);
    expect(await entriesAt(address)).toEqual([blocked]);
    await call(host, "DELETE", `${hostCarsPath}/${carId}/blocks/${block.id}`);
    expect(await entriesAt(address)).toEqual([]);
  });

  it("the calendar contains no days that came from another calendar", async () => {
    const carId = await makeHostCar(test, host.id);
    const { pickupDate: day } = aMonth(test, 20);
    service.answer = keeps([{ from: day, until: day }]);
    await call(host, "POST", `${hostCarsPath}/${carId}/calendars`, { label: "Turo", url: service.url });
    await followFeeds(test.services);
    const from = `/api/host/calendar?from=${day}&until=${day}`;
    const shown = (await call(host, "GET", from)).json<HostCalendar>().cars.find(({ id }) => id === carId);
    expect(shown?.feedDays).toHaveLength(1);
    expect(await entriesAt(await addressOf(carId))).toEqual([]);
  });

  it("the calendar has the same text and ETag until something changes", async () => {
    const carId = await makeHostCar(test, host.id);
    const address = await addressOf(carId);
    const { pickupDate: day } = aMonth(test, 20);
    const etag = String((await open(address)).headers.etag);
    expect((await open(address, { "if-none-match": etag })).statusCode).toBe(304);
    expect((await open(address, { "if-none-match": `W/${etag}, "x"` })).statusCode).toBe(304);
    await call(host, "POST", `${hostCarsPath}/${carId}/blocks`, { from: day, until: day });
    const changed = await open(address, { "if-none-match": etag });
    expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false]);
  });

  it("the calendar of all cars has its own address and names each car", async () => {
    const owner = await makePerson(test, { role: "host" });
    const [one, two] = [
      await makeHostCar(test, owner.id),
      await makeHostCar(test, owner.id, "paused", { name: "Kia Soul" }),
    ];
    const { pickupDate: day } = aMonth(test, 20);
    for (const [at, carId] of [one, two].entries())
      await call(owner, "POST", `${hostCarsPath}/${carId}/blocks`, {
        from: addDays(day, at),
        until: addDays(day, at),
      });
    expect((await entriesAt(await hostAddress(owner))).map(({ summary }) => summary)).toEqual([
      "Blocked: 2022 Toyota Camry LE",
      "Blocked: 2022 Kia Soul",
    ]);
  });

  it("the calendar opens only with its current key", async () => {
    const carId = await makeHostCar(test, host.id);
    const another = await makeHostCar(test, host.id);
    const address = await addressOf(carId);
    const { search } = new URL(address);
    for (const wrong of [
      `https://x/api/cars/${carId}/calendar.ics`,
      `https://x/api/cars/${carId}/calendar.ics?key=`,
      `https://x/api/cars/${carId}/calendar.ics?key=a&key=b`,
      `https://x/api/cars/${carId}/calendar.ics${search}x`,
      `https://x/api/cars/${another}/calendar.ics${search}`,
      `https://x/api/cars/${crypto.randomUUID()}/calendar.ics${search}`,
      `https://x/api/cars/none/calendar.ics${search}`,
      `https://x/api/host/calendar.ics${search}`,
      `https://x/api/host/calendar.ics?key=${host.id}.${search.slice(5)}`,
      "https://x/api/host/calendar.ics",
    ])
      expect(refusalOf(await open(wrong)), wrong).toMatchObject({ status: 404, code: "not_found" });

    const replaced = await call(host, "POST", `${hostCarsPath}/${carId}/calendar-address`);
    const fresh = replaced.json<CalendarAddress>().address;
    expect(fresh).not.toBe(address);
    expect(await addressOf(carId)).toBe(fresh);
    expect([(await open(address)).statusCode, (await open(fresh)).statusCode]).toEqual([404, 200]);

    const all = await hostAddress();
    const next = (await call(host, "POST", "/api/host/calendar-address")).json<CalendarAddress>().address;
    expect([(await open(all)).statusCode, (await open(next)).statusCode]).toEqual([404, 200]);
    expect((await open(fresh)).statusCode).toBe(200);
  });

  it.runIf(databaseKind === "postgres")(
    "a car's former host gets no new address of it, even while it is just given away",
    async () => {
      const heir = await makePerson(test, { role: "host" });
      const carId = await makeHostCar(test, host.id);
      const given = {
        text: "update host_cars set host_id = $2, calendar_version = calendar_version + 1 where id = $1",
        values: [carId, heir.id],
      };
      const asked = await whileLocked(test, given, async (other) => {
        await other.query("lock table car_feeds in access exclusive mode");
        const answers = [
          call(host, "GET", `${hostCarsPath}/${carId}/calendars`),
          call(host, "POST", `${hostCarsPath}/${carId}/calendar-address`),
        ];
        await vi.waitFor(async () => {
          const waiting = await rows(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          expect(waiting).toHaveLength(2);
        }, 20_000);
        await other.query("commit");
        return { answers };
      });
      for (const answer of await Promise.all(asked.answers))
        expect(refusalOf(answer)).toMatchObject({ status: 404, code: "car_not_found" });
      expect(await rows("select calendar_version from host_cars where id = $1", [carId])).toEqual([
        { calendar_version: 2 },
      ]);
    },
  );

  it("the calendars are closed while their host is suspended or no longer hosts", async () => {
    const owner = await makePerson(test, { role: "host" });
    const carId = await makeHostCar(test, owner.id);
    const addresses = [await addressOf(carId, owner), await hostAddress(owner)];
    const statuses = async () =>
      (await Promise.all(addresses.map((address) => open(address)))).map(({ statusCode }) => statusCode);
    await rows("update accounts set suspended_at = now() where id = $1", [owner.id]);
    expect(await statuses()).toEqual([404, 404]);
    await rows("update accounts set suspended_at = null where id = $1", [owner.id]);
    await rows("update accounts set role = 'customer', hosting_since = null where id = $1", [owner.id]);
    expect(await statuses()).toEqual([404, 404]);
    await rows("update accounts set role = 'host', hosting_since = now() where id = $1", [owner.id]);
    expect(await statuses()).toEqual([200, 200]);
  });

  it("the calendar's address ends when its host's account is deleted or the car gets another host", async () => {
    const [former, heir] = [
      await makePerson(test, { role: "host" }),
      await makePerson(test, { role: "host" }),
    ];
    const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
    const carId = await makeHostCar(test, former.id);
    const kept = await makeHostCar(test, former.id);
    const [given, own, all] = [
      await addressOf(carId, former),
      await addressOf(kept, former),
      await hostAddress(former),
    ];
    await call(desk, "PUT", `/api/admin/cars/${carId}/owner`, { hostId: heir.id });
    expect((await open(given)).statusCode).toBe(404);
    expect((await open(await addressOf(carId, heir))).statusCode).toBe(200);
    // An address that has ended stays so when the car comes back, from another host and from us.
    for (const away of [heir.id, null]) {
      for (const hostId of [away, former.id])
        await call(desk, "PUT", `/api/admin/cars/${carId}/owner`, { hostId });
      expect((await open(given)).statusCode).toBe(404);
      expect((await open(await addressOf(carId, former))).statusCode).toBe(200);
    }
    const { pickupDate: day } = aMonth(test, 20);
    await call(former, "POST", `${hostCarsPath}/${kept}/blocks`, {
      from: day,
      until: day,
      note: "My holidays",
    });
    await call(former, "POST", `${hostCarsPath}/${kept}/calendars`, { label: "Turo", url: service.url });
    const exported = await call(former, "GET", "/api/account/export");
    expect(exported.json()).toMatchObject({
      carCalendars: {
        blocks: [{ carId: kept, from: day, until: day, note: "My holidays" }],
        calendars: [{ carId: kept, label: "Turo", url: service.url }],
      },
    });
    const left = await test.app.inject({
      method: "DELETE",
      url: "/api/account",
      headers: former.authorization,
      payload: { current_password: testPassword },
    });
    expect(left.statusCode, left.body).toBe(200);
    expect([(await open(own)).statusCode, (await open(all)).statusCode]).toEqual([404, 404]);
    expect(await rows("select 1 from car_feeds where car_id = $1", [kept])).toEqual([]);
    expect(await rows("select 1 from car_blocks where car_id = $1", [kept])).toEqual([]);
  });
});
