import type { PaymentMode, ProviderName } from "#domain/payments/payments.ts";
import type { ProviderSettings } from "#server/provider-settings.ts";
import type { Provider } from "./provider.ts";

/** The providers that are set up, the first of them the usual one. None of them is the built-in mode. */
export type Providers = ReadonlyMap<ProviderName, Provider>;

/** A provider's library is hundreds of files: the start loads only those of providers that are set up. */
export async function openProviders({ stripe, paypal }: ProviderSettings): Promise<Providers> {
  const set = [
    stripe && (await import("./stripe/stripe-provider.ts")).stripeProvider(stripe),
    paypal && (await import("./paypal/paypal-provider.ts")).paypalProvider(paypal),
  ];
  return new Map(set.flatMap((provider) => (provider ? [[provider.name, provider] as const] : [])));
}

/** Whether payments that came by a mode are given back by its provider. */
export const hasProvider = (providers: Providers, mode: PaymentMode): boolean =>
  mode !== "built_in" && providers.has(mode);

/** The wanted provider, or else the default one; undefined in the built-in mode. */
export const chosenProvider = (
  providers: Providers,
  wished: ProviderName | undefined,
): Provider | undefined => (wished && providers.get(wished)) ?? [...providers.values()][0];
