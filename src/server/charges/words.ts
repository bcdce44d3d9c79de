import { brand } from "#domain/brand.ts";
import type { ChargeCategory } from "#domain/charges/charges.ts";
import type { Language } from "#domain/languages.ts";

/** What renters are told of a charge, each once. */
export const chargeEmailKinds = [
  "proposed",
  "reminder",
  "accepted",
  "contested",
  "decided",
  "withdrawn",
] as const;
export type ChargeEmailKind = (typeof chargeEmailKinds)[number];

type Words = {
  signature: string;
  category: Record<ChargeCategory, string>;
  subject: Record<ChargeEmailKind, (number: string) => string>;
  labels: Record<
    "order" | "what" | "amount" | "until" | "why" | "owed" | "reason" | "odometer" | "days",
    string
  >;
  odometer: (pickup: string, back: string, included: string, extra: string) => string;
  days: (days: number, perDay: string) => string;
  proposed: string;
  silence: Record<"accepts" | "disputes", string>;
  reminder: (when: string) => string;
  accepted: Record<"answered" | "silent", string>;
  contested: Record<"answered" | "silent", string>;
  decided: Record<"answered" | "silent", string>;
  nothingOwed: string;
  due: string;
  paid: string;
  withdrawn: string;
  answer: string;
  see: string;
  reply: string;
};

export const words: Record<Language, Words> = {
  en: {
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
    category: {
      extra_miles: "Extra miles",
      late_days: "Late days",
      damage: "Damage",
      tolls: "Tolls and fines",
      cleaning: "Cleaning",
    },
    subject: {
      proposed: (number) => `A charge for order ${number}: please answer within 72 hours`,
      reminder: (number) => `One day left to answer a charge for order ${number}`,
      accepted: (number) => `Charge accepted for order ${number}`,
      contested: (number) => `We’re looking into a charge for order ${number}`,
      decided: (number) => `Decision on a charge for order ${number}`,
      withdrawn: (number) => `A charge for order ${number} was withdrawn`,
    },
    labels: {
      order: "Order",
      what: "Charge for",
      amount: "Amount",
      until: "Answer by",
      why: "Our explanation",
      owed: "Amount due",
      reason: "Reason",
      odometer: "Odometer",
      days: "Days",
    },
    odometer: (pickup, back, included, extra) =>
      `${pickup} at pickup, ${back} at return; ${included} included, ${extra} extra`,
    days: (days, perDay) => `${days} × ${perDay}`,
    proposed:
      "There’s a charge on top of your rental. Please review it and the evidence, then accept or dispute it. Nothing is charged in the meantime.",
    silence: {
      accepts: "If we don’t hear from you by then, the charge counts as accepted.",
      disputes: "If we don’t hear from you by then, someone on our team will look into it and decide.",
    },
    reminder: (when) => `You have until ${when} to accept or dispute this charge.`,
    accepted: {
      answered: "Thank you. You’ve accepted this charge.",
      silent: "We didn’t hear from you within 72 hours, so this charge counts as accepted.",
    },
    contested: {
      answered:
        "Thank you for telling us. Someone on our team will look at what both sides say and decide. Nothing is charged until then.",
      silent:
        "We didn’t hear from you within 72 hours. Someone on our team will look into it and decide. Nothing is charged until then.",
    },
    decided: {
      answered: "We’ve looked at what both sides said and decided:",
      silent: "We’ve looked into this charge and decided:",
    },
    nothingOwed: "You owe nothing for this.",
    due: "It’s due today.",
    paid: "There’s nothing left to pay: we’ve taken it out of the refund we owe you.",
    withdrawn: "We’ve withdrawn this charge. You owe nothing for it.",
    answer: "Review and answer",
    see: "See your trip",
    reply: "To answer, please reply to this email.",
  },
  zh: {
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
    category: {
      extra_miles: "超里程费",
      late_days: "逾期还车费",
      damage: "车辆损坏",
      tolls: "过路费和罚款",
      cleaning: "清洁费",
    },
    subject: {
      proposed: (number) => `订单 ${number} 有一笔额外费用，请在 72 小时内答复`,
      reminder: (number) => `订单 ${number} 的额外费用：答复期限还剩一天`,
      accepted: (number) => `订单 ${number} 的额外费用已接受`,
      contested: (number) => `我们正在核查订单 ${number} 的额外费用`,
      decided: (number) => `订单 ${number} 额外费用的处理结果`,
      withdrawn: (number) => `订单 ${number} 的额外费用已撤回`,
    },
    labels: {
      order: "订单",
      what: "项目",
      amount: "金额",
      until: "答复截止",
      why: "我们的说明",
      owed: "应付",
      reason: "理由",
      odometer: "里程表",
      days: "天数",
    },
    odometer: (pickup, back, included, extra) =>
      `取车时 ${pickup}，还车时 ${back}；含 ${included} 英里，超出 ${extra} 英里`,
    days: (days, perDay) => `${days} × ${perDay}`,
    proposed:
      "有一笔租金以外的费用，请您确认。看过说明和凭证后，您可以接受，也可以提出异议。在此期间不会收取任何费用。",
    silence: {
      accepts: "如果届时没有收到您的答复，将视为您已接受这笔费用。",
      disputes: "如果届时没有收到您的答复，将由专人核查并作出决定。",
    },
    reminder: (when) => `请在${when}之前接受这笔费用或提出异议。`,
    accepted: {
      answered: "谢谢，您已接受这笔费用。",
      silent: "我们在 72 小时内没有收到您的答复，视为您已接受这笔费用。",
    },
    contested: {
      answered: "感谢您的说明。我们会安排专人查看双方的说明并作出决定，在此之前不会收取任何费用。",
      silent: "我们在 72 小时内没有收到您的答复。我们会安排专人核查并作出决定，在此之前不会收取任何费用。",
    },
    decided: {
      answered: "我们查看了双方的说明，决定如下：",
      silent: "我们核查了这笔费用，决定如下：",
    },
    nothingOwed: "您无需为此付款。",
    due: "这笔款项今天到期。",
    paid: "您无需另行付款：这笔费用已从应退还给您的款项中扣除。",
    withdrawn: "我们已撤回这笔费用，您无需付款。",
    answer: "查看并答复",
    see: "查看行程",
    reply: "如需答复，请直接回复这封邮件。",
  },
};
