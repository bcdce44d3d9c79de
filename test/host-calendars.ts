import type { CarFeeds, HostCalendar } from "#contract/host/calendar.ts";
import { followFeeds } from "#server/calendar/feeds/follow.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import type { CalendarService } from "./calendar-service.ts";
import { type aMonth, renter } from "./factories.ts";
import { hostCarCalls, hostCarsPath } from "./host-cars.ts";

export type RentalDates = ReturnType<typeof aMonth>;
type Setting = { test: TestApp; host: Person; service: CalendarService };

/** Calls of hosts about other services' calendars, and of renters for the hosts' cars, after the start. */
export function hostCalendarCalls(setting: () => Setting) {
  const { call, rows } = hostCarCalls(() => setting().test);
  const follow = (carId: string, sent: object = {}, who = setting().host) =>
    call(who, "POST", `${hostCarsPath}/${carId}/calendars`, {
      label: "Airbnb",
      url: setting().service.url,
      ...sent,
    });
  const feedsOf = async (carId: string) =>
    (await call(setting().host, "GET", `${hostCarsPath}/${carId}/calendars`)).json<CarFeeds>().calendars;
  const carOf = async (carId: string, { pickupDate: from, returnDate: until }: RentalDates) => {
    const calendar = await call(setting().host, "GET", `/api/host/calendar?from=${from}&until=${until}`);
    return calendar.json<HostCalendar>().cars.find(({ id }) => id === carId);
  };
  const daysOf = async (carId: string, dates: RentalDates) =>
    (await carOf(carId, dates))?.feedDays.map(({ from, until }) => `${from}/${until}`);
  /** Runs the job at a time when every calendar is due. */
  async function nextTurn(): Promise<void> {
    await rows("update car_feeds set next_at = '2020-01-01'");
    await followFeeds(setting().test.services);
  }
  async function priceOf(carId: string, dates: RentalDates): Promise<string> {
    const quote = await setting().test.app.inject({
      method: "POST",
      url: "/api/quotes",
      payload: { carId, ...dates },
    });
    return quote.json<{ total: string }>().total;
  }
  const place = (carId: string, dates: RentalDates, totalPrice: string) =>
    setting().test.app.inject({
      method: "POST",
      url: "/api/bookings",
      payload: { ...renter, carId, ...dates, totalPrice },
    });
  const order = async (carId: string, dates: RentalDates) => place(carId, dates, await priceOf(carId, dates));
  /** How many emails tell of a clash with an order. */
  const clashEmails = async (orderNumber: string) =>
    (
      await rows("select 1 from emails where kind = 'host_calendar_clash' and content::text like $1", [
        `%${orderNumber}%`,
      ])
    ).length;
  return { follow, feedsOf, carOf, daysOf, nextTurn, priceOf, place, order, clashEmails };
}
