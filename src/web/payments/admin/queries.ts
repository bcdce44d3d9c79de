import { endpointQuery } from "#web/endpoint-query.ts";
import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listChargebacks } from "#contract/admin/chargebacks.ts";
import {
  type AdminOrderMoney,
  chargeAgain,
  createRefund,
  createWriteOff,
  decideCorrection,
  decideRefund,
  decideWriteOff,
  getOrderMoney,
  movePayment,
  recordPayment,
  takeBackPayment,
} from "#contract/admin/payments.ts";
import type { BodySent } from "#contract/endpoint.ts";
import { ApiError, api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";

export const orderMoneyQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getOrderMoney, { params: { id } }),
    gcTime: 0,
  });

/** Chargebacks, a page at a time. */
export const chargebacksQuery = infiniteQueryOptions({ ...endpointPages(listChargebacks), gcTime: 0 });

export const useRecordPayment = (id: string) =>
  useMoneyChange(id, (body: BodySent<typeof recordPayment>) => api(recordPayment, { params: { id }, body }));

export const useChargeAgain = (id: string) =>
  useMoneyChange(id, (body: BodySent<typeof chargeAgain>) => api(chargeAgain, { params: { id }, body }));

/** Takes a payment back, or moves it to another order. */
type Correction = BodySent<typeof takeBackPayment> & { paymentId: string; toOrder?: string };
export const useCorrectPayment = (id: string) =>
  useMoneyChange(id, ({ paymentId, toOrder, ...body }: Correction) =>
    toOrder === undefined
      ? api(takeBackPayment, { params: { id: paymentId }, body })
      : api(movePayment, { params: { id: paymentId }, body: { ...body, orderId: toOrder } }),
  );

type CorrectionDecision = BodySent<typeof decideCorrection> & { correctionId: string };
export const useDecideCorrection = (id: string) =>
  useMoneyChange(id, ({ correctionId, ...body }: CorrectionDecision) =>
    api(decideCorrection, { params: { id: correctionId }, body }),
  );

export const useCreateRefund = (id: string) =>
  useMoneyChange(id, (body: BodySent<typeof createRefund>) => api(createRefund, { params: { id }, body }));

type Decision = BodySent<typeof decideRefund> & { refundId: string };
export const useDecideRefund = (id: string) =>
  useMoneyChange(id, ({ refundId, ...body }: Decision) =>
    api(decideRefund, { params: { id: refundId }, body }),
  );

export const useCreateWriteOff = (id: string) =>
  useMoneyChange(id, (body: BodySent<typeof createWriteOff>) =>
    api(createWriteOff, { params: { id }, body }),
  );

type WriteOffDecision = BodySent<typeof decideWriteOff> & { writeOffId: string };
export const useDecideWriteOff = (id: string) =>
  useMoneyChange(id, ({ writeOffId, ...body }: WriteOffDecision) =>
    api(decideWriteOff, { params: { id: writeOffId }, body }),
  );

/** Sends a change. The answer becomes the order's money; all other figures of the back office are reloaded. */
function useMoneyChange<Sent>(orderId: string, send: (sent: Sent) => Promise<AdminOrderMoney>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (money) => {
      // This comes first, so that it overwrites nothing newer: the provider may have refunded the money by now.
      client.setQueryData(orderMoneyQuery(orderId).queryKey, money);
      // Nobody waits for the rest: a form is ready for the next sum as soon as this one is taken.
      void makeStale(client, "order");
    },
    onError: (error) => {
      // A refusal by the order's money as it is by now: the amounts beside the form are those of before.
      if (error instanceof ApiError && error.status < 500) void makeStale(client, orderMoneyQuery(orderId));
    },
  });
}
