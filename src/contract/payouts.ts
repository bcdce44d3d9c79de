import * as z from "zod/mini";
import { payoutModes, payoutStatuses, payoutWaits } from "#domain/payouts/payouts.ts";
import { Money, Uuid } from "./fields.ts";

/** The next Tuesday, and what is payable by then; nothing below a dollar is paid out. */
export const NextPayout = z.object({
  on: z.string(),
  amount: Money,
  /** Why nothing will be sent on that day, as far as it is known; null if nothing prevents it. */
  waitsFor: z.nullable(z.enum(payoutWaits)),
});
export type NextPayout = z.infer<typeof NextPayout>;

/** A payout as its host sees it. */
export const HostPayout = z.object({
  id: Uuid,
  /** "PO-1042": the bank's statement uses this name, too. */
  name: z.string(),
  status: z.enum(payoutStatuses),
  mode: z.enum(payoutModes),
  amount: Money,
  /** The Tuesday of the payout. */
  madeOn: z.string(),
  paidOn: z.nullable(z.string()),
  reference: z.string(),
  reason: z.string(),
  /** The last four digits of the account that receives the payout; null with Stripe. */
  lastFour: z.nullable(z.string()),
});
export type HostPayout = z.infer<typeof HostPayout>;
