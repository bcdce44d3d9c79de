import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalidField, Refusal } from "#contract/errors.ts";
import {
  addCarFeed,
  blockHostCar,
  deleteCarFeed,
  getHostCalendar,
  listCarFeeds,
  listHostFeeds,
  replaceCarCalendarAddress,
  replaceHostCalendarAddress,
  unblockHostCar,
} from "#contract/host/calendar.ts";
import { addMonths } from "#domain/dates.ts";
import { isHosting } from "#domain/people/relations.ts";
import {
  addFeed,
  deleteFeed,
  findFeedsOfHost,
  findFeedsWithCar,
  presentFeed,
} from "#server/calendar/feeds/feeds.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { carCalendarAddress, hostCalendarAddress, replaceCarAddress, replaceHostAddress } from "./address.ts";
import { blockOwnCar, unblockOwnCar } from "./blocks.ts";
import { icalRoutes } from "./ical-routes.ts";
import { findHostCalendar } from "./queries.ts";

/** Enough for two years and the month that is looked at. */
const mostMonths = 25;
/** The most calendars that one host may have us fetch in an hour, whether they can be read or not. */
const mostReadAnHour = 30;

/** The calendar of a host's own cars. */
export function hostCalendarRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(
    app,
    getHostCalendar,
    async ({ query: { from, until }, signedIn: { account } }) => {
      if (until < from) throw invalidField("until", "must not be before the first day");
      if (until > addMonths(from, mostMonths))
        throw invalidField("until", `must not be after ${addMonths(from, mostMonths)}`);
      const found = await findHostCalendar(database, account.id, { from, until }, today(services));
      return { from, until, cars: found, address: hostCalendarAddress(services, account) };
    },
    { isCompiled: true },
  );

  serve(app, blockHostCar, ({ body, owned, signedIn }) => {
    const { id = crypto.randomUUID(), note = "", ...days } = body;
    return blockOwnCar(services, { carId: owned.id, hostId: signedIn.account.id }, { id, note, ...days });
  });
  serve(app, unblockHostCar, async ({ params, owned, signedIn }) => {
    await unblockOwnCar(services, { carId: owned.id, hostId: signedIn.account.id }, params.blockId);
    return { deleted: true };
  });

  const readerOf = (request: FastifyRequest) => ({
    language: readerLanguage(request),
    date: today(services),
  });
  serve(
    app,
    listCarFeeds,
    async ({ owned, signedIn, request }) => {
      const { car, feeds: found } = await findFeedsWithCar(database.db, owned.id);
      // The car may have got another owner since the call was let in.
      if (car?.hostId !== signedIn.account.id) throw carNotFound();
      const reader = readerOf(request);
      return {
        calendars: found.map((feed) => presentFeed(feed, reader)),
        address: carCalendarAddress(services, car),
      };
    },
    { isCompiled: true },
  );
  serve(
    app,
    listHostFeeds,
    async ({ signedIn: { account }, request }) => {
      const reader = readerOf(request);
      const found = await findFeedsOfHost(database.db, account.id);
      return found.map(({ car, feeds }) => ({
        carId: car.id,
        calendars: feeds.map((feed) => presentFeed(feed, reader)),
        address: carCalendarAddress(services, car),
      }));
    },
    { isCompiled: true },
  );
  serve(app, addCarFeed, async ({ body, owned, signedIn: { account }, request }) => {
    // We send requests to other services on the host's behalf, so only an approved host may make us do so.
    if (!isHosting(account))
      throw new Refusal("host_not_approved", "You can add calendars once you're approved as a host.");
    await refuseOver(
      services,
      [{ key: `calendars of host ${account.id}`, most: mostReadAnHour, seconds: 3600 }],
      "You have added many calendars lately. Please try again later.",
    );
    const reader = readerOf(request);
    const { id = crypto.randomUUID(), label, url } = body;
    const own = { carId: owned.id, hostId: account.id };
    return presentFeed(await addFeed(services, own, { id, label, url }, reader.language), reader);
  });
  serve(app, deleteCarFeed, async ({ params, owned, signedIn }) => {
    await deleteFeed(services, { carId: owned.id, hostId: signedIn.account.id }, params.feedId);
    return { deleted: true };
  });

  serve(app, replaceCarCalendarAddress, async ({ owned, signedIn }) => {
    const own = { id: owned.id, hostId: signedIn.account.id };
    const address = await replaceCarAddress(services, database.db, own);
    if (address === undefined) throw carNotFound();
    return { address };
  });
  serve(app, replaceHostCalendarAddress, async ({ signedIn }) => {
    const address = await replaceHostAddress(services, database.db, signedIn.account.id);
    if (address === undefined) throw new Error("An account that is signed in has gone");
    return { address };
  });

  icalRoutes(app, services);
}
