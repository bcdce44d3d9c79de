import type { ProviderName } from "#domain/payments/payments.ts";
import type { Config } from "#server/config.ts";
import type { Provider } from "./provider.ts";
import { stripeProvider } from "./stripe/stripe-provider.ts";

/** The providers that are set up, the first of them the usual one. None of them is the built-in mode. */
export type Providers = ReadonlyMap<ProviderName, Provider>;

export const openProviders = ({ stripe }: Pick<Config, "stripe">): Providers =>
  new Map(stripe ? [["stripe", stripeProvider(stripe)]] : []);

/** The usual one; undefined in the built-in mode. */
export const usualProvider = (providers: Providers): Provider | undefined => [...providers.values()][0];
