import * as z from "zod/mini";
import { longestOrderName } from "#domain/text-lengths.ts";
import { adjustmentKinds, adjustmentStatuses } from "#domain/payouts/adjustments.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, Money, MoneySent, Uuid, Reason, Approval } from "#contract/fields.ts";
import { AccountParams, byId } from "#contract/params.ts";

/** A correction of a host's balance that administrators made by hand, or that waits for approval. */
export const HostAdjustment = z.object({
  id: Uuid,
  kind: z.enum(adjustmentKinds),
  status: z.enum(adjustmentStatuses),
  amount: Money,
  reason: z.string(),
  order: z.nullable(z.object({ id: Uuid, orderNumber: z.string() })),
  receivedOn: z.nullable(z.string()),
  /** Who proposed it. */
  by: z.string(),
  createdAt: z.string(),
  /** Whether it waits for a decision and the caller may decide. */
  mayApprove: z.boolean(),
});
export type HostAdjustment = z.infer<typeof HostAdjustment>;

/** What a host owes us, since when, and whether they were asked for it. */
export const HostDebt = z.object({
  amount: Money,
  since: z.string(),
  askedFrom: z.string(),
  askedAt: z.nullable(z.string()),
});
export type HostDebt = z.infer<typeof HostDebt>;

export const HostAdjustments = z.object({
  adjustments: z.array(HostAdjustment),
  debt: z.nullable(HostDebt),
});
export type HostAdjustments = z.infer<typeof HostAdjustments>;

const tag = "Admin: hosts";
const access = ["manage_payments"] as const;

export const listHostAdjustments = endpoint({
  method: "GET",
  path: "/api/admin/hosts/:id/adjustments",
  summary: "What administrators did to a host's balance by hand, newest first, and what the host owes",
  tag,
  access,
  params: AccountParams,
  response: HostAdjustments,
  status: 200,
});

export const adjustHostBalance = endpoint({
  method: "POST",
  path: "/api/admin/hosts/:id/adjustments",
  summary:
    "Take back a host's share of an order where the host took part in fraud, write off what they have owed for sixty days, or record that they paid it. Above the usual limit a second administrator approves; sent twice with one `id`, it is done once",
  tag,
  access,
  params: AccountParams,
  body: z.object({
    id: Uuid,
    kind: z.enum(adjustmentKinds),
    /** The order whose share is taken back, by its number or id. */
    order: z.optional(z.string().check(z.maxLength(longestOrderName))),
    amount: MoneySent,
    /** The reason, which the host reads; for a repayment, the bank's reference. */
    reason: Reason,
    receivedOn: z.optional(CalendarDate),
  }),
  response: HostAdjustments,
  status: 201,
});

export const decideHostAdjustment = endpoint({
  method: "PUT",
  path: "/api/admin/host-adjustments/:id",
  summary: "Approve or decline, as a second administrator, what another wants to do to a host's balance",
  tag,
  access,
  params: byId("adjustment_not_found"),
  body: z.object({ decision: Approval }),
  response: HostAdjustments,
  status: 200,
});
