import * as z from "zod/mini";
import { payoutDetailFields } from "#domain/fields/payout-details.ts";
import { payoutModes } from "#domain/payouts/payouts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { HostPayout, NextPayout } from "#contract/payouts.ts";
import { schemasOf } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";

/** Where a host's payouts go, and whether they are on hold. */
export const PayoutSettings = z.object({
  mode: z.enum(payoutModes),
  /** The last four digits of the bank account; null where there is none, or Stripe keeps it. */
  lastFour: z.nullable(z.string()),
  /** When a payout may go to a changed bank account for the first time; null once payouts may go there. */
  usableFrom: z.nullable(z.string()),
  /** With Stripe: whether transfers reach the host, and whether Stripe still asks for something. */
  isReady: z.boolean(),
  lacksSomething: z.boolean(),
  /** Whether the account may set where payouts go: hosts may, and former hosts who earned something. */
  mayChange: z.boolean(),
  /** Why payouts are on hold: an administrator's reason, or null while we look at a rental. */
  hold: z.nullable(z.object({ reason: z.nullable(z.string()) })),
  next: NextPayout,
});
export type PayoutSettings = z.infer<typeof PayoutSettings>;

const tag = "Host: payouts";
// Former and suspended hosts may still read the pages about their money.
const access = "own_money";

export const listHostPayouts = endpoint({
  method: "GET",
  path: "/api/host/payouts",
  summary: "One's own payouts, newest first",
  tag,
  access,
  query: z.object(idPage),
  response: z.array(HostPayout),
  status: 200,
});

export const getPayoutSettings = endpoint({
  method: "GET",
  path: "/api/host/payout-details",
  summary: "Where one's payouts go, by the last four digits alone, and whether they are on hold",
  tag,
  access,
  response: PayoutSettings,
  status: 200,
});

export const savePayoutDetails = endpoint({
  method: "PUT",
  path: "/api/host/payout-details",
  summary:
    "Say where payouts go, as a host, or with earnings from when one was. Needs a sign-in of the last ten minutes. Changed details are told by email and get no money for 72 hours",
  tag,
  access: "account",
  needsFreshSignIn: true,
  body: z.object(schemasOf(payoutDetailFields)),
  response: PayoutSettings,
  status: 200,
});

export const beginPayoutOnboarding = endpoint({
  method: "POST",
  path: "/api/host/payout-onboarding",
  summary: "The address of Stripe's own pages, where a host says where payouts go. Needs a fresh sign-in",
  tag,
  access: "account",
  needsFreshSignIn: true,
  response: z.object({ url: z.string() }),
  status: 200,
});
