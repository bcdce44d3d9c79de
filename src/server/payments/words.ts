import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import type { ProviderName } from "#domain/payments/payments.ts";

type Said = { title: (number: string) => string; body: (amount: string, date: string) => string };

type Words = {
  signature: string;
  see: string;
  find: string;
  chargedTo: (label: string) => string;
  attached: string;
  received: Said & { left: string; nothingLeft: string; credit: (amount: string) => string };
  corrected: { title: (number: string) => string; body: (amount: string) => string; ask: string };
  refunded: Said;
  bounced: Said;
  notRefunded: Said & { reason: (words: string) => string };
  soon: Said;
  due: Said;
  overdue: Said;
  takenBack: {
    by: Record<ProviderName, string>;
    title: (by: string, number: string) => string;
    body: (by: string, amount: string, left: string) => string;
  };
};

/** What renters are told of their money. */
export const words: Record<Language, Words> = {
  en: {
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
    see: "See what’s paid and due",
    find: "Get a new link to your order to see what’s due and pay",
    chargedTo: (label) => `We’ll charge it to ${label} that day. There’s nothing you need to do.`,
    attached: "The document is attached as a PDF.",
    received: {
      title: (number) => `We got your payment for order ${number}`,
      body: (amount, date) => `Thank you. We received ${amount} on ${date}.`,
      left: "Here are your payments:",
      nothingLeft: "Everything is paid.",
      credit: (amount) =>
        `${amount} of it is more than you owe today. It stays as your credit and pays what comes due next. You can ask for it back on your order’s page.`,
    },
    corrected: {
      title: (number) => `We corrected a payment on order ${number}`,
      body: (amount) =>
        `We had recorded a payment of ${amount} for this order by mistake, and have removed it.`,
      ask: "If you did make this payment, please reply to this email.",
    },
    refunded: {
      title: (number) => `Your refund for order ${number}`,
      body: (amount) => `We’ve refunded ${amount} the way you paid.`,
    },
    bounced: {
      title: (number) => `Your refund for order ${number} came back to us`,
      body: (amount) =>
        `We refunded ${amount} the way you paid, but your bank sent it back to us. Please reply to this email and tell us how you’d like to get it.`,
    },
    notRefunded: {
      title: (number) => `About your refund for order ${number}`,
      body: (amount) =>
        `We’ve checked your refund of ${amount} and won’t be making it. If you think that’s a mistake, please reply to this email.`,
      reason: (words) => `The reason: ${words}`,
    },
    soon: {
      title: (number) => `A payment for order ${number} is due soon`,
      body: (amount, date) => `${amount} is due on ${date}.`,
    },
    due: {
      title: (number) => `A payment for order ${number} is due today`,
      body: (amount) => `${amount} is due today.`,
    },
    overdue: {
      title: (number) => `A payment for order ${number} is overdue`,
      body: (amount, date) =>
        `${amount} was due on ${date}, and we haven’t received it yet. If you’ve already paid, thank you: it may still be on its way. If there’s a problem, please reply to this email.`,
    },
    takenBack: {
      by: { stripe: "Your bank", paypal: "PayPal" },
      title: (by, number) => `${by} took back a payment for order ${number}`,
      body: (by, amount, left) =>
        `${by} took back your payment of ${amount}, so ${left} is due again. If you didn’t ask for that, or think it’s a mistake, please reply to this email.`,
    },
  },
  zh: {
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
    see: "查看付款情况",
    find: "获取新的订单链接，查看应付款项并付款",
    chargedTo: (label) => `我们将于当日从 ${label} 扣款，您无需操作。`,
    attached: "相关单据（PDF）见附件。",
    received: {
      title: (number) => `已收到您为订单 ${number} 支付的款项`,
      body: (amount, date) => `谢谢。我们已于${date}收到 ${amount}。`,
      left: "您的付款情况如下：",
      nothingLeft: "款项已全部付清。",
      credit: (amount) =>
        `其中 ${amount} 超出目前应付金额，作为您的余额保留，用于支付之后的款项。您也可以在订单页面申请退回。`,
    },
    corrected: {
      title: (number) => `订单 ${number} 的一笔付款已更正`,
      body: (amount) => `我们误将一笔 ${amount} 的付款记入了此订单，现已撤销。`,
      ask: "如果您确实支付了这笔款项，请直接回复这封邮件。",
    },
    refunded: {
      title: (number) => `订单 ${number} 的退款`,
      body: (amount) => `${amount} 已原路退回。`,
    },
    bounced: {
      title: (number) => `订单 ${number} 的退款被退回`,
      body: (amount) =>
        `我们已将 ${amount} 原路退还给您，但您的银行把款项退回给了我们。请回复这封邮件，告诉我们您希望以何种方式收款。`,
    },
    notRefunded: {
      title: (number) => `关于订单 ${number} 的退款`,
      body: (amount) => `经核对，${amount} 不予退还。如您认为有误，请直接回复这封邮件。`,
      reason: (words) => `原因：${words}`,
    },
    soon: {
      title: (number) => `订单 ${number} 有一笔款项即将到期`,
      body: (amount, date) => `${amount} 将于${date}到期。`,
    },
    due: {
      title: (number) => `订单 ${number} 有一笔款项今天到期`,
      body: (amount) => `${amount} 今天到期。`,
    },
    overdue: {
      title: (number) => `订单 ${number} 有一笔款项已逾期`,
      body: (amount, date) =>
        `${amount} 已于${date}到期，我们尚未收到。如果您已付款，款项可能还在途中，无需理会；如有困难，请直接回复这封邮件。`,
    },
    takenBack: {
      by: { stripe: "您的银行", paypal: "PayPal " },
      title: (by, number) => `${by}撤回了订单 ${number} 的一笔付款`,
      body: (by, amount, left) =>
        `${by}撤回了您支付的 ${amount}，因此仍有 ${left} 应付。如果这并非您的意愿，或您认为有误，请直接回复这封邮件。`,
    },
  },
};
