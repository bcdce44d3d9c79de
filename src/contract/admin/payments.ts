import * as z from "zod/mini";
import { longestReference, longestOrderName } from "#domain/text-lengths.ts";
import {
  correctionKinds,
  correctionStatuses,
  paymentModes,
  recordedMethods,
  refundOrigins,
  writeOffStatuses,
} from "#domain/payments/payments.ts";
import { endpoint } from "#contract/endpoint.ts";
import {
  CalendarDate,
  line,
  Money,
  MoneySent,
  Uuid,
  words,
  Reason,
  OptionalReason,
  Approval,
} from "#contract/fields.ts";
import { byId, OrderParams } from "#contract/params.ts";
import { ChargebackShown } from "./chargebacks.ts";
import { OrderMoneyShown, PaymentShown, RefundShown } from "#contract/payments.ts";

const tag = "Admin: payments";
const access = ["manage_payments"] as const;

/** All money of an order, as administrators see it. */
export const AdminOrderMoney = z.extend(OrderMoneyShown, {
  payments: z.array(
    z.extend(PaymentShown, {
      reference: z.string(),
      by: z.string(),
      /** The day on which the payment counts, if its month was already closed when it was recorded. */
      countsOn: z.optional(z.string()),
      /** Whether it was recorded by hand and not corrected yet: then it may be taken back or moved. */
      mayCorrect: z.boolean(),
      /** The correction of the payment, made or waiting for a second administrator. */
      correction: z.optional(
        z.object({
          id: Uuid,
          kind: z.enum(correctionKinds),
          status: z.enum(correctionStatuses),
          reason: z.string(),
          by: z.string(),
          toOrderNumber: z.nullable(z.string()),
          mayApprove: z.boolean(),
        }),
      ),
    }),
  ),
  refunds: z.array(
    z.extend(RefundShown, {
      reason: z.string(),
      reference: z.string(),
      origin: z.enum(refundOrigins),
      proposedBy: z.string(),
      createdAt: z.string(),
      /** The earliest day on which the refund may have been paid. */
      askedOn: z.string(),
      /** Whether the caller may approve the refund. */
      mayApprove: z.boolean(),
      /** The payments that the refund gives back, each in the way in which it came. */
      parts: z.array(
        z.object({
          paymentId: Uuid,
          amount: Money,
          /** How the payment came, and through which provider. */
          method: z.string(),
          mode: z.enum(paymentModes),
          /** When this part was given back; null while it is still to be. */
          paidOn: z.nullable(z.string()),
          /** The provider's reason why it could not pay this part back. */
          failure: z.nullable(z.string()),
          isByHand: z.boolean(),
        }),
      ),
      /** The part of the refund that administrators still have to pay by hand. */
      leftByHand: Money,
    }),
  ),
  chargebacks: z.array(ChargebackShown),
  /** Instalments that may be charged to the saved method once more by hand: all automatic tries have failed. */
  chargeableAgain: z.array(z.object({ instalmentId: Uuid, dueOn: z.string(), amount: Money })),
  /** Months whose books are closed: what is recorded for a day in one counts in the first open month. */
  closedMonths: z.array(z.string()),
  /** Whether it is the caller's own order: other administrators decide about its money. */
  isDecidedByOthers: z.boolean(),
  /** What was paid, less refunds made or under way: no refund may be higher. */
  refundable: Money,
  writeOffs: z.array(
    z.object({
      id: Uuid,
      status: z.enum(writeOffStatuses),
      amount: Money,
      reason: z.string(),
      by: z.string(),
      createdAt: z.string(),
      mayApprove: z.boolean(),
    }),
  ),
  /** The amount that may be written off now: what an ended rental owes. */
  writableOff: Money,
});
export type AdminOrderMoney = z.infer<typeof AdminOrderMoney>;

