import * as z from "zod/mini";
import { longestReference } from "#domain/text-lengths.ts";
import { payoutFlagKinds, payoutStatuses } from "#domain/payouts/payouts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, Money, requiredLine, unlessEmpty, Uuid, Reason } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { AccountParams, byId } from "#contract/params.ts";
import { HostPayout } from "#contract/payouts.ts";

/** A payout as administrators who manage payments see it. */
export const AdminPayout = z.extend(HostPayout, {
  host: z.object({ id: Uuid, name: z.string(), email: z.string() }),
  /** When its bank details were first given out, or its transfer begun. */
  takenAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  /** The statuses that the payout may have next. */
  may: z.array(z.enum(payoutStatuses)),
});
export type AdminPayout = z.infer<typeof AdminPayout>;

/** A host whose payouts wait. */
export const HeldHost = z.object({
  host: z.object({ id: Uuid, name: z.string(), email: z.string() }),
  /** The host's money that is not paid out yet, payable or not. */
  open: Money,
  /** The reason that an administrator gave. */
  reason: z.nullable(z.string()),
  flags: z.array(
    z.object({
      orderId: Uuid,
      orderNumber: z.string(),
      kind: z.enum(payoutFlagKinds),
      foundAt: z.string(),
    }),
  ),
});
export type HeldHost = z.infer<typeof HeldHost>;

const tag = "Admin: payouts";
const access = ["manage_payments"] as const;

export const listPayouts = endpoint({
  method: "GET",
  path: "/api/admin/payouts",
  summary:
    "Payouts to hosts, newest first; as CSV those to be sent by the bank that were in no such list yet (with `again=true` all not yet paid), with their bank details, which needs a sign-in of the last ten minutes, is written down, and is refused to whoever may only read",
  tag,
  access,
  query: z.object({
    status: unlessEmpty(z.enum(payoutStatuses)),
    host: unlessEmpty(Uuid),
    ...idPage,
    format: unlessEmpty(z.enum(["csv"])),
    again: unlessEmpty(z.enum(["true"])),
  }),
  response: z.array(AdminPayout),
  status: 200,
});

/** What the next list for the bank would contain, and who took the last list whose payouts aren't all paid. */
export const BankList = z.object({
  /** Payouts that were in no list yet, and payouts that were in a list and aren't paid. */
  fresh: z.number(),
  given: z.number(),
  lastAt: z.nullable(z.string()),
  lastBy: z.nullable(z.string()),
});
export type BankList = z.infer<typeof BankList>;

export const getBankList = endpoint({
  method: "GET",
  path: "/api/admin/bank-list",
  summary:
    "How many payouts wait for the next list for the bank, how many were in one and aren't paid yet, and when and by whom the last was downloaded",
  tag,
  access,
  response: BankList,
  status: 200,
});

export const recordPayoutPaid = endpoint({
  method: "POST",
  path: "/api/admin/payouts/:id/paid",
  summary: "Record that the bank has sent a payout. Sent twice, it is recorded once",
  tag,
  access,
  params: byId("payout_not_found"),
  body: z.object({ reference: requiredLine(longestReference), paidOn: CalendarDate }),
  response: AdminPayout,
  status: 200,
});

export const recordPayoutFailed = endpoint({
  method: "POST",
  path: "/api/admin/payouts/:id/failed",
  summary: "Record that a payout came back or was refused by the bank: its amount is part of the next one",
  tag,
  access,
  params: byId("payout_not_found"),
  body: z.object({ reason: Reason }),
  response: AdminPayout,
  status: 200,
});

export const cancelPayout = endpoint({
  method: "POST",
  path: "/api/admin/payouts/:id/cancel",
  summary: "Cancel a payout that was not sent: its amount is part of the next one",
  tag,
  access,
  params: byId("payout_not_found"),
  body: z.object({ reason: Reason }),
  response: AdminPayout,
  status: 200,
});

/** What a bank's file reported about payouts. */
export const PaidFileReport = z.object({
  recorded: z.number(),
  /** Recorded already. */
  known: z.number(),
  errors: z.array(z.object({ row: z.number(), code: z.string(), payout: z.string() })),
});
export type PaidFileReport = z.infer<typeof PaidFileReport>;

export const uploadPaidFile = endpoint({
  method: "POST",
  path: "/api/admin/payouts/paid",
  summary:
    "Record what a bank has sent from its CSV file (multipart `file`), with the columns payout, amount, reference and paidOn. With one wrong row nothing is recorded",
  tag,
  access,
  response: PaidFileReport,
  status: 200,
});

export const listHeldHosts = endpoint({
  method: "GET",
  path: "/api/admin/payout-holds",
  summary: "Hosts whose payouts wait, and why",
  tag,
  access,
  response: z.array(HeldHost),
  status: 200,
});

export const setPayoutHold = endpoint({
  method: "PUT",
  path: "/api/admin/hosts/:id/payout-hold",
  summary: "Hold a host's payouts with a reason that the host reads, or let them go on with null",
  tag,
  access,
  params: AccountParams,
  body: z.object({ reason: z.nullable(Reason) }),
  response: z.array(HeldHost),
  status: 200,
});

export const clearPayoutFlag = endpoint({
  method: "PUT",
  path: "/api/admin/payout-flags/:id/:kind",
  summary: "Say that a rental was looked at and is no reason to hold payouts; `id` is the order's",
  tag,
  access,
  params: z.extend(byId("not_found"), { kind: z.enum(payoutFlagKinds) }),
  body: z.object({ reason: Reason }),
  response: z.array(HeldHost),
  status: 200,
});
