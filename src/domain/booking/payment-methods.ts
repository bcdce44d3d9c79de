export const paymentMethods = ["credit-card", "paypal"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
