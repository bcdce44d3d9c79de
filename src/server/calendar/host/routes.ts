import type { FastifyInstance } from "fastify";
import { invalidField } from "#contract/errors.ts";
import {
  blockHostCar,
  getHostCalendar,
  replaceCarCalendarAddress,
  replaceHostCalendarAddress,
  unblockHostCar,
} from "#contract/host/calendar.ts";
import { addMonths } from "#domain/dates.ts";
import { serve } from "#server/http/serve.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import type { Services } from "#server/services.ts";
import { hostCalendarAddress, replaceCarAddress, replaceHostAddress } from "./address.ts";
import { blockOwnCar, unblockOwnCar } from "./blocks.ts";
import { findHostCalendar } from "./queries.ts";

/** Enough for two years and the month that is looked at. */
const mostMonths = 25;

/** The calendar of a host's own cars. */
export function hostCalendarRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, getHostCalendar, async ({ query: { from, until }, signedIn: { account } }) => {
    if (until < from) throw invalidField("until", "must not be before the first day");
    if (until > addMonths(from, mostMonths))
      throw invalidField("until", `must not be after ${addMonths(from, mostMonths)}`);
    const found = await findHostCalendar(database, account.id, { from, until });
    return { from, until, cars: found, address: hostCalendarAddress(services, account) };
  });

  serve(app, blockHostCar, ({ body, owned, signedIn }) => {
    const { id = crypto.randomUUID(), note = "", ...days } = body;
    return blockOwnCar(services, { carId: owned.id, hostId: signedIn.account.id }, { id, note, ...days });
  });
  serve(app, unblockHostCar, async ({ params, owned, signedIn }) => {
    await unblockOwnCar(services, { carId: owned.id, hostId: signedIn.account.id }, params.blockId);
    return { deleted: true };
  });

  serve(app, replaceCarCalendarAddress, async ({ owned }) => {
    const address = await replaceCarAddress(services, database.db, owned.id);
    if (address === undefined) throw carNotFound();
    return { address };
  });
  serve(app, replaceHostCalendarAddress, async ({ signedIn }) => {
    const address = await replaceHostAddress(services, database.db, signedIn.account.id);
    if (address === undefined) throw new Error("An account that is signed in has gone");
    return { address };
  });
}
