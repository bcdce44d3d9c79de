import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { listChargebacks } from "#contract/admin/chargebacks.ts";
import type {
  AdminOrderMoney,
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
import { api, apiPage } from "#web/api.ts";

export const orderMoneyQuery = (id: string) =>
  queryOptions({
    queryKey: ["api", "admin", "money", id],
    queryFn: () =>
      api<typeof getOrderMoney>({ method: "GET", path: "/api/admin/orders/:id/money" }, { params: { id } }),
    gcTime: 0,
  });

/** What banks take back, a page at a time. */
export const chargebacksQuery = infiniteQueryOptions({
  queryKey: ["api", "admin", "finance", "chargebacks"],
  queryFn: ({ pageParam }) =>
    apiPage<typeof listChargebacks>(
      { method: "GET", path: "/api/admin/finance/chargebacks" },
      { query: { cursor: pageParam } },
    ),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
  gcTime: 0,
});

export const useRecordPayment = (id: string) =>
  useMoneyChange(id, (body: BodySent<typeof recordPayment>) =>
    api<typeof recordPayment>(
      { method: "POST", path: "/api/admin/orders/:id/payments" },
      { params: { id }, body },
    ),
  );

export const useChargeAgain = (id: string) =>
  useMoneyChange(id, (body: BodySent<typeof chargeAgain>) =>
    api<typeof chargeAgain>(
      { method: "POST", path: "/api/admin/orders/:id/charge-again" },
      { params: { id }, body },
    ),
  );

/** A payment that never came, or that is another order's. */
type Correction = BodySent<typeof takeBackPayment> & { paymentId: string; toOrder?: string };
export const useCorrectPayment = (id: string) =>
  useMoneyChange(id, ({ paymentId, toOrder, ...body }: Correction) =>
    toOrder === undefined
      ? api<typeof takeBackPayment>(
          { method: "POST", path: "/api/admin/payments/:id/take-back" },
          { params: { id: paymentId }, body },
        )
      : api<typeof movePayment>(
          { method: "POST", path: "/api/admin/payments/:id/move" },
          { params: { id: paymentId }, body: { ...body, orderId: toOrder } },
        ),
  );

type CorrectionDecision = BodySent<typeof decideCorrection> & { correctionId: string };
export const useDecideCorrection = (id: string) =>
  useMoneyChange(id, ({ correctionId, ...body }: CorrectionDecision) =>
    api<typeof decideCorrection>(
      { method: "PUT", path: "/api/admin/payment-corrections/:id" },
      { params: { id: correctionId }, body },
    ),
  );

export const useCreateRefund = (id: string) =>
  useMoneyChange(id, (body: BodySent<typeof createRefund>) =>
    api<typeof createRefund>(
      { method: "POST", path: "/api/admin/orders/:id/refunds" },
      { params: { id }, body },
    ),
  );

type Decision = BodySent<typeof decideRefund> & { refundId: string };
export const useDecideRefund = (id: string) =>
  useMoneyChange(id, ({ refundId, ...body }: Decision) =>
    api<typeof decideRefund>(
      { method: "PUT", path: "/api/admin/refunds/:id" },
      { params: { id: refundId }, body },
    ),
  );

export const useCreateWriteOff = (id: string) =>
  useMoneyChange(id, (body: BodySent<typeof createWriteOff>) =>
    api<typeof createWriteOff>(
      { method: "POST", path: "/api/admin/orders/:id/write-offs" },
      { params: { id }, body },
    ),
  );

type WriteOffDecision = BodySent<typeof decideWriteOff> & { writeOffId: string };
export const useDecideWriteOff = (id: string) =>
  useMoneyChange(id, ({ writeOffId, ...body }: WriteOffDecision) =>
    api<typeof decideWriteOff>(
      { method: "PUT", path: "/api/admin/write-offs/:id" },
      { params: { id: writeOffId }, body },
    ),
  );

/** The order's money is what the answer says; whatever else counts money is asked for again. */
function useMoneyChange<Sent>(orderId: string, send: (sent: Sent) => Promise<AdminOrderMoney>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (money) => {
      // First, so that nothing newer is overwritten: the provider may have given it back meanwhile.
      client.setQueryData(orderMoneyQuery(orderId).queryKey, money);
      // Nobody waits for the rest: a form is ready for the next sum as soon as this one is taken.
      void client.invalidateQueries({ queryKey: ["api", "admin"] });
    },
  });
}
