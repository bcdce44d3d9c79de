import { z } from "zod";
import type { Cents } from "#domain/money.ts";
import { leastCharge } from "#domain/payments/payments.ts";
import { paymentProviders, type ProviderName } from "#domain/payments/providers.ts";
import { ConfigError } from "./config-error.ts";

/** The secrets go to the provider's client and nowhere else. */
export type StripeSettings = Readonly<{ secretKey: string; webhookSecret: string; apiUrl: URL | undefined }>;

export type PaypalSettings = Readonly<{
  clientId: string;
  clientSecret: string;
  webhookId: string;
  apiUrl: URL | undefined;
}>;
type SettingsByProvider = { stripe: StripeSettings; paypal: PaypalSettings };
export type ProviderSettings = Readonly<{ [Name in ProviderName]: SettingsByProvider[Name] | undefined }>;
/** Whether hosts are paid through Stripe; otherwise an administrator pays them by hand, from our bank. */
export type PayoutProviderSettings = Readonly<{ stripeConnect: boolean }>;

type WithProviders = { providers: ProviderSettings };
/** The providers that take payments for us, the usual one first; empty in the built-in mode. */
export const providersSet = ({ providers }: WithProviders): ProviderName[] =>
  paymentProviders.filter((name) => providers[name]);

/** Whether renters learn how to pay, from a provider or the owner; if not, no unpaid order is canceled. */
export const tellsHowToPay = (settings: WithProviders & { paymentInstructions: unknown }): boolean =>
  providersSet(settings).length > 0 || settings.paymentInstructions !== undefined;

/** The smallest payment: any amount by hand, but a provider takes no less than its own minimum. */
export const leastPayable = (settings: WithProviders): Cents =>
  providersSet(settings).length > 0 ? leastCharge : 1;

const key = z
  .string()
  .regex(/^[\w-]{8,250}$/, "must be letters, digits, - and _")
  .optional();

/** The providers' variables in the environment. An error about a bad value never repeats the value. */
export const providerEnvironment = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w{8,250}$/, "must begin with sk_live_, rk_live_, sk_test_ or rk_test_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w{8,250}$/, "must begin with whsec_")
    .optional(),
  STRIPE_CONNECT: z.enum(["on", "off"], "must be on or off").default("off"),
  STRIPE_API_URL: z.url({ protocol: /^https?$/, error: "must be an address" }).optional(),
  PAYPAL_CLIENT_ID: key,
  PAYPAL_CLIENT_SECRET: key,
  PAYPAL_WEBHOOK_ID: key,
  PAYPAL_API_URL: z.url({ protocol: /^https?$/, error: "must be an address" }).optional(),
};

type ProviderVariables = {
  PAYPAL_CLIENT_ID?: string | undefined;
  PAYPAL_CLIENT_SECRET?: string | undefined;
  PAYPAL_WEBHOOK_ID?: string | undefined;
  PAYPAL_API_URL?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_URL?: string | undefined;
  STRIPE_CONNECT?: "on" | "off" | undefined;
};

/** Test keys, which pay for nothing, and an API address that isn't Stripe's are for this machine only. */
function readStripe(
  {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: apiUrl,
  }: ProviderVariables,
  isLocal: boolean,
): StripeSettings | undefined {
  if (!secretKey && !webhookSecret) return undefined;
  if (!secretKey || !webhookSecret)
    throw new ConfigError("STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together");
  if (!isLocal && secretKey.includes("_test_"))
    throw new ConfigError("STRIPE_SECRET_KEY may be a test key only while PUBLIC_URL is this machine");
  if (!isLocal && apiUrl)
    throw new ConfigError("STRIPE_API_URL may be set only while PUBLIC_URL is this machine");
  return Object.freeze({ secretKey, webhookSecret, apiUrl: apiUrl ? new URL(apiUrl) : undefined });
}

function readPaypal(said: ProviderVariables, isLocal: boolean): PaypalSettings | undefined {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = said;
  const { PAYPAL_WEBHOOK_ID: webhookId, PAYPAL_API_URL: apiUrl } = said;
  if (!clientId && !clientSecret && !webhookId) return undefined;
  if (!clientId || !clientSecret || !webhookId)
    throw new ConfigError(
      "PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID must be set together",
    );
  if (!isLocal && apiUrl)
    throw new ConfigError("PAYPAL_API_URL may be set only while PUBLIC_URL is this machine");
  return Object.freeze({ clientId, clientSecret, webhookId, apiUrl: apiUrl ? new URL(apiUrl) : undefined });
}

export function readProviders(
  said: ProviderVariables,
  isLocal: boolean,
): WithProviders & PayoutProviderSettings {
  const stripe = readStripe(said, isLocal);
  const stripeConnect = said.STRIPE_CONNECT === "on";
  if (stripeConnect && !stripe) throw new ConfigError("STRIPE_CONNECT needs STRIPE_SECRET_KEY");
  return { providers: Object.freeze({ stripe, paypal: readPaypal(said, isLocal) }), stripeConnect };
}
