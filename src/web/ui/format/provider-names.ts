import type { ProviderName } from "#domain/payments/payments.ts";

export const providerNames: Record<ProviderName, string> = { stripe: "Stripe", paypal: "PayPal" };
