import type { FastifyInstance } from "fastify";
import {
  finishConditionRecord,
  listConditionRecords,
  recordCarBack as recordCarBackEndpoint,
} from "#contract/condition.ts";
import { recordableKinds } from "#domain/condition/condition.ts";
import { can } from "#domain/people/permissions.ts";
import { rulingFor } from "#server/auth/own-affairs.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { findRecords, presentRecord } from "#server/condition/queries.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { serve } from "#server/http/serve.ts";
import { orderNotFound } from "#server/orders/order-key.ts";
import { findOrder, type OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { finishRecord, recordCarBack } from "./finish.ts";
import { missingForHandover } from "./missing.ts";

/** What condition records do to their order: its handover and its return. */
export function handoverRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listConditionRecords, async ({ params, signedIn: { account }, reply }) => {
    reply.header("cache-control", "no-store");
    const order = await orderFor(params.id, account);
    const found = await findRecords(db, order.id, account.id);
    return {
      records: found.map(presentRecord),
      open: recordableKinds(order.status, order.carId !== null),
      lacks: order.status === "confirmed" ? await missingForHandover(services, db, order) : [],
      mayOverride:
        can(account, "manage_users") &&
        (await rulingFor(db, { by: account.id, gate: "manage_users", renter: order })).mayDecide,
      status: order.status,
      orderNumber: order.orderNumber,
      carName: order.carName,
      pickupDate: order.pickupDate,
      returnDate: order.returnDate,
      isCarOut: order.isCarOut,
      milesIncluded: order.milesIncluded,
    };
  });

  serve(app, finishConditionRecord, async ({ params, body, signedIn: { account } }) => {
    const { id: orderId } = await orderFor(params.id, account);
    if (!isUuid(params.recordId)) throw orderNotFound();
    const { recordId } = params;
    return presentRecord(await finishRecord(services, { orderId, recordId, account, said: body ?? {} }));
  });

  serve(app, recordCarBackEndpoint, async ({ params, signedIn: { account } }) => {
    const { id: orderId } = await orderFor(params.id, account);
    await recordCarBack(services, { orderId, by: account.id });
    return { isCarOut: false };
  });

  /** An order for its renter or an administrator; to anybody else there is none. */
  async function orderFor(id: string, { id: by, role }: AccountRow): Promise<OrderRow> {
    const found = isUuid(id) ? await findOrder(db, id) : undefined;
    if (!found || !(found.order.accountId === by || role === "admin")) throw orderNotFound();
    return found.order;
  }
}