export const getOrderMoney = endpoint({
  method: "GET",
  path: "/api/admin/orders/:id/money",
  summary: "The instalments, payments and refunds of an order",
  tag,
  access,
  params: OrderParams,
  response: AdminOrderMoney,
  status: 200,
});

export const recordPayment = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/payments",
  summary:
    "Record money that came in for an order. Sent twice with one `id`, it is recorded once. What is more than the order asks for is the renter's credit; the same amount and reference within three days is refused unless `again` is true",
  tag,
  access,
  params: OrderParams,
  body: z.object({
    id: Uuid,
    amount: MoneySent,
    method: z.enum(recordedMethods),
    reference: z.optional(line(longestReference)),
    paidOn: CalendarDate,
    again: z.optional(z.boolean()),
  }),
  response: AdminOrderMoney,
  status: 201,
});

export const chargeAgain = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/charge-again",
  summary:
    "Charge the saved method once more for an instalment whose tries have all failed. One that is paid, or being charged, is never charged again",
  tag,
  access,
  params: OrderParams,
  body: z.object({ instalmentId: Uuid }),
  response: AdminOrderMoney,
  status: 200,
});

export const takeBackPayment = endpoint({
  method: "POST",
  path: "/api/admin/payments/:id/take-back",
  summary:
    "Take back a payment that was recorded by mistake, by an opposite entry. Above $500 a second administrator approves",
  tag,
  access,
  params: byId("payment_not_found"),
  body: z.object({ reason: Reason, tell: z.optional(z.boolean()) }),
  response: AdminOrderMoney,
  status: 200,
});

export const movePayment = endpoint({
  method: "POST",
  path: "/api/admin/payments/:id/move",
  summary:
    "Give a payment that was recorded by hand to another order, by its id or number. Above $500 a second administrator approves",
  tag,
  access,
  params: byId("payment_not_found"),
  body: z.object({ orderId: words(longestOrderName), reason: Reason, tell: z.optional(z.boolean()) }),
  response: AdminOrderMoney,
  status: 200,
});

export const decideCorrection = endpoint({
  method: "PUT",
  path: "/api/admin/payment-corrections/:id",
  summary: "Approve or decline the correction of a payment that waits for a second administrator",
  tag,
  access,
  params: byId("payment_not_found"),
  body: z.object({ decision: Approval }),
  response: AdminOrderMoney,
  status: 200,
});

export const createRefund = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/refunds",
  summary:
    "Give back money of an order, newest payment first. Above $500 an order in 30 days a second administrator approves",
  tag,
  access,
  params: OrderParams,
  body: z.object({ id: Uuid, amount: MoneySent, reason: Reason }),
  response: AdminOrderMoney,
  status: 201,
});

export const decideRefund = endpoint({
  method: "PUT",
  path: "/api/admin/refunds/:id",
  summary:
    "Approve or decline a refund that waits for a second administrator, or record that an approved one was given back: on `paidOn`, today where it isn't said",
  tag,
  access,
  params: byId("refund_not_found"),
  body: z.object({
    decision: z.enum(["approved", "declined", "paid"]),
    reason: OptionalReason,
    reference: z.optional(line(longestReference)),
    paidOn: z.optional(CalendarDate),
  }),
  response: AdminOrderMoney,
  status: 200,
});

export const createWriteOff = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/write-offs",
  summary:
    "Write off what an ended rental still owes. Above $500 an order in 30 days a second administrator approves",
  tag,
  access,
  params: OrderParams,
  body: z.object({ id: Uuid, amount: MoneySent, reason: Reason }),
  response: AdminOrderMoney,
  status: 201,
});

export const decideWriteOff = endpoint({
  method: "PUT",
  path: "/api/admin/write-offs/:id",
  summary: "Approve or decline a write-off that waits for a second administrator, or take one back",
  tag,
  access,
  params: byId("write_off_not_found"),
  body: z.object({ decision: z.enum(["written", "declined", "taken_back"]) }),
  response: AdminOrderMoney,
  status: 200,
});
