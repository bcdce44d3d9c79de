import type { AdminPayout, HeldHost as ShownHeldHost } from "#contract/admin/payouts.ts";
import type { PayoutSettings } from "#contract/host/payouts.ts";
import type { HostPayout } from "#contract/payouts.ts";
import { wireMoney } from "#domain/money.ts";
import { mayMovePayout, payoutName, payoutStatuses } from "#domain/payouts/payouts.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { isPaidOut } from "#server/auth/reads-own-money.ts";
import type { Services } from "#server/services.ts";
import { currentDetails, usableFrom } from "./details.ts";
import { findStripeAccount } from "./stripe-connect/onboarding.ts";
import { findHold, type HeldHost, balanceOfHost, type ShownPayout } from "./queries.ts";

export const presentHostPayout = (payout: ShownPayout): HostPayout => ({
  id: payout.id,
  name: payoutName(payout.number),
  status: payout.status,
  mode: payout.mode,
  amount: wireMoney(payout.amount),
  madeOn: payout.madeOn,
  paidOn: payout.paidOn,
  reference: payout.reference,
  reason: payout.reason,
  lastFour: payout.lastFour,
});

export const presentPayout = (payout: ShownPayout): AdminPayout => ({
  ...presentHostPayout(payout),
  host: { id: payout.hostId, name: payout.hostName, email: payout.hostEmail },
  takenAt: payout.takenAt?.toISOString() ?? null,
  closedAt: payout.closedAt?.toISOString() ?? null,
  may: payoutStatuses.filter((to) => mayBeMoved(payout, to)),
});

/** Stripe reports the result of its transfers; before a transfer begins, the payout may be cancelled here. */
const mayBeMoved = ({ status, mode, takenAt }: ShownPayout, to: (typeof payoutStatuses)[number]): boolean =>
  mayMovePayout(status, to) && (mode === "bank" || (to === "cancelled" && takenAt === null));

export const presentHeldHost = ({ hostId, name, email, open, reason, flags }: HeldHost): ShownHeldHost => ({
  host: { id: hostId, name, email },
  open: wireMoney(open),
  reason,
  flags,
});

/** Where a host's payouts go and what the next one brings. */
export async function payoutSettingsOf(services: Services, host: AccountRow): Promise<PayoutSettings> {
  const hostId = host.id;
  const { database, config, now } = services;
  const { db } = database;
  const [details, hold, { next }, account, mayChange] = await Promise.all([
    currentDetails(db, hostId),
    findHold(db, hostId),
    balanceOfHost(services, hostId),
    findStripeAccount(db, hostId),
    isPaidOut(database, host),
  ]);
  const from = details ? await usableFrom(db, details) : undefined;
  const isStripe = config.stripeConnect;
  return {
    mode: isStripe ? "stripe" : "bank",
    lastFour: isStripe ? null : (details?.lastFour ?? null),
    usableFrom: !isStripe && from && from.getTime() > now() ? from.toISOString() : null,
    isReady: isStripe ? (account?.isReady ?? false) : details !== undefined,
    lacksSomething: isStripe && account !== undefined && account.lacks.length > 0,
    mayChange,
    hold: hold ? { reason: hold.reason } : null,
    next: { ...next, amount: wireMoney(next.amount) },
  };
}
