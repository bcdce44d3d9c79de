import type { PaymentMethod } from "#domain/orders/payment-methods.ts";
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

/** How an order will be paid. */
export function paymentWords(method: PaymentMethod | null | undefined, card?: Card | null): string {
  if (!method) return m.order_pay_later();
  if (method === "paypal") return m.order_pay_paypal();
  return card
    ? m.order_pay_card({ ...card, brand: brandNames.get(card.brand) ?? card.brand })
    : m.order_pay_card_unknown();
}
