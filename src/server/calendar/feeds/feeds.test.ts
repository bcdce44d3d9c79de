import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CarFeed, CarFeeds, HostCarFeeds } from "#contract/host/calendar.ts";
import type { HostCar } from "#contract/host-cars.ts";
import { feedLimits } from "#domain/calendar/feeds.ts";
import { addDays } from "#domain/dates.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { type CalendarService, calendarText, keeps, startCalendarService } from "#test/calendar-service.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth } from "#test/factories.ts";
import { hostCalendarCalls, type RentalDates } from "#test/host-calendars.ts";
import { hostCarCalls, hostCarsPath, makeHostCar } from "#test/host-cars.ts";
import { followFeeds } from "./follow.ts";

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
beforeEach(async () => {
  await rows("delete from car_feeds");
  service.answer = keeps([]);
  service.asked.length = 0;
});

const { call, rows, emailsAbout } = hostCarCalls(() => test);
const { follow, feedsOf, carOf, daysOf, nextTurn, order, clashEmails } = hostCalendarCalls(() => ({
  test,
  host,
  service,
}));
const troublesOf = async (carId: string) =>
  (await call(host, "GET", `${hostCarsPath}/${carId}`)).json<HostCar>().calendars;
const ordered = async (carId: string, dates: RentalDates) =>
  (await order(carId, dates)).json<{ id: string; orderNumber: string }>();

it("a host reads the calendars of all own cars in one call, and nobody else's", async () => {
  const [followed, quiet] = [await makeHostCar(test, host.id), await makeHostCar(test, host.id)];
  const other = await makePerson(test, { role: "host" });
  const theirs = await makeHostCar(test, other.id);
  expect((await follow(followed)).statusCode).toBe(201);
  const read = async (who: Person) =>
    (await call(who, "GET", "/api/host/calendars")).json<HostCarFeeds[]>().map(({ carId }) => carId);
  const all = (await call(host, "GET", "/api/host/calendars")).json<HostCarFeeds[]>();
  for (const carId of [followed, quiet]) {
    const { calendars, address } = (
      await call(host, "GET", `${hostCarsPath}/${carId}/calendars`)
    ).json<CarFeeds>();
    expect(all.filter((one) => one.carId === carId)).toEqual([{ carId, calendars, address }]);
  }
  expect(all.find(({ carId }) => carId === followed)?.calendars.length).toBe(1);
  expect(await read(host)).not.toContain(theirs);
  expect(await read(other)).toEqual([theirs]);
});

