import type { FastifyInstance } from "fastify";
import {
  finishConditionRecord,
  listConditionRecords,
  recordCarBack as recordCarBackEndpoint,
  recordRepairDays,
} from "#contract/trips.ts";
import { recordableKinds } from "#domain/trips/condition.ts";
import { wireMoney } from "#domain/money.ts";
import { can } from "#domain/people/permissions.ts";
import { rulingFor } from "#server/auth/own-affairs.ts";
import { findRecords, presentRecord, repairsOf } from "./queries.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { serve } from "#server/http/serve.ts";
import { loadOrder, orderNotFound } from "#server/ledger/order-queries.ts";
import type { Services } from "#server/services.ts";
import { finishRecord, recordCarBack } from "./finish.ts";
import { recordRepair } from "./record-repair.ts";
import { missingForHandover } from "./missing.ts";

/** What condition records do to their order: its handover and its return. */
export function handoverRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listConditionRecords, async ({ owned, signedIn: { account }, reply }) => {
    reply.header("cache-control", "no-store");
    const order = await loadOrder(db, owned.id);
    const found = await findRecords(db, order.id, account.id);
    return {
      records: found.map(presentRecord),
      open: recordableKinds(order.status, order.carId !== null),
      lacks: order.status === "confirmed" ? await missingForHandover(services, db, order) : [],
      mayOverride:
        can(account, "manage_users") &&
        (await rulingFor(db, { by: account.id, gate: "manage_users", renter: order })).mayDecide,
      reader: order.accountId === account.id ? ("renter" as const) : ("longbay" as const),
      status: order.status,
      orderNumber: order.orderNumber,
      carName: order.carName,
      pickupDate: order.pickupDate,
      returnDate: order.returnDate,
      isCarOut: order.isCarOut,
      milesIncluded: order.milesIncluded,
      repairs: await repairsOf(db, order.id),
    };
  });

  serve(app, finishConditionRecord, async ({ params: { recordId }, body, owned, signedIn }) => {
    if (!isUuid(recordId)) throw orderNotFound();
    const { account } = signedIn;
    const finished = { orderId: owned.id, recordId, account, said: body ?? {} };
    return presentRecord(await finishRecord(services, finished));
  });

  serve(app, recordCarBackEndpoint, async ({ owned, signedIn: { account } }) => {
    await recordCarBack(services, { orderId: owned.id, by: account.id });
    return { isCarOut: false };
  });

  serve(app, recordRepairDays, async ({ body, owned, signedIn: { account } }) => {
    const { id = crypto.randomUUID(), from, until } = body;
    const recorded = await recordRepair(services, { id, orderId: owned.id, from, until, by: account.id });
    const { repairs, days, amount, total } = recorded;
    return { repairs, days, amount: wireMoney(amount), total: wireMoney(total) };
  });
}
