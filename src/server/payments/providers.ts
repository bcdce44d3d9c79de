import type { PaymentMode } from "#domain/payments/payments.ts";
import { paymentProviders, type ProviderName } from "#domain/payments/providers.ts";
import type { ReportFormats } from "#domain/payments/report-file.ts";
import type { ProviderSettings } from "#server/provider-settings.ts";
import { paypalActivity, paypalSettlement } from "./paypal/report-lines.ts";
import type { Provider } from "./provider.ts";
import { stripeReport } from "./stripe/report-lines.ts";

/** The providers that are set up, the first of them the usual one. None of them is the built-in mode. */
export type Providers = ReadonlyMap<ProviderName, Provider>;

type ProviderParts<Name extends ProviderName> = {
  /** A provider's library is hundreds of files: the start loads only those of providers that are set up. */
  open: (settings: NonNullable<ProviderSettings[Name]>) => Promise<Provider>;
  /** The files that its pages download. They are read even if the provider is no longer set up. */
  reports: ReportFormats;
};
const known: { [Name in ProviderName]: ProviderParts<Name> } = {
  stripe: {
    open: async (settings) => (await import("./stripe/stripe-provider.ts")).stripeProvider(settings),
    reports: [stripeReport],
  },
  paypal: {
    open: async (settings) => (await import("./paypal/paypal-provider.ts")).paypalProvider(settings),
    reports: [paypalActivity, paypalSettlement],
  },
};
export const reportFormats = (name: ProviderName): ReportFormats => known[name].reports;

export async function openProviders(settings: ProviderSettings): Promise<Providers> {
  const openOne = async <Name extends ProviderName>(name: Name) => {
    const own = settings[name];
    return own && ([name, await known[name].open(own)] as const);
  };
  const opened = await Promise.all(paymentProviders.map((name) => openOne(name)));
  return new Map(opened.flatMap((entry) => (entry ? [entry] : [])));
}

/** Whether payments that came by a mode are given back by its provider. */
export const hasProvider = (providers: Providers, mode: PaymentMode): boolean =>
  mode !== "built_in" && providers.has(mode);

/** The named provider, or else the default one; undefined in the built-in mode. */
export const chosenProvider = (providers: Providers, named: ProviderName | undefined): Provider | undefined =>
  (named && providers.get(named)) ?? [...providers.values()][0];
