import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Money, Uuid } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { chargebackReasons, chargebackStates } from "#domain/payments/chargebacks.ts";
import { paymentProviders } from "#domain/payments/providers.ts";

/** A payment that a bank takes back, as its provider reported it. */
export const ChargebackShown = z.object({
  id: Uuid,
  provider: z.enum(paymentProviders),
  providerRef: z.string(),
  /** Where evidence is sent to the provider; null where that provider is not set up here anymore. */
  href: z.nullable(z.string()),
  state: z.enum(chargebackStates),
  reason: z.enum(chargebackReasons),
  amount: Money,
  /** What the bank has taken and not given back, the provider's fee for it, and what is owed again. */
  taken: Money,
  fee: Money,
  owed: Money,
  /** The last moment at which the provider accepts evidence. */
  evidenceDueAt: z.nullable(z.string()),
  openedAt: z.string(),
  decidedAt: z.nullable(z.string()),
});
export type ChargebackShown = z.infer<typeof ChargebackShown>;

export const ChargebackRow = z.extend(ChargebackShown, {
  orderId: Uuid,
  orderNumber: z.string(),
  renter: z.string(),
});
export type ChargebackRow = z.infer<typeof ChargebackRow>;

export const listChargebacks = endpoint({
  method: "GET",
  path: "/api/admin/finance/chargebacks",
  summary: "Payments that banks take back: those that aren’t decided first, each kind the newest first",
  tag: "Admin: payments",
  access: ["manage_payments"],
  query: z.object(idPage),
  response: z.array(ChargebackRow),
  status: 200,
});
