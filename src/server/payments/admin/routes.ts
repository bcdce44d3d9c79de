import type { FastifyInstance } from "fastify";
import {
  chargeAgain as chargeAgainEndpoint,
  createRefund as createRefundEndpoint,
  createWriteOff as createWriteOffEndpoint,
  decideCorrection as decideCorrectionEndpoint,
  decideRefund as decideRefundEndpoint,
  decideWriteOff as decideWriteOffEndpoint,
  getOrderMoney,
  movePayment,
  takeBackPayment,
  recordPayment as recordPaymentEndpoint,
} from "#contract/admin/payments.ts";
import { serve } from "#server/http/serve.ts";
import { loadOrder, orderIdOf } from "#server/ledger/order-queries.ts";
import { correctPayment, decideCorrection } from "#server/payments/corrections/correct-payment.ts";
import { recordPayment } from "#server/payments/record-payment.ts";
import { createRefund, decideRefund } from "#server/payments/refunds/refund.ts";
import { chargeAgain } from "#server/payments/saved-methods/charge-again.ts";
import { createWriteOff, decideWriteOff } from "#server/payments/write-off.ts";
import type { Services } from "#server/services.ts";
import { adminMoneyOf } from "./present.ts";

/** The routes of administrators for an order's money. */
export function paymentAdminRoutes(app: FastifyInstance, services: Services): void {
  serve(app, getOrderMoney, async ({ params, signedIn }) => {
    const { id } = await loadOrder(services.database.db, params.id);
    return adminMoneyOf(services, id, signedIn.account.id);
  });

  serve(app, recordPaymentEndpoint, async ({ params, body, signedIn }) => {
    const { reference = "", ...received } = body;
    await recordPayment(services, { ...received, reference, orderId: params.id, by: signedIn.account.id });
    return adminMoneyOf(services, params.id, signedIn.account.id);
  });

  serve(app, chargeAgainEndpoint, async ({ params, body, signedIn }) => {
    const by = signedIn.account.id;
    await chargeAgain(services, { ...body, orderId: params.id, by });
    return adminMoneyOf(services, params.id, by);
  });

  serve(app, takeBackPayment, async ({ params, body, signedIn }) => {
    const { reason, tell = false } = body;
    const by = signedIn.account.id;
    const wanted = { paymentId: params.id, kind: "take_back" as const, reason, tell, by };
    return adminMoneyOf(services, await correctPayment(services, wanted), by);
  });

  serve(app, movePayment, async ({ params, body, signedIn }) => {
    const { reason, tell = false } = body;
    const by = signedIn.account.id;
    const toOrderId = await orderIdOf(services.database.db, body.orderId);
    const wanted = { paymentId: params.id, kind: "move" as const, toOrderId, reason, tell, by };
    return adminMoneyOf(services, await correctPayment(services, wanted), by);
  });

  serve(app, decideCorrectionEndpoint, async ({ params, body, signedIn }) => {
    const by = signedIn.account.id;
    return adminMoneyOf(services, await decideCorrection(services, { ...body, id: params.id, by }), by);
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
