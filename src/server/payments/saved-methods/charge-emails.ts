import type { ChargeCategory } from "#domain/charges/charges.ts";
import { formatDate, type IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import type { ChargeFailure } from "#domain/payments/failures.ts";
import type { orders } from "#server/db/schema/orders.ts";
import type { Email } from "#server/mail/email.ts";
import { type PaymentSettings, say, toRenter } from "#server/payments/emails.ts";

type Words = {
  title: (number: string) => string;
  body: (amount: string, method: string, what: string) => string;
  rent: string;
  what: Record<ChargeCategory, string>;
  why: Record<ChargeFailure, string>;
  again: (date: string) => string;
  last: string;
  pay: string;
};

const words: Record<Language, Words> = {
  en: {
    title: (number) => `A payment for order ${number} didn’t go through`,
    body: (amount, method, what) => `We tried to charge ${amount} to ${method} for ${what}.`,
    rent: "your rental",
    what: {
      extra_miles: "extra miles",
      late_days: "late days",
      damage: "damage",
      tolls: "tolls and fines",
      cleaning: "cleaning",
    },
    why: {
      bank: "Your bank or PayPal needs you to confirm this payment yourself.",
      funds: "Your bank says there isn’t enough money in the account.",
      expired: "The card has expired.",
      gone: "The payment provider no longer has it saved.",
      unanswered: "The payment provider didn’t answer, and nothing was charged.",
      declined: "It was declined.",
    },
    again: (date) => `We’ll try again on ${date}. If you pay before then, we won’t charge it.`,
    last: "We won’t charge this again automatically. Please pay it yourself.",
    pay: "Open the order’s page and choose “Pay now”: you can use the same card or account, or another.",
  },
  zh: {
    title: (number) => `订单 ${number} 有一笔款项扣款失败`,
    body: (amount, method, what) => `我们未能从 ${method} 扣取${what} ${amount}。`,
    rent: "租车费用",
    what: {
      extra_miles: "超里程费",
      late_days: "逾期还车费",
      damage: "车辆损坏费用",
      tolls: "过路费和罚款",
      cleaning: "清洁费",
    },
    why: {
      bank: "发卡银行或 PayPal 要求您本人确认这笔付款。",
      funds: "发卡银行表示账户余额不足。",
      expired: "该卡已过期。",
      gone: "支付平台已不再保存该付款方式。",
      unanswered: "支付平台没有响应，未扣款。",
      declined: "这笔付款被拒绝。",
    },
    again: (date) => `我们会在${date}再次尝试。如果您在此之前付款，我们不会再扣款。`,
    last: "这笔款项我们不再自动扣款，请您自行支付。",
    pay: "请打开订单页面并选择“立即付款”：可使用原付款方式或其他方式。",
  },
};

type Failed = {
  amount: Cents;
  /** What was charged, such as "Visa •••• 4242". */
  method: string;
  why: ChargeFailure;
  /** What for; a month of the price where it is no charge beyond it. */
  category: ChargeCategory | undefined;
  nextOn: IsoDate | undefined;
};

/** A saved card was charged in vain: what for, why, what we do next and how to mend it. */
export function chargeFailedEmail(
  settings: PaymentSettings,
  order: typeof orders.$inferSelect,
  { amount, method, why, category, nextOn }: Failed,
): Email {
  const { language, orderNumber } = order;
  const text = words[language];
  const what = category ? text.what[category] : text.rent;
  return toRenter(settings, order, {
    kind: "payment_failed",
    subject: text.title(orderNumber),
    blocks: [
      say(text.body(formatMoney(amount, language), method, what)),
      say(text.why[why]),
      say(nextOn ? text.again(formatDate(nextOn, language)) : text.last),
      say(text.pay),
    ],
  });
}
