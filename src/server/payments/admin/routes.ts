import type { FastifyInstance } from "fastify";
import {
  createRefund as createRefundEndpoint,
  createWriteOff as createWriteOffEndpoint,
  decideRefund as decideRefundEndpoint,
  decideWriteOff as decideWriteOffEndpoint,
  getOrderMoney,
  recordPayment as recordPaymentEndpoint,
} from "#contract/admin/payments.ts";
import { serve } from "#server/http/serve.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import { recordPayment } from "#server/payments/record-payment.ts";
import { createRefund, decideRefund } from "#server/payments/refunds/refund.ts";
import { createWriteOff, decideWriteOff } from "#server/payments/write-off.ts";
import type { Services } from "#server/services.ts";
import { adminMoneyOf } from "./present.ts";

/** What administrators record of an order's money. */
export function adminPaymentRoutes(app: FastifyInstance, services: Services): void {
  serve(app, getOrderMoney, async ({ params, signedIn }) => {
    const { id } = await loadOrder(services.database.db, params.id);
    return adminMoneyOf(services, id, signedIn.account.id);
  });

  serve(app, recordPaymentEndpoint, async ({ params, body, signedIn }) => {
    const { reference = "", ...received } = body;
    await recordPayment(services, { ...received, reference, orderId: params.id, by: signedIn.account.id });
    return adminMoneyOf(services, params.id, signedIn.account.id);
  });

  serve(app, createRefundEndpoint, async ({ params, body, signedIn }) => {
    await createRefund(services, { ...body, orderId: params.id, by: signedIn.account.id });
    await services.outbox.soon("give-back-by-provider");
    return adminMoneyOf(services, params.id, signedIn.account.id);
  });

  serve(app, createWriteOffEndpoint, async ({ params, body, signedIn }) => {
    await createWriteOff(services, { ...body, orderId: params.id, by: signedIn.account.id });
    return adminMoneyOf(services, params.id, signedIn.account.id);
  });

  serve(app, decideWriteOffEndpoint, async ({ params, body, signedIn }) => {
    const orderId = await decideWriteOff(services, { ...body, id: params.id, by: signedIn.account.id });
    return adminMoneyOf(services, orderId, signedIn.account.id);
  });

  serve(app, decideRefundEndpoint, async ({ params, body, signedIn }) => {
    const orderId = await decideRefund(services, { ...body, id: params.id, by: signedIn.account.id });
    await services.outbox.soon("give-back-by-provider");
    return adminMoneyOf(services, orderId, signedIn.account.id);
  });
}