describe("a calendar that a car follows", () => {
  it("a new feed is read at once, and its days can't be rented", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const day = addDays(dates.pickupDate, 3);
    service.answer = keeps([{ from: day, until: addDays(day, 1), summary: "A guest's name" }]);
    const answer = await follow(carId);
    expect(answer.statusCode, answer.body).toBe(201);
    const feed = answer.json<CarFeed>();
    expect(feed).toMatchObject({
      label: "Airbnb",
      url: service.url,
      error: null,
      events: 1,
      days: 2,
      clashes: [],
    });
    expect(await feedsOf(carId)).toEqual([feed]);
    expect((await carOf(carId, dates))?.feedDays).toEqual([
      { feedId: feed.id, label: "Airbnb", from: day, until: addDays(day, 1) },
    ]);
    expect(refusalOf(await order(carId, dates)).code).toBe("car_taken");
    const { pickupDate, returnDate } = dates;
    const taken = await test.app.inject(
      `/api/cars/${carId}/availability?from=${pickupDate}&to=${returnDate}`,
    );
    expect(taken.body).toContain(day);
    const list = await test.app.inject(
      `/api/cars?pickupDate=${pickupDate}&returnDate=${returnDate}&limit=100`,
    );
    expect(list.json<{ id: string }[]>().map(({ id }) => id)).not.toContain(carId);
    const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
    const desks = await call(desk, "GET", `/api/admin/cars/${carId}/calendar`);
    const { blocks } = desks.json<{ blocks: { id: string }[] }>();
    expect(blocks).toMatchObject([{ kind: "feed", from: day, by: "Airbnb" }]);
    const lifted = await call(desk, "DELETE", `/api/admin/cars/${carId}/blocks/${blocks[0]?.id}`);
    expect(refusalOf(lifted).code).toBe("conflict");
    expect(JSON.stringify(await rows("select * from car_feeds"))).not.toContain("guest's name");

    // A host's own block stands beside them, and the calendar's days stay when the block goes.
    const own = await call(host, "POST", `${hostCarsPath}/${carId}/blocks`, { from: day, until: day });
    expect(own.statusCode, own.body).toBe(201);
    await call(host, "DELETE", `${hostCarsPath}/${carId}/blocks/${own.json<{ id: string }>().id}`);
    expect(await daysOf(carId, dates)).toEqual([`${day}/${addDays(day, 1)}`]);

    expect((await call(host, "DELETE", `${hostCarsPath}/${carId}/calendars/${feed.id}`)).json()).toEqual({
      deleted: true,
    });
    expect((await call(host, "DELETE", `${hostCarsPath}/${carId}/calendars/${feed.id}`)).statusCode).toBe(
      200,
    );
    expect((await order(carId, dates)).statusCode).toBe(201);
  });

  it("a feed of 10,000 events writes its blocks in small parts", async () => {
    const carId = await makeHostCar(test, host.id);
    await rows("create table written (blocks integer)");
    await rows(`create function count_written() returns trigger language plpgsql as
      'begin insert into written select count(*) from fresh; return null; end'`);
    await rows(`create trigger count_written after insert on car_blocks
      referencing new table as fresh for each statement execute function count_written()`);
    try {
      // Every other day of 600, again and again.
      const { pickupDate } = aMonth(test);
      const events = Array.from({ length: 10_000 }, (_, at) => {
        const day = addDays(pickupDate, (at % 300) * 2).replaceAll("-", "");
        return `BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${day}\r\nEND:VEVENT\r\n`;
      });
      service.answer = (_request, response) =>
        void response.end(`BEGIN:VCALENDAR\r\n${events.join("")}END:VCALENDAR\r\n`);
      expect((await follow(carId)).statusCode).toBe(201);
      const parts = (await rows<{ blocks: number }>("select blocks from written")).map(
        ({ blocks }) => blocks,
      );
      expect(parts.reduce((sum, blocks) => sum + blocks, 0)).toBe(300);
      expect(Math.max(...parts)).toBeLessThanOrEqual(50);
      expect((await feedsOf(carId))[0]).toMatchObject({ events: 10_000, days: 300 });
    } finally {
      await rows("drop table written");
      await rows("drop function count_written cascade");
    }
  });

  it("a feed gives days back when their event goes or moves, and keeps them while it can't be read", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const { pickupDate: day } = dates;
    service.answer = keeps([
      { from: day, until: addDays(day, 1) },
      { from: addDays(day, 5), until: addDays(day, 6) },
    ]);
    await follow(carId);
    const both = [`${day}/${addDays(day, 1)}`, `${addDays(day, 5)}/${addDays(day, 6)}`];
    expect(await daysOf(carId, dates)).toEqual(both);

    for (const [answer, code] of [
      [503, "http_status"],
      ["<html>Please sign in</html>", "not_a_calendar"],
      ["BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "cut_short"],
    ] as const) {
      service.answer = (_, response) =>
        void (typeof answer === "number" ? response.writeHead(answer).end() : response.end(answer));
      await nextTurn();
      expect((await feedsOf(carId))[0]?.error?.code).toBe(code);
      expect(await daysOf(carId, dates)).toEqual(both);
    }

    service.answer = keeps([{ from: addDays(day, 5), until: addDays(day, 7) }]);
    await nextTurn();
    expect(await daysOf(carId, dates)).toEqual([`${addDays(day, 5)}/${addDays(day, 7)}`]);
    expect(await feedsOf(carId)).toMatchObject([{ error: null, events: 1, days: 3 }]);
    service.answer = keeps([]);
    await nextTurn();
    expect(await daysOf(carId, dates)).toEqual([]);
  });

  it("a feed is not read while its host is suspended or no longer hosts", async () => {
    const owner = await makePerson(test, { role: "host" });
    const carId = await makeHostCar(test, owner.id);
    await call(owner, "POST", `${hostCarsPath}/${carId}/calendars`, { label: "Turo", url: service.url });
    const asked = async (change: string) => {
      await rows(`update accounts set ${change} where id = $1`, [owner.id]);
      service.asked.length = 0;
      await nextTurn();
      return service.asked.length;
    };
    expect(await asked("suspended_at = now()")).toBe(0);
    expect(await asked("suspended_at = null, role = 'customer', hosting_since = null")).toBe(0);
    expect(await asked("role = 'host', hosting_since = now()")).toBe(1);
  });

  it("a failing feed is retried at growing intervals and shows since when and why in the reader's language", async () => {
    const carId = await makeHostCar(test, host.id);
    await follow(carId);
    service.answer = (_, response) => void response.writeHead(404).end();
    const waits: number[] = [];
    for (let failure = 0; failure < 6; failure++) {
      await nextTurn();
      const [feed] = await feedsOf(carId);
      waits.push(Math.round((Date.parse(feed?.nextAt ?? "") - test.services.now()) / 60_000));
    }
    expect(waits).toEqual([30, 60, 120, 240, 360, 360]);
    const path = `${hostCarsPath}/${carId}/calendars`;
    const errorIn = async (language: string) =>
      (await call(host, "GET", `${path}?lang=${language}`)).json<CarFeeds>().calendars[0]?.error;
    expect((await errorIn("en"))?.message).toContain("no calendar at this address anymore");
    expect((await errorIn("zh"))?.message).toContain("这个地址已没有日历");
    expect(Date.parse((await errorIn("en"))?.since ?? "")).toBeLessThanOrEqual(test.services.now());
  });

  it("a feed that fails for a day sends its host one email in their language, until it has worked again", async () => {
    const carId = await makeHostCar(test, host.id);
    await rows("update users set language = 'zh' where id = $1", [host.id]);
    const dates = aMonth(test, 20);
    service.answer = keeps([{ from: dates.pickupDate, until: dates.pickupDate }]);
    await follow(carId);
    const emailed = async () => (await emailsAbout("host_calendar_failing")).length;
    const { now } = test.services;
    const atHour = async (hours: number) => {
      test.services.now = () => now() + hours * 3_600_000;
      await nextTurn();
      test.services.now = now;
    };
    service.answer = (_, response) => void response.writeHead(503).end();
    for (const hours of [0, 6, 12, 23]) await atHour(hours);
    expect(await emailed()).toBe(0);
    for (const hours of [24, 30, 100]) await atHour(hours);
    expect(await emailed()).toBe(1);
    const [email] = await emailsAbout("host_calendar_failing");
    expect(email).toMatchObject({ recipient: host.email, language: "zh" });
    const [written] = await rows<{ content: string }>(
      "select content::text from emails where kind = 'host_calendar_failing'",
    );
    expect(written?.content).toContain("503");
    expect(await daysOf(carId, dates)).toEqual([`${dates.pickupDate}/${dates.pickupDate}`]);

    service.answer = keeps([]);
    await atHour(101);
    service.answer = (_, response) => void response.writeHead(404).end();
    for (const hours of [102, 120]) await atHour(hours);
    expect(await emailed()).toBe(1);
    for (const hours of [126, 150]) await atHour(hours);
    expect(await emailed()).toBe(2);
    await rows("update users set language = 'en' where id = $1", [host.id]);
  });

  it("the job gives up a slow feed in its time, ten seconds, and delays no other", async () => {
    const [slow, other] = [await makeHostCar(test, host.id), await makeHostCar(test, host.id)];
    const dates = aMonth(test, 20);
    const { pickupDate: day } = dates;
    service.answer = keeps([{ from: day, until: day }]);
    await follow(slow, { url: `${service.url}?slow` });
    await follow(other);
    const next = addDays(day, 1);
    service.answer = (request, response) => {
      if (!request.url?.endsWith("?slow")) return keeps([{ from: next, until: next }])(request, response);
      // Whoever waited longer than the limit would get a whole calendar.
      response.writeHead(200, { "content-type": "text/calendar" });
      const text = calendarText([{ from: next, until: next }]);
      let sent = 0;
      const dripping = setInterval(() => {
        const isOver = sent === 60;
        response.write(isOver ? text.slice(sent) : text[sent++]);
        if (isOver) response.end();
      }, 200);
      response.on("close", () => clearInterval(dripping));
    };
    let waited = 0;
    const watching = setInterval(() => {
      const asked = performance.now();
      void test.app.inject("/healthz").then(() => (waited = Math.max(waited, performance.now() - asked)));
    }, 100);
    const { fetching } = feedLimits;
    expect(fetching).toBe(10_000);
    try {
      Object.assign(feedLimits, { fetching: 2_000 });
      await nextTurn();
    } finally {
      Object.assign(feedLimits, { fetching });
      clearInterval(watching);
    }
    expect(waited).toBeLessThan(1_000);
    expect((await feedsOf(slow))[0]?.error?.code).toBe("too_slow");
    expect(await daysOf(slow, dates)).toEqual([`${day}/${day}`]);
    expect(await daysOf(other, dates)).toEqual([`${next}/${next}`]);
  });

  it("a feed is requested with its ETag, and once a day without it", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const { pickupDate: day } = dates;
    service.answer = keeps([{ from: day, until: day }], '"one"');
    await follow(carId);
    await nextTurn();
    expect(service.asked.map((headers) => headers["if-none-match"])).toEqual([undefined, '"one"']);
    expect(await daysOf(carId, dates)).toEqual([`${day}/${day}`]);
    await rows("update car_feeds set read_on = read_on - 1 where car_id = $1", [carId]);
    await nextTurn();
    expect(service.asked.at(-1)?.["if-none-match"]).toBeUndefined();
  });

  it("an unchanged feed blocks an order's days once the order gives them up", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const { id, orderNumber } = await ordered(carId, dates);
    const [from, until] = [addDays(dates.returnDate, -2), addDays(dates.returnDate, 2)];
    service.answer = keeps([{ from, until }], '"same"');
    const feed = (await follow(carId)).json<CarFeed>();
    expect(feed.clashes).toEqual([{ orderNumber, from, until: dates.returnDate }]);
    expect(await troublesOf(carId)).toEqual({ failing: 0, clashing: 1 });
    const wide = { ...dates, returnDate: until };
    expect(await daysOf(carId, wide)).toEqual([`${addDays(dates.returnDate, 1)}/${until}`]);
    await rows("update orders set status = 'cancelled' where id = $1", [id]);
    await nextTurn();
    expect(await daysOf(carId, wide)).toEqual([`${from}/${until}`]);
    expect((await feedsOf(carId))[0]?.clashes).toEqual([]);
  });

  it("a feed that can't be read now blocks the freed days all the same, without another request", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const { id } = await ordered(carId, dates);
    const [from, until] = [addDays(dates.returnDate, -2), addDays(dates.returnDate, 2)];
    service.answer = keeps([{ from, until }]);
    await follow(carId);
    service.answer = (_, response) => void response.writeHead(503).end();
    for (let times = 0; times < 3; times++) await nextTurn();
    await rows("update orders set status = 'cancelled' where id = $1", [id]);
    const asked = service.asked.length;
    for (let times = 0; times < 3; times++) await followFeeds(test.services);
    expect(await daysOf(carId, { ...dates, returnDate: until })).toEqual([`${from}/${until}`]);
    expect((await feedsOf(carId))[0]).toMatchObject({ clashes: [], error: { code: "http_status" } });
    expect(await troublesOf(carId)).toEqual({ failing: 1, clashing: 0 });
    expect(service.asked.length).toBe(asked + 1);
  });

  it("a feed that clashes with an order sends its host one email in their language, and the order stands", async () => {
    const carId = await makeHostCar(test, host.id);
    await rows("update users set language = 'zh' where id = $1", [host.id]);
    const dates = aMonth(test, 20);
    const { id, orderNumber } = await ordered(carId, dates);
    await follow(carId);
    expect(await clashEmails(orderNumber)).toBe(0);
    service.answer = keeps([{ from: dates.pickupDate, until: addDays(dates.pickupDate, 4) }]);
    await nextTurn();
    await nextTurn();
    expect(await clashEmails(orderNumber)).toBe(1);
    expect((await emailsAbout("host_calendar_clash"))[0]).toMatchObject({
      recipient: host.email,
      language: "zh",
      subject: expect.stringContaining("重复预订"),
    });
    const [stands] = await rows<{ status: string }>("select status from orders where id = $1", [id]);
    expect(stands?.status).toBe("pending");
    expect(await daysOf(carId, dates)).toEqual([]);
    await rows("update users set language = 'en' where id = $1", [host.id]);
  });

  it("a feed's later clash on other days of the same order is news, and a known one isn't told again", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const { orderNumber } = await ordered(carId, dates);
    const span = (first: number, last: number) => ({
      from: addDays(dates.pickupDate, first),
      until: addDays(dates.pickupDate, last),
    });
    service.answer = keeps([span(1, 4)]);
    await follow(carId);
    expect(await clashEmails(orderNumber)).toBe(1);
    service.answer = keeps([span(1, 4), span(10, 12)]);
    for (let turn = 0; turn < 2; turn++) {
      await nextTurn();
      expect(await clashEmails(orderNumber)).toBe(2);
    }
    const { content } = (
      await rows<{ content: unknown }>(
        "select content from emails where kind = 'host_calendar_clash' and content::text like $1 order by created_at desc limit 1",
        [`%${orderNumber}%`],
      )
    )[0] ?? { content: "" };
    expect(JSON.stringify(content).split(orderNumber)).toHaveLength(2);
    // A clash that has become shorter is none that the host doesn't know.
    service.answer = keeps([span(2, 3), span(10, 12)]);
    await nextTurn();
    expect(await clashEmails(orderNumber)).toBe(2);
    service.answer = keeps([span(2, 5), span(10, 12)]);
    await nextTurn();
    expect(await clashEmails(orderNumber)).toBe(3);
  });

  it("a feed that repeats exactly an order's own days does not clash", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const { orderNumber } = await ordered(carId, dates);
    service.answer = keeps([{ from: dates.pickupDate, until: dates.returnDate }]);
    const feed = (await follow(carId)).json<CarFeed>();
    expect(feed.clashes).toEqual([]);
    expect(await daysOf(carId, dates)).toEqual([]);
    expect(await clashEmails(orderNumber)).toBe(0);
    // A day more means that the days are another renter's.
    service.answer = keeps([{ from: dates.pickupDate, until: addDays(dates.returnDate, 1) }]);
    await nextTurn();
    expect(await clashEmails(orderNumber)).toBe(1);
  });

  it("a feed clashes with a continued rental only on the days with this car", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const { id, orderNumber } = await ordered(carId, dates);
    const { pickupDate: day } = dates;
    const since = addDays(day, 10);
    await rows("update orders set car_since = $2 where id = $1", [id, since]);
    service.answer = keeps([{ from: day, until: addDays(day, 2) }]);
    expect((await follow(carId)).json<CarFeed>().clashes).toEqual([]);
    expect(await daysOf(carId, dates)).toEqual([`${day}/${addDays(day, 2)}`]);
    service.answer = keeps([{ from: day, until: since }]);
    await nextTurn();
    expect((await feedsOf(carId))[0]?.clashes).toEqual([{ orderNumber, from: since, until: since }]);
    expect(await daysOf(carId, dates)).toEqual([`${day}/${addDays(since, -1)}`]);
    // The calendar repeats exactly the days that the other service read here.
    service.answer = keeps([{ from: since, until: dates.returnDate }]);
    await nextTurn();
    expect((await feedsOf(carId))[0]?.clashes).toEqual([]);
  });

  it("a feed does not block days that somebody is booking", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const person = await makePerson(test);
    await rows(
      `insert into wizard_drafts (id, order_number, account_id, car_id, pickup_date, return_date, customer_phone, pickup_location, language, request_hash, hold_began_at, hold_ends_at)
       values (gen_random_uuid(), 'LB1', $1, $2, $3, $4, '', '', 'en', '', now(), now() + interval '30 minutes')`,
      [person.id, carId, dates.pickupDate, dates.returnDate],
    );
    service.answer = keeps([{ from: dates.pickupDate, until: dates.pickupDate }]);
    expect((await follow(carId)).json<CarFeed>().clashes).toEqual([]);
    expect(await carOf(carId, dates)).toMatchObject({
      feedDays: [],
      heldDays: [{ from: dates.pickupDate, until: dates.returnDate }],
    });
  });

  it.each(["earlier_car", "replacement"])(
    "a feed blocks days that an order holds beside its own (%s) only once the order releases them",
    async (reason) => {
      const carId = await makeHostCar(test, host.id);
      const dates = aMonth(test, 20);
      const { id, orderNumber } = await ordered(await makeHostCar(test, host.id), dates);
      const [from, until] = [addDays(dates.pickupDate, 2), addDays(dates.pickupDate, 5)];
      await rows(
        "insert into day_holds (order_id, car_id, first_date, last_date, reason) values ($1, $2, $3, $4, $5)",
        [id, carId, from, until, reason],
      );
      const later = addDays(until, 4);
      service.answer = keeps([
        { from, until },
        { from: addDays(from, -1), until: addDays(until, 1) },
        { from: later, until: later },
      ]);
      await follow(carId, { url: `${service.url}?${reason}` });
      await nextTurn();
      const [feed] = await feedsOf(carId);
      expect(feed).toMatchObject({ error: null, clashes: [] });
      const spans = (...days: string[]) => days.map((day) => `${day}/${day}`);
      expect(await daysOf(carId, dates)).toEqual(spans(addDays(from, -1), addDays(until, 1), later));
      await rows("delete from day_holds where car_id = $1", [carId]);
      await nextTurn();
      expect(await daysOf(carId, dates)).toEqual([
        `${addDays(from, -1)}/${addDays(until, 1)}`,
        `${later}/${later}`,
      ]);
      expect(await clashEmails(orderNumber)).toBe(0);
    },
  );

  it("a feed whose days could not be written shows an error and keeps its old days", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    const { pickupDate: day } = dates;
    service.answer = keeps([{ from: day, until: day }]);
    await follow(carId);
    const emails = async () => (await emailsAbout("host_calendar_failing")).length;
    const before = await emails();
    await rows(`create function refuse_all() returns trigger language plpgsql as
      'begin raise exception ''no room''; end'`);
    await rows(
      "create trigger refuse_all before insert on car_blocks for each row execute function refuse_all()",
    );
    const { now } = test.services;
    try {
      service.answer = keeps([{ from: addDays(day, 3), until: addDays(day, 3) }]);
      await nextTurn();
      const [feed] = await feedsOf(carId);
      expect(feed?.error).toMatchObject({ code: "not_taken", message: expect.stringContaining("our side") });
      expect(Math.round((Date.parse(feed?.nextAt ?? "") - now()) / 60_000)).toBe(30);
      expect(await daysOf(carId, dates)).toEqual([`${day}/${day}`]);
      test.services.now = () => now() + 24 * 3_600_000;
      await nextTurn();
      expect(await emails()).toBe(before + 1);
    } finally {
      test.services.now = now;
      await rows("drop function refuse_all cascade");
    }
    await nextTurn();
    expect((await feedsOf(carId))[0]?.error).toBeNull();
    expect(await daysOf(carId, dates)).toEqual([`${addDays(day, 3)}/${addDays(day, 3)}`]);
  });

  it("a feed that can't be read is refused with the cause, and nothing of it is kept", async () => {
    const carId = await makeHostCar(test, host.id);
    const codeFor = async (sent: object) => {
      const answer = await follow(carId, sent);
      expect(answer.statusCode, answer.body).toBe(422);
      return answer.json<{ fields: { url: { code: string; message: string } } }>().fields.url.code;
    };
    expect(await codeFor({ url: "nowhere" })).toBe("bad_address");
    expect(await codeFor({ url: "ftp://example.com/calendar.ics" })).toBe("not_https");
    expect(await codeFor({ url: "http://127.0.0.1:1/" })).toBe("unreachable");
    service.answer = (_, response) => void response.writeHead(302, { location: service.url }).end();
    expect(await codeFor({})).toBe("too_many_redirects");
    service.answer = (_, response) => void response.end(Buffer.alloc(1_048_577, "x"));
    expect(await codeFor({})).toBe("too_large");
    service.answer = ({ socket }, response) => {
      response.writeHead(200, { "content-length": "100" }).write("BEGIN");
      setImmediate(() => socket.destroy());
    };
    expect(await codeFor({})).toBe("broken");
    expect(await feedsOf(carId)).toEqual([]);
    const chinese = await call(host, "POST", `${hostCarsPath}/${carId}/calendars?lang=zh`, {
      label: "Turo",
      url: "http://127.0.0.1:1/",
    });
    expect(chinese.json<{ message: string }>().message).toContain("无法连接");
  });

  it("a car follows at most five feeds, each address once, and a repeated id changes nothing", async () => {
    const carId = await makeHostCar(test, host.id);
    const id = crypto.randomUUID();
    const first = await follow(carId, { id });
    expect((await follow(carId, { id })).json()).toEqual(first.json());
    expect(refusalOf(await follow(carId)).code).toBe("conflict");
    const another = await makeHostCar(test, host.id);
    expect(refusalOf(await follow(another, { id })).code).toBe("record_id_used");
    for (const change of [{ label: "Another" }, { url: "https://calendars.example/other.ics" }])
      expect(refusalOf(await follow(carId, { id, ...change })).code).toBe("record_id_used");
    for (let more = 1; more < 5; more++)
      expect((await follow(carId, { url: `${service.url}?${more}` })).statusCode).toBe(201);
    expect(refusalOf(await follow(carId, { url: `${service.url}?5` })).code).toBe("too_many_calendars");
    expect(await feedsOf(carId)).toHaveLength(5);
  });

  it("a feed can be reached only by the car's host and is deleted when the car changes hosts", async () => {
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    service.answer = keeps([{ from: dates.pickupDate, until: dates.returnDate }]);
    const { id } = (await follow(carId)).json<CarFeed>();
    const other = await makePerson(test, { role: "host" });
    const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
    const path = `${hostCarsPath}/${carId}/calendars`;
    for (const stranger of [other, await makePerson(test), desk])
      for (const answer of [
        await call(stranger, "GET", path),
        await follow(carId, {}, stranger),
        await call(stranger, "DELETE", `${path}/${id}`),
      ])
        expect(refusalOf(answer)).toMatchObject({ status: 404, code: "car_not_found" });
    // Nor can another host delete it by way of their own car.
    const theirs = await makeHostCar(test, other.id);
    await call(other, "DELETE", `${hostCarsPath}/${theirs}/calendars/${id}`);
    expect(await feedsOf(carId)).toHaveLength(1);
    await call(desk, "PUT", `/api/admin/cars/${carId}/owner`, { hostId: other.id });
    expect(await rows("select 1 from car_feeds where car_id = $1", [carId])).toEqual([]);
    expect(await rows("select 1 from car_blocks where car_id = $1", [carId])).toEqual([]);
  });

  it("a host who isn't approved causes no request to another service", async () => {
    const applicant = await makePerson(test);
    const carId = await makeHostCar(test, applicant.id, "submitted");
    expect(refusalOf(await follow(carId, {}, applicant)).code).toBe("host_not_approved");
    expect(service.asked).toEqual([]);
  });
});
