import { z } from "zod";
import { ConfigError } from "./config-error.ts";

/** The secrets go to the provider's client and nowhere else. */
export type StripeSettings = Readonly<{ secretKey: string; webhookSecret: string; apiUrl: URL | undefined }>;

/** What the environment says of Stripe. What is said of a bad value never repeats it. */
export const stripeEnvironment = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w{8,250}$/, "must begin with sk_live_, rk_live_, sk_test_ or rk_test_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w{8,250}$/, "must begin with whsec_")
    .optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/, error: "must be an address" }).optional(),
};

type Said = {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_URL?: string | undefined;
};

/** Test money pays for no rental, and real money goes to nobody but the provider. */
export function readStripe(
  { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl }: Said,
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
