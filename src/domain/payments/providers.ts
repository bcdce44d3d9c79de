import type { AccountMethod, PaymentMethod } from "#domain/booking/payment-methods.ts";

/** The providers that take money automatically, the usual one first. */
export const paymentProviders = ["stripe", "paypal"] as const;
export type ProviderName = (typeof paymentProviders)[number];

type ProviderRow = {
  /** What a provider calls itself, in every language. */
  name: string;
  /** How a renter chooses it: by a card, or by its own name. */
  method: PaymentMethod;
  /** Who takes a payment back in a dispute: the payer's bank, or the provider itself. */
  takesBack: "bank" | "provider";
};

const rows: Record<ProviderName, ProviderRow> = {
  stripe: { name: "Stripe", method: "credit-card", takesBack: "bank" },
  paypal: { name: "PayPal", method: "paypal", takesBack: "provider" },
};
export const providerRow = (provider: ProviderName): ProviderRow => rows[provider];
export const providerName = (provider: ProviderName): string => rows[provider].name;

/** The first of some providers that takes a method. */
export const providerOf = (
  method: PaymentMethod | null | undefined,
  among: readonly ProviderName[] = paymentProviders,
): ProviderName | undefined => among.find((provider) => rows[provider].method === method);

/** The name that a renter chooses an account by. */
export const accountName = (method: AccountMethod): string => {
  const provider = providerOf(method);
  return provider ? rows[provider].name : method;
};
