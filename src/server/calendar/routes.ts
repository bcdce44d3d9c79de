import type { FastifyInstance } from "fastify";
import { personName } from "#domain/people/person-name.ts";
import {
  blockCar as blockCarEndpoint,
  getCarCalendar,
  unblockCar as unblockCarEndpoint,
} from "#contract/admin/calendar.ts";
import { serve } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";
import { blockCar, findCalendar, unblockCar } from "./block-car.ts";

/** The days of a car, for administrators who manage cars. */
export function calendarRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, getCarCalendar, ({ params }) => findCalendar(database, params.id, today(services)));

  serve(app, blockCarEndpoint, ({ params, body, signedIn: { account } }) =>
    blockCar(services, params.id, body, { id: account.id, name: personName(account) }),
  );

  serve(app, unblockCarEndpoint, async ({ params, signedIn }) => {
    await unblockCar(services, params.id, params.block, signedIn.account.id);
    return { message: "The car can be rented on these days again." };
  });
}
