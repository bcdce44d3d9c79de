import type { ChargebackShown } from "#contract/admin/chargebacks.ts";
import { wireMoney } from "#domain/money.ts";
import type { ChargebackRow } from "#server/ledger/chargebacks.ts";
import type { Services } from "#server/services.ts";

/** A chargeback for an administrator. `paymentRef` is the provider's id of its payment. */
export const presentChargeback = (
  { providers }: Pick<Services, "providers">,
  row: ChargebackRow,
  paymentRef: string | null | undefined,
): ChargebackShown => ({
  id: row.id,
  provider: row.mode,
  providerRef: row.providerRef,
  href:
    providers.get(row.mode)?.chargebackPage({ providerRef: row.providerRef, paymentRef: paymentRef ?? "" }) ??
    null,
  state: row.state,
  reason: row.reason,
  amount: wireMoney(row.amount),
  taken: wireMoney(Math.max(0, row.withdrawn - row.reinstated)),
  fee: wireMoney(row.fee),
  owed: wireMoney(row.owed),
  evidenceDueAt: row.evidenceDueAt?.toISOString() ?? null,
  openedAt: row.openedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});
