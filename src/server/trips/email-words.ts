import { brand } from "#domain/brand.ts";
import type { ConditionKind } from "#domain/trips/condition.ts";
import type { Language } from "#domain/languages.ts";

type Words = {
  subject: Record<ConditionKind, (number: string) => string>;
  body: Record<ConditionKind, string>;
  /** Of a record that was added to others. */
  added: string;
  labels: Record<"order" | "car" | "at" | "by" | "odometer" | "fuel" | "remark" | "seal", string>;
  by: Record<"renter" | "longbay", string>;
  miles: (count: number) => string;
  eighths: (count: number) => string;
  see: string;
  keep: string;
  signature: string;
  repair: {
    subject: (number: string) => string;
    body: (from: string, until: string) => string;
    back: (days: number, amount: string) => string;
    none: string;
    total: string;
    see: string;
  };
  overdue: {
    subject: Record<1 | 3, (number: string) => string>;
    body: Record<1 | 3, (day: string) => string>;
    how: string;
    link: string;
  };
};

const grouped = (count: number): string => count.toLocaleString("en-US");

export const words: Record<Language, Words> = {
  en: {
    subject: {
      pickup: (number) => `Pickup record for ${number}`,
      return: (number) => `Return record for ${number}`,
    },
    body: {
      pickup: "Your rental has started. This is the condition of the car at handover.",
      return: "The car has been returned. This is its condition.",
    },
    added: "Another record has been added to this rental.",
    labels: {
      order: "Order",
      car: "Car",
      at: "Recorded",
      by: "Recorded by",
      odometer: "Odometer",
      fuel: "Fuel or charge",
      remark: "Notes",
      seal: "Seal (SHA-256)",
    },
    by: { renter: "The renter", longbay: brand.name.en },
    miles: (count) => `${grouped(count)} miles`,
    eighths: (count) => `${count}/8`,
    see: "See the photos",
    keep: "Keep this email: the seal shows that nobody has changed the record since.",
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
    repair: {
      subject: (number) => `Days without your car: ${number}`,
      body: (from, until) =>
        from === until
          ? `We’ve recorded that you had no usable car on ${from}.`
          : `We’ve recorded that you had no usable car from ${from} to ${until}.`,
      back: (days, amount) =>
        `From the second day on, you don’t pay for days without a car: ${days === 1 ? "1 day" : `${days} days`} in all, ${amount} off your rental. If you’ve already paid for them, your order’s page shows what you get back.`,
      none: "You don’t pay from the second day without a car on. So far it’s one day.",
      total: "Your rental’s new total",
      see: "See your trip",
    },
    overdue: {
      subject: {
        1: (number) => `Your car is due back: ${number}`,
        3: (number) => `Please return your car: ${number} is overdue`,
      },
      body: {
        1: (day) => `Your rental ended on ${day}, and we haven’t recorded that the car is back.`,
        3: (day) => `Your rental ended on ${day}. The car still isn’t back.`,
      },
      how: "Please return it today, or call us if there’s a problem. If you’ve already returned it, record the return with four photos.",
      link: "Record the return",
    },
  },
  zh: {
    subject: {
      pickup: (number) => `订单 ${number} 的取车记录`,
      return: (number) => `订单 ${number} 的还车记录`,
    },
    body: {
      pickup: "您的租期已开始。以下是交车时的车况。",
      return: "车辆已归还。以下是还车时的车况。",
    },
    added: "这次租车新增了一份车况记录。",
    labels: {
      order: "订单号",
      car: "车辆",
      at: "记录时间",
      by: "记录人",
      odometer: "里程表",
      fuel: "油量或电量",
      remark: "备注",
      seal: "校验码（SHA-256）",
    },
    by: { renter: "租客", longbay: brand.name.zh },
    miles: (count) => `${grouped(count)} 英里`,
    eighths: (count) => `${count}/8`,
    see: "查看照片",
    keep: "请保留此邮件：校验码可以证明这份记录之后未被改动。",
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
    repair: {
      subject: (number) => `无车可用的天数：订单 ${number}`,
      body: (from, until) =>
        from === until
          ? `我们已登记：${from}您没有可用的车。`
          : `我们已登记：${from}至${until}您没有可用的车。`,
      back: (days, amount) =>
        `从第二天起，没有车的日子不收费：共 ${days} 天，租金减少 ${amount}。如果已经付过，订单页面会显示退还的金额。`,
      none: "从没有车的第二天起不收费，目前为一天。",
      total: "租车总价",
      see: "查看行程",
    },
    overdue: {
      subject: {
        1: (number) => `您的车已到还车日：订单 ${number}`,
        3: (number) => `请尽快还车：订单 ${number} 已逾期`,
      },
      body: {
        1: (day) => `您的租期已于${day}结束，我们还没有收到还车记录。`,
        3: (day) => `您的租期已于${day}结束，车辆至今尚未归还。`,
      },
      how: "请今天还车；如有困难，请致电我们。如果您已经还车，请拍四张照片完成还车记录。",
      link: "完成还车记录",
    },
  },
};
