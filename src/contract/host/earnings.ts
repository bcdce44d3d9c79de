import * as z from "zod/mini";
import { creditPlaces } from "#domain/payouts/credit-places.ts";
import { hostCreditRules } from "#domain/payouts/payouts.ts";
import { hostKinds } from "#domain/payouts/shared-lines.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Money, Uuid, unlessEmpty } from "#contract/fields.ts";
import { numberPage } from "#contract/paging.ts";
import { NextPayout } from "#contract/payouts.ts";

const tag = "Host: earnings";
// Former and suspended hosts may still read the pages about their money.
const access = "own_money";

const MonthAmount = z.object({ month: z.string(), amount: Money });

export const HostEarningsOverview = z.object({
  month: z.string(),
  /** What was credited this month, less what was taken back. */
  earned: Money,
  /** What may be paid out today, and everything that is not paid out yet, including payouts under way. */
  payable: Money,
  open: Money,
  nextPayout: NextPayout,
  /** What each of the last twelve months earned, the latest last. */
  months: z.array(MonthAmount),
  /** What the coming months earn from booked rentals, once the rentals are paid. */
  booked: z.array(MonthAmount),
  /** How much of each of the last twelve months each car was rented. */
  occupancy: z.array(
    z.object({
      carId: Uuid,
      name: z.string(),
      months: z.array(z.object({ month: z.string(), percent: z.number() })),
    }),
  ),
});
export type HostEarningsOverview = z.infer<typeof HostEarningsOverview>;

/** A line that was credited to a host for an order, or taken back, and where its money is. */
export const HostCredit = z.object({
  id: z.string(),
  rule: z.enum(hostCreditRules),
  /** Null for a line without an order: a debt of the host that was written off or repaid. */
  orderId: z.nullable(Uuid),
  orderNumber: z.nullable(z.string()),
  car: z.string(),
  creditedOn: z.string(),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  lines: z.array(z.object({ kind: z.enum(hostKinds), amount: Money })),
  gross: Money,
  sharePercent: z.number(),
  ourShare: Money,
  amount: Money,
  place: z.enum(creditPlaces),
  payableOn: z.string(),
  /** The number of the payout with this line. */
  payout: z.nullable(z.string()),
});
export type HostCredit = z.infer<typeof HostCredit>;

export const getHostEarnings = endpoint({
  method: "GET",
  path: "/api/host/earnings",
  summary: "What one's cars earned, what is payable and when, months ahead, and how much each car was rented",
  tag,
  access,
  response: HostEarningsOverview,
  status: 200,
});

export const listHostCredits = endpoint({
  method: "GET",
  path: "/api/host/earnings/lines",
  summary: "Every line that one was credited, newest first, and where each cent stands",
  tag,
  access,
  query: z.object({
    ...numberPage,
    order: unlessEmpty(Uuid),
  }),
  response: z.array(HostCredit),
  status: 200,
});
