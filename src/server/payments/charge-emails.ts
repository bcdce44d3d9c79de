import type { Language } from "#domain/languages.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import { dayOfNext } from "#domain/payments/attempts.ts";
import type { orders } from "#server/db/schema.ts";
import type { Email } from "#server/mail/email.ts";
import { type PaymentSettings, say, toRenter } from "./emails.ts";

type Words = {
  title: (number: string) => string;
  body: (amount: string, why: string) => string;
  why: { bank: string; funds: string; expired: string; declined: string };
  again: string;
  last: string;
  pay: string;
};

const words: Record<Language, Words> = {
  en: {
    title: (number) => `We could not charge a payment for order ${number}`,
    body: (amount, why) => `We tried to charge ${amount} to what you saved for later payments. ${why}`,
    why: {
      bank: "You are asked to confirm this payment yourself, by your bank or PayPal.",
      funds: "Your bank says that there is not enough money on the account.",
      expired: "The card has expired.",
      declined: "It was declined.",
    },
    again: "We try again within two days. Pay it yourself before then and nothing more is charged.",
    last: "We don’t charge this again by ourselves. Please pay it yourself.",
    pay: "Open the order’s page and choose “Pay now”: you can use the same card or account, or another.",
  },
  zh: {
    title: (number) => `订单 ${number} 的一笔款项扣款未成功`,
    body: (amount, why) => `我们尝试从您保存的付款方式扣款 ${amount}。${why}`,
    why: {
      bank: "发卡银行或 PayPal 要求您本人确认这笔付款。",
      funds: "发卡银行表示账户余额不足。",
      expired: "该卡已过期。",
      declined: "这笔付款被拒绝。",
    },
    again: "我们会在两天内再次尝试。您若在此之前自行付款，则不会再扣款。",
    last: "这笔款项我们不再自动扣款，请您自行支付。",
    pay: "请打开订单页面并选择“立即付款”：可使用原付款方式或其他方式。",
  },
};

const reasons: Record<string, keyof Words["why"]> = {
  authentication_required: "bank",
  insufficient_funds: "funds",
  expired_card: "expired",
};

/** A saved card was charged in vain: why, what we do next and how to mend it. */
export function chargeFailedEmail(
  settings: PaymentSettings,
  order: typeof orders.$inferSelect,
  { amount, failure, attempt }: { amount: Cents; failure: string; attempt: number },
): Email {
  const text = words[order.language];
  const why = text.why[Object.hasOwn(reasons, failure) ? (reasons[failure] ?? "declined") : "declined"];
  return toRenter(settings, order, {
    kind: "payment_failed",
    subject: text.title(order.orderNumber),
    blocks: [
      say(text.body(formatMoney(amount, order.language), why)),
      say(dayOfNext(attempt) === undefined ? text.last : text.again),
      say(text.pay),
    ],
  });
}
