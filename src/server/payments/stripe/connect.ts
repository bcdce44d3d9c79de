import { Stripe } from "stripe";
import type { Connect, TransferOutcome } from "#server/payments/provider.ts";

/** Pays hosts by Stripe Connect: accounts for which Stripe asks its own questions, and transfers to them. */
export const stripeConnect = (stripe: Stripe): Connect => ({
  async openAccount({ hostId, email }) {
    const account = await stripe.accounts.create(
      {
        type: "express",
        country: "US",
        ...(email && { email }),
        capabilities: { transfers: { requested: true } },
        metadata: { host_id: hostId },
      },
      { idempotencyKey: `account:${hostId}` },
    );
    return account.id;
  },

  async onboardingPage(account, { returnTo, again }) {
    const { url } = await stripe.accountLinks.create({
      account,
      type: "account_onboarding",
      return_url: returnTo,
      refresh_url: again,
    });
    return url;
  },

  async accountState(account) {
    const { payouts_enabled, capabilities, requirements } = await stripe.accounts.retrieve(account);
    return {
      isReady: payouts_enabled && capabilities?.transfers === "active",
      lacks: requirements?.currently_due ?? [],
    };
  },

  async identityOf(account) {
    const { individual, company } = await stripe.accounts.retrieve(account);
    const person = [individual?.first_name, individual?.last_name].filter(Boolean).join(" ");
    const name = person || company?.name || "";
    const postalAddress = addressLines((person && individual?.address) || company?.address);
    return name && postalAddress ? { name, postalAddress } : undefined;
  },

  async transfer({ payoutId, amount, destination, isRepeated }) {
    const known = isRepeated ? await findTransfer(stripe, payoutId) : undefined;
    if (known) return outcomeOf(known);
    try {
      return outcomeOf(
        await stripe.transfers.create(
          {
            amount,
            currency: "usd",
            destination,
            transfer_group: groupOf(payoutId),
            metadata: { payout_id: payoutId },
          },
          { idempotencyKey: `payout:${payoutId}` },
        ),
      );
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError)
        return { status: "failed", failure: error.code ?? "refused" };
      throw error;
    }
  },

  lookUpTransfer: async (providerRef) => outcomeOf(await stripe.transfers.retrieve(providerRef)),
});

/** The address as on an envelope; empty where no street or no city is known. */
function addressLines(address: Stripe.Address | null | undefined): string {
  const { line1, line2, city, state, postal_code, country } = address ?? {};
  if (!line1 || !city) return "";
  const place = [city, [state, postal_code].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [line1, line2, place, country === "US" ? "" : country].filter(Boolean).join("\n");
}

const groupOf = (payoutId: string): string => `payout_${payoutId}`;

async function findTransfer(stripe: Stripe, payoutId: string): Promise<Stripe.Transfer | undefined> {
  for await (const transfer of stripe.transfers.list({ transfer_group: groupOf(payoutId), limit: 100 }))
    if (transfer.metadata.payout_id === payoutId) return transfer;
  return undefined;
}

const outcomeOf = ({ id, amount, amount_reversed }: Stripe.Transfer): TransferOutcome => ({
  status: "sent",
  providerRef: id,
  amount,
  reversed: amount_reversed,
});
