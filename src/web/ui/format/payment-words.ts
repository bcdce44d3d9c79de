import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { isAccountMethod, type PaymentMethod } from "#domain/booking/payment-methods.ts";
import { accountName } from "#domain/payments/providers.ts";
import { m } from "#web/paraglide/messages.js";

const brandNames = new Map([
  ["visa", "Visa"],
  ["mastercard", "Mastercard"],
  ["amex", "American Express"],
  ["discover", "Discover"],
  ["diners", "Diners Club"],
  ["jcb", "JCB"],
  ["unionpay", "UnionPay"],
]);

type Card = { brand: string; last4: string; expiry: string };

const brandName = (brand: string): string => brandNames.get(brand) ?? brand;

/** "Visa •••• 1111". */
export const cardWords = ({ brand, last4 }: Pick<Card, "brand" | "last4">): string =>
  `${brandName(brand)} •••• ${last4}`;

/** How a renter pays; for a pending order also when. Empty if no method was chosen. */
export function paymentWords(
  method: PaymentMethod | null | undefined,
  card: Card | null | undefined,
  status?: OrderStatus,
): string {
  if (!method) return status === undefined || status === "pending" ? m.order_pay_later() : "";
  if (status !== "pending") {
    if (isAccountMethod(method)) return accountName(method);
    return card ? m.order_pay_card_until({ card: cardWords(card), expiry: card.expiry }) : m.checkout_card();
  }
  if (isAccountMethod(method)) return m.order_pay_account({ provider: accountName(method) });
  return card ? m.order_pay_card({ ...card, brand: brandName(card.brand) }) : m.order_pay_card_unknown();
}
