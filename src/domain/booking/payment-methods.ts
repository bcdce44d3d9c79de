/** A card, or an account with a provider that has its own name (`domain/payments/providers.ts`). */
export const paymentMethods = ["credit-card", "paypal"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/** The methods other than a card. */
export type AccountMethod = Exclude<PaymentMethod, "credit-card">;

export const isAccountMethod = (method: unknown): method is AccountMethod =>
  method !== "credit-card" && paymentMethods.some((known) => known === method);
export const accountMethods: readonly AccountMethod[] = paymentMethods.filter(isAccountMethod);
