import type { ProviderName } from "#domain/payments/payments.ts";
import type { ProviderSettings } from "#server/provider-settings.ts";
import { paypalProvider } from "./paypal/paypal-provider.ts";
import type { Provider } from "./provider.ts";
import { stripeProvider } from "./stripe/stripe-provider.ts";

/** The providers that are set up, the first of them the usual one. None of them is the built-in mode. */
export type Providers = ReadonlyMap<ProviderName, Provider>;

export const openProviders = ({ stripe, paypal }: ProviderSettings): Providers => {
  const set = [stripe && stripeProvider(stripe), paypal && paypalProvider(paypal)];
  return new Map(set.flatMap((provider) => (provider ? [[provider.name, provider] as const] : [])));
};

/** The one that is wished for, or else the usual one; undefined in the built-in mode. */
export const chosenProvider = (
  providers: Providers,
  wished: ProviderName | undefined,
): Provider | undefined => (wished && providers.get(wished)) ?? [...providers.values()][0];
