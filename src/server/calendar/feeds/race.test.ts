// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { type CalendarService, keeps, startCalendarService } from "#test/calendar-service.ts";
import { aMonth } from "#test/factories.ts";
import { hostCalendarCalls } from "#test/host-calendars.ts";
import { hostCarCalls, makeHostCar } from "#test/host-cars.ts";

/** How often a calendar and a renter race: ten rounds try each delay once; LONGBAY_FEED_RACES=50 does more. */
const rounds = Number(process.env.LONGBAY_FEED_RACES ?? 10);
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

const { rows, call } = hostCarCalls(() => test);
const { follow, feedsOf, carOf, nextTurn, priceOf, place, clashEmails } = hostCalendarCalls(() => ({
  test,
  host,
  service,
}));

it("a feed and a renter who take the same days at once don't both get them", async () => {
  for (let round = 0; round < rounds; round++) {
    await rows("delete from car_feeds");
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20 + round);
    service.answer = keeps([]);
    await follow(carId);
    const event = { from: addDays(dates.pickupDate, 1), until: addDays(dates.pickupDate, 2) };
    // The calendar or the renter is first, depending on the round.
    const isRead = Promise.withResolvers<void>();
    service.answer = (request, response) => {
      isRead.resolve();
      keeps([event])(request, response);
    };
    const totalPrice = await priceOf(carId, dates);
    const placing = async () => {
      if (round % 2) await isRead.promise;
      for (let turn = 0; turn < (round % 10) * 30; turn++) await new Promise(setImmediate);
      return place(carId, dates, totalPrice);
    };
    const [answer] = await Promise.all([placing(), nextTurn()]);
    const { code, orderNumber = "" } = answer.json<{ code?: string; orderNumber?: string }>();
    const car = await carOf(carId, dates);
    const [feed] = await feedsOf(carId);
    const outcome = {
      code,
      orders: car?.orders.map((order) => order.orderNumber),
      feedDays: car?.feedDays.map(({ from, until }) => ({ from, until })),
      error: feed?.error,
      clashes: feed?.clashes,
      emails: orderNumber ? await clashEmails(orderNumber) : 0,
    };
    expect(outcome).toEqual(
      answer.statusCode === 201
        ? {
            orders: [orderNumber],
            feedDays: [],
            error: null,
            clashes: [{ orderNumber, ...event }],
            emails: 1,
          }
        : { code: "car_taken", orders: [], feedDays: [event], error: null, clashes: [], emails: 0 },
    );
  }
});

it("a feed that is deleted while it is read leaves no days", async () => {
  for (let round = 0; round < Math.ceil(rounds / 3); round++) {
    await rows("delete from car_feeds");
    const carId = await makeHostCar(test, host.id);
    const dates = aMonth(test, 20);
    service.answer = keeps([]);
    const { id } = (await follow(carId)).json<{ id: string }>();
    service.answer = keeps([{ from: dates.pickupDate, until: dates.returnDate }]);
    const [gone] = await Promise.all([
      call(host, "DELETE", `/api/host/cars/${carId}/calendars/${id}`),
      nextTurn(),
    ]);
    expect(gone.statusCode, gone.body).toBe(200);
    expect((await carOf(carId, dates))?.feedDays).toEqual([]);
  }
});

it("eight simultaneous feeds for one car leave the five that a car may have", async () => {
  const carId = await makeHostCar(test, host.id);
  service.answer = keeps([]);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => follow(carId, { url: `${service.url}?${at}` })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    201, 201, 201, 201, 201, 409, 409, 409,
  ]);
  expect(await feedsOf(carId)).toHaveLength(5);
});
