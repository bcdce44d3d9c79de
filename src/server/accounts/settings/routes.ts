import type { FastifyInstance } from "fastify";
import { hour, secondsIn } from "#domain/durations.ts";
import {
  addPaymentMethod,
  deleteAccount,
  exportAccount,
  getNotifications,
  listPaymentMethods,
  removePaymentMethod,
  setDefaultPaymentMethod,
  setNotifications,
} from "#contract/account/settings.ts";
import { Refusal } from "#contract/errors.ts";
import { accountFile } from "#domain/saved-tables.ts";
import { sessionCookie } from "#server/auth/session-cookie.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";
import { exportOf } from "./export-account.ts";
import { readNotifications, writeNotifications } from "./notifications.ts";
import {
  findPaymentMethods,
  forgetPaymentMethod,
  keepPaymentMethod,
  makeDefault,
  presentPaymentMethod,
} from "./payment-methods.ts";

const exportsAnHour = 6;

/** The routes where an account's owner changes its settings. */
export function settingsRoutes(app: FastifyInstance, services: Services): void {
  const { database, now, signIn } = services;
  const { db } = database;

  serve(app, getNotifications, ({ signedIn }) => readNotifications(services, db, signedIn.account.id));
  serve(app, setNotifications, async ({ body, signedIn: { account } }) => {
    await database.transaction((tx) => writeNotifications(tx, account.id, body.occasions));
    return readNotifications(services, db, account.id);
  });

  serve(app, listPaymentMethods, async ({ signedIn }) =>
    (await findPaymentMethods(db, signedIn.account.id)).map((row) => presentPaymentMethod(row, now())),
  );
  serve(app, addPaymentMethod, async ({ body, signedIn: { account } }) =>
    presentPaymentMethod(
      await database.transaction((tx) => keepPaymentMethod(tx, account.id, body, now())),
      now(),
    ),
  );
  serve(app, setDefaultPaymentMethod, async ({ params, signedIn: { account } }) =>
    presentPaymentMethod(await database.transaction((tx) => makeDefault(tx, account.id, params.id)), now()),
  );
  serve(app, removePaymentMethod, async ({ params, signedIn: { account } }) => {
    await database.transaction((tx) => forgetPaymentMethod(tx, account.id, params.id));
    return { message: "The payment method is removed." };
  });

  serve(app, exportAccount, async ({ signedIn: { account }, reply }) => {
    await refuseOver(
      services,
      [{ key: `export:${account.id}`, most: exportsAnHour, seconds: secondsIn(hour) }],
      "You have downloaded your data several times this hour. Please come back later.",
    );
    reply.header("content-disposition", `attachment; filename="${accountFile(today(services))}"`);
    return exportOf(services, account);
  });

  const cookie = sessionCookie(services.config);
  serve(app, deleteAccount, async ({ body, signedIn, reply }) => {
    if (!signIn.deleteAccount)
      throw new Refusal(
        "conflict",
        "Accounts for this site are managed elsewhere. Please contact us and we'll delete yours.",
      );
    await signIn.deleteAccount(signedIn.token, body);
    cookie.clear(reply);
    return { message: "Your account is deleted." };
  });
}
