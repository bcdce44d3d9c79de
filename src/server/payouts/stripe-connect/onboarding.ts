import { refuseUnpaid } from "#server/payouts/refuse-unpaid.ts";
import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { stripeAccounts } from "#server/db/schema/money/payouts.ts";
import { nameOf } from "#server/error-name.ts";
import type { Connect } from "#server/payments/provider.ts";
import type { Services } from "#server/services.ts";

export type StripeAccountRow = typeof stripeAccounts.$inferSelect;

/** Stripe Connect, if hosts are paid through it; otherwise throws a Refusal. */
export function connectOf({ config, providers }: Pick<Services, "config" | "providers">): Connect {
  const connect = config.stripeConnect ? providers.get("stripe")?.connect : undefined;
  if (!connect) throw new Refusal("payout_by_provider", "Payouts don't go through Stripe here.");
  return connect;
}

export async function findStripeAccount(db: Db, hostId: string): Promise<StripeAccountRow | undefined> {
  const [found] = await db.select().from(stripeAccounts).where(eq(stripeAccounts.hostId, hostId));
  return found;
}

/**
 * The address of Stripe's own pages, on which a host enters an identity and a bank account. Throws a Refusal while
 * Stripe gives no answer.
 */
export async function beginOnboarding(services: Services, account: AccountRow): Promise<string> {
  const { id: hostId, email } = account;
  const connect = connectOf(services);
  await refuseUnpaid(services, account);
  const page = new URL("/host/payouts", services.config.publicUrl.origin).href;
  try {
    const known = await findStripeAccount(services.database.db, hostId);
    const ref = known?.ref ?? (await connect.openAccount({ hostId, email }));
    if (!known)
      await services.database.db
        .insert(stripeAccounts)
        .values({ hostId, ref, checkedAt: new Date(services.now()) })
        .onConflictDoNothing();
    return await connect.onboardingPage(ref, { returnTo: page, again: page });
  } catch (error) {
    services.log.warn({ failure: nameOf(error) }, "Stripe opened no page for a host");
    throw new Refusal("provider_unavailable", "Stripe isn't responding right now. Please try again.");
  }
}

/** Asks Stripe for the state of a host's account, and saves it. */
export async function refreshAccount(services: Services, { hostId, ref }: StripeAccountRow): Promise<void> {
  const { isReady, lacks } = await connectOf(services).accountState(ref);
  await services.database.db
    .update(stripeAccounts)
    .set({ isReady, lacks, checkedAt: new Date(services.now()) })
    .where(eq(stripeAccounts.hostId, hostId));
}
