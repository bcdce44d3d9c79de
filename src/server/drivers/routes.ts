import type { FastifyInstance } from "fastify";
import {
  addDriver,
  answerDrive as answerDriveEndpoint,
  type Drivers,
  listDrivers,
  listOwnDrives,
  removeDriver as removeDriverEndpoint,
} from "#contract/drivers.ts";
import { mostDrivers } from "#domain/drivers/drivers.ts";
import { hour, secondsIn } from "#domain/durations.ts";
import { isOpen } from "#domain/orders/lifecycle.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import { type Services, today } from "#server/services.ts";
import { answerDrive, nameDriver, removeDriver } from "./name-driver.ts";
import { drivesOf, driversOf } from "./queries.ts";

/** Each named driver gets an email, and may not know us. */
const mostAnHour = 6;

/** The other drivers of an order: the renter names them, and each agrees for themselves. */
export function driverRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listDrivers, ({ owned }) => shown(owned.id));

  serve(app, addDriver, async ({ body, owned, signedIn: { account } }) => {
    await refuseOver(
      services,
      [{ key: `drivers named by ${account.id}`, most: mostAnHour, seconds: secondsIn(hour) }],
      "You have named many drivers in the last hour. Please try again later.",
    );
    const { id = crypto.randomUUID(), name, email } = body;
    await nameDriver(services, { id, orderId: owned.id, name, email, by: account.id });
    return shown(owned.id);
  });

  serve(app, removeDriverEndpoint, async ({ params: { driverId }, owned, signedIn: { account } }) => {
    await removeDriver(services, { orderId: owned.id, driverId, by: account.id });
    return shown(owned.id);
  });

  serve(app, listOwnDrives, ({ signedIn: { account } }) => ownDrives(account));

  serve(app, answerDriveEndpoint, async ({ params: { id }, body: { agrees }, signedIn: { account } }) => {
    const { id: accountId, email } = account;
    await answerDrive(services, { driverId: id, account: { id: accountId, email: email ?? "" }, agrees });
    return ownDrives(account);
  });

  async function shown(orderId: string): Promise<Drivers> {
    const order = await loadOrder(db, orderId);
    const found = await driversOf(db, orderId, today(services));
    return {
      drivers: found.map(({ row: { id, email }, name, status }) => ({ id, name, email, status })),
      mayAdd: isOpen(order.status) && found.length < mostDrivers,
    };
  }

  const ownDrives = ({ id: accountId, email }: { id: string; email: string | null }) =>
    drivesOf(db, { accountId, email: email ?? "", on: today(services) });
}
